/* `x = f(&x)`: the callee reads the old value until it has returned, so its result must not be written to `x` meanwhile. */
#include "expect.h"

typedef struct { int64_t a, b, c; } Large;
typedef struct { int8_t before; Large large; int8_t after; } Nest;

static const Large *remembered;

/* Each store goes straight to where the result is wanted, before the next load. */
Large c_rotate(const Large *v) {
    Large r;
    r.a = v->b;
    __asm__ volatile("" : "+m"(r) : : "memory");
    r.b = v->c;
    __asm__ volatile("" : "+m"(r) : : "memory");
    r.c = v->a;
    return r;
}
void c_remember(const Large *v) { remembered = v; }
Large c_remembered(void) { return c_rotate(remembered); }
/* Returns a new value and changes the old one, which is lost. */
Large c_replace(Large *v) {
    Large r = { v->a + 10, v->b + 10, v->c + 10 };
    v->a = v->b = v->c = -1;
    return r;
}

#if defined(__x86_64__)
/* Writes all of the result first and reads then. */
__asm__(".globl c_hasty\n.type c_hasty, @function\nc_hasty:\n"
        "  movq $7, (%rdi)\n  movq $8, 8(%rdi)\n  movq (%rsi), %rax\n  movq %rax, 16(%rdi)\n  movq %rdi, %rax\n  ret\n");
#elif defined(__aarch64__)
__asm__(".globl c_hasty\n.type c_hasty, %function\nc_hasty:\n"
        "  mov x9, #7\n  str x9, [x8]\n  mov x9, #8\n  str x9, [x8, #8]\n  ldr x9, [x0]\n  str x9, [x8, #16]\n  ret\n");
#endif
