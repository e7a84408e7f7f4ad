/* What every C half of a program needs. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                  \
    do {                                                                   \
        if (!(condition)) {                                                \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            fflush(stdout);                                                \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

/* Overwrites what a callee owns, so that the compiler cannot leave it out. */
static inline void spoil(void *memory, unsigned long size) {
    memset(memory, 0xEE, size);
    __asm__ volatile("" : : "r"(memory) : "memory");
}
