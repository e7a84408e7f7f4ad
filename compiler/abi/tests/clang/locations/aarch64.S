// AArch64. x19 holds the frame.
.macro load_general register, offset
    ldr \register, [x19, #\offset]
.endm
.macro store_general register, offset
    str \register, [x19, #\offset]
.endm
.macro load_float register, offset
    add x9, x19, #\offset
    ld1 {\register\().16b}, [x9]
.endm
.macro store_float register, offset
    add x9, x19, #\offset
    st1 {\register\().16b}, [x9]
.endm
// x9 bytes from x11 to x10.
.macro copy
1:
    cbz x9, 2f
    ldr x12, [x11], #8
    str x12, [x10], #8
    sub x9, x9, #8
    b 1b
2:
.endm

.text
.globl trampoline
trampoline:
    stp x29, x30, [sp, #-32]!
    mov x29, sp
    stp x19, x20, [sp, #16]
    mov x19, x0
    ldr x9, [x19, #16]
    sub x10, sp, x9
    and x10, x10, #-64
    mov sp, x10
    str x10, [x19, #40]
    ldr x11, [x19, #8]
    copy
    load_arguments
    ldr x9, [x19]
    blr x9
    store_results
    ldr x9, [x19, #16]
    mov x11, sp
    ldr x10, [x19, #8]
    copy
    mov sp, x29
    ldp x19, x20, [sp, #16]
    ldp x29, x30, [sp], #32
    ret

.globl record
record:
    stp x29, x30, [sp, #-32]!
    mov x29, sp
    stp x19, x20, [sp, #16]
    adrp x19, recorded
    add x19, x19, :lo12:recorded
    store_arguments
    add x11, sp, #32
    str x11, [x19, #40]
    adrp x10, recorded_area+64
    add x10, x10, :lo12:recorded_area+64
    mov x9, #8192
    copy
    bl after_recording
    load_results
    ldp x19, x20, [sp, #16]
    ldp x29, x30, [sp], #32
    ret
