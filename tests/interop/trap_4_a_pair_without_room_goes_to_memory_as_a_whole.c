/* A pair that no longer fits the free registers takes none of them, and on x86-64 a later scalar gets the one left; on
   AArch64 it closes the registers. The same for `__int128`, and for a struct that needs one register of each kind. */
#include "expect.h"

typedef __int128 i128;
typedef struct { int64_t a, b; } Pair;
typedef struct { double a; int64_t b; } Both;

#define WIDE ((i128)0x1122334455667788 << 64 | 0x99aabbccddeeff00)
#define REST int64_t a, int64_t b, int64_t c, int64_t d, int64_t e
#define GIVEN 1, 2, 3, 4, 5
#define OURS (a == 1 && b == 2 && c == 3 && d == 4 && e == 5)

int64_t c_pair(REST, Pair p, int64_t last) { EXPECT(OURS && p.a == 6 && p.b == 7 && last == 8); return 42; }
int64_t c_pair_of_seven(REST, int64_t f, int64_t g, Pair p, int64_t last, Pair q) {
    EXPECT(OURS && f == 11 && g == 12 && p.a == 6 && p.b == 7 && last == 8 && q.a == 9 && q.b == 10);
    return 42;
}
int64_t c_wide(REST, i128 w, int64_t last) { EXPECT(OURS && w == WIDE && last == 8); return 42; }
int64_t c_wide_of_seven(REST, int64_t f, int64_t g, i128 w, int64_t last) {
    EXPECT(OURS && f == 11 && g == 12 && w == WIDE && last == 8);
    return 42;
}
int64_t c_both(REST, int64_t f, Both v, double x, int64_t last) {
    EXPECT(OURS && f == 11 && v.a == 6.5 && v.b == 7 && x == 8.5 && last == 9);
    return 42;
}

int64_t lang_pair(REST, Pair, int64_t);
int64_t lang_pair_of_seven(REST, int64_t, int64_t, Pair, int64_t, Pair);
int64_t lang_wide(REST, i128, int64_t);
int64_t lang_wide_of_seven(REST, int64_t, int64_t, i128, int64_t);
int64_t lang_both(REST, int64_t, Both, double, int64_t);

void call_lang(void) {
    EXPECT(lang_pair(GIVEN, (Pair){ 6, 7 }, 8) == 42);
    EXPECT(lang_pair_of_seven(GIVEN, 11, 12, (Pair){ 6, 7 }, 8, (Pair){ 9, 10 }) == 42);
    EXPECT(lang_wide(GIVEN, WIDE, 8) == 42);
    EXPECT(lang_wide_of_seven(GIVEN, 11, 12, WIDE, 8) == 42);
    EXPECT(lang_both(GIVEN, 11, (Both){ 6.5, 7 }, 8.5, 9) == 42);
}
