/* x86-64: the address of a large result is the first argument and comes back in rax. AArch64: it travels in x8, takes no
   argument register, and nothing comes back. */
#include "expect.h"

typedef struct { int64_t a, b, c; } Large;
typedef struct { uint8_t a[33]; } Odd;

#define LARGE(v) ((v).a == 11 && (v).b == 12 && (v).c == 13)

Large c_large(int64_t first) { EXPECT(first == 7); return (Large){ 11, 12, 13 }; }
Large lang_large(int64_t first);
Odd lang_odd(Large v, int64_t last);
int64_t lang_calls(void);

#if defined(__x86_64__)
/* A caller may read the result through rax alone. */
Large *c_echo(Large *result, int64_t first) {
    EXPECT(first == 7);
    *result = (Large){ 11, 12, 13 };
    return result;
}

static void look(void) {
    struct { uint64_t before; Large v; uint64_t after; } g = { 1, { 0, 0, 0 }, 2 };
    Large *(*large)(Large *, int64_t) = (void *)lang_large;
    EXPECT(large(&g.v, 7) == &g.v);
    EXPECT(LARGE(g.v) && g.before == 1 && g.after == 2);
    struct { Odd v; uint8_t after[7]; } o = { { { 0 } }, { 1, 2, 3, 4, 5, 6, 7 } };
    Odd *(*odd)(Odd *, Large, int64_t) = (void *)lang_odd;
    EXPECT(odd(&o.v, g.v, 9) == &o.v);
    for (int i = 0; i < 33; i++) EXPECT(o.v.a[i] == 100 + i);
    for (int i = 0; i < 7; i++) EXPECT(o.after[i] == 1 + i);
}
#elif defined(__aarch64__)
/* Writes through x8 and leaves rubbish in every register that an echo could be in. */
__asm__(".globl c_echo\n.type c_echo, %function\nc_echo:\n"
        "  cmp x0, #7\n  b.ne 1f\n"
        "  mov x9, #11\n  str x9, [x8]\n  mov x9, #12\n  str x9, [x8, #8]\n  mov x9, #13\n  str x9, [x8, #16]\n"
        "1: mov x0, #-1\n  mov x1, #-1\n  mov x8, #-1\n  ret\n");
/* `call_with_x8(function, x8, x0, x1)` */
__asm__(".globl call_with_x8\n.type call_with_x8, %function\ncall_with_x8:\n"
        "  mov x9, x0\n  mov x8, x1\n  mov x0, x2\n  mov x1, x3\n  br x9\n");
void call_with_x8(void *function, void *result, int64_t first, int64_t second);

static void look(void) {
    struct { uint64_t before; Large v; uint64_t after; } g = { 1, { 0, 0, 0 }, 2 };
    call_with_x8((void *)lang_large, &g.v, 7, 0);
    EXPECT(LARGE(g.v) && g.before == 1 && g.after == 2);
    struct { Odd v; uint8_t after[7]; } o = { { { 0 } }, { 1, 2, 3, 4, 5, 6, 7 } };
    call_with_x8((void *)lang_odd, &o.v, (int64_t)&g.v, 9);
    for (int i = 0; i < 33; i++) EXPECT(o.v.a[i] == 100 + i);
    for (int i = 0; i < 7; i++) EXPECT(o.after[i] == 1 + i);
}
#endif

void call_lang(void) {
    Large v = lang_large(7);
    EXPECT(LARGE(v));
    Odd o = lang_odd(v, 9);
    for (int i = 0; i < 33; i++) EXPECT(o.a[i] == 100 + i);
    look();
}
