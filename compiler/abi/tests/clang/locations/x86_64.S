// x86-64, on Linux and on Windows. rbx holds the frame.
.macro load_general register, offset
    mov \offset(%rbx), %\register
.endm
.macro store_general register, offset
    mov %\register, \offset(%rbx)
.endm
.macro load_float register, offset
    movups \offset(%rbx), %\register
.endm
.macro store_float register, offset
    movups %\register, \offset(%rbx)
.endm

.text
.globl trampoline
trampoline:
    push %rbp
    mov %rsp, %rbp
    push %rbx
    push %rdi
    push %rsi
    push %r12
#ifdef _WIN32
    mov %rcx, %rbx
#else
    mov %rdi, %rbx
#endif
    mov 16(%rbx), %rcx
    sub %rcx, %rsp
    and $-64, %rsp
    mov %rsp, 40(%rbx)
    mov 8(%rbx), %rsi
    mov %rsp, %rdi
    rep movsb
    mov 24(%rbx), %rax
    load_arguments
    call *(%rbx)
    store_results
    cmpq $1, 32(%rbx)
    jb 1f
    fstpt X87_RESULTS(%rbx)
    cmpq $2, 32(%rbx)
    jb 1f
    fstpt X87_RESULTS+16(%rbx)
1:
    mov 16(%rbx), %rcx
    mov %rsp, %rsi
    mov 8(%rbx), %rdi
    rep movsb
    lea -32(%rbp), %rsp
    pop %r12
    pop %rsi
    pop %rdi
    pop %rbx
    pop %rbp
    ret

.globl record
record:
    push %rbx
    push %rdi
    push %rsi
    lea recorded(%rip), %rbx
    store_arguments
    movzbl %al, %eax
    mov %rax, 24(%rbx)
    lea 32(%rsp), %rsi
    mov %rsi, 40(%rbx)
    lea recorded_area+64(%rip), %rdi
    mov $8192, %ecx
    rep movsb
    sub $32, %rsp
    call after_recording
    add $32, %rsp
    cmpq $2, 32(%rbx)
    jb 1f
    fldt X87_RESULTS+16(%rbx)
1:
    cmpq $1, 32(%rbx)
    jb 2f
    fldt X87_RESULTS(%rbx)
2:
    load_results
    pop %rsi
    pop %rdi
    pop %rbx
    ret
