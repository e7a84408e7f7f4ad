/* Runs each caller and says what arrived wrong, one line for each value. The tables stand in front of this text. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint32_t current, entered;

static void say(const char *kind, uint32_t c, uint32_t v, uint32_t byte, uint64_t expected, uint64_t seen) {
    printf("bad %s %u %u %u %llx %llx ", kind, c, v, byte, (unsigned long long)expected, (unsigned long long)seen);
}

static void bad(const char *kind, uint32_t c, uint32_t v, uint32_t byte, uint64_t expected, uint64_t seen) {
    say(kind, c, v, byte, expected, seen);
    printf("\n");
}

static void compare(const char *kind, uint32_t c, uint32_t v, const void *address) {
    const struct value *value = &values[firsts[c] + v];
    const unsigned char *seen = address, *expected = xc_images + value->at;
    for (uint32_t byte = 0; byte < value->size; byte++)
        if (counts[value->at + byte] && seen[byte] != expected[byte]) {
            /* What follows says where the bytes come from. */
            say(kind, c, v, byte, expected[byte], seen[byte]);
            for (uint32_t next = byte; next < value->size && next < byte + 8; next++) printf("%02x", seen[next]);
            printf("\n");
            return;
        }
}

void xc_enter(uint32_t c) { entered = c; }
void xc_seen(uint32_t c, uint32_t v, const void *address) { compare("argument", c, v, address); }
void xc_kept(uint32_t c, uint32_t v, const void *address) { compare("kept", c, v, address); }

void xc_spoil(uint32_t c, uint32_t v, void *address, uint64_t size) {
    const struct value *value = &values[firsts[c] + v];
    if (size != value->size) bad("size", c, v, 0, value->size, size);
    else memset(address, 0xEE, size);
    if ((uintptr_t)address % value->align) bad("aligned", c, v, 0, 0, (uintptr_t)address % value->align);
}

/* The same for C: a parameter that it copies lies where its type wants it, and so does one that it leaves in place. */
void xc_overwrite(uint32_t c, uint32_t v, void *address, uint64_t size) { xc_spoil(c, v, address, size); }

void xc_prepare(uint32_t c, void *address, uint64_t size) {
    (void)c;
    memset(address, 0xBB, size);
}

void xc_result(uint32_t c, const void *address) {
    uint32_t v = firsts[c + 1] - firsts[c] - 1;
    const struct value *value = &values[firsts[c] + v];
    const unsigned char *seen = address;
    compare("result", c, v, address);
    uint32_t guard = value->align < 16 ? 16 : value->align;
    for (uint32_t byte = 0; byte < guard; byte++) {
        unsigned char before = seen[-(int64_t)guard + byte], after = seen[value->size + byte];
        if (before != 0xBB || after != 0xBB) {
            bad("guard", c, v, byte, 0xBB, before != 0xBB ? before : after);
            return;
        }
    }
}

void xc_widened(uint32_t c, uint32_t v, uint32_t seen) {
    const struct value *value = &values[firsts[c] + v];
    const unsigned char *bytes = xc_images + value->at;
    uint32_t expected = bytes[0] | (value->size > 1 ? (uint32_t)bytes[1] << 8 : 0);
    if (value->is_signed) expected = value->size > 1 ? (uint32_t)(int16_t)expected : (uint32_t)(int8_t)expected;
    if (seen != expected) bad("widened", c, v, value->size, expected, seen);
}

void xc_echo(uint32_t c, const void *returned, const void *given) {
    uint32_t v = firsts[c + 1] - firsts[c] - 1;
    if (returned != given) bad("echo", c, v, 0, (uintptr_t)given, (uintptr_t)returned);
}

static void died(int number) {
    printf("%s %u %d\n", number == SIGALRM ? "hang" : "crash", current, number);
    _exit(3);
}

int main(int count, char **arguments) {
    static char stack[1 << 16];
    stack_t alternative = { .ss_sp = stack, .ss_size = sizeof stack };
    struct sigaction action = { .sa_handler = died, .sa_flags = SA_ONSTACK };
    int numbers[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGALRM };
    uint32_t ran = 0, start = count > 1 ? atoi(arguments[1]) : 0;
    int with_variadic = count > 2 && arguments[2][0] == '1';
    setvbuf(stdout, 0, _IONBF, 0);
    sigaltstack(&alternative, 0);
    for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index++) sigaction(numbers[index], &action, 0);
    alarm(60);
    for (current = start; current < CASES; current++) {
        if (variadic[current] && !with_variadic) continue;
        entered = (uint32_t)-1;
        callers[current]();
        if (entered != current) bad("missing", current, 0, 0, current, entered);
        ran++;
    }
    printf("ran %u\n", ran);
    return 0;
}
