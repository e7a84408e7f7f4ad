//! Code as text for the assembler. That it is the same code is shown next door, where each program with a C half is also
//! assembled from its text.

use std::process::Output;

use abi::Target;
use expect_test::expect;
use mir::backend::TextForm;
use mir::{
    Artifacts, Backend, BinaryOperator, CheckedOperator, Module, Options, ReturnValue, Scalar, SiteKind, SiteTables,
};

use super::control::switch;
use super::{OffsetsAsLines, assert_silent, call_c, common, function, options, run_with_c, runnable_targets};
use crate::Cranelift;

/// Assembles the text of a module, links it with a C half and runs it. The text has no tables of sites: they are written
/// beside it.
pub(super) fn link_and_run(
    module: &Module,
    artifacts: &Artifacts,
    target: Target,
    options: &Options,
    c: &str,
) -> Output {
    let mut text = Cranelift::new().text(module, &target, options, TextForm::Assembly).expect("supported");
    let (mut tables, mut bytes) = (SiteTables::new(true), Vec::new());
    text.push_str("\t.section\t.rodata\n\t.p2align\t4\n.Lsites:\n");
    for function in artifacts.functions.iter().filter(|function| !function.sites.is_empty()) {
        let offset = tables.write(&mut bytes, &function.symbol, &function.sites, &OffsetsAsLines);
        let name = mir::site_table_symbol(&function.symbol);
        // Global, because no entry of a global offset table may be for a place in a section.
        text.push_str(&format!("\t.globl\t{name}\n{name} = .Lsites + {offset}\n"));
    }
    for byte in bytes {
        text.push_str(&format!("\t.byte\t{byte}\n"));
    }
    common::link_and_run(&[("test.s", text.as_bytes())], target, c, &[])
}

/// A function with a check and a constant behind the code.
fn module() -> Module {
    let mut module = Module::new("shown");
    function(&mut module, "half", &[Scalar::I64, Scalar::F64], Some(Scalar::F64), |_, builder, values| {
        builder.set_source(10);
        let site = builder.site(SiteKind::MultiplyOverflow);
        let three = builder.integer(Scalar::I64, 3);
        let tripled = builder.checked(CheckedOperator::Multiply, values[0], three, site);
        builder.set_source(20);
        let as_float = builder.convert(tripled, Scalar::F64);
        let half = builder.float64(0.3);
        let scaled = builder.binary(BinaryOperator::Multiply, values[1], half);
        builder.set_source(30);
        let sum = builder.binary(BinaryOperator::Add, scaled, as_float);
        builder.return_value(ReturnValue::Scalar(sum));
    });
    module
}

fn shown(target: Target) -> String {
    let mut module = module();
    mir::lower_module(&mut module, &target).expect("described");
    let text = Cranelift::new().text(&module, &target, &options(true), TextForm::Assembly);
    text.expect("supported")
}

#[test]
fn code_of_x86_64_has_labels_names_and_lines() {
    expect![[r#"
        	.file	"shown"
        	.file	1 "shown"
        	.text
        	.globl	half
        	.p2align	4
        	.type	half,@function
        half:
        	pushq	%rbp
        	movq	%rsp, %rbp
        	subq	$32, %rsp
        	movq	%r12, (%rsp)
        	movq	%r13, 8(%rsp)
        	movq	%r14, 16(%rsp)
        	movq	%rdi, %r12
        	.loc	1 11 0
        	movl	$3, %eax
        	imulq	%r12
        	movq	%rax, %r14
        	seto	%r13b
        	testb	%r13b, %r13b
        	jne	.LBB0_0
        	.loc	1 21 0
        	xorpd	%xmm15, %xmm15
        	cvtsi2sdq	%r14, %xmm15
        	mulsd	.LCPI0_2(%rip), %xmm0
        	.loc	1 31 0
        	addsd	%xmm15, %xmm0
        	movq	(%rsp), %r12
        	movq	8(%rsp), %r13
        	movq	16(%rsp), %r14
        	addq	$32, %rsp
        	movq	%rbp, %rsp
        	popq	%rbp
        	retq
        .LBB0_0:
        	# failed checks: each enters at an instruction of its own, which tells its site
        	.loc	1 11 0
        	jmp	.LBB0_3
        .LCPI0_1:
        	.zero	15
        .LCPI0_2:
        	.quad	0x3fd3333333333333
        	.quad	0x0000000000000000
        .LBB0_3:
        	.loc	1 0 0
        	leaq	-32(%rbp), %rdi
        	subq	%rsp, %rdi
        	movq	%rdi, %r11
        	shrq	$3, %r11
        	leaq	.LCPI0_1(%rip), %r10
        	subq	%r11, %r10
        	shrq	$2, %rdi
        	leaq	.LCPI0_4(%rip), %rax
        	subq	%rdi, %rax
        	movl	(%rax), %edi
        	shlq	$4, %rdi
        	leaq	half.sites(%rip), %rax
        	addq	%rax, %rdi
        	leaq	-32(%rbp), %rsp
        	pushq	%r10
        	jmp	std.runtime.panic_site
        .LCPI0_4:
        	.long	0
        .Lfunc_end0:
        	.size	half, .Lfunc_end0-half

        	.section	".note.GNU-stack","",@progbits
    "#]]
    .assert_eq(&shown(Target::X86_64_LINUX));
}

#[test]
fn code_of_aarch64_has_labels_names_and_lines() {
    expect![[r#"
        	.file	"shown"
        	.file	1 "shown"
        	.text
        	.globl	half
        	.p2align	4
        	.type	half,@function
        half:
        	stp	x29, x30, [sp, #-16]!
        	mov	x29, sp
        	str	x28, [sp, #-16]!
        	stp	x26, x27, [sp, #-16]!
        	stp	x24, x25, [sp, #-16]!
        	mov	v29.16b, v0.16b
        	mov	x24, x0
        	.loc	1 11 0
        	mov	x25, #3
        	mul	x28, x25, x24
        	smulh	x26, x25, x24
        	cmp	x26, x28, asr #63
        	cset	x27, ne
        	tst	w27, #0xff
        	b.ne	.LBB0_0
        	.loc	1 21 0
        	scvtf	d30, x28
        	ldr	d28, .LCPI0_1
        	fmul	d31, d29, d28
        	.loc	1 31 0
        	fadd	d0, d31, d30
        	ldp	x24, x25, [sp], #16
        	ldp	x26, x27, [sp], #16
        	ldr	x28, [sp], #16
        	ldp	x29, x30, [sp], #16
        	ret
        .LBB0_0:
        	// failed checks: each enters at an instruction of its own, which tells its site
        	.loc	1 11 0
        	bl	.LBB0_2
        .LCPI0_1:
        	.quad	0x3fd3333333333333
        .LBB0_2:
        	.loc	1 0 0
        	adr	x1, .LCPI0_1
        	sub	x0, x30, x1
        	adr	x1, .LCPI0_3
        	ldr	w0, [x1, x0]
        	lsl	x0, x0, #4
        	adrp	x4, half.sites
        	add	x4, x4, :lo12:half.sites
        	add	x0, x0, x4
        	b	std.runtime.panic_site
        .LCPI0_3:
        	.long	0
        .Lfunc_end0:
        	.size	half, .Lfunc_end0-half

        	.section	".note.GNU-stack","",@progbits
    "#]]
    .assert_eq(&shown(Target::AARCH64_LINUX));
}

#[test]
fn tables_and_calls_name_what_they_reach() {
    for target in runnable_targets() {
        let mut module = Module::new("switch");
        // With a gap, so that the table names the default too.
        switch(&mut module, Scalar::I64, &[10, 11, 12, 14, 15, 16]);
        function(&mut module, "absolute", &[Scalar::I64], Some(Scalar::I64), |module, builder, values| {
            let result = call_c(module, builder, "labs", &[values[0]], Scalar::I64);
            builder.return_value(ReturnValue::Scalar(result));
        });
        let c = r#"
            #include <stdio.h>
            long switch_0(long value);
            long absolute(long value);
            int main(void) {
                static const long expected[] = {99, 0, 1, 2, 99, 3, 4, 5, 99};
                for (long i = 0; i < 9; i++)
                    if (switch_0(i + 9) != expected[i]) printf("%ld: %ld\n", i + 9, switch_0(i + 9));
                if (absolute(-7) != 7) puts("absolute");
                return 0;
            }
        "#;
        assert_silent(&run_with_c(&mut module, target, c));
        let text = Cranelift::new().text(&module, &target, &options(false), TextForm::Assembly);
        let text = text.expect("supported");
        let entries: Vec<&str> = text.lines().filter(|line| line.contains("-.LJTI0_")).collect();
        // The default is an entry of its own on AArch64.
        assert!(entries.len() >= 7 && entries.iter().all(|entry| entry.starts_with("\t.long\t.LBB0_")), "{text}");
        let call = match target {
            Target::X86_64_LINUX => "\tcallq\tlabs\n",
            _ => "\tbl\tlabs\n",
        };
        assert!(text.contains(call), "{text}");
    }
}
