/* `{ short, float, float }` is one general register of 8 bytes, then a vector register. With 6 bytes instead, a field
   arrives as 0 as soon as the C compiler optimises. */
#include "expect.h"

typedef struct { int16_t a; float b, c; } Mixed;
typedef struct { int16_t a; float b; } Half;
typedef struct { float a; int16_t b; double c; } Behind;

#define MIXED(v) ((v).a == -2 && (v).b == 1.5f && (v).c == 2.5f)
#define HALF(v) ((v).a == -4 && (v).b == 3.5f)
#define BEHIND(v) ((v).a == 4.5f && (v).b == -6 && (v).c == 5.25)

float c_sum(Mixed v) { return v.a + v.b + v.c; }
Mixed c_mixed(Mixed v) { EXPECT(MIXED(v)); return (Mixed){ -2, 1.5f, 2.5f }; }
Half c_half(Half v) { EXPECT(HALF(v)); return (Half){ -4, 3.5f }; }
Behind c_behind(Behind v) { EXPECT(BEHIND(v)); return (Behind){ 4.5f, -6, 5.25 }; }
int64_t c_all(Mixed a, Half b, Behind c, int64_t d, float e) {
    EXPECT(MIXED(a) && HALF(b) && BEHIND(c) && d == 7 && e == 8.5f);
    return 42;
}

float lang_sum(Mixed);
Mixed lang_mixed(Mixed);
Half lang_half(Half);
Behind lang_behind(Behind);
int64_t lang_all(Mixed, Half, Behind, int64_t, float);

void call_lang(void) {
    Mixed mixed = lang_mixed((Mixed){ -2, 1.5f, 2.5f });
    Half half = lang_half((Half){ -4, 3.5f });
    Behind behind = lang_behind((Behind){ 4.5f, -6, 5.25 });
    EXPECT(MIXED(mixed) && HALF(half) && BEHIND(behind));
    EXPECT(lang_sum(mixed) == 2.0f);
    EXPECT(lang_all(mixed, half, behind, 7, 8.5f) == 42);
}
