/* C gets pointers that the language made silently, reads them, writes through them and returns while they are valid. */
#include "expect.h"

typedef struct { int32_t a; double b; } Mixed;

void c_store(int32_t *to, int32_t value) { *to = value; }
int32_t c_load(const int32_t *from) { return *from; }
void c_mixed(Mixed *to, const Mixed *from, int32_t count) {
    for (int i = 0; i < count; i++) { to[i].a = from[i].a + 1; to[i].b = from[i].b * 2; }
    spoil((void *)&from, sizeof from);
}
/* Reads the whole text after other memory was asked for and given back: it must still be there. */
int64_t c_sum(const uint8_t *text) {
    char *other = malloc(64);
    memset(other, 'x', 64);
    int64_t sum = 0;
    while (*text) sum += *text++;
    free(other);
    return sum;
}
void c_next(const uint8_t **at) { *at += 1; }
void *c_same(void *any) { return any; }
int32_t c_both(const uint8_t *left, const uint8_t *right) { return (int32_t)(c_sum(left) - c_sum(right)); }
int32_t c_each(int32_t (*f)(const int32_t *, void *), void *state) {
    int32_t numbers[3] = { 1, 2, 3 }, sum = 0;
    for (int i = 0; i < 3; i++) sum += f(&numbers[i], state);
    return sum;
}
int32_t c_variadic(int32_t count, ...) {
    va_list list;
    va_start(list, count);
    int32_t sum = 0;
    for (int i = 0; i < count; i++) {
        int32_t *p = va_arg(list, int32_t *);
        sum += *p;
        *p = 0;
    }
    va_end(list);
    return sum;
}
