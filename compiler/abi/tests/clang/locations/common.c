// Support for the proof of locations: what a described caller puts into a frame goes through a trampoline to a C
// callee, and what a C caller passes is recorded and compared. Owns the judging; which registers there are and what
// travels in them is written by `locations.rs` from the library's tables, and the assembly is beside this file.
#include "platform.h"

// The vectors that gcc knows too.
#define VECTOR(element, count) __attribute__((vector_size(sizeof(element) * count)))

// Must match `locations.rs` and the assembly.
typedef struct {
    uint64_t general[16];          // 0
    unsigned char floats[16][16];  // 128
    unsigned char vectors[16][16]; // 384
    unsigned char x87[2][16];      // 640
} Bank;

typedef struct {
    void *function;         // 0
    unsigned char *stack;   // 8: the argument area, copied to the stack pointer at the call and back afterwards
    uint64_t stack_bytes;   // 16: a multiple of 16
    uint64_t vector_count;  // 24: x86-64: al
    uint64_t x87_results;   // 32
    uint64_t stack_pointer; // 40: at the call
    Bank arguments;         // 48
    Bank results;           // 720
} Frame;

_Static_assert(offsetof(Frame, results) == 720 && offsetof(Bank, x87) == 640, "the assembly knows these");

enum Place { GENERAL, FLOAT, FLOAT_AS_DOUBLE, VECTOR, X87, STACK, POINTED_BY_GENERAL, POINTED_BY_STACK };

typedef struct {
    unsigned char place, index;
    unsigned int at;     // of the argument area
    unsigned int offset; // inside of the place
    unsigned int bytes;
    const unsigned char *data;
} Piece;

typedef struct { unsigned int offset, bytes; } Range;

// What `va_start` puts into a field: a number, an address relative to the stack pointer at the call, or an address in
// the save area.
enum Start { NUMBER, ADDRESS, SAVED };

typedef struct { unsigned char start; unsigned int offset, bytes; int value; } ListField;

typedef struct {
    const char *name;
    unsigned int group;
    const ListField *list; unsigned int list_count; // va_start of a variadic function
    void (*walker)(void *);
    void (*function)(void);
    void (*caller)(void);
    const Piece *arguments; unsigned int argument_count;
    const Piece *results; unsigned int result_count;
    unsigned int stack_bytes, vector_count, x87_results;
    int sret_register; // -1 if none
    int sret_returned; // -1 if not
    unsigned int sret_bytes;
    const unsigned char *sret_data; const Range *sret_ranges; unsigned int sret_range_count;
} Case;

// Where the description's callee keeps its argument registers for `va_arg`.
typedef struct { int free, at; unsigned int general, generals, vector, vector_step, vectors; } SaveArea;
extern const SaveArea save_area;

static unsigned int failures;
static const Case *current;

static void print_number(unsigned int number) {
    char digits[12];
    unsigned int at = sizeof digits - 1;
    digits[at] = 0;
    do digits[--at] = '0' + number % 10; while (number /= 10);
    print(digits + at);
}

static void fail(const char *what, unsigned int number) {
    if (failures++ >= 10) return;
    print("FAIL "), print(current->name), print(": "), print(what), print(" "), print_number(number), print("\n");
}

// Not inlined: a call of it is what each value costs the compiler.
__attribute__((noinline)) static void check(const void *value, const unsigned char *data, const Range *ranges, unsigned int count, unsigned int number) {
    for (unsigned int i = 0; i < count; i++)
        if (memcmp((const char *)value + ranges[i].offset, data + ranges[i].offset, ranges[i].bytes))
            fail("C sees a wrong value, argument", number);
}

// Compilers must not see that a value was spoiled for nothing.
static void spoil(void *value, size_t bytes) {
    memset(value, 0x5a, bytes);
    __asm__ volatile("" : : "r"(value) : "memory");
}

#define RECORDED_STACK 8192
#define GUARD 128
// Room for registers that a callee saves below the arguments on the stack.
#define BELOW 64

void trampoline(Frame *frame);
void record(void);
Frame recorded __attribute__((used, aligned(16)));
struct { unsigned char below[BELOW], at[RECORDED_STACK]; } recorded_area __attribute__((used, aligned(64)));
#define recorded_stack recorded_area.at
void after_recording(void);

static unsigned char *place_of(Bank *bank, unsigned char *stack, const Piece *piece) {
    unsigned char *pointer;
    switch (piece->place) {
    case GENERAL: return (unsigned char *)&bank->general[piece->index] + piece->offset;
    case FLOAT:
    case FLOAT_AS_DOUBLE: return bank->floats[piece->index] + piece->offset;
    case VECTOR: return bank->vectors[piece->index] + piece->offset;
    case X87: return bank->x87[piece->index] + piece->offset;
    case STACK: return stack + piece->at + piece->offset;
    case POINTED_BY_GENERAL: memcpy(&pointer, &bank->general[piece->index], 8); return pointer + piece->offset;
    case POINTED_BY_STACK: memcpy(&pointer, stack + piece->at, 8); return pointer + piece->offset;
    }
    return 0;
}

// POWER keeps a `float` in a register in the format of a `double`.
static double as_double(const Piece *piece) {
    float value;
    memcpy(&value, piece->data, 4);
    return value;
}

static void put(Bank *bank, unsigned char *stack, const Piece *piece) {
    double wide;
    if (piece->place == FLOAT_AS_DOUBLE) wide = as_double(piece), memcpy(place_of(bank, stack, piece), &wide, 8);
    else memcpy(place_of(bank, stack, piece), piece->data, piece->bytes);
}

static int holds(Bank *bank, unsigned char *stack, const Piece *piece) {
    double wide;
    if (piece->place == FLOAT_AS_DOUBLE) return wide = as_double(piece), !memcmp(place_of(bank, stack, piece), &wide, 8);
    return !memcmp(place_of(bank, stack, piece), piece->data, piece->bytes);
}

static const Frame *calling;

// A C callee has started its list: it must hold what the library says, as far as the callee has no choice.
static void check_list(const void *list) {
    for (unsigned int i = 0; i < current->list_count; i++) {
        const ListField *field = &current->list[i];
        int number;
        uint64_t address;
        if (field->start == NUMBER && field->bytes == 4) {
            memcpy(&number, (const char *)list + field->offset, 4);
            if (number != field->value) fail("va_start counts otherwise, field", i);
        } else if (field->start != SAVED) {
            memcpy(&address, (const char *)list + field->offset, 8);
            if (address != (uint64_t)field->value + (field->start == ADDRESS ? calling->stack_pointer : 0))
                fail("va_start points elsewhere, field", i);
        }
    }
}

// The description's callee starts a list and lets C walk it.
static void start_list(const Case *one) {
    static unsigned char free_area[256] __attribute__((aligned(16)));
    unsigned char list[32] __attribute__((aligned(16)));
    unsigned char *saved = save_area.free ? free_area : recorded_stack + save_area.at;
    for (unsigned int i = 0; i < save_area.generals; i++)
        memcpy(saved + save_area.general + 8 * i, &recorded.arguments.general[i], 8);
    for (unsigned int i = 0; i < save_area.vectors; i++)
        memcpy(saved + save_area.vector + save_area.vector_step * i, recorded.arguments.floats[i], save_area.vector_step);
    for (unsigned int i = 0; i < one->list_count; i++) {
        const ListField *field = &one->list[i];
        uint64_t address = (uint64_t)(field->start == SAVED ? saved : recorded_stack) + field->value;
        uint64_t number = field->value;
        if (field->bytes == 4) memcpy(list + field->offset, &field->value, 4);
        else memcpy(list + field->offset, field->start == NUMBER ? &number : &address, 8);
    }
    one->walker(list);
}

static unsigned char copies[64][1024] __attribute__((aligned(64)));

// The description's caller calls the C callee.
static void call_c(const Case *one) {
    static Frame frame __attribute__((aligned(16)));
    static unsigned char stack[RECORDED_STACK + GUARD] __attribute__((aligned(64)));
    static unsigned char sret[1024 + 128] __attribute__((aligned(64)));
    current = one;
    memset(&frame, 0xa5, sizeof frame);
    memset(stack, 0xa5, sizeof stack);
    memset(sret, 0xa5, sizeof sret);
    frame.function = (void *)one->function;
    frame.stack = stack;
    frame.stack_bytes = one->stack_bytes + GUARD;
    frame.vector_count = one->vector_count;
    frame.x87_results = one->x87_results;
    unsigned int next_copy = 0;
    for (unsigned int i = 0; i < one->argument_count; i++) {
        const Piece *piece = &one->arguments[i];
        int pointed = piece->place == POINTED_BY_GENERAL || piece->place == POINTED_BY_STACK;
        int same = i && piece[-1].place == piece->place && piece[-1].index == piece->index && piece[-1].at == piece->at;
        if (pointed && !same) {
            unsigned char *copy = copies[next_copy++];
            memset(copy, 0xa5, sizeof copies[0]);
            memcpy(piece->place == POINTED_BY_GENERAL ? (unsigned char *)&frame.arguments.general[piece->index] : stack + piece->at, &copy, 8);
        }
        put(&frame.arguments, stack, piece);
    }
    unsigned char *slot = sret + 64;
    if (one->sret_register >= 0) memcpy(&frame.arguments.general[one->sret_register], &slot, 8);
    calling = &frame;
    trampoline(&frame);
    for (unsigned int i = 0; i < one->result_count; i++)
        if (!holds(&frame.results, stack, &one->results[i])) fail("C returns elsewhere, piece", i);
    for (unsigned int i = 0; i < GUARD; i++)
        if (stack[one->stack_bytes + i] != 0xa5) { fail("C writes behind the argument area, byte", i); break; }
    if (one->sret_register >= 0) {
        for (unsigned int i = 0; i < one->sret_range_count; i++)
            if (memcmp(slot + one->sret_ranges[i].offset, one->sret_data + one->sret_ranges[i].offset, one->sret_ranges[i].bytes))
                fail("C writes the result elsewhere, range", i);
        for (unsigned int i = 0; i < 64; i++)
            if (sret[i] != 0xa5 || slot[one->sret_bytes + i] != 0xa5) { fail("C writes around the result, byte", i); break; }
        if (one->sret_returned >= 0 && frame.results.general[one->sret_returned] != (uint64_t)slot) fail("C does not return the address", 0);
    }
}

// What C callers call. Were it `record` itself, gcc for POWER would look at that declaration, not at the type of the call,
// and leave no room for the doublewords of arguments in registers.
static void (*volatile entry)(void) = record;

// The description's callee, entered from `record`.
void after_recording(void) {
    const Case *one = current;
    for (unsigned int i = 0; i < one->argument_count; i++)
        if (!holds(&recorded.arguments, recorded_stack, &one->arguments[i])) fail("C passes elsewhere, piece", i);
    if (one->vector_count > recorded.vector_count) fail("C announces fewer vector registers than", one->vector_count);
    if (one->walker) start_list(one);
    memset(&recorded.results, 0xa5, sizeof recorded.results);
    for (unsigned int i = 0; i < one->result_count; i++) put(&recorded.results, recorded_stack, &one->results[i]);
    if (one->sret_register >= 0) {
        unsigned char *slot;
        memcpy(&slot, &recorded.arguments.general[one->sret_register], 8);
        memcpy(slot, one->sret_data, one->sret_bytes);
        if (one->sret_returned >= 0) recorded.results.general[one->sret_returned] = (uint64_t)slot;
    }
    recorded.x87_results = one->x87_results;
}

// A C caller calls the description's callee.
static void called_from_c(const Case *one) {
    current = one;
    memset(&recorded, 0xa5, sizeof recorded);
    one->caller();
}

extern const Case cases[];
extern const unsigned int case_count;

// The pages below the stack pointer exist from here on: the trampoline goes down by more than one at once.
static __attribute__((noinline)) void touch(void) {
    volatile unsigned char pages[65536];
    for (unsigned int i = 0; i < sizeof pages; i += 1024) pages[sizeof pages - 1 - i] = 1;
}

static __attribute__((noinline)) unsigned int run(unsigned int group, volatile unsigned char *pad) {
    unsigned int count = 0;
    pad[0] = 1;
    for (unsigned int i = 0; i < case_count; i++) {
        if (cases[i].group != group) continue;
        call_c(&cases[i]);
        called_from_c(&cases[i]);
        count++;
    }
    return count;
}

// The argument is the group of cases to run.
int main(int count, char **arguments) {
    // What `record` copies is stack of this function, however little the callers put there.
    volatile unsigned char pad[2 * RECORDED_STACK];
    unsigned int group = 0;
    for (const char *digit = count > 1 ? arguments[1] : ""; *digit; digit++) group = group * 10 + (*digit - '0');
    touch();
    print_number(run(group, pad)), print(" cases, "), print_number(failures), print(" failures\n");
    return failures ? 1 : 0;
}
