//! The C half of a suite: the types, the functions that the language calls, and the calls into the language.
//!
//! The values are constant data and the work on whole values is one function per type, so that thousands of signatures
//! compile fast; but the callee reads each leaf of its parameters by name, as people write it, because a compiler takes
//! other liberties with a field in a register than with bytes in memory.

use super::{Calling, Case, Kind, Leaf, Placing, Scalar, Shape, Suite, leaves, pattern};
use std::fmt::Write;

/// The tag of a result's bytes; larger than any argument's.
pub const RESULT: u32 = 99;

/// The C file of a suite. It exports `c_N` for each signature, `call_N` which calls the language's `lang_N`, and `failures`.
pub fn file(suite: &Suite) -> String {
    let mut text = String::from(PRELUDE);
    for scalar in Scalar::ALL {
        let shape = Shape::Scalar(scalar);
        let _ = writeln!(text, "typedef {} {};", scalar_name(scalar), name(shape));
        helpers(&mut text, suite, shape);
    }
    for (index, record) in suite.records.iter().enumerate() {
        let word = match record.kind {
            Kind::Struct => "struct",
            Kind::Union => "union",
        };
        let fields: Vec<_> = record
            .fields
            .iter()
            .enumerate()
            .map(|(number, field)| declare(field.shape, &format!("f{number}")))
            .collect();
        let mut attributes = String::new();
        if record.packed {
            attributes += " __attribute__((packed))";
        }
        if let Some(align) = record.align {
            let _ = write!(attributes, " __attribute__((aligned({align})))");
        }
        let _ = writeln!(text, "typedef {word} {{ {}; }}{attributes} R{index};", fields.join("; "));
        helpers(&mut text, suite, Shape::Record(index));
    }
    for (index, case) in suite.cases.iter().enumerate() {
        for (number, shape) in case.parameters.iter().enumerate() {
            constant(&mut text, suite, *shape, &format!("k{index}_{number}"), number as u32);
        }
        if let Some(result) = case.result {
            constant(&mut text, suite, result, &format!("k{index}_r"), RESULT);
        }
        callee(&mut text, suite, index, case);
        caller(&mut text, suite, index, case);
    }
    text
}

const PRELUDE: &str = r#"#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#define BEFORE 0x1122334455667788ull
#define AFTER 0x8877665544332211ull
#define ONCE static __attribute__((noinline))
int64_t failures = 0;
/* Says which value is wrong and shows its bytes; each byte of an expected value says whose it is. */
ONCE void fail(int signature, const char *who, int value, const void *bytes, unsigned size) {
    failures++;
    if (failures >= 20) return;
    printf("signature %d: C %s %d:", signature, who, value);
    for (unsigned byte = 0; byte < size; byte++) printf(" %02x", ((const unsigned char *)bytes)[byte]);
    printf("\n");
    fflush(stdout);
}
/* Says which parameters of a callee are wrong. */
ONCE void refuse(int signature, int bad) {
    for (int number = 0; bad >> number; number++)
        if (bad >> number & 1) fail(signature, "callee's parameter", number, 0, 0);
}
/* A callee owns its arguments: what it writes there must not reach the caller's values. */
ONCE void spoil(void *argument, unsigned size) {
    memset(argument, 0xEE, size);
    __asm__ volatile("" : : "r"(argument) : "memory");
}
/* All of a small value's register: clang takes for granted that whoever passes it has widened it to 32 bits. */
ONCE int32_t whole(int32_t value) {
    __asm__ volatile("" : "+r"(value));
    return value;
}
/* Memory of `size` bytes that ends where a page without any access begins. */
void *at_edge(int64_t number, int64_t size) {
    static char *pages[17];
    long page = sysconf(_SC_PAGESIZE);
    if (!pages[number]) {
        pages[number] = mmap(0, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        mprotect(pages[number] + page, page, PROT_NONE);
    }
    return pages[number] + page - size;
}
"#;

fn scalar_name(scalar: Scalar) -> String {
    match scalar {
        Scalar::Integer { bytes: 16, signed: true } => "__int128".to_owned(),
        Scalar::Integer { bytes: 16, signed: false } => "unsigned __int128".to_owned(),
        Scalar::Integer { bytes, signed } => format!("{}int{}_t", if signed { "" } else { "u" }, bytes * 8),
        Scalar::F32 => "float".to_owned(),
        Scalar::F64 => "double".to_owned(),
        Scalar::Bool => "_Bool".to_owned(),
        Scalar::Pointer => "void *".to_owned(),
    }
}

/// One word that names a type, also inside other names.
fn name(shape: Shape) -> String {
    match shape {
        Shape::Scalar(Scalar::Integer { bytes, signed }) => format!("{}{}", if signed { 'i' } else { 'u' }, bytes * 8),
        Shape::Scalar(Scalar::F32) => "f32".to_owned(),
        Shape::Scalar(Scalar::F64) => "f64".to_owned(),
        Shape::Scalar(Scalar::Bool) => "boolean".to_owned(),
        Shape::Scalar(Scalar::Pointer) => "pointer".to_owned(),
        Shape::Record(index) => format!("R{index}"),
        Shape::Array(element, _) => name(Shape::Scalar(element)),
    }
}

fn declare(shape: Shape, variable: &str) -> String {
    match shape {
        Shape::Array(_, length) => format!("{} {variable}[{length}]", name(shape)),
        Shape::Scalar(_) | Shape::Record(_) => format!("{} {variable}", name(shape)),
    }
}

/// The functions of a type: fill a value and nothing but its leaves, compare all its bytes, and the same with guards.
fn helpers(text: &mut String, suite: &Suite, shape: Shape) {
    let name = name(shape);
    let _ = writeln!(text, "typedef struct {{ uint64_t before; {name} v; uint64_t after; }} G{name};");
    let _ = writeln!(text, "ONCE void fill_{name}({name} *to, const {name} *from) {{\n  memset(to, 0xCC, sizeof *to);");
    for leaf in leaves(suite, shape, 0) {
        let _ = writeln!(text, "  (*to){0} = (*from){0};", leaf.path);
    }
    let _ = writeln!(
        text,
        "}}\nONCE void same_{name}({name} *it, const {name} *wanted, int signature, int value) {{\n  {name} fresh;\n  \
         fill_{name}(&fresh, wanted);\n  if (memcmp(&fresh, it, sizeof fresh)) \
         fail(signature, \"caller's value after the call\", value, it, sizeof *it);\n}}"
    );
    let _ = writeln!(
        text,
        "ONCE void make_{name}(G{name} *to, const {name} *from) {{\n  to->before = BEFORE;\n  to->after = AFTER;\n  \
         fill_{name}(&to->v, from);\n}}"
    );
    let _ = writeln!(
        text,
        "ONCE void guards_{name}(G{name} *it, int signature, int value) {{\n  if (it->before != BEFORE || it->after != \
         AFTER) fail(signature, \"caller's guard\", value, it, sizeof *it);\n}}\n\
         ONCE void kept_{name}(G{name} *it, const {name} *wanted, int signature, int value) {{\n  \
         same_{name}(&it->v, wanted, signature, value);\n  guards_{name}(it, signature, value);\n}}"
    );
}

fn literal(leaf: &Leaf) -> String {
    match leaf.scalar {
        Scalar::Integer { bytes, .. } => {
            let bits = pattern(leaf.seed, bytes);
            let (high, low) = ((bits >> 64) as u64, bits as u64);
            let name = name(Shape::Scalar(leaf.scalar));
            match bytes {
                16 => format!("({name})(((unsigned __int128)0x{high:x}ull << 64) | 0x{low:x}ull)"),
                _ => format!("({name})0x{low:x}ull"),
            }
        }
        Scalar::F32 => format!("{}.5f", leaf.seed),
        Scalar::F64 => format!("{}.25", leaf.seed),
        Scalar::Bool => (leaf.seed % 2).to_string(),
        Scalar::Pointer => format!("(void *)0x{:x}ull", pattern(leaf.seed, 8) as u64),
    }
}

/// A value as data: `static const`, so that making it costs no code.
fn constant(text: &mut String, suite: &Suite, shape: Shape, variable: &str, tag: u32) {
    let values: Vec<_> = leaves(suite, shape, tag)
        .iter()
        .map(|leaf| match leaf.path.is_empty() {
            true => literal(leaf),
            false => format!("{} = {}", leaf.path, literal(leaf)),
        })
        .collect();
    let type_name = name(shape);
    let values = match shape {
        Shape::Scalar(_) => values.join(""),
        Shape::Array(..) | Shape::Record(_) => format!("{{ {} }}", values.join(", ")),
    };
    let _ = writeln!(text, "static const {type_name} {variable} = {values};");
}

/// Whether C's conventions may widen a value to 32 bits.
fn is_widened(shape: Shape) -> bool {
    matches!(shape, Shape::Scalar(Scalar::Integer { bytes: 1 | 2, .. } | Scalar::Bool))
}

/// Whether any leaf differs, as one expression without branches.
fn differs(suite: &Suite, shape: Shape, place: &str, tag: u32) -> String {
    let differences: Vec<_> =
        leaves(suite, shape, tag).iter().map(|leaf| format!("({place}{} != {})", leaf.path, literal(leaf))).collect();
    match differences.is_empty() {
        true => "0".to_owned(),
        false => differences.join(" | "),
    }
}

/// The head of a function with so many named parameters.
fn signature(function: &str, case: &Case, named: usize) -> String {
    let mut parameters: Vec<_> = case
        .parameters
        .iter()
        .take(named)
        .enumerate()
        .map(|(number, shape)| declare(*shape, &format!("p{number}")))
        .collect();
    if let Calling::Variadic(_) = case.calling
        && function.starts_with("c_")
    {
        parameters.push("...".to_owned());
    }
    format!("{} {function}({})", case.result.map_or_else(|| "void".to_owned(), name), parameters.join(", "))
}

fn callee(text: &mut String, suite: &Suite, index: usize, case: &Case) {
    let named = match case.calling {
        Calling::Name | Calling::Pointer => case.parameters.len(),
        Calling::Variadic(named) => named,
    };
    let _ = writeln!(text, "{} {{", signature(&format!("c_{index}"), case, named));
    if let Calling::Variadic(_) = case.calling {
        let _ = writeln!(text, "  va_list list; va_start(list, p{});", named - 1);
    }
    for (number, shape) in case.parameters.iter().enumerate().skip(named) {
        let name = name(*shape);
        let promoted = match shape {
            Shape::Scalar(Scalar::F32) => "double".to_owned(),
            shape if is_widened(*shape) => "int".to_owned(),
            Shape::Scalar(_) | Shape::Array(..) | Shape::Record(_) => name.clone(),
        };
        let _ = writeln!(text, "  {name} p{number} = va_arg(list, {promoted});");
    }
    // First of all, while the registers are as they came.
    for (number, shape) in case.parameters.iter().enumerate() {
        if is_widened(*shape) {
            let _ = writeln!(text, "  int32_t w{number} = whole(p{number});");
        }
    }
    text.push_str("  int bad = 0;\n");
    for (number, shape) in case.parameters.iter().enumerate() {
        let place = format!("{}{number}", if is_widened(*shape) { 'w' } else { 'p' });
        let _ = writeln!(text, "  bad |= ({}) << {number};", differs(suite, *shape, &place, number as u32));
    }
    let _ = writeln!(text, "  if (bad) refuse({index}, bad);");
    // Small scalars keep out of memory, so that the bits beyond the value stay what the caller passed.
    for (number, shape) in case.parameters.iter().enumerate() {
        if !is_widened(*shape) {
            let _ = writeln!(text, "  spoil(&p{number}, sizeof p{number});");
        }
    }
    if let Some(result) = case.result {
        let name = name(result);
        let _ = writeln!(text, "  {name} r; fill_{name}(&r, &k{index}_r);\n  return r;");
    }
    text.push_str("}\n");
}

fn caller(text: &mut String, suite: &Suite, index: usize, case: &Case) {
    let _ = writeln!(
        text,
        "{};\nvoid call_{index}(void) {{",
        signature(&format!("lang_{index}"), case, case.parameters.len())
    );
    let mut arguments = Vec::new();
    for (number, shape) in case.parameters.iter().enumerate() {
        let name = name(*shape);
        match suite.placing {
            Placing::Guarded => {
                let _ = writeln!(text, "  G{name} a{number}; make_{name}(&a{number}, &k{index}_{number});");
                arguments.push(format!("a{number}.v"));
            }
            Placing::PageEdge => {
                let _ = writeln!(
                    text,
                    "  {name} *a{number} = at_edge({number}, sizeof *a{number}); fill_{name}(a{number}, &k{index}_{number});"
                );
                arguments.push(format!("*a{number}"));
            }
        }
    }
    let call = format!("lang_{index}({})", arguments.join(", "));
    match case.result {
        Some(result) => {
            let name = name(result);
            let (declaration, place) = match suite.placing {
                Placing::Guarded => {
                    (format!("G{name} r; memset(&r, 0xBB, sizeof r); r.before = BEFORE; r.after = AFTER;"), "r.v")
                }
                Placing::PageEdge => (format!("{name} *r = at_edge(16, sizeof *r);"), "(*r)"),
            };
            let _ = writeln!(text, "  {declaration}\n  {place} = {call};");
            let _ = writeln!(
                text,
                "  if ({}) fail({index}, \"caller's result\", 0, &{place}, sizeof {place});",
                differs(suite, result, place, RESULT)
            );
            if let Placing::Guarded = suite.placing {
                let _ = writeln!(text, "  guards_{name}(&r, {index}, 100);");
            }
        }
        None => {
            let _ = writeln!(text, "  {call};");
        }
    }
    for (number, shape) in case.parameters.iter().enumerate() {
        let name = name(*shape);
        let _ = match suite.placing {
            Placing::Guarded => writeln!(text, "  kept_{name}(&a{number}, &k{index}_{number}, {index}, {number});"),
            Placing::PageEdge => writeln!(text, "  same_{name}(a{number}, &k{index}_{number}, {index}, {number});"),
        };
    }
    text.push_str("}\n");
}
