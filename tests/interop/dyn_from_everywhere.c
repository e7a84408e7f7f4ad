#include "expect.h"

typedef struct { void *object; const void *table; } Dyn;
typedef struct { int64_t count; Dyn it; } Holder;
typedef struct { Dyn (*code)(void *); void *environment; } Closure;

/* All these traits have one method. */
typedef struct {
    void (*drop)(void *);
    int64_t size;
    int64_t align;
    int64_t (*number)(void *);
} Numbers;

typedef struct {
    void (*drop)(void *);
    int64_t size;
    int64_t align;
    Dyn (*make)(void *);
} Makers;

typedef struct {
    void (*drop)(void *);
    int64_t size;
    int64_t align;
    int64_t (*use)(void *, Dyn);
} Users;

static int64_t number(void *object) { return *(int64_t *)object; }
static const Numbers numbers = {free, sizeof(int64_t), _Alignof(int64_t), number};

static Dyn number_of_c(void) {
    int64_t *made = malloc(sizeof *made);
    *made = 42;
    return (Dyn){made, &numbers};
}

Dyn c_result(void) { return number_of_c(); }

int64_t lang_given(Dyn given);

int64_t c_call_given(void) {
    int64_t own = 42;
    return lang_given((Dyn){&own, &numbers});
}

Holder c_holder(void) { return (Holder){2, number_of_c()}; }

static void replace(Dyn *to) {
    ((const Numbers *)to->table)->drop(to->object);
    *to = number_of_c();
}

void c_fill(Dyn *to) { replace(to); }
void c_fill_bytes(void *to) { replace(to); }

static Dyn code(void *environment) { return number_of_c(); }
Closure c_maker(void) { return (Closure){code, NULL}; }

Dyn (*c_pointer(void))(void) { return number_of_c; }

static Dyn make(void *object) { return number_of_c(); }
static const Makers makers = {free, sizeof(int64_t), _Alignof(int64_t), make};

Dyn c_dyn_maker(void) { return (Dyn){malloc(sizeof(int64_t)), &makers}; }

int64_t c_use(Dyn taken) {
    int64_t own = 42;
    return ((const Users *)taken.table)->use(taken.object, (Dyn){&own, &numbers});
}
