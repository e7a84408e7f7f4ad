/* Structs of 64 bytes and more, aligned to 16, packed, unions: on the stack at the offset and with the alignment that C
   gives them, also behind an odd number of words. */
#include "expect.h"

typedef struct { int64_t a[8]; } S64;
typedef struct { int32_t a[33]; } S132;
typedef struct { uint8_t a[301]; } S301;
typedef struct __attribute__((aligned(16))) { int64_t a, b; } Aligned;
typedef struct __attribute__((aligned(16))) { int64_t a[10]; } LargeAligned;
typedef struct { int8_t a; Aligned b; int8_t c; } Inside;
typedef struct __attribute__((packed)) { int8_t a; int64_t b; double c; int16_t d; } Packed;
typedef union { int64_t i; double d; uint8_t b[8]; } Bits;
typedef union { float f[3]; double d; } Floats;
typedef union { int64_t a[5]; float f; } LargeUnion;

static int is_aligned(const void *p) { __asm__ volatile("" : "+r"(p)); return (uintptr_t)p % 16 == 0; }
#define COUNTS(v, n) ({ int right = 1; for (int k = 0; k < n; k++) right &= (v).a[k] == (__typeof__((v).a[0]))(n + k); right; })
#define FILL(v, n) for (int k = 0; k < n; k++) (v).a[k] = n + k

int64_t c_large(int64_t a, S64 b, int64_t c, S132 d, int64_t e, S301 f, int64_t g) {
    EXPECT(a == 1 && COUNTS(b, 8) && c == 2 && COUNTS(d, 33) && e == 3 && COUNTS(f, 301) && g == 4);
    spoil(&b, sizeof b);
    spoil(&d, sizeof d);
    spoil(&f, sizeof f);
    return 42;
}
#define ALIGNED(v) ((v).a == 5 && (v).b == 6 && is_aligned(&(v)))
int64_t c_aligned(int64_t a, Aligned b, int64_t c, int64_t d, Aligned e, int64_t f, int64_t g, Aligned h, LargeAligned i,
                  int64_t j, Inside k, LargeAligned l) {
    EXPECT(a == 1 && ALIGNED(b) && c == 2 && d == 3 && ALIGNED(e) && f == 4 && g == 7 && ALIGNED(h));
    EXPECT(COUNTS(i, 10) && is_aligned(&i) && j == 8 && k.a == 9 && ALIGNED(k.b) && k.c == 10 && COUNTS(l, 10) && is_aligned(&l));
    spoil(&i, sizeof i);
    spoil(&k, sizeof k);
    return 42;
}
#define PACKED(v) ((v).a == -1 && (v).b == 0x1122334455667788 && (v).c == 2.5 && (v).d == -3)
int64_t c_packed(Packed a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, Packed h, int8_t i) {
    EXPECT(PACKED(a) && b == 1 && g == 6 && PACKED(h) && i == -7);
    spoil(&a, sizeof a);
    spoil(&h, sizeof h);
    return 42;
}
int64_t c_unions(Bits a, Floats b, LargeUnion c, Bits d, Floats e) {
    EXPECT(a.i == 0x1122334455667788 && b.f[0] == 1.5f && b.f[1] == 2.5f && b.f[2] == 3.5f && c.a[0] == 1 && c.a[4] == 5);
    EXPECT(d.d == 4.5 && e.d == 5.5);
    spoil(&c, sizeof c);
    return 42;
}
LargeAligned c_return_aligned(int64_t a) { LargeAligned r; FILL(r, 10); EXPECT(a == 1); return r; }
Aligned c_return_pair(Aligned v) { EXPECT(ALIGNED(v)); return v; }
Inside c_return_inside(Inside v) { EXPECT(v.a == 9 && ALIGNED(v.b) && v.c == 10); return v; }
Packed c_return_packed(Packed v) { EXPECT(PACKED(v)); return v; }
Bits c_return_bits(double d) { return (Bits){ .d = d }; }
Floats c_return_floats(Floats v) { return (Floats){ .f = { v.f[2], v.f[1], v.f[0] } }; }

int64_t lang_large(int64_t, S64, int64_t, S132, int64_t, S301, int64_t);
int64_t lang_aligned(int64_t, Aligned, int64_t, int64_t, Aligned, int64_t, int64_t, Aligned, LargeAligned, int64_t, Inside, LargeAligned);
int64_t lang_packed(Packed, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, Packed, int8_t);
int64_t lang_unions(Bits, Floats, LargeUnion, Bits, Floats);
LargeAligned lang_return_aligned(int64_t);
Inside lang_return_inside(Inside);
Packed lang_return_packed(Packed);
Bits lang_return_bits(double);
Floats lang_return_floats(Floats);

void call_lang(void) {
    S64 b;
    S132 d;
    S301 f;
    LargeAligned l;
    FILL(b, 8);
    FILL(d, 33);
    FILL(f, 301);
    FILL(l, 10);
    EXPECT(lang_large(1, b, 2, d, 3, f, 4) == 42 && COUNTS(b, 8) && COUNTS(d, 33) && COUNTS(f, 301));
    Aligned pair = { 5, 6 };
    Inside inside = { 9, pair, 10 };
    EXPECT(lang_aligned(1, pair, 2, 3, pair, 4, 7, pair, l, 8, inside, l) == 42 && COUNTS(l, 10));
    Packed packed = { -1, 0x1122334455667788, 2.5, -3 };
    EXPECT(lang_packed(packed, 1, 2, 3, 4, 5, 6, packed, -7) == 42);
    LargeUnion u = { .a = { 1, 2, 3, 4, 5 } };
    EXPECT(lang_unions((Bits){ .i = 0x1122334455667788 }, (Floats){ { 1.5f, 2.5f, 3.5f } }, u, (Bits){ .d = 4.5 }, (Floats){ .d = 5.5 }) == 42);
    LargeAligned r = lang_return_aligned(1);
    EXPECT(COUNTS(r, 10));
    inside = lang_return_inside(inside);
    EXPECT(inside.a == 9 && ALIGNED(inside.b) && inside.c == 10);
    packed = lang_return_packed(packed);
    EXPECT(PACKED(packed) && lang_return_bits(6.5).d == 6.5);
    EXPECT(lang_return_floats((Floats){ { 1.5f, 2.5f, 3.5f } }).f[0] == 3.5f);
}
