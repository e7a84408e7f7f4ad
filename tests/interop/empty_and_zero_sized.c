/* Empty structs (GNU C gives them size 0), alone, between others and inside others. */
#include "expect.h"

typedef struct { } Empty;
typedef struct { Empty a; int32_t b; Empty c; } Around;
typedef struct { Empty a; float b; } BeforeFloat;
typedef struct { Empty a[3]; } Empties;
typedef struct { double x; Empty e; double y; } Split;

Empty c_empty(Empty a) { return a; }
int64_t c_between(int64_t a, Empty b, int64_t c, Empties d, double e, Around f, Empty g, BeforeFloat h, int64_t i, Split j) {
    EXPECT(a == 1 && c == 2 && e == 3.5 && f.b == 4 && h.b == 5.5f && i == 6 && j.x == 7.5 && j.y == 8.5);
    return 42;
}
int64_t c_late(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h, Empty i, int64_t j, Empties k, int64_t l) {
    EXPECT(a == 1 && h == 8 && j == 9 && l == 10);
    return 42;
}
Around c_around(Around v, Empty e) { EXPECT(v.b == 4); return (Around){ .b = 14 }; }
BeforeFloat c_before(Empty e, BeforeFloat v) { EXPECT(v.b == 5.5f); return (BeforeFloat){ .b = 15.5f }; }
Split c_split(Split v) { EXPECT(v.x == 7.5 && v.y == 8.5); return (Split){ .x = 17.5, .y = 18.5 }; }

Empty lang_empty(Empty);
int64_t lang_between(int64_t, Empty, int64_t, Empties, double, Around, Empty, BeforeFloat, int64_t, Split);
int64_t lang_late(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, Empty, int64_t, Empties, int64_t);
Around lang_around(Around, Empty);
BeforeFloat lang_before(Empty, BeforeFloat);
Split lang_split(Split);

void call_lang(void) {
    Empty e = lang_empty((Empty){ });
    Empties es = { };
    Around around = { .b = 4 };
    BeforeFloat before = { .b = 5.5f };
    Split split = { .x = 7.5, .y = 8.5 };
    EXPECT(lang_between(1, e, 2, es, 3.5, around, e, before, 6, split) == 42);
    EXPECT(lang_late(1, 2, 3, 4, 5, 6, 7, 8, e, 9, es, 10) == 42);
    EXPECT(lang_around(around, e).b == 14 && lang_before(e, before).b == 15.5f);
    split = lang_split(split);
    EXPECT(split.x == 17.5 && split.y == 18.5);
}
