/* Variadic calls: ints, longs, doubles, pointers and small structs by value, up to twenty arguments. */
#include "expect.h"

typedef struct { int32_t a, b; } Small;
typedef struct { int64_t a, b; } Pair;
typedef struct { float a, b; } Floats;
typedef struct { double a; int64_t b; } Both;
typedef struct { int64_t a, b, c; } Large;
typedef struct { uint8_t a[11]; } Odd;
typedef __int128 i128;

/* Takes what the letters of `kinds` say, each with the value that its place gives it. */
int64_t c_take(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    int64_t n = 0;
    for (; kinds[n]; n++) {
        int64_t i = n + 1;
        switch (kinds[n]) {
        case 'i': EXPECT(va_arg(list, int) == -i); break;
        case 'u': EXPECT(va_arg(list, unsigned) == 4000000000u + i); break;
        case 'l': EXPECT(va_arg(list, int64_t) == i * 0x100000001); break;
        case 'd': EXPECT(va_arg(list, double) == i + 0.25); break;
        case 'p': EXPECT(va_arg(list, char *)[0] == 'A'); break;
        case 's': { Small v = va_arg(list, Small); EXPECT(v.a == i && v.b == -i); break; }
        case 'P': { Pair v = va_arg(list, Pair); EXPECT(v.a == i && v.b == -i); break; }
        case 'f': { Floats v = va_arg(list, Floats); EXPECT(v.a == i + 0.5f && v.b == i + 0.75f); break; }
        case 'b': { Both v = va_arg(list, Both); EXPECT(v.a == i + 0.5 && v.b == -i); break; }
        case 'L': { Large v = va_arg(list, Large); EXPECT(v.a == i && v.b == -i && v.c == 2 * i); break; }
        case 'o': { Odd v = va_arg(list, Odd); for (int k = 0; k < 11; k++) EXPECT(v.a[k] == i + k); break; }
        case 'w': EXPECT(va_arg(list, i128) == ((i128)i << 64) - i); break;
        default: EXPECT(0);
        }
    }
    va_end(list);
    return n;
}

/* Named parameters have used up registers before. */
double c_after(int64_t a, double b, Pair c, double d, int64_t e, int count, ...) {
    EXPECT(a == 1 && b == 2.5 && c.a == 3 && c.b == 4 && d == 5.5 && e == 6);
    va_list list;
    va_start(list, count);
    double sum = 0;
    for (int i = 0; i < count; i++) sum += i % 2 ? va_arg(list, double) : va_arg(list, int64_t);
    va_end(list);
    return sum;
}

/* A struct as the result of a variadic function. */
Large c_large(int count, ...) {
    va_list list;
    va_start(list, count);
    Large r = { va_arg(list, int64_t), va_arg(list, int), (int64_t)va_arg(list, double) };
    va_end(list);
    return r;
}
