/* AArch64: a pair, and a struct of one to four equal floats, travels in registers or on the stack, never in both; what
   does not fit closes the registers of its kind. */
#include "expect.h"

typedef struct { int64_t a, b; } Pair;
typedef struct { float a, b, c, d; } Four;
typedef struct { double a[3]; } Three;
typedef struct { float a; struct { float b, c; } rest; } Nested;

#define PAIR(v) ((v).a == 21 && (v).b == 22)
#define FOUR(v) ((v).a == 1.5f && (v).b == 2.5f && (v).c == 3.5f && (v).d == 4.5f)
#define THREE(v) ((v).a[0] == 5.25 && (v).a[1] == 6.25 && (v).a[2] == 7.25)
#define NESTED(v) ((v).a == 8.5f && (v).rest.b == 9.5f && (v).rest.c == 10.5f)

int64_t c_pair(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, Pair p, int64_t last) {
    EXPECT(a == 1 && b == 2 && c == 3 && d == 4 && e == 5 && f == 6 && g == 7 && PAIR(p) && last == 8);
    return 42;
}
int64_t c_four(double a, double b, double c, double d, double e, double f, Four v, double last, int64_t i) {
    EXPECT(a == 1 && b == 2 && c == 3 && d == 4 && e == 5 && f == 6 && FOUR(v) && last == 7 && i == 8);
    return 42;
}
int64_t c_three(float a, Three v, Three w, Three x, float last) {
    EXPECT(a == 0.5f && THREE(v) && THREE(w) && THREE(x) && last == 11.5f);
    return 42;
}
Four c_return_four(Four v, Nested n) { EXPECT(FOUR(v) && NESTED(n)); return v; }
Three c_return_three(Nested n, Three v, Nested m) { EXPECT(NESTED(n) && NESTED(m) && THREE(v)); return v; }
Nested c_return_nested(Nested v) { EXPECT(NESTED(v)); return v; }

int64_t lang_pair(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, Pair, int64_t);
int64_t lang_four(double, double, double, double, double, double, Four, double, int64_t);
int64_t lang_three(float, Three, Three, Three, float);
Four lang_return_four(Four, Nested);
Three lang_return_three(Nested, Three, Nested);
Nested lang_return_nested(Nested);

void call_lang(void) {
    Four four = { 1.5f, 2.5f, 3.5f, 4.5f };
    Three three = { { 5.25, 6.25, 7.25 } };
    Nested nested = { 8.5f, { 9.5f, 10.5f } };
    EXPECT(lang_pair(1, 2, 3, 4, 5, 6, 7, (Pair){ 21, 22 }, 8) == 42);
    EXPECT(lang_four(1, 2, 3, 4, 5, 6, four, 7, 8) == 42);
    EXPECT(lang_three(0.5f, three, three, three, 11.5f) == 42);
    Four f = lang_return_four(four, nested);
    Three t = lang_return_three(nested, three, nested);
    Nested n = lang_return_nested(nested);
    EXPECT(FOUR(f) && THREE(t) && NESTED(n));
}
