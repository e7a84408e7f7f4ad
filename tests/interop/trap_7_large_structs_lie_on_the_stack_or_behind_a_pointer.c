/* x86-64 puts the bytes of a large struct into the argument area, where they take no register; AArch64 passes a plain
   pointer to a copy, which does. This half looks at both from below: it takes what must be there under other types. */
#include "expect.h"

typedef struct { int64_t a, b, c; } Large;
typedef struct { uint8_t a[21]; } Odd;

#define LARGE(v) ((v).a == 11 && (v).b == 12 && (v).c == 13)

static int is_odd(const Odd *v) {
    for (int i = 0; i < 21; i++)
        if (v->a[i] != 50 + i) return 0;
    return 1;
}

#if defined(__x86_64__)
/* The language calls these as `(first, large, second, odd, third)`. */
__attribute__((noinline, optimize("no-omit-frame-pointer"))) int64_t c_seen(int64_t first, int64_t second, int64_t third) {
    const char *area = (const char *)__builtin_frame_address(0) + 16;
    EXPECT(first == 1 && second == 2 && third == 3);
    EXPECT(LARGE(*(const Large *)area) && is_odd((const Odd *)(area + 24)));
    spoil((void *)area, 24 + 21);
    return 42;
}
#elif defined(__aarch64__)
int64_t c_seen(int64_t first, Large *large, int64_t second, Odd *odd, int64_t third) {
    EXPECT(first == 1 && second == 2 && third == 3);
    EXPECT(LARGE(*large) && is_odd(odd));
    spoil(large, sizeof *large);
    spoil(odd, sizeof *odd);
    return 42;
}
#endif

Large c_large(Large v) { EXPECT(LARGE(v)); spoil(&v, sizeof v); return (Large){ 11, 12, 13 }; }

int64_t lang_seen(int64_t first, Large large, int64_t second, Odd odd, int64_t third);
Large lang_large(Large);

void call_lang(void) {
    Large large = { 11, 12, 13 };
    Odd odd;
    for (int i = 0; i < 21; i++) odd.a[i] = 50 + i;
    EXPECT(lang_seen(1, large, 2, odd, 3) == 42);
    EXPECT(LARGE(large) && is_odd(&odd));
    large = lang_large(large);
    EXPECT(LARGE(large));
#if defined(__aarch64__)
    /* What a pointer leads to is the callee's, whoever passes it. */
    int64_t (*seen)(int64_t, Large *, int64_t, Odd *, int64_t) = (void *)lang_seen;
    EXPECT(seen(1, &large, 2, &odd, 3) == 42);
#endif
}
