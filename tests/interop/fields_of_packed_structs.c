/* A field of a packed struct is not aligned. As an argument it reaches C aligned all the same; as the place of a result it
   must not be handed to C, which writes results with aligned stores. */
#include "expect.h"

typedef struct __attribute__((aligned(16))) { int64_t a[4]; } Aligned;
typedef struct { __int128 a[2]; } Wide;
typedef struct { double a, b, c, d, e; } Floats;
typedef struct { int32_t a, b, c; } Small;

static int is_aligned(const void *p) { __asm__ volatile("" : "+r"(p)); return (uintptr_t)p % 16 == 0; }

Aligned c_aligned(Aligned v) {
    EXPECT(is_aligned(&v) && v.a[0] == 1 && v.a[1] == 2 && v.a[2] == 3 && v.a[3] == 4);
    return (Aligned){ { 5, 6, 7, 8 } };
}
Wide c_wide(Wide v) {
    EXPECT(is_aligned(&v) && v.a[0] == 1 && v.a[1] == -2);
    return (Wide){ { -3, 4 } };
}
Floats c_floats(Floats v) {
    EXPECT(v.a == 1 && v.b == 2 && v.c == 3 && v.d == 4 && v.e == 5);
    return (Floats){ 6, 7, 8, 9, 10 };
}
Small c_small(Small v) {
    EXPECT(v.a == 1 && v.b == 2 && v.c == 3);
    return (Small){ 4, 5, 6 };
}
/* After all registers, so that the values go on the stack. */
void c_late(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h, int8_t i, Aligned v, Small w, Wide x) {
    EXPECT(a == 1 && h == 8 && i == 9 && is_aligned(&v) && v.a[0] == 5 && w.a == 4 && x.a[1] == 4 && is_aligned(&x));
}
