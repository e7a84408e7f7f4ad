// RISC-V with doubles. s1 holds the frame.
.macro load_general register, offset
    ld \register, \offset(s1)
.endm
.macro store_general register, offset
    sd \register, \offset(s1)
.endm
.macro load_float register, offset
    fld \register, \offset(s1)
.endm
.macro store_float register, offset
    fsd \register, \offset(s1)
.endm
// t0 bytes from t2 to t1.
.macro copy
1:
    beqz t0, 2f
    ld t3, 0(t2)
    sd t3, 0(t1)
    addi t2, t2, 8
    addi t1, t1, 8
    addi t0, t0, -8
    j 1b
2:
.endm

.text
.globl trampoline
trampoline:
    addi sp, sp, -32
    sd ra, 0(sp)
    sd s0, 8(sp)
    sd s1, 16(sp)
    mv s0, sp
    mv s1, a0
    ld t0, 16(s1)
    sub t1, sp, t0
    andi t1, t1, -64
    mv sp, t1
    sd t1, 40(s1)
    ld t2, 8(s1)
    copy
    load_arguments
    ld t0, 0(s1)
    jalr t0
    store_results
    ld t0, 16(s1)
    mv t2, sp
    ld t1, 8(s1)
    copy
    mv sp, s0
    ld ra, 0(sp)
    ld s0, 8(sp)
    ld s1, 16(sp)
    addi sp, sp, 32
    ret

.globl record
record:
    addi sp, sp, -32
    sd ra, 0(sp)
    sd s1, 16(sp)
    la s1, recorded
    store_arguments
    addi t2, sp, 32
    sd t2, 40(s1)
    la t1, recorded_area+64
    li t0, 8192
    copy
    call after_recording
    load_results
    ld ra, 0(sp)
    ld s1, 16(sp)
    addi sp, sp, 32
    ret
