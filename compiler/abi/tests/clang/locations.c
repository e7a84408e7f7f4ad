// Support for the proof of locations: a trampoline that loads argument registers and the argument area from
// tables and calls a C function, and a function that records what a C caller put there. Owns the only assembly.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// Must match the offsets in the assembly below.
typedef struct {
    void *function;              // 0
    uint64_t general[9];         // 8: x86-64: rdi rsi rdx rcx r8 r9; AArch64: x0 to x8
    unsigned char vector[8][16]; // 80
    unsigned char *stack;        // 208
    uint64_t stack_bytes;        // 216, a multiple of 16
    uint64_t vector_count;       // 224, for al
    uint64_t x87_results;        // 232
    uint64_t general_results[2]; // 240
    unsigned char vector_results[4][16]; // 256
    unsigned char x87_result_bytes[2][16]; // 320
} Frame;

enum Place { GENERAL, VECTOR, STACK, X87, POINTED_BY_GENERAL, POINTED_BY_STACK };

typedef struct {
    unsigned char place, index;
    unsigned int at;     // of the argument area
    unsigned int offset; // inside of the place
    unsigned int bytes;
    const unsigned char *data;
} Piece;

typedef struct { unsigned int offset, bytes; } Range;

typedef struct {
    const char *name;
    void *function;
    void (*caller)(void);
    const Piece *arguments; unsigned int argument_count;
    const Piece *results; unsigned int result_count;
    unsigned int stack_bytes, vector_count, x87_results;
    int sret_register; // -1 if none
    int sret_returned;
    unsigned int sret_bytes;
    const unsigned char *sret_data; const Range *sret_ranges; unsigned int sret_range_count;
} Case;

static unsigned int failures;
static const Case *current;

static void fail(const char *what, unsigned int number) {
    if (failures++ < 10) printf("FAIL %s: %s %u\n", current->name, what, number);
}

static void check(const void *value, const unsigned char *data, const Range *ranges, unsigned int count, unsigned int number) {
    for (unsigned int i = 0; i < count; i++)
        if (memcmp((const char *)value + ranges[i].offset, data + ranges[i].offset, ranges[i].bytes))
            fail("C sees a wrong value, argument", number);
}

void trampoline(Frame *frame);
void record(void);
Frame recorded __attribute__((used));
unsigned char recorded_stack[8192] __attribute__((used));
void after_recording(void);

#if defined(__x86_64__)
__asm__(
    ".text\n.globl trampoline\ntrampoline:\n"
    "push %rbp\nmov %rsp,%rbp\npush %rbx\npush %r12\nmov %rdi,%rbx\n"
    "mov 216(%rbx),%rcx\nsub %rcx,%rsp\nmov 208(%rbx),%rsi\nmov %rsp,%rdi\nrep movsb\n"
    "movups 80(%rbx),%xmm0\nmovups 96(%rbx),%xmm1\nmovups 112(%rbx),%xmm2\nmovups 128(%rbx),%xmm3\n"
    "movups 144(%rbx),%xmm4\nmovups 160(%rbx),%xmm5\nmovups 176(%rbx),%xmm6\nmovups 192(%rbx),%xmm7\n"
    "mov 8(%rbx),%rdi\nmov 16(%rbx),%rsi\nmov 24(%rbx),%rdx\nmov 32(%rbx),%rcx\nmov 40(%rbx),%r8\nmov 48(%rbx),%r9\n"
    "mov 224(%rbx),%rax\ncall *(%rbx)\n"
    "mov %rax,240(%rbx)\nmov %rdx,248(%rbx)\n"
    "movups %xmm0,256(%rbx)\nmovups %xmm1,272(%rbx)\nmovups %xmm2,288(%rbx)\nmovups %xmm3,304(%rbx)\n"
    "cmpq $1,232(%rbx)\njb 1f\nfstpt 320(%rbx)\ncmpq $2,232(%rbx)\njb 1f\nfstpt 336(%rbx)\n"
    "1:\nlea -16(%rbp),%rsp\npop %r12\npop %rbx\npop %rbp\nret\n"
    ".globl record\nrecord:\n"
    "push %rbx\nlea recorded(%rip),%rbx\n"
    "mov %rdi,8(%rbx)\nmov %rsi,16(%rbx)\nmov %rdx,24(%rbx)\nmov %rcx,32(%rbx)\nmov %r8,40(%rbx)\nmov %r9,48(%rbx)\n"
    "movzbl %al,%eax\nmov %rax,224(%rbx)\n"
    "movups %xmm0,80(%rbx)\nmovups %xmm1,96(%rbx)\nmovups %xmm2,112(%rbx)\nmovups %xmm3,128(%rbx)\n"
    "movups %xmm4,144(%rbx)\nmovups %xmm5,160(%rbx)\nmovups %xmm6,176(%rbx)\nmovups %xmm7,192(%rbx)\n"
    "lea 16(%rsp),%rsi\nlea recorded_stack(%rip),%rdi\nmov $8192,%ecx\nrep movsb\n"
    "call after_recording\n"
    "cmpq $2,232(%rbx)\njb 1f\nfldt 336(%rbx)\n1:\ncmpq $1,232(%rbx)\njb 2f\nfldt 320(%rbx)\n2:\n"
    "mov 240(%rbx),%rax\nmov 248(%rbx),%rdx\n"
    "movups 256(%rbx),%xmm0\nmovups 272(%rbx),%xmm1\nmovups 288(%rbx),%xmm2\nmovups 304(%rbx),%xmm3\n"
    "pop %rbx\nret\n");
#elif defined(__aarch64__)
__asm__(
    ".text\n.globl trampoline\ntrampoline:\n"
    "stp x29,x30,[sp,#-32]!\nmov x29,sp\nstp x19,x20,[sp,#16]\nmov x19,x0\n"
    "ldr x9,[x19,#216]\nsub sp,sp,x9\nldr x10,[x19,#208]\nmov x11,sp\n"
    "1:\ncbz x9,2f\nldr x12,[x10],#8\nstr x12,[x11],#8\nsub x9,x9,#8\nb 1b\n2:\n"
    "add x9,x19,#80\nldp q0,q1,[x9]\nldp q2,q3,[x9,#32]\nldp q4,q5,[x9,#64]\nldp q6,q7,[x9,#96]\n"
    "ldp x0,x1,[x19,#8]\nldp x2,x3,[x19,#24]\nldp x4,x5,[x19,#40]\nldp x6,x7,[x19,#56]\nldr x8,[x19,#72]\n"
    "ldr x9,[x19]\nblr x9\n"
    "stp x0,x1,[x19,#240]\nadd x9,x19,#256\nstp q0,q1,[x9]\nstp q2,q3,[x9,#32]\n"
    "mov sp,x29\nldp x19,x20,[sp,#16]\nldp x29,x30,[sp],#32\nret\n"
    ".globl record\nrecord:\n"
    "stp x29,x30,[sp,#-32]!\nmov x29,sp\nstp x19,x20,[sp,#16]\n"
    "adrp x19,recorded\nadd x19,x19,:lo12:recorded\n"
    "stp x0,x1,[x19,#8]\nstp x2,x3,[x19,#24]\nstp x4,x5,[x19,#40]\nstp x6,x7,[x19,#56]\nstr x8,[x19,#72]\n"
    "add x9,x19,#80\nstp q0,q1,[x9]\nstp q2,q3,[x9,#32]\nstp q4,q5,[x9,#64]\nstp q6,q7,[x9,#96]\n"
    "add x10,sp,#32\nadrp x11,recorded_stack\nadd x11,x11,:lo12:recorded_stack\nmov x9,#8192\n"
    "1:\ncbz x9,2f\nldr x12,[x10],#8\nstr x12,[x11],#8\nsub x9,x9,#8\nb 1b\n2:\n"
    "bl after_recording\n"
    "ldp x0,x1,[x19,#240]\nadd x9,x19,#256\nldp q0,q1,[x9]\nldp q2,q3,[x9,#32]\n"
    "ldp x19,x20,[sp,#16]\nldp x29,x30,[sp],#32\nret\n");
#endif

static unsigned char *place_of(Frame *frame, unsigned char *stack, const Piece *piece, int is_result) {
    unsigned char *pointer;
    switch (piece->place) {
    case GENERAL: return (unsigned char *)(is_result ? &frame->general_results[piece->index] : &frame->general[piece->index]) + piece->offset;
    case VECTOR: return (is_result ? frame->vector_results[piece->index] : frame->vector[piece->index]) + piece->offset;
    case STACK: return stack + piece->at + piece->offset;
    case X87: return frame->x87_result_bytes[piece->index] + piece->offset;
    case POINTED_BY_GENERAL: memcpy(&pointer, &frame->general[piece->index], 8); return pointer + piece->offset;
    case POINTED_BY_STACK: memcpy(&pointer, stack + piece->at, 8); return pointer + piece->offset;
    }
    return 0;
}

static unsigned char copies[64][1024] __attribute__((aligned(64)));

// The description's caller calls the C callee.
static void call_c(const Case *one) {
    static Frame frame;
    static unsigned char stack[8192] __attribute__((aligned(64)));
    static unsigned char sret[1024 + 128] __attribute__((aligned(64)));
    current = one;
    memset(&frame, 0xa5, sizeof frame);
    memset(stack, 0xa5, sizeof stack);
    memset(sret, 0xa5, sizeof sret);
    frame.function = one->function;
    frame.stack = stack;
    frame.stack_bytes = one->stack_bytes;
    frame.vector_count = one->vector_count;
    frame.x87_results = one->x87_results;
    unsigned int next_copy = 0;
    for (unsigned int i = 0; i < one->argument_count; i++) {
        const Piece *piece = &one->arguments[i];
        if (piece->place == POINTED_BY_GENERAL || piece->place == POINTED_BY_STACK) {
            unsigned char *copy = copies[next_copy++];
            memset(copy, 0xa5, sizeof copies[0]);
            memcpy(copy, piece->data, piece->bytes);
            memcpy(piece->place == POINTED_BY_GENERAL ? (unsigned char *)&frame.general[piece->index] : stack + piece->at, &copy, 8);
        } else {
            memcpy(place_of(&frame, stack, piece, 0), piece->data, piece->bytes);
        }
    }
    unsigned char *slot = sret + 64;
    if (one->sret_register >= 0) memcpy(&frame.general[one->sret_register], &slot, 8);
    trampoline(&frame);
    for (unsigned int i = 0; i < one->result_count; i++) {
        const Piece *piece = &one->results[i];
        if (memcmp(place_of(&frame, stack, piece, 1), piece->data, piece->bytes)) fail("C returns elsewhere, piece", i);
    }
    if (one->sret_register >= 0) {
        for (unsigned int i = 0; i < one->sret_range_count; i++)
            if (memcmp(slot + one->sret_ranges[i].offset, one->sret_data + one->sret_ranges[i].offset, one->sret_ranges[i].bytes))
                fail("C writes the result elsewhere, range", i);
        for (unsigned int i = 0; i < 64; i++)
            if (sret[i] != 0xa5 || slot[one->sret_bytes + i] != 0xa5) { fail("C writes around the result, byte", i); break; }
        if (one->sret_returned && frame.general_results[0] != (uint64_t)slot) fail("C does not return the address", 0);
    }
}

// The description's callee, entered from `record`.
void after_recording(void) {
    const Case *one = current;
    for (unsigned int i = 0; i < one->argument_count; i++) {
        const Piece *piece = &one->arguments[i];
        if (memcmp(place_of(&recorded, recorded_stack, piece, 0), piece->data, piece->bytes)) fail("C passes elsewhere, piece", i);
    }
    if (one->vector_count > recorded.vector_count) fail("C announces fewer vector registers than", one->vector_count);
    memset(recorded.general_results, 0xa5, sizeof recorded.general_results);
    memset(recorded.vector_results, 0xa5, sizeof recorded.vector_results);
    for (unsigned int i = 0; i < one->result_count; i++)
        memcpy(place_of(&recorded, recorded_stack, &one->results[i], 1), one->results[i].data, one->results[i].bytes);
    if (one->sret_register >= 0) {
        unsigned char *slot;
        memcpy(&slot, &recorded.general[one->sret_register], 8);
        memcpy(slot, one->sret_data, one->sret_bytes);
        if (one->sret_returned) recorded.general_results[0] = (uint64_t)slot;
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

static __attribute__((noinline)) void run(volatile unsigned char *pad) {
    pad[0] = 1;
    for (unsigned int i = 0; i < case_count; i++) {
        call_c(&cases[i]);
        called_from_c(&cases[i]);
    }
}

int main(void) {
    volatile unsigned char pad[16384];
    run(pad);
    printf("%u cases, %u failures\n", case_count, failures);
    return failures ? 1 : 0;
}
