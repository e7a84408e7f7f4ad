// What the support needs of a C library, or, where none is installed for a target, its own few lines on system calls.
// Owns no judging.
#include <stddef.h>
#include <stdint.h>

#if __STDC_HOSTED__
#include <stdio.h>
#include <string.h>

static void print(const char *text) { fputs(text, stdout); }
#elif defined(__loongarch__)
void *memset(void *place, int byte, size_t bytes) {
    for (volatile unsigned char *at = place; bytes--; at++) *at = byte;
    return place;
}

void *memcpy(void *place, const void *from, size_t bytes) {
    const unsigned char *source = from;
    for (volatile unsigned char *at = place; bytes--; at++) *at = *source++;
    return place;
}

int memcmp(const void *left, const void *right, size_t bytes) {
    const unsigned char *one = left, *other = right;
    for (; bytes--; one++, other++) if (*one != *other) return *one < *other ? -1 : 1;
    return 0;
}

static void print(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    register long number __asm__("$a7") = 64, file __asm__("$a0") = 1, bytes __asm__("$a2") = length;
    register const char *start __asm__("$a1") = text;
    __asm__ volatile("syscall 0" : "+r"(file) : "r"(number), "r"(start), "r"(bytes) : "memory", "$t0", "$t1", "$t2",
        "$t3", "$t4", "$t5", "$t6", "$t7", "$t8");
}
#endif
