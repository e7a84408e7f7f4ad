//! Blocks: loops, switches, orders in which blocks may stand.

use mir::{
    Align, BinaryOperator, CheckKind, Comparison, FunctionBuilder, IndexForm, Module, ReturnValue, Scalar, SiteKind,
    SlicePart, SlotData, SlotKind, Value,
};

use super::{add, assert_silent, at, call_c, call_own, function, run_over, run_with_c, runnable_targets};

#[test]
fn a_loop_carries_values_through_block_parameters() {
    let mut memory = [0u64; 1];
    run_over(&mut memory, |module, builder, memory| {
        let sum = function(module, "sum", &[Scalar::I64], Some(Scalar::I64), |_, builder, values| {
            // The exit stands before the body, and the body before the head.
            let exit = builder.block_with(&[Scalar::I64]);
            let body = builder.block();
            let head = builder.block_with(&[Scalar::I64, Scalar::I64]);
            let zero = builder.integer(Scalar::I64, 0);
            builder.jump(head, &[zero, zero]);
            let (index, total) = (builder.block_parameter(head, 0), builder.block_parameter(head, 1));
            builder.switch_to(exit);
            let result = builder.block_parameter(exit, 0);
            builder.return_value(ReturnValue::Scalar(result));
            builder.switch_to(body);
            let total_next = add(builder, total, index);
            let one = builder.integer(Scalar::I64, 1);
            let index_next = add(builder, index, one);
            builder.jump(head, &[index_next, total_next]);
            builder.switch_to(head);
            let more = builder.compare(Comparison::Less, index, values[0]);
            builder.branch(more, (body, &[]), (exit, &[total]));
        });
        let limit = builder.integer(Scalar::I64, 1000);
        let result = call_own(module, builder, sum, &[limit], Some(Scalar::I64)).expect("a result");
        builder.store(result, memory, 0);
    });
    assert_eq!(memory, [499_500]);
}

/// A function that gives the position of the case that its parameter equals, or 99.
/// Gives the number of the case, and 99 where there is none.
pub(super) fn switch(module: &mut Module, scalar: Scalar, cases: &[u64]) -> mir::SymbolId {
    let name = format!("switch_{}", module.functions.len());
    function(module, &name, &[scalar], Some(Scalar::I64), |_, builder, values| {
        let give = |builder: &mut FunctionBuilder, block, number| {
            builder.switch_to(block);
            let number: Value = builder.integer(Scalar::I64, number);
            builder.return_value(ReturnValue::Scalar(number));
        };
        let default = builder.block();
        let blocks: Vec<_> = cases.iter().map(|case| (*case, builder.block())).collect();
        builder.switch(values[0], &blocks, default);
        for (index, (_, block)) in blocks.into_iter().enumerate() {
            give(builder, block, index as i128);
        }
        give(builder, default, 99);
    })
}

#[test]
fn switches_find_their_case() {
    let dense: Vec<u64> = (0..9).map(|case| (case * 2i64 - 8) as u64).collect();
    let sparse: Vec<u64> = (0..9).map(|case| (case * case * case * 1000 - 70_000i64) as u64).collect();
    let few = [5u64, i64::MIN as u64, 7];
    let far = [u64::MAX, 1 << 40, (1 << 40) + 1, (1 << 40) + 2, (1 << 40) + 3, (1 << 40) + 4];
    let tests: [(Scalar, &[u64]); 7] = [
        (Scalar::I64, &dense),
        (Scalar::I8, &dense),
        (Scalar::I32, &dense),
        (Scalar::I64, &sparse),
        (Scalar::I32, &sparse),
        (Scalar::I64, &few),
        (Scalar::U64, &far),
    ];
    let mut probes: Vec<u64> = (-20..20).map(|probe| probe as u64).collect();
    probes.extend(tests.iter().flat_map(|(_, cases)| cases.iter().flat_map(|case| [*case, case.wrapping_add(1)])));
    let mut memory = vec![0u64; probes.len() * (1 + tests.len())];
    memory[..probes.len()].copy_from_slice(&probes);
    run_over(&mut memory, |module, builder, memory| {
        let functions = tests.map(|(scalar, cases)| (scalar, switch(module, scalar, cases)));
        for probe in 0..probes.len() {
            for (index, (scalar, function)) in functions.iter().enumerate() {
                let value = builder.load(*scalar, memory, 8 * probe as i32);
                let result = call_own(module, builder, *function, &[value], Some(Scalar::I64)).expect("a result");
                let place = at(builder, memory, 8 * (probes.len() * (1 + index) + probe) as i128);
                builder.store(result, place, 0);
            }
        }
    });
    for (index, (scalar, cases)) in tests.iter().enumerate() {
        for (probe, found) in probes.iter().zip(&memory[probes.len() * (1 + index)..]) {
            let value = mir::constant_bits(*scalar, *probe);
            let expected = cases.iter().position(|case| *case == value).map_or(99, |position| position as u64);
            assert_eq!(*found, expected, "{scalar} {value}");
        }
    }
}

const OF_SLICE: SiteKind = SiteKind::OutOfSlice { part: SlicePart::Index, index: IndexForm::Signed };

#[test]
fn a_check_fails_from_any_frame() {
    for target in runnable_targets() {
        let mut module = Module::new("frames");
        let mut calls = String::new();
        for (index, bytes) in [0u64, 8, 100, 5000, 1 << 20].into_iter().enumerate() {
            let name = format!("fail_{index}");
            function(&mut module, &name, &[Scalar::I64], Some(Scalar::I64), |module, builder, values| {
                let slot = builder.slot(SlotData::frame(bytes, Align::new(16), SlotKind::Local, None));
                let place = builder.slot_address(slot, 0);
                builder.zero(place, bytes.min(64), Align::ONE);
                let limits = builder.slot(SlotData::frame(64, Align::new(8), SlotKind::Local, None));
                let limits = builder.slot_address(limits, 0);
                let thirty = builder.integer(Scalar::I64, 30);
                for at in 0..8 {
                    builder.store(thirty, limits, 8 * at);
                }
                // Eleven arguments: some travel on the stack.
                let arguments = [values[0]; 11];
                let sum = call_c(module, builder, "sum", &arguments, Scalar::I64);
                for line in 0..40 {
                    builder.set_source(line);
                    let index = IndexForm::Signed;
                    // A constant, one in the frame, one at a computed address, and one in a register.
                    let (kind, limit) = match line % 4 {
                        0 => (SiteKind::IndexOutOfBounds { length: 30, index }, builder.integer(Scalar::I64, 30)),
                        1 => (OF_SLICE, builder.load(Scalar::I64, limits, 8)),
                        2 => {
                            let seven = builder.integer(Scalar::I64, 7);
                            let which = builder.binary(BinaryOperator::And, sum, seven);
                            let at = builder.offset(limits, which, 8);
                            (OF_SLICE, builder.load(Scalar::I64, at, 0))
                        }
                        _ => {
                            let thirty = builder.load(Scalar::I64, limits, 16);
                            let less = builder.binary(BinaryOperator::Subtract, thirty, sum);
                            (OF_SLICE, add(builder, sum, less))
                        }
                    };
                    let site = builder.site(kind);
                    let line = builder.integer(Scalar::I64, i128::from(line));
                    let far = add(builder, sum, line);
                    builder.check(CheckKind::Below, far, limit, site);
                }
                builder.return_value(ReturnValue::Scalar(sum));
            });
            calls += &format!("  if (index == {index}) fail_{index}(value);\n");
        }
        let declarations: String = (0..5).map(|index| format!("long fail_{index}(long);\n")).collect();
        let c = format!(
            r#"
            #include <stdio.h>
            #include <stdlib.h>
            #include <setjmp.h>
            struct site {{ int file; unsigned line, column; int message; }};
            static jmp_buf back;
            static volatile long told, form, below, limits_told;
            void panic_index(const struct site *, long, long, long) __asm__("std.runtime.panic_index");
            void panic_index(const struct site *site, long index, long how, long limit) {{
                told = index;
                form = how;
                below = limit;
                longjmp(back, site->line + 1);
            }}
            long sum(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k);
            long sum(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k) {{
                return a + b - c + d - e + f - g + h - i + j - k;
            }}
            {declarations}
            static void call(int index, long value) {{ {calls} }}
            int main(void) {{
                for (volatile int index = 0; index < 5; index++) for (volatile long value = 0; value < 35; value++) {{
                    long line = setjmp(back);
                    if (!line) {{ call(index, value); printf("%d %ld did not fail\n", index, value); }}
                    else if (line - 1 != (value < 30 ? 30 - value : 0)) printf("%d %ld: %ld\n", index, value, line - 1);
                    else if (form % 4 != 1 || told != value + line - 1) printf("%d %ld: told %ld %ld\n", index, value, form, told);
                    if (form > 3 && below != 30) printf("%d %ld: below %ld\n", index, value, below);
                    limits_told += form > 3;
                }}
                if (limits_told < 100) printf("only %ld limits are told\n", limits_told);
                return 0;
            }}
            "#
        );
        assert_silent(&run_with_c(&mut module, target, &c));
    }
}

#[test]
fn a_panic_names_its_site_and_message() {
    for target in runnable_targets() {
        let mut module = Module::new("panic");
        let text = module.strings.intern("out of luck");
        function(&mut module, "fail", &[], None, |_, builder, _| {
            builder.set_source(77);
            builder.site(SiteKind::AddOverflow);
            let site = builder.site(SiteKind::Message(text));
            builder.panic(site);
        });
        let c = r#"
            #include <stdio.h>
            #include <stdlib.h>
            struct site { int file; unsigned line, column; int message; };
            void panic_site(const struct site *site) __asm__("std.runtime.panic_site");
            void panic_site(const struct site *site) {
                const char *start = (const char *)site;
                printf("%s:%u:%u: %s\n", start + site->file, site->line, site->column, start + site->message);
                exit(101);
            }
            void fail(void);
            int main(void) { fail(); return 0; }
        "#;
        let output = run_with_c(&mut module, target, c);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "test.lang:77:7: out of luck\n");
        assert_eq!(output.status.code(), Some(101));
    }
}
