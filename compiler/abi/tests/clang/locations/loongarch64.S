// LoongArch with doubles. s0 holds the frame.
.macro load_general register, offset
    ld.d $\register, $s0, \offset
.endm
.macro store_general register, offset
    st.d $\register, $s0, \offset
.endm
.macro load_float register, offset
    fld.d $\register, $s0, \offset
.endm
.macro store_float register, offset
    fst.d $\register, $s0, \offset
.endm
// t0 bytes from t2 to t1.
.macro copy
1:
    beqz $t0, 2f
    ld.d $t3, $t2, 0
    st.d $t3, $t1, 0
    addi.d $t2, $t2, 8
    addi.d $t1, $t1, 8
    addi.d $t0, $t0, -8
    b 1b
2:
.endm

.text
.globl _start
_start:
    ld.d $a0, $sp, 0
    addi.d $a1, $sp, 8
    bstrins.d $sp, $zero, 3, 0
    bl main
    li.w $a7, 94
    syscall 0

.globl trampoline
trampoline:
    addi.d $sp, $sp, -32
    st.d $ra, $sp, 0
    st.d $fp, $sp, 8
    st.d $s0, $sp, 16
    move $fp, $sp
    move $s0, $a0
    ld.d $t0, $s0, 16
    sub.d $t1, $sp, $t0
    bstrins.d $t1, $zero, 5, 0
    move $sp, $t1
    st.d $t1, $s0, 40
    ld.d $t2, $s0, 8
    copy
    load_arguments
    ld.d $t0, $s0, 0
    jirl $ra, $t0, 0
    store_results
    ld.d $t0, $s0, 16
    move $t2, $sp
    ld.d $t1, $s0, 8
    copy
    move $sp, $fp
    ld.d $ra, $sp, 0
    ld.d $fp, $sp, 8
    ld.d $s0, $sp, 16
    addi.d $sp, $sp, 32
    ret

.globl record
record:
    addi.d $sp, $sp, -32
    st.d $ra, $sp, 0
    st.d $s0, $sp, 16
    la.pcrel $s0, recorded
    store_arguments
    addi.d $t2, $sp, 32
    st.d $t2, $s0, 40
    la.pcrel $t1, recorded_area+64
    ori $t0, $zero, 0x800
    slli.d $t0, $t0, 2
    copy
    bl after_recording
    load_results
    ld.d $ra, $sp, 0
    ld.d $s0, $sp, 16
    addi.d $sp, $sp, 32
    ret
