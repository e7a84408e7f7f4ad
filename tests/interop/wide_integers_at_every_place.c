/* 128-bit integers at every place of a parameter list, as results, in structs and behind floats. */
#include "expect.h"

typedef __int128 i128;
typedef unsigned __int128 u128;
typedef struct { i128 v; } One;
typedef struct { int8_t a; i128 v; } Behind;
typedef struct { u128 v[2]; int32_t a; } Large;

#define W(n) (((i128)(n) << 64) - (n))
i128 c_at_0(i128 v, int64_t q, i128 w, int32_t r) { EXPECT(v == W(50) && q == 60 && w == -W(70) && r == 80); return W(0) + r; }
i128 lang_at_0(i128 v, int64_t q, i128 w, int32_t r);
i128 c_at_1(int64_t p0, i128 v, int64_t q, i128 w, int32_t r) { EXPECT(p0 == 1 && v == W(50) && q == 60 && w == -W(70) && r == 80); return W(1) + r; }
i128 lang_at_1(int64_t p0, i128 v, int64_t q, i128 w, int32_t r);
i128 c_at_2(int64_t p0, int64_t p1, i128 v, int64_t q, i128 w, int32_t r) { EXPECT(p0 == 1 && p1 == 2 && v == W(50) && q == 60 && w == -W(70) && r == 80); return W(2) + r; }
i128 lang_at_2(int64_t p0, int64_t p1, i128 v, int64_t q, i128 w, int32_t r);
i128 c_at_3(int64_t p0, int64_t p1, int64_t p2, i128 v, int64_t q, i128 w, int32_t r) { EXPECT(p0 == 1 && p1 == 2 && p2 == 3 && v == W(50) && q == 60 && w == -W(70) && r == 80); return W(3) + r; }
i128 lang_at_3(int64_t p0, int64_t p1, int64_t p2, i128 v, int64_t q, i128 w, int32_t r);
i128 c_at_4(int64_t p0, int64_t p1, int64_t p2, int64_t p3, i128 v, int64_t q, i128 w, int32_t r) { EXPECT(p0 == 1 && p1 == 2 && p2 == 3 && p3 == 4 && v == W(50) && q == 60 && w == -W(70) && r == 80); return W(4) + r; }
i128 lang_at_4(int64_t p0, int64_t p1, int64_t p2, int64_t p3, i128 v, int64_t q, i128 w, int32_t r);
i128 c_at_5(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, i128 v, int64_t q, i128 w, int32_t r) { EXPECT(p0 == 1 && p1 == 2 && p2 == 3 && p3 == 4 && p4 == 5 && v == W(50) && q == 60 && w == -W(70) && r == 80); return W(5) + r; }
i128 lang_at_5(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, i128 v, int64_t q, i128 w, int32_t r);
i128 c_at_6(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, int64_t p5, i128 v, int64_t q, i128 w, int32_t r) { EXPECT(p0 == 1 && p1 == 2 && p2 == 3 && p3 == 4 && p4 == 5 && p5 == 6 && v == W(50) && q == 60 && w == -W(70) && r == 80); return W(6) + r; }
i128 lang_at_6(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, int64_t p5, i128 v, int64_t q, i128 w, int32_t r);
i128 c_at_7(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, int64_t p5, int64_t p6, i128 v, int64_t q, i128 w, int32_t r) { EXPECT(p0 == 1 && p1 == 2 && p2 == 3 && p3 == 4 && p4 == 5 && p5 == 6 && p6 == 7 && v == W(50) && q == 60 && w == -W(70) && r == 80); return W(7) + r; }
i128 lang_at_7(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, int64_t p5, int64_t p6, i128 v, int64_t q, i128 w, int32_t r);
i128 c_at_8(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, int64_t p5, int64_t p6, int64_t p7, i128 v, int64_t q, i128 w, int32_t r) { EXPECT(p0 == 1 && p1 == 2 && p2 == 3 && p3 == 4 && p4 == 5 && p5 == 6 && p6 == 7 && p7 == 8 && v == W(50) && q == 60 && w == -W(70) && r == 80); return W(8) + r; }
i128 lang_at_8(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, int64_t p5, int64_t p6, int64_t p7, i128 v, int64_t q, i128 w, int32_t r);
i128 c_at_9(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, int64_t p5, int64_t p6, int64_t p7, int64_t p8, i128 v, int64_t q, i128 w, int32_t r) { EXPECT(p0 == 1 && p1 == 2 && p2 == 3 && p3 == 4 && p4 == 5 && p5 == 6 && p6 == 7 && p7 == 8 && p8 == 9 && v == W(50) && q == 60 && w == -W(70) && r == 80); return W(9) + r; }
i128 lang_at_9(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, int64_t p5, int64_t p6, int64_t p7, int64_t p8, i128 v, int64_t q, i128 w, int32_t r);
i128 c_at_10(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, int64_t p5, int64_t p6, int64_t p7, int64_t p8, int64_t p9, i128 v, int64_t q, i128 w, int32_t r) { EXPECT(p0 == 1 && p1 == 2 && p2 == 3 && p3 == 4 && p4 == 5 && p5 == 6 && p6 == 7 && p7 == 8 && p8 == 9 && p9 == 10 && v == W(50) && q == 60 && w == -W(70) && r == 80); return W(10) + r; }
i128 lang_at_10(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4, int64_t p5, int64_t p6, int64_t p7, int64_t p8, int64_t p9, i128 v, int64_t q, i128 w, int32_t r);

One c_one(int64_t a, One v, One x) { EXPECT(a == 1 && v.v == W(2) && x.v == -W(3)); return (One){ W(4) }; }
Behind c_behind(int64_t a, Behind v, int64_t b) { EXPECT(a == 1 && v.a == -2 && v.v == W(3) && b == 4); spoil(&v, sizeof v); return (Behind){ -5, W(6) }; }
Large c_large(int64_t a, Large v, int64_t b) {
    EXPECT(a == 1 && v.v[0] == W(2) && v.v[1] == (u128)-W(3) && v.a == 4 && b == 5);
    spoil(&v, sizeof v);
    return (Large){ { W(6), W(7) }, 8 };
}
double c_floats(double a, i128 v, float b, u128 x, double c, One y) {
    EXPECT(a == 1.5 && v == W(2) && b == 2.5f && x == (u128)-1 && c == 3.5 && y.v == W(4));
    return 42;
}
One lang_one(int64_t, One, One);
Behind lang_behind(int64_t, Behind, int64_t);
Large lang_large(int64_t, Large, int64_t);
double lang_floats(double, i128, float, u128, double, One);

void call_lang(void) {
    EXPECT(lang_at_0(W(50), 60, -W(70), 80) == W(0) + 80);
    EXPECT(lang_at_1(1, W(50), 60, -W(70), 80) == W(1) + 80);
    EXPECT(lang_at_2(1, 2, W(50), 60, -W(70), 80) == W(2) + 80);
    EXPECT(lang_at_3(1, 2, 3, W(50), 60, -W(70), 80) == W(3) + 80);
    EXPECT(lang_at_4(1, 2, 3, 4, W(50), 60, -W(70), 80) == W(4) + 80);
    EXPECT(lang_at_5(1, 2, 3, 4, 5, W(50), 60, -W(70), 80) == W(5) + 80);
    EXPECT(lang_at_6(1, 2, 3, 4, 5, 6, W(50), 60, -W(70), 80) == W(6) + 80);
    EXPECT(lang_at_7(1, 2, 3, 4, 5, 6, 7, W(50), 60, -W(70), 80) == W(7) + 80);
    EXPECT(lang_at_8(1, 2, 3, 4, 5, 6, 7, 8, W(50), 60, -W(70), 80) == W(8) + 80);
    EXPECT(lang_at_9(1, 2, 3, 4, 5, 6, 7, 8, 9, W(50), 60, -W(70), 80) == W(9) + 80);
    EXPECT(lang_at_10(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, W(50), 60, -W(70), 80) == W(10) + 80);
    EXPECT(lang_one(1, (One){ W(2) }, (One){ -W(3) }).v == W(4));
    Behind behind = lang_behind(1, (Behind){ -2, W(3) }, 4);
    EXPECT(behind.a == -5 && behind.v == W(6));
    Large large = lang_large(1, (Large){ { W(2), -W(3) }, 4 }, 5);
    EXPECT(large.v[0] == W(6) && large.v[1] == W(7) && large.a == 8);
    EXPECT(lang_floats(1.5, W(2), 2.5f, (u128)-1, 3.5, (One){ W(4) }) == 42);
}
