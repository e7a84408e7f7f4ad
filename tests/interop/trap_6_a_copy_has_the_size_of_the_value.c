/* What is copied is the value, never the registers or slots that carry it: guards around values of odd sizes survive, on
   the caller's side and in the callee's own memory. */
#include "expect.h"

#define GUARD 0x7766554433221100ull
/* Each type with a function that checks, spoils and returns; the values count up from their size. */
#define TYPE(n)                                                                              \
    typedef struct { uint8_t a[n]; } S##n;                                                   \
    typedef struct { uint64_t before; S##n v; uint8_t after[9]; } G##n;                      \
    static S##n value##n(void) { S##n v; for (int i = 0; i < n; i++) v.a[i] = n + i; return v; } \
    static int is##n(S##n v) { for (int i = 0; i < n; i++) if (v.a[i] != n + i) return 0; return 1; } \
    S##n c_##n(S##n v, S##n w) {                                                             \
        EXPECT(is##n(v) && is##n(w));                                                        \
        spoil(&v, sizeof v);                                                                 \
        spoil(&w, sizeof w);                                                                 \
        return value##n();                                                                   \
    }                                                                                        \
    void c_stack_##n(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h, S##n v, S##n w) { \
        EXPECT(is##n(v) && is##n(w) && h == 8);                                              \
        spoil(&v, sizeof v);                                                                 \
        spoil(&w, sizeof w);                                                                 \
    }                                                                                        \
    S##n lang_##n(S##n, S##n);                                                               \
    void lang_stack_##n(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, S##n, S##n); \
    static void call_##n(void) {                                                             \
        G##n g = { GUARD, value##n(), { 1, 2, 3, 4, 5, 6, 7, 8, 9 } }, before = g;           \
        g.v = lang_##n(g.v, g.v);                                                            \
        EXPECT(!memcmp(&g, &before, sizeof g));                                              \
        lang_stack_##n(1, 2, 3, 4, 5, 6, 7, 8, g.v, g.v);                                    \
        EXPECT(!memcmp(&g, &before, sizeof g));                                              \
    }
TYPE(3)
TYPE(5)
TYPE(6)
TYPE(7)
TYPE(9)
TYPE(10)
TYPE(11)
TYPE(12)
TYPE(13)
TYPE(14)
TYPE(15)

void call_lang(void) {
    call_3();
    call_5();
    call_6();
    call_7();
    call_9();
    call_10();
    call_11();
    call_12();
    call_13();
    call_14();
    call_15();
}
