//! Checked operations against the C compiler's: which fail, what the others give, and which site a failure names.

use std::fmt::Write;

use mir::{
    BinaryOperator, CheckKind, CheckedOperator, FunctionBuilder, IndexForm, Module, Optimisation, ReturnValue, Scalar,
    SiteKind, SlicePart, Value,
};

use super::{assert_silent, function, run_optimised, runnable_targets};

const TYPES: [(Scalar, &str); 10] = [
    (Scalar::I8, "int8_t"),
    (Scalar::I16, "int16_t"),
    (Scalar::I32, "int32_t"),
    (Scalar::I64, "int64_t"),
    (Scalar::I128, "__int128"),
    (Scalar::U8, "uint8_t"),
    (Scalar::U16, "uint16_t"),
    (Scalar::U32, "uint32_t"),
    (Scalar::U64, "uint64_t"),
    (Scalar::U128, "unsigned __int128"),
];

/// The C half: the panic functions jump back, so that one program tries all operands.
const C_START: &str = r#"
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

struct site { int32_t file; uint32_t line, column; int32_t message; };
#define TEXT(DISTANCE) ((const char *)failed + (DISTANCE))
static jmp_buf back;
static const struct site *failed;
static uint64_t told, form, limit;
_Noreturn void panic_index(const struct site *, uint64_t, uint64_t, uint64_t) __asm__("std.runtime.panic_index");
_Noreturn void panic_index(const struct site *site, uint64_t index, uint64_t how, uint64_t below) {
    /* A misaligned stack would fault here. */
    char buffer[32] __attribute__((aligned(16)));
    snprintf(buffer, sizeof buffer, "%d %f", 1, 2.0);
    failed = site;
    told = index;
    form = how;
    limit = below;
    longjmp(back, 1);
}
_Noreturn void panic_site(const struct site *site) __asm__("std.runtime.panic_site");
_Noreturn void panic_site(const struct site *site) { panic_index(site, 0, 0, 0); }
static const unsigned __int128 samples[] = {
    0, 1, 2, 3, 127, 128, 255, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
    0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, (unsigned __int128)1 << 64, (unsigned __int128)1 << 63,
    ((unsigned __int128)1 << 127) - 1, (unsigned __int128)1 << 127, ((unsigned __int128)1 << 127) + 1, -(unsigned __int128)1,
    -(unsigned __int128)2, -(unsigned __int128)128, -(unsigned __int128)129, -(unsigned __int128)0x8000,
    -(unsigned __int128)0x80000000, -(unsigned __int128)0x8000000000000000, (unsigned __int128)3 << 62,
    ((unsigned __int128)1 << 126) + 5, (unsigned __int128)0xb504f333f9de6484,
};
#define COUNT (sizeof samples / sizeof *samples)
#define TRY(T, F, LINE, MESSAGE, FORM, FAILS, EXPECTED) \
    for (volatile size_t i = 0; i < COUNT; i++) for (volatile size_t j = 0; j < COUNT; j++) { \
        volatile T a = (T)samples[i], b = (T)samples[j]; \
        volatile int fails = (FAILS); \
        failed = 0; \
        volatile T result = 0; \
        if (!setjmp(back)) result = F(a, b); \
        if (fails != (failed != 0)) { printf(#F " %zu %zu: should%s fail\n", i, j, fails ? "" : " not"); exit(1); } \
        if (failed && (failed->line != LINE || failed->column != 7 || strcmp(TEXT(failed->file), "test.lang") \
            || strcmp(TEXT(failed->message), MESSAGE))) \
            { printf(#F " %zu %zu: wrong site %u %s\n", i, j, failed->line, TEXT(failed->message)); exit(1); } \
        if (failed && (form != FORM || told != (FORM ? (uint64_t)a : 0) || (FORM >> 2 && limit != (uint64_t)b))) \
            { printf(#F " %zu %zu: told %lu %ld %ld\n", i, j, form, told, limit); exit(1); } \
        if (!failed && result != (EXPECTED)) { printf(#F " %zu %zu: wrong result\n", i, j); exit(1); } \
    }
"#;

/// Declares an operation in both halves.
fn operation(
    module: &mut Module,
    c: &mut (String, String),
    (scalar, c_type): (Scalar, &str),
    (name, kind): (&str, SiteKind),
    (fails, expected): (&str, &str),
    build: impl FnOnce(&mut FunctionBuilder, Value, Value, mir::SiteId) -> Value,
) {
    let name = format!("{name}_{scalar}");
    let line = module.functions.len() as u32 + 10;
    function(module, &name, &[scalar, scalar], Some(scalar), |_, builder, values| {
        // Another site first, so that numbers and positions are not all 0.
        builder.set_source(line + 1000);
        let other = builder.site(SiteKind::IndexOutOfBounds { length: 4, index: IndexForm::Unsigned });
        let index = builder.integer(Scalar::U64, 3);
        let limit = builder.integer(Scalar::U64, 4);
        builder.check(CheckKind::Below, index, limit, other);
        builder.set_source(line);
        let site = builder.site(kind);
        let result = build(builder, values[0], values[1], site);
        builder.return_value(ReturnValue::Scalar(result));
    });
    let message = kind.message(&module.strings);
    let form = kind.told().map_or(0, mir::Told::code);
    writeln!(c.0, "{c_type} {name}({c_type}, {c_type});").expect("a string grows");
    writeln!(c.1, "    TRY({c_type}, {name}, {line}, \"{message}\", {form}, {fails}, {expected})")
        .expect("a string grows");
}

fn build(module: &mut Module) -> String {
    let mut c = (String::from(C_START), String::from("int main(void) {\n"));
    for ty in TYPES {
        let (scalar, c_type) = ty;
        for (operator, name, builtin, kind) in [
            (CheckedOperator::Add, "add", "add", SiteKind::AddOverflow),
            (CheckedOperator::Subtract, "subtract", "sub", SiteKind::SubtractOverflow),
            (CheckedOperator::Multiply, "multiply", "mul", SiteKind::MultiplyOverflow),
        ] {
            let fails = format!("({{ {c_type} r; __builtin_{builtin}_overflow(a, b, &r); }})");
            let sign = match operator {
                CheckedOperator::Add => "+",
                CheckedOperator::Subtract => "-",
                CheckedOperator::Multiply => "*",
            };
            let expected = format!("({c_type})(a {sign} b)");
            operation(module, &mut c, ty, (name, kind), (&fails, &expected), |builder, left, right, site| {
                builder.checked(operator, left, right, site)
            });
        }
        let divide = |builder: &mut FunctionBuilder, left, right, site| {
            builder.check(CheckKind::NotZero, right, right, site);
            if scalar.is_signed() {
                builder.check(CheckKind::QuotientFits, left, right, site);
            }
            builder.binary(BinaryOperator::Divide, left, right)
        };
        let smallest =
            format!("(({c_type})-1 < 0 && b == ({c_type})-1 && a == ({c_type})(({c_type})1 << {}))", scalar.bits() - 1);
        let fails = format!("(b == 0 || {smallest})");
        operation(module, &mut c, ty, ("divide", SiteKind::DivideByZero), (&fails, "a / b"), divide);
        let shift = |builder: &mut FunctionBuilder, left, right, site| {
            builder.check(CheckKind::ShiftInRange, right, left, site);
            builder.binary(BinaryOperator::ShiftRight, left, right)
        };
        let fails = format!("(b < 0 || b >= {})", scalar.bits());
        operation(module, &mut c, ty, ("shift", SiteKind::ShiftOutOfRange), (&fails, "a >> b"), shift);
        let told = match scalar {
            Scalar::I64 => IndexForm::Signed,
            Scalar::U64 => IndexForm::Unsigned,
            _ => IndexForm::Untold,
        };
        let kind = SiteKind::IndexOutOfBounds { length: 3, index: told };
        let index = |builder: &mut FunctionBuilder, left, right, site| {
            builder.check(CheckKind::Below, left, right, site);
            left
        };
        let fails = format!("((unsigned __int128)a << {0} >= (unsigned __int128)b << {0})", 128 - scalar.bits());
        operation(module, &mut c, ty, ("index", kind), (&fails, "a"), index);
        let kind = SiteKind::OutOfSlice { part: SlicePart::End, index: told };
        operation(module, &mut c, ty, ("slice", kind), (&fails, "a"), index);
    }
    format!("{}{}    return 0;\n}}\n", c.0, c.1)
}

/// The operations and the C half that tries them.
pub(crate) fn program() -> (Module, String) {
    let mut module = Module::new("checks");
    // `b < 0` of unsigned types is meant to be false.
    let c = format!("#pragma GCC diagnostic ignored \"-Wtype-limits\"\n{}", build(&mut module));
    (module, c)
}

#[test]
fn all_checks_agree_with_the_c_compiler() {
    for target in runnable_targets() {
        for optimisation in [Optimisation::None, Optimisation::Speed] {
            let (mut module, c) = program();
            assert_silent(&run_optimised(&mut module, target, optimisation, &c));
        }
    }
}
