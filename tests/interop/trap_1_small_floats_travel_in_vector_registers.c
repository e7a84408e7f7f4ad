/* A struct of up to 8 bytes that is all float goes in a vector register, not in a general one of its size. */
#include "expect.h"

typedef struct { float a; } One;
typedef struct { float a, b; } Two;
typedef struct { double a; } Double;
typedef struct { float a[2]; } Array;
typedef struct { One x, y; } Nested;

One c_one(One v) { EXPECT(v.a == 1.5f); return (One){ 2.5f }; }
Two c_two(Two v) { EXPECT(v.a == 1.5f && v.b == 2.5f); return (Two){ v.b, v.a }; }
Double c_double(Double v) { EXPECT(v.a == 1.25); return (Double){ 4.75 }; }
Array c_array(Array v) { EXPECT(v.a[0] == 3.5f && v.a[1] == 4.5f); return (Array){ { 5.5f, 6.5f } }; }
Nested c_nested(Nested v) { EXPECT(v.x.a == 7.5f && v.y.a == 8.5f); return (Nested){ { 9.5f }, { 10.5f } }; }
/* The integers keep their registers and the last double is in the register after the structs. */
int64_t c_mixed(int64_t i, Two t, int64_t j, Double d, Array a, Nested n, One o, int64_t k, double last) {
    EXPECT(i == 1 && j == 2 && k == 3);
    EXPECT(t.a == 1.5f && t.b == 2.5f && d.a == 1.25 && a.a[0] == 3.5f && a.a[1] == 4.5f);
    EXPECT(n.x.a == 7.5f && n.y.a == 8.5f && o.a == 11.5f && last == 12.25);
    return 42;
}

One lang_one(One);
Two lang_two(Two);
Double lang_double(Double);
Array lang_array(Array);
Nested lang_nested(Nested);
int64_t lang_mixed(int64_t, Two, int64_t, Double, Array, Nested, One, int64_t, double);

void call_lang(void) {
    EXPECT(lang_one((One){ 1.5f }).a == 2.5f);
    Two t = lang_two((Two){ 1.5f, 2.5f });
    EXPECT(t.a == 2.5f && t.b == 1.5f);
    EXPECT(lang_double((Double){ 1.25 }).a == 4.75);
    Array a = lang_array((Array){ { 3.5f, 4.5f } });
    EXPECT(a.a[0] == 5.5f && a.a[1] == 6.5f);
    Nested n = lang_nested((Nested){ { 7.5f }, { 8.5f } });
    EXPECT(n.x.a == 9.5f && n.y.a == 10.5f);
    EXPECT(lang_mixed(1, (Two){ 1.5f, 2.5f }, 2, (Double){ 1.25 }, (Array){ { 3.5f, 4.5f } },
                      (Nested){ { 7.5f }, { 8.5f } }, (One){ 11.5f }, 3, 12.25) == 42);
}
