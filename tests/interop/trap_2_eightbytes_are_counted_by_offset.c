/* The classes of a struct's halves follow from offsets, padding included, not from summed field sizes. */
#include "expect.h"

typedef struct { int8_t a, b, c; int32_t d; int8_t e; } Gaps;
typedef struct { int8_t a; double b; } Late;
typedef struct { float a; int8_t b; float c; } Between;

#define GAPS(v) ((v).a == -1 && (v).b == 2 && (v).c == -3 && (v).d == 0x12345678 && (v).e == -5)
#define LATE(v) ((v).a == -7 && (v).b == 1.25)
#define BETWEEN(v) ((v).a == 0.5f && (v).b == -9 && (v).c == 2.5f)

Gaps c_gaps(Gaps v) { EXPECT(GAPS(v)); spoil(&v, sizeof v); return (Gaps){ -1, 2, -3, 0x12345678, -5 }; }
Late c_late(Late v) { EXPECT(LATE(v)); return (Late){ -7, 1.25 }; }
Between c_between(Between v) { EXPECT(BETWEEN(v)); return (Between){ 0.5f, -9, 2.5f }; }
int64_t c_all(Gaps a, Late b, Between c, Gaps d, int64_t e, double f) {
    EXPECT(GAPS(a) && LATE(b) && BETWEEN(c) && GAPS(d) && e == 11 && f == 12.5);
    return 42;
}

Gaps lang_gaps(Gaps);
Late lang_late(Late);
Between lang_between(Between);
int64_t lang_all(Gaps, Late, Between, Gaps, int64_t, double);

void call_lang(void) {
    Gaps gaps = { -1, 2, -3, 0x12345678, -5 };
    Late late = { -7, 1.25 };
    Between between = { 0.5f, -9, 2.5f };
    gaps = lang_gaps(gaps);
    late = lang_late(late);
    between = lang_between(between);
    EXPECT(GAPS(gaps) && LATE(late) && BETWEEN(between));
    EXPECT(lang_all(gaps, late, between, gaps, 11, 12.5) == 42);
}
