/* C reads and writes variables of the language by their symbols, and the language C's. */
#include "expect.h"

typedef struct { double x; int8_t tag; int64_t n; } Record;

extern int64_t lang_counter;
extern uint8_t lang_zero;
extern int16_t lang_table[5];
extern Record lang_record;
extern const char *lang_text;
extern int32_t (*lang_callback)(int32_t);
extern int64_t lang_wide[64];

int64_t c_counter = 41;
int16_t c_table[5] = { 9, 8, 7, 6, 5 };
Record c_record = { 0.5, -7, 1L << 40 };

/* Addresses in C's own data. */
int64_t *c_view = &lang_counter;
int16_t *c_middle = &lang_table[2];

void lang_bump(void);
int64_t lang_read(void);

static int32_t c_negate(int32_t n) { return -n; }

void c_check(void) {
    EXPECT(lang_counter == 1000);
    EXPECT(lang_zero == 0);
    EXPECT(lang_table[0] == 1 && lang_table[4] == 5);
    EXPECT(lang_record.x == 1.5 && lang_record.tag == -2 && lang_record.n == 3);
    EXPECT(strcmp(lang_text, "text of ours") == 0);
    EXPECT(lang_callback(21) == 42);
    EXPECT(((uintptr_t)&lang_record & 7) == 0 && ((uintptr_t)&lang_wide & 7) == 0);
    for (int i = 0; i < 64; i++) EXPECT(lang_wide[i] == 0);
}

void c_write(void) {
    lang_counter += 1;
    lang_zero = 200;
    lang_table[2] = -300;
    lang_record.n = 77;
    lang_text = "text of C";
    lang_callback = c_negate;
    lang_wide[63] = 63;
    *c_view += 1;
    EXPECT(*c_middle == -300);
    lang_bump();
    EXPECT(lang_counter == 1012);
    EXPECT(lang_read() == 1012);
}

/* A store before and a load behind a call that only C makes. */
int64_t c_twice(void) {
    lang_counter = 5;
    lang_bump();
    return lang_counter;
}
