/* C's vectors, complex numbers and `long double`: alone, inside of structures, beside others, on the stack and after dots.
   What is made of a `double` and becomes one is what C makes. */
#include "expect.h"
#include <stdarg.h>
#include <string.h>

typedef float F4 __attribute__((vector_size(16)));
typedef int16_t I4 __attribute__((vector_size(8)));
typedef double _Complex Complex;
typedef float _Complex Small;
typedef long double Long;
typedef long double _Complex LongComplex;
typedef struct { int n; Long l; F4 v; Complex c; } All;
typedef struct { F4 v; } Lanes;
typedef struct { F4 a, b; } Two;
typedef struct { Long l; } Alone;
typedef struct { Small c; } Part;

F4 c_lanes(F4 v) { EXPECT(v[0] == 1 && v[3] == 4); return v * 2; }
I4 c_short(I4 v) { EXPECT(v[0] == -1 && v[3] == 4); return v + v; }
Complex c_complex(Complex c) { EXPECT(__real__ c == 1.5 && __imag__ c == -2.5); return ~c; }
Small c_small(Small c) { EXPECT(__real__ c == 1.5f && __imag__ c == -2.5f); return ~c; }
Long c_long(Long l) { EXPECT(l == 2.5L); return l / 2; }
LongComplex c_long_complex(LongComplex c) { EXPECT(__real__ c == 1.5L && __imag__ c == -2.5L); return ~c; }
All c_all(All a) {
    EXPECT(a.n == 1 && a.l == 2.5L && a.v[1] == 2 && __imag__ a.c == -2.5);
    a.n = 2; a.l *= 2; a.v *= 2; a.c = ~a.c;
    return a;
}
Lanes c_one(Lanes l) { EXPECT(l.v[2] == 3); l.v[2] = 9; return l; }
Two c_two(Two t) { EXPECT(t.a[0] == 1 && t.b[3] == 40); return (Two){ t.b, t.a }; }
Alone c_alone(Alone a) { EXPECT(a.l == 2.5L); a.l = -a.l; return a; }
Part c_part(Part p) { EXPECT(__imag__ p.c == -2.5f); p.c = ~p.c; return p; }
/* Vector registers and general ones run out; numbers of x87 registers lie on the stack from the start. */
Long c_many(int64_t a, Long l, F4 v1, F4 v2, Complex c1, Complex c2, Complex c3, F4 v3, int64_t b, Long m, Small s, int last) {
    EXPECT(a == 1 && b == 2 && last == 3 && l == 2.5L && m == 4.5L);
    EXPECT(v1[0] == 1 && v2[3] == 4 && v3[1] == 2);
    EXPECT(__real__ c1 == 1.5 && __imag__ c2 == -2.5 && __real__ c3 == 1.5 && __imag__ s == -2.5f);
    return l + m;
}
int c_variadic(int count, ...) {
    va_list list;
    va_start(list, count);
    Long l = va_arg(list, Long);
    int n = va_arg(list, int);
    Complex c = va_arg(list, Complex);
    F4 v = va_arg(list, F4);
    All a = va_arg(list, All);
    va_end(list);
    EXPECT(l == 2.5L && n == 7 && __imag__ c == -2.5 && v[3] == 4 && a.l == 2.5L && a.v[1] == 2);
    return count;
}
double c_narrow(Long l) { return l; }
Long c_widen(double d) { return d; }
Long c_third(double d) { return (Long)d / 3; }

F4 lang_lanes(F4);
I4 lang_short(I4);
Complex lang_complex(Complex);
Small lang_small(Small);
Long lang_long(Long);
LongComplex lang_long_complex(LongComplex);
All lang_all(All);
Two lang_two(Two);
Alone lang_alone(Alone);
Long lang_many(int64_t, Long, F4, F4, Complex, Complex, Complex, F4, int64_t, Long, Small, int);

void call_lang(Long (*step)(Long)) {
    F4 v = { 1, 2, 3, 4 };
    I4 s = { -1, 2, 3, 4 };
    Complex c = 1.5 - 2.5i;
    Small f = 1.5f - 2.5fi;
    LongComplex w = 1.5L - 2.5Li;
    All a = { 1, 2.5L, v, c };
    EXPECT(lang_lanes(v)[3] == 8 && lang_short(s)[0] == -2);
    EXPECT(lang_complex(c) == 1.5 + 2.5i && lang_small(f) == 1.5f + 2.5fi);
    EXPECT(lang_long(2.5L) == 5 && lang_long_complex(w) == 1.5L + 2.5Li);
    All b = lang_all(a);
    EXPECT(b.n == 2 && b.l == 5 && b.v[1] == 4 && b.c == 1.5 + 2.5i);
    Two t = lang_two((Two){ v, v * 10 });
    EXPECT(t.a[3] == 40 && t.b[0] == 1 && lang_alone((Alone){ 2.5L }).l == -2.5L);
    EXPECT(lang_many(1, 2.5L, v, v, c, c, c, v, 2, 4.5L, f, 3) == 7 && step(3) == 4);
}
