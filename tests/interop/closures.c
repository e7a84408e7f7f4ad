#include "expect.h"

typedef struct { double x, y, z; } Vec3;
typedef struct { int32_t a; double b; } Mixed;

/* What every environment begins with. */
typedef struct Environment { void (*end)(void *); } Environment;

typedef struct { int64_t (*code)(void *, int64_t); void *environment; } Function;
typedef struct { void (*code)(void *, int64_t); void *environment; } Action;
typedef struct { Vec3 (*code)(void *, Vec3, double, Mixed); void *environment; } Vectors;
typedef struct { Mixed (*code)(void *, Mixed); void *environment; } Mixing;

static void end(void *environment) {
    if (environment != NULL && ((Environment *)environment)->end != NULL) {
        ((Environment *)environment)->end(environment);
    }
}

int64_t c_call(Function f, int64_t n) { return f.code(f.environment, n); }

void c_call_often(Action f, int64_t times) {
    for (int64_t i = 0; i < times; i++) {
        f.code(f.environment, i);
    }
}

static Function kept;

void c_forget(void) {
    end(kept.environment);
    kept.environment = NULL;
}

void c_keep(Function f) {
    c_forget();
    kept = f;
}

int64_t c_kept(int64_t n) { return kept.code(kept.environment, n); }

/* Called once: its code ends the environment. */
int64_t c_finish(Function f, int64_t n) { return f.code(f.environment, n); }

Vec3 c_vectors(Vectors f, Vec3 v) {
    Mixed m = {7, 0.25};
    Vec3 made = f.code(f.environment, v, 2.5, m);
    spoil(&m, sizeof m);
    return made;
}

static int64_t alive;

int64_t c_alive(void) { return alive; }

typedef struct { Environment head; int64_t n; } Captured;

static void end_captured(void *environment) {
    alive--;
    spoil(environment, sizeof(Captured));
    free(environment);
}

static Captured *captured(int64_t n) {
    Captured *made = malloc(sizeof(Captured));
    made->head.end = end_captured;
    made->n = n;
    alive++;
    return made;
}

static int64_t add(void *environment, int64_t n) { return ((Captured *)environment)->n + n; }

static int64_t multiply_once(void *environment, int64_t n) {
    int64_t product = ((Captured *)environment)->n * n;
    end_captured(environment);
    return product;
}

static int64_t twice(void *environment, int64_t n) {
    EXPECT(((Environment *)environment)->end == NULL);
    return 2 * n;
}

Function c_adder(int64_t n) { return (Function){add, captured(n)}; }
Function c_once(int64_t n) { return (Function){multiply_once, captured(n)}; }

Function c_plain(void) {
    static Environment nothing;
    return (Function){twice, &nothing};
}

int64_t c_optional(Function f, int64_t n) {
    if (f.code == NULL) {
        return -n;
    }
    int64_t result = f.code(f.environment, n);
    end(f.environment);
    return result;
}

int64_t lang_apply(Function f, int64_t n);
double lang_lend(Mixing f);
Function lang_adder(int64_t n);
Function lang_greeter(int64_t length);
Function lang_name(void);

static Mixed swap_parts(void *environment, Mixed m) {
    Mixed made = {(int32_t)(m.b * 2), m.a + *(double *)environment};
    return made;
}

void call_lang(void) {
    EXPECT(lang_apply(c_adder(1000), 1) == 2003);
    EXPECT(alive == 0);
    double by = 0.5;
    EXPECT(lang_lend((Mixing){swap_parts, &by}) == 6.5);
    Function f = lang_adder(20);
    EXPECT(f.code(f.environment, 1) == 21 && f.code(f.environment, 2) == 22);
    EXPECT(f.environment != NULL && ((Environment *)f.environment)->end != NULL);
    end(f.environment);
    f = lang_greeter(12345);
    EXPECT(f.code(f.environment, 1) == 6);
    f = lang_greeter(1);
    end(f.environment);
    f = lang_name();
    EXPECT(f.environment == NULL && f.code(NULL, 5) == 15);
}
