// POWER, ELF V2. r30 holds the frame, r31 the stack pointer of the caller.
.macro load_general register, offset
    ld %\register, \offset(%r30)
.endm
.macro store_general register, offset
    std %\register, \offset(%r30)
.endm
.macro load_float register, offset
    lfd %\register, \offset(%r30)
.endm
.macro store_float register, offset
    stfd %\register, \offset(%r30)
.endm
.macro load_vector register, offset
    li %r0, \offset
    lvx %\register, %r30, %r0
.endm
.macro store_vector register, offset
    li %r0, \offset
    stvx %\register, %r30, %r0
.endm
// r4 bytes from r6 to r5.
.macro copy
1:
    cmpdi %r4, 0
    beq 2f
    ld %r7, 0(%r6)
    std %r7, 0(%r5)
    addi %r6, %r6, 8
    addi %r5, %r5, 8
    addi %r4, %r4, -8
    b 1b
2:
.endm
.macro save
    mflr %r0
    std %r0, 16(%r1)
    std %r31, -8(%r1)
    std %r30, -16(%r1)
    std %r2, -24(%r1)
    mr %r31, %r1
.endm
.macro restore
    mr %r1, %r31
    ld %r30, -16(%r1)
    ld %r31, -8(%r1)
    ld %r0, 16(%r1)
    mtlr %r0
    blr
.endm

.abiversion 2
.text
.globl trampoline
.type trampoline, @function
trampoline:
    addis %r2, %r12, .TOC.-trampoline@ha
    addi %r2, %r2, .TOC.-trampoline@l
.localentry trampoline, .-trampoline
    save
    mr %r30, %r3
    ld %r4, 16(%r30)
    subf %r5, %r4, %r1
    addi %r5, %r5, -64
    rldicr %r5, %r5, 0, 57
    mr %r1, %r5
    std %r5, 40(%r30)
    ld %r6, 8(%r30)
    copy
    load_arguments
    ld %r12, 0(%r30)
    mtctr %r12
    bctrl
    ld %r2, -24(%r31)
    store_results
    ld %r4, 16(%r30)
    mr %r6, %r1
    ld %r5, 8(%r30)
    copy
    restore

.globl record
.type record, @function
record:
    addis %r2, %r12, .TOC.-record@ha
    addi %r2, %r2, .TOC.-record@l
.localentry record, .-record
    save
    addis %r30, %r2, recorded@toc@ha
    addi %r30, %r30, recorded@toc@l
    store_arguments
    std %r1, 40(%r30)
    mr %r6, %r1
    addis %r5, %r2, recorded_area@toc@ha
    addi %r5, %r5, recorded_area@toc@l
    addi %r5, %r5, 64
    li %r4, 8192
    copy
    stdu %r1, -128(%r1)
    bl after_recording
    nop
    load_results
    restore
