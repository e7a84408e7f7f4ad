/* Small integers and `_Bool`: clang takes for granted that an argument is widened to 32 bits; gcc does not widen results,
   and AArch64 widens nothing. So the language widens what it passes and trusts nothing that it gets. */
#include "expect.h"

/* The whole register of an argument, as the convention lets a callee see it. */
#define SEEN(type, name)                                                     \
    int64_t c_seen_##name(type v) {                                          \
        int32_t whole = v;                                                   \
        __asm__ volatile("" : "+r"(whole));                                  \
        return whole;                                                        \
    }                                                                        \
    int64_t c_seen_late_##name(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h, type v, type w) { \
        static const int table[512] = { [256] = 7 };                         \
        EXPECT(table[256 + (int64_t)v - (int64_t)w] == 7);                   \
        return v;                                                            \
    }
SEEN(int8_t, i8)
SEEN(uint8_t, u8)
SEEN(int16_t, i16)
SEEN(uint16_t, u16)
SEEN(_Bool, bool)

#if defined(__x86_64__)
/* On x86-64 a caller may even be seen to have widened: these take the register as it is. */
int64_t c_raw_i8(int32_t v) { return v; }
int64_t c_raw_u16(int32_t v) { return v; }
int64_t c_raw_bool(int32_t v) { return v; }
#else
int64_t c_raw_i8(int32_t v) { return (int8_t)v; }
int64_t c_raw_u16(int32_t v) { return (uint16_t)v; }
int64_t c_raw_bool(int32_t v) { return v & 1; }
#endif

/* Results with rubbish above the value. */
int64_t c_dirty_i8(void) { return 0x1122334455667780; }
int64_t c_dirty_u8(void) { return 0x11223344556677ff; }
int64_t c_dirty_i16(void) { return 0x1122334455668000; }
int64_t c_dirty_u16(void) { return 0x112233445566ffff; }
int64_t c_dirty_i32(void) { return 0x1122334480000000; }
int64_t c_dirty_false(void) { return 0x1122334455667700; }
int64_t c_dirty_true(void) { return 0x1122334455667701; }

/* Arguments with rubbish above the value, in registers and on the stack. */
#define EIGHT int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t
int64_t lang_i8(int8_t), lang_u8(uint8_t), lang_i16(int16_t), lang_u16(uint16_t), lang_i32(int32_t), lang_bool(_Bool);
int64_t lang_late(EIGHT, int8_t, uint16_t, _Bool, int32_t);
int8_t lang_minus(int8_t);
_Bool lang_not(_Bool);
uint16_t lang_next(uint16_t);
static int64_t dirty(void *f, int64_t v) { return ((int64_t (*)(int64_t))f)(v); }

void call_lang(void) {
    EXPECT(dirty(lang_i8, 0x1122334455667780) == -128);
    EXPECT(dirty(lang_u8, 0x11223344556677ff) == 255);
    EXPECT(dirty(lang_i16, 0x1122334455668000) == -32768);
    EXPECT(dirty(lang_u16, 0x112233445566ffff) == 65535);
    EXPECT(dirty(lang_i32, 0x1122334480000000) == -2147483648ll);
    EXPECT(dirty(lang_bool, 1) == 1 && dirty(lang_bool, 0) == 0);
    EXPECT(dirty(lang_bool, 0x1122334455667700) == 0 && dirty(lang_bool, 0x1122334455667701) == 1);
    int64_t (*late)(EIGHT, int64_t, int64_t, int64_t, int64_t) = (void *)lang_late;
    EXPECT(late(1, 2, 3, 4, 5, 6, 7, 8, 0x1122334455667780, 0x112233445566ffff, 0x1122334455667701, 0x1122334480000000) == 42);
    /* What comes back is used as a whole, too. */
    static const int table[512] = { [256 - 100] = 7, [256 + 100] = 8 };
    EXPECT(table[256 + lang_minus(100)] == 7 && table[256 + lang_minus(-100)] == 8);
    EXPECT(lang_not(0) == 1 && lang_not(1) == 0 && lang_not(lang_not(1)) == 1);
    EXPECT(lang_next(65535) == 0 && lang_next(32767) == 32768);
}
