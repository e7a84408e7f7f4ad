// IBM z. r13 holds the frame, r11 the stack pointer of the caller.
.macro load_general register, offset
    lg %\register, \offset(%r13)
.endm
.macro store_general register, offset
    stg %\register, \offset(%r13)
.endm
.macro load_float register, offset
    ld %\register, \offset(%r13)
.endm
.macro store_float register, offset
    std %\register, \offset(%r13)
.endm
.macro load_vector register, offset
    vl %\register, \offset(%r13)
.endm
.macro store_vector register, offset
    vst %\register, \offset(%r13)
.endm
// r1 bytes from r4 to r3.
.macro copy
1:
    ltgr %r1, %r1
    jz 2f
    mvc 0(8,%r3), 0(%r4)
    la %r3, 8(%r3)
    la %r4, 8(%r4)
    aghi %r1, -8
    j 1b
2:
.endm

.text
.globl trampoline
trampoline:
    stmg %r6, %r15, 48(%r15)
    lgr %r11, %r15
    lgr %r13, %r2
    lg %r1, 16(%r13)
    lgr %r3, %r15
    sgr %r3, %r1
    nill %r3, 0xffc0
    lgr %r15, %r3
    stg %r3, 40(%r13)
    lg %r4, 8(%r13)
    copy
    load_arguments
    lg %r1, 0(%r13)
    basr %r14, %r1
    store_results
    lg %r1, 16(%r13)
    lgr %r4, %r15
    lg %r3, 8(%r13)
    copy
    lmg %r6, %r15, 48(%r11)
    br %r14

.globl record
record:
    stmg %r6, %r15, 48(%r15)
    lgr %r11, %r15
    larl %r13, recorded
    store_arguments
    stg %r15, 40(%r13)
    lgr %r4, %r15
    larl %r3, recorded_area+64
    lghi %r1, 8192
    copy
    aghi %r15, -160
    brasl %r14, after_recording
    load_results
    lmg %r6, %r15, 48(%r11)
    br %r14
