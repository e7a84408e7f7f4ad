/* Lists that are far longer than any set of registers, of everything in turn. */
#include "expect.h"

typedef struct { int64_t a, b; } Pair;
typedef struct { float a, b; } Floats;
typedef struct { uint8_t a[11]; } Odd;
typedef struct { double a, b, c; } Three;
typedef struct { int32_t a[9]; } Large;

int64_t c_many(int8_t p0, double p1, Pair p2, uint16_t p3, float p4, Floats p5, int64_t p6, _Bool p7, Odd p8,
        int32_t p9, Three p10, void *p11, Large p12, int8_t p13, double p14, Pair p15, uint16_t p16, float p17, Floats
        p18, int64_t p19, _Bool p20, Odd p21, int32_t p22, Three p23, void *p24, Large p25, int8_t p26, double p27, Pair
        p28, uint16_t p29, float p30, Floats p31, int64_t p32, _Bool p33, Odd p34, int32_t p35, Three p36, void *p37,
        Large p38, int8_t p39, double p40, Pair p41, uint16_t p42, float p43, Floats p44, int64_t p45, _Bool p46, Odd
        p47, int32_t p48, Three p49, void *p50, Large p51) {
    EXPECT(p0 == -0);
    EXPECT(p1 == 1.25);
    EXPECT(p2.a == 2 && p2.b == -2);
    EXPECT(p3 == 60003);
    EXPECT(p4 == 4.5f);
    EXPECT(p5.a == 5.5f && p5.b == 5.75f);
    EXPECT(p6 == -60000000000ll);
    EXPECT(p7 == 1);
    EXPECT(p8.a[0] == 8 && p8.a[9] == 9 && p8.a[10] == 8);
    EXPECT(p9 == -9000000);
    EXPECT(p10.a == 10.25 && p10.b == 2 && p10.c == 10.75);
    EXPECT(p11 == (void *)45056);
    EXPECT(p12.a[0] == 12 && p12.a[7] == 7 && p12.a[8] == 12);
    EXPECT(p13 == -13);
    EXPECT(p14 == 14.25);
    EXPECT(p15.a == 15 && p15.b == -15);
    EXPECT(p16 == 60016);
    EXPECT(p17 == 17.5f);
    EXPECT(p18.a == 18.5f && p18.b == 18.75f);
    EXPECT(p19 == -190000000000ll);
    EXPECT(p20 == 0);
    EXPECT(p21.a[0] == 21 && p21.a[9] == 9 && p21.a[10] == 21);
    EXPECT(p22 == -22000000);
    EXPECT(p23.a == 23.25 && p23.b == 2 && p23.c == 23.75);
    EXPECT(p24 == (void *)98304);
    EXPECT(p25.a[0] == 25 && p25.a[7] == 7 && p25.a[8] == 25);
    EXPECT(p26 == -26);
    EXPECT(p27 == 27.25);
    EXPECT(p28.a == 28 && p28.b == -28);
    EXPECT(p29 == 60029);
    EXPECT(p30 == 30.5f);
    EXPECT(p31.a == 31.5f && p31.b == 31.75f);
    EXPECT(p32 == -320000000000ll);
    EXPECT(p33 == 1);
    EXPECT(p34.a[0] == 34 && p34.a[9] == 9 && p34.a[10] == 34);
    EXPECT(p35 == -35000000);
    EXPECT(p36.a == 36.25 && p36.b == 2 && p36.c == 36.75);
    EXPECT(p37 == (void *)151552);
    EXPECT(p38.a[0] == 38 && p38.a[7] == 7 && p38.a[8] == 38);
    EXPECT(p39 == -39);
    EXPECT(p40 == 40.25);
    EXPECT(p41.a == 41 && p41.b == -41);
    EXPECT(p42 == 60042);
    EXPECT(p43 == 43.5f);
    EXPECT(p44.a == 44.5f && p44.b == 44.75f);
    EXPECT(p45 == -450000000000ll);
    EXPECT(p46 == 0);
    EXPECT(p47.a[0] == 47 && p47.a[9] == 9 && p47.a[10] == 47);
    EXPECT(p48 == -48000000);
    EXPECT(p49.a == 49.25 && p49.b == 2 && p49.c == 49.75);
    EXPECT(p50 == (void *)204800);
    EXPECT(p51.a[0] == 51 && p51.a[7] == 7 && p51.a[8] == 51);
    spoil(&p2, sizeof p2);
    spoil(&p8, sizeof p8);
    spoil(&p10, sizeof p10);
    spoil(&p12, sizeof p12);
    spoil(&p15, sizeof p15);
    spoil(&p21, sizeof p21);
    spoil(&p23, sizeof p23);
    spoil(&p25, sizeof p25);
    spoil(&p28, sizeof p28);
    spoil(&p34, sizeof p34);
    spoil(&p36, sizeof p36);
    spoil(&p38, sizeof p38);
    spoil(&p41, sizeof p41);
    spoil(&p47, sizeof p47);
    spoil(&p49, sizeof p49);
    spoil(&p51, sizeof p51);
    return 42;
}
int64_t lang_many(int8_t, double, Pair, uint16_t, float, Floats, int64_t, _Bool, Odd, int32_t, Three, void *,
    Large, int8_t, double, Pair, uint16_t, float, Floats, int64_t, _Bool, Odd, int32_t, Three, void *, Large,
    int8_t, double, Pair, uint16_t, float, Floats, int64_t, _Bool, Odd, int32_t, Three, void *, Large, int8_t,
    double, Pair, uint16_t, float, Floats, int64_t, _Bool, Odd, int32_t, Three, void *, Large);

int64_t c_backwards(Large p0, void *p1, Three p2, int32_t p3, Odd p4, _Bool p5, int64_t p6, Floats p7, float p8,
        uint16_t p9, Pair p10, double p11, int8_t p12, Large p13, void *p14, Three p15, int32_t p16, Odd p17, _Bool p18,
        int64_t p19, Floats p20, float p21, uint16_t p22, Pair p23, double p24, int8_t p25, Large p26, void *p27, Three
        p28, int32_t p29, Odd p30, _Bool p31, int64_t p32, Floats p33, float p34, uint16_t p35, Pair p36, double p37,
        int8_t p38, Large p39, void *p40, Three p41, int32_t p42, Odd p43, _Bool p44, int64_t p45, Floats p46, float
        p47, uint16_t p48, Pair p49, double p50, int8_t p51) {
    EXPECT(p0.a[0] == 0 && p0.a[7] == 7 && p0.a[8] == 0);
    EXPECT(p1 == (void *)4096);
    EXPECT(p2.a == 2.25 && p2.b == 2 && p2.c == 2.75);
    EXPECT(p3 == -3000000);
    EXPECT(p4.a[0] == 4 && p4.a[9] == 9 && p4.a[10] == 4);
    EXPECT(p5 == 1);
    EXPECT(p6 == -60000000000ll);
    EXPECT(p7.a == 7.5f && p7.b == 7.75f);
    EXPECT(p8 == 8.5f);
    EXPECT(p9 == 60009);
    EXPECT(p10.a == 10 && p10.b == -10);
    EXPECT(p11 == 11.25);
    EXPECT(p12 == -12);
    EXPECT(p13.a[0] == 13 && p13.a[7] == 7 && p13.a[8] == 13);
    EXPECT(p14 == (void *)57344);
    EXPECT(p15.a == 15.25 && p15.b == 2 && p15.c == 15.75);
    EXPECT(p16 == -16000000);
    EXPECT(p17.a[0] == 17 && p17.a[9] == 9 && p17.a[10] == 17);
    EXPECT(p18 == 0);
    EXPECT(p19 == -190000000000ll);
    EXPECT(p20.a == 20.5f && p20.b == 20.75f);
    EXPECT(p21 == 21.5f);
    EXPECT(p22 == 60022);
    EXPECT(p23.a == 23 && p23.b == -23);
    EXPECT(p24 == 24.25);
    EXPECT(p25 == -25);
    EXPECT(p26.a[0] == 26 && p26.a[7] == 7 && p26.a[8] == 26);
    EXPECT(p27 == (void *)110592);
    EXPECT(p28.a == 28.25 && p28.b == 2 && p28.c == 28.75);
    EXPECT(p29 == -29000000);
    EXPECT(p30.a[0] == 30 && p30.a[9] == 9 && p30.a[10] == 30);
    EXPECT(p31 == 1);
    EXPECT(p32 == -320000000000ll);
    EXPECT(p33.a == 33.5f && p33.b == 33.75f);
    EXPECT(p34 == 34.5f);
    EXPECT(p35 == 60035);
    EXPECT(p36.a == 36 && p36.b == -36);
    EXPECT(p37 == 37.25);
    EXPECT(p38 == -38);
    EXPECT(p39.a[0] == 39 && p39.a[7] == 7 && p39.a[8] == 39);
    EXPECT(p40 == (void *)163840);
    EXPECT(p41.a == 41.25 && p41.b == 2 && p41.c == 41.75);
    EXPECT(p42 == -42000000);
    EXPECT(p43.a[0] == 43 && p43.a[9] == 9 && p43.a[10] == 43);
    EXPECT(p44 == 0);
    EXPECT(p45 == -450000000000ll);
    EXPECT(p46.a == 46.5f && p46.b == 46.75f);
    EXPECT(p47 == 47.5f);
    EXPECT(p48 == 60048);
    EXPECT(p49.a == 49 && p49.b == -49);
    EXPECT(p50 == 50.25);
    EXPECT(p51 == -51);
    spoil(&p0, sizeof p0);
    spoil(&p2, sizeof p2);
    spoil(&p4, sizeof p4);
    spoil(&p10, sizeof p10);
    spoil(&p13, sizeof p13);
    spoil(&p15, sizeof p15);
    spoil(&p17, sizeof p17);
    spoil(&p23, sizeof p23);
    spoil(&p26, sizeof p26);
    spoil(&p28, sizeof p28);
    spoil(&p30, sizeof p30);
    spoil(&p36, sizeof p36);
    spoil(&p39, sizeof p39);
    spoil(&p41, sizeof p41);
    spoil(&p43, sizeof p43);
    spoil(&p49, sizeof p49);
    return 42;
}
int64_t lang_backwards(Large, void *, Three, int32_t, Odd, _Bool, int64_t, Floats, float, uint16_t, Pair,
    double, int8_t, Large, void *, Three, int32_t, Odd, _Bool, int64_t, Floats, float, uint16_t, Pair, double,
    int8_t, Large, void *, Three, int32_t, Odd, _Bool, int64_t, Floats, float, uint16_t, Pair, double, int8_t,
    Large, void *, Three, int32_t, Odd, _Bool, int64_t, Floats, float, uint16_t, Pair, double, int8_t);

int64_t c_bytes(_Bool p0, int8_t p1, int8_t p2, _Bool p3, int8_t p4, int8_t p5, _Bool p6, int8_t p7, int8_t p8,
        _Bool p9, int8_t p10, int8_t p11, _Bool p12, int8_t p13, int8_t p14, _Bool p15, int8_t p16, int8_t p17, _Bool
        p18, int8_t p19, int8_t p20, _Bool p21, int8_t p22, int8_t p23, _Bool p24, int8_t p25, int8_t p26, _Bool p27,
        int8_t p28, int8_t p29) {
    EXPECT(p0 == 0);
    EXPECT(p1 == -1);
    EXPECT(p2 == -2);
    EXPECT(p3 == 1);
    EXPECT(p4 == -4);
    EXPECT(p5 == -5);
    EXPECT(p6 == 0);
    EXPECT(p7 == -7);
    EXPECT(p8 == -8);
    EXPECT(p9 == 1);
    EXPECT(p10 == -10);
    EXPECT(p11 == -11);
    EXPECT(p12 == 0);
    EXPECT(p13 == -13);
    EXPECT(p14 == -14);
    EXPECT(p15 == 1);
    EXPECT(p16 == -16);
    EXPECT(p17 == -17);
    EXPECT(p18 == 0);
    EXPECT(p19 == -19);
    EXPECT(p20 == -20);
    EXPECT(p21 == 1);
    EXPECT(p22 == -22);
    EXPECT(p23 == -23);
    EXPECT(p24 == 0);
    EXPECT(p25 == -25);
    EXPECT(p26 == -26);
    EXPECT(p27 == 1);
    EXPECT(p28 == -28);
    EXPECT(p29 == -29);
    return 42;
}
int64_t lang_bytes(_Bool, int8_t, int8_t, _Bool, int8_t, int8_t, _Bool, int8_t, int8_t, _Bool, int8_t, int8_t,
    _Bool, int8_t, int8_t, _Bool, int8_t, int8_t, _Bool, int8_t, int8_t, _Bool, int8_t, int8_t, _Bool, int8_t,
    int8_t, _Bool, int8_t, int8_t);

int64_t c_floats(Floats p0, float p1, float p2, Floats p3, float p4, float p5, Floats p6, float p7, float p8,
        Floats p9, float p10, float p11, Floats p12, float p13, float p14, Floats p15, float p16, float p17, Floats p18,
        float p19, float p20, Floats p21, float p22, float p23, Floats p24, float p25, float p26, Floats p27, float p28,
        float p29) {
    EXPECT(p0.a == 0.5f && p0.b == 0.75f);
    EXPECT(p1 == 1.5f);
    EXPECT(p2 == 2.5f);
    EXPECT(p3.a == 3.5f && p3.b == 3.75f);
    EXPECT(p4 == 4.5f);
    EXPECT(p5 == 5.5f);
    EXPECT(p6.a == 6.5f && p6.b == 6.75f);
    EXPECT(p7 == 7.5f);
    EXPECT(p8 == 8.5f);
    EXPECT(p9.a == 9.5f && p9.b == 9.75f);
    EXPECT(p10 == 10.5f);
    EXPECT(p11 == 11.5f);
    EXPECT(p12.a == 12.5f && p12.b == 12.75f);
    EXPECT(p13 == 13.5f);
    EXPECT(p14 == 14.5f);
    EXPECT(p15.a == 15.5f && p15.b == 15.75f);
    EXPECT(p16 == 16.5f);
    EXPECT(p17 == 17.5f);
    EXPECT(p18.a == 18.5f && p18.b == 18.75f);
    EXPECT(p19 == 19.5f);
    EXPECT(p20 == 20.5f);
    EXPECT(p21.a == 21.5f && p21.b == 21.75f);
    EXPECT(p22 == 22.5f);
    EXPECT(p23 == 23.5f);
    EXPECT(p24.a == 24.5f && p24.b == 24.75f);
    EXPECT(p25 == 25.5f);
    EXPECT(p26 == 26.5f);
    EXPECT(p27.a == 27.5f && p27.b == 27.75f);
    EXPECT(p28 == 28.5f);
    EXPECT(p29 == 29.5f);
    return 42;
}
int64_t lang_floats(Floats, float, float, Floats, float, float, Floats, float, float, Floats, float, float,
    Floats, float, float, Floats, float, float, Floats, float, float, Floats, float, float, Floats, float, float,
    Floats, float, float);

void call_lang(void) {
    EXPECT(lang_many(-0, 1.25, (Pair){ 2, -2 }, 60003, 4.5f, (Floats){ 5.5f, 5.75f }, -60000000000ll, 1, (Odd){ { 8, 1, 2,
        3, 4, 5, 6, 7, 8, 9, 8 } }, -9000000, (Three){ 10.25, 2, 10.75 }, (void *)45056, (Large){ { 12, 1, 2, 3, 4, 5,
        6, 7, 12 } }, -13, 14.25, (Pair){ 15, -15 }, 60016, 17.5f, (Floats){ 18.5f, 18.75f }, -190000000000ll, 0, (Odd){
        { 21, 1, 2, 3, 4, 5, 6, 7, 8, 9, 21 } }, -22000000, (Three){ 23.25, 2, 23.75 }, (void *)98304, (Large){ { 25, 1,
        2, 3, 4, 5, 6, 7, 25 } }, -26, 27.25, (Pair){ 28, -28 }, 60029, 30.5f, (Floats){ 31.5f, 31.75f },
        -320000000000ll, 1, (Odd){ { 34, 1, 2, 3, 4, 5, 6, 7, 8, 9, 34 } }, -35000000, (Three){ 36.25, 2, 36.75 }, (void
        *)151552, (Large){ { 38, 1, 2, 3, 4, 5, 6, 7, 38 } }, -39, 40.25, (Pair){ 41, -41 }, 60042, 43.5f, (Floats){
        44.5f, 44.75f }, -450000000000ll, 0, (Odd){ { 47, 1, 2, 3, 4, 5, 6, 7, 8, 9, 47 } }, -48000000, (Three){ 49.25,
        2, 49.75 }, (void *)204800, (Large){ { 51, 1, 2, 3, 4, 5, 6, 7, 51 } }) == 42);
    EXPECT(lang_backwards((Large){ { 0, 1, 2, 3, 4, 5, 6, 7, 0 } }, (void *)4096, (Three){ 2.25, 2, 2.75 }, -3000000,
        (Odd){ { 4, 1, 2, 3, 4, 5, 6, 7, 8, 9, 4 } }, 1, -60000000000ll, (Floats){ 7.5f, 7.75f }, 8.5f, 60009, (Pair){
        10, -10 }, 11.25, -12, (Large){ { 13, 1, 2, 3, 4, 5, 6, 7, 13 } }, (void *)57344, (Three){ 15.25, 2, 15.75 },
        -16000000, (Odd){ { 17, 1, 2, 3, 4, 5, 6, 7, 8, 9, 17 } }, 0, -190000000000ll, (Floats){ 20.5f, 20.75f }, 21.5f,
        60022, (Pair){ 23, -23 }, 24.25, -25, (Large){ { 26, 1, 2, 3, 4, 5, 6, 7, 26 } }, (void *)110592, (Three){
        28.25, 2, 28.75 }, -29000000, (Odd){ { 30, 1, 2, 3, 4, 5, 6, 7, 8, 9, 30 } }, 1, -320000000000ll, (Floats){
        33.5f, 33.75f }, 34.5f, 60035, (Pair){ 36, -36 }, 37.25, -38, (Large){ { 39, 1, 2, 3, 4, 5, 6, 7, 39 } }, (void
        *)163840, (Three){ 41.25, 2, 41.75 }, -42000000, (Odd){ { 43, 1, 2, 3, 4, 5, 6, 7, 8, 9, 43 } }, 0,
        -450000000000ll, (Floats){ 46.5f, 46.75f }, 47.5f, 60048, (Pair){ 49, -49 }, 50.25, -51) == 42);
    EXPECT(lang_bytes(0, -1, -2, 1, -4, -5, 0, -7, -8, 1, -10, -11, 0, -13, -14, 1, -16, -17, 0, -19, -20, 1, -22, -23, 0,
        -25, -26, 1, -28, -29) == 42);
    EXPECT(lang_floats((Floats){ 0.5f, 0.75f }, 1.5f, 2.5f, (Floats){ 3.5f, 3.75f }, 4.5f, 5.5f, (Floats){ 6.5f, 6.75f },
        7.5f, 8.5f, (Floats){ 9.5f, 9.75f }, 10.5f, 11.5f, (Floats){ 12.5f, 12.75f }, 13.5f, 14.5f, (Floats){ 15.5f,
        15.75f }, 16.5f, 17.5f, (Floats){ 18.5f, 18.75f }, 19.5f, 20.5f, (Floats){ 21.5f, 21.75f }, 22.5f, 23.5f,
        (Floats){ 24.5f, 24.75f }, 25.5f, 26.5f, (Floats){ 27.5f, 27.75f }, 28.5f, 29.5f) == 42);
}
