//! The C half of a suite: the types, the functions that the language calls, and the calls into the language.

use super::{Case, Kind, Leaf, Scalar, Shape, Suite, leaves, pattern};
use std::fmt::Write;

/// The C file of a suite. It exports `c_N` for each signature, `call_N` which calls the language's `lang_N`, and `failures`.
pub fn file(suite: &Suite) -> String {
    let mut text = String::from(PRELUDE);
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
        let _ = writeln!(
            text,
            "typedef {word} {{ {}; }}{attributes} R{index};",
            fields.join("; ")
        );
    }
    for (index, case) in suite.cases.iter().enumerate() {
        callee(&mut text, suite, index, case);
        caller(&mut text, suite, index, case);
    }
    text
}

const PRELUDE: &str = r#"#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define BEFORE 0x1122334455667788ull
#define AFTER 0x8877665544332211ull
int64_t failures = 0;
static void fail(int signature, const char *who, const char *what) {
    failures++;
    if (failures < 20) { printf("signature %d: C %s: %s\n", signature, who, what); fflush(stdout); }
}
"#;

fn type_name(shape: Shape) -> String {
    match shape {
        Shape::Scalar(Scalar::Integer { bytes: 16, signed }) => if signed {
            "__int128"
        } else {
            "unsigned __int128"
        }
        .to_owned(),
        Shape::Scalar(Scalar::Integer { bytes, signed }) => {
            format!("{}int{}_t", if signed { "" } else { "u" }, bytes * 8)
        }
        Shape::Scalar(Scalar::F32) => "float".to_owned(),
        Shape::Scalar(Scalar::F64) => "double".to_owned(),
        Shape::Scalar(Scalar::Bool) => "_Bool".to_owned(),
        Shape::Scalar(Scalar::Pointer) => "void *".to_owned(),
        Shape::Record(index) => format!("R{index}"),
        Shape::Array(element, _) => type_name(Shape::Scalar(element)),
    }
}

fn declare(shape: Shape, name: &str) -> String {
    match shape {
        Shape::Array(_, length) => format!("{} {name}[{length}]", type_name(shape)),
        Shape::Scalar(_) | Shape::Record(_) => format!("{} {name}", type_name(shape)),
    }
}

fn literal(leaf: &Leaf) -> String {
    match leaf.scalar {
        Scalar::Integer { bytes, .. } => {
            let bits = pattern(leaf.seed, bytes);
            let (high, low) = ((bits >> 64) as u64, bits as u64);
            let name = type_name(Shape::Scalar(leaf.scalar));
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

fn fill(text: &mut String, suite: &Suite, shape: Shape, place: &str, tag: u32) {
    for leaf in leaves(suite, shape, tag) {
        let _ = writeln!(text, "  {place}{} = {};", leaf.path, literal(&leaf));
    }
}

fn check(
    text: &mut String,
    suite: &Suite,
    signature: usize,
    shape: Shape,
    place: &str,
    tag: u32,
    who: &str,
) {
    for leaf in leaves(suite, shape, tag) {
        let path = format!("{place}{}", leaf.path);
        let _ = writeln!(
            text,
            "  if ({path} != {}) fail({signature}, \"{who}\", \"{path}\");",
            literal(&leaf)
        );
    }
}

fn signature(name: &str, case: &Case) -> String {
    let parameters: Vec<_> = case
        .parameters
        .iter()
        .enumerate()
        .map(|(number, shape)| declare(*shape, &format!("p{number}")))
        .collect();
    format!(
        "{} {name}({})",
        case.result.map_or_else(|| "void".to_owned(), type_name),
        parameters.join(", ")
    )
}

/// The tag of a result's bytes; larger than any argument's.
pub const RESULT: u32 = 99;

fn callee(text: &mut String, suite: &Suite, index: usize, case: &Case) {
    let _ = writeln!(text, "{} {{", signature(&format!("c_{index}"), case));
    for (number, shape) in case.parameters.iter().enumerate() {
        check(
            text,
            suite,
            index,
            *shape,
            &format!("p{number}"),
            number as u32,
            "callee",
        );
    }
    // A callee owns its arguments: what it writes there must not reach the caller's values.
    for number in 0..case.parameters.len() {
        let _ = writeln!(
            text,
            "  memset(&p{number}, 0xEE, sizeof p{number}); __asm__ volatile(\"\" : : \"r\"(&p{number}) : \"memory\");"
        );
    }
    if let Some(result) = case.result {
        let _ = writeln!(
            text,
            "  {};\n  memset(&r, 0xDD, sizeof r);",
            declare(result, "r")
        );
        fill(text, suite, result, "r", RESULT);
        text.push_str("  return r;\n");
    }
    text.push_str("}\n");
}

fn caller(text: &mut String, suite: &Suite, index: usize, case: &Case) {
    let _ = writeln!(
        text,
        "{};\nvoid call_{index}(void) {{",
        signature(&format!("lang_{index}"), case)
    );
    for (number, shape) in case.parameters.iter().enumerate() {
        let _ = writeln!(
            text,
            "  struct {{ uint64_t before; {}; uint64_t after; }} a{number};",
            declare(*shape, "v")
        );
        let _ = writeln!(
            text,
            "  memset(&a{number}, 0xCC, sizeof a{number}); a{number}.before = BEFORE; a{number}.after = AFTER;"
        );
        fill(text, suite, *shape, &format!("a{number}.v"), number as u32);
    }
    let arguments: Vec<_> = (0..case.parameters.len())
        .map(|number| format!("a{number}.v"))
        .collect();
    let call = format!("lang_{index}({})", arguments.join(", "));
    match case.result {
        Some(result) => {
            let _ = writeln!(
                text,
                "  struct {{ uint64_t before; {}; uint64_t after; }} r;",
                declare(result, "v")
            );
            text.push_str("  memset(&r, 0xBB, sizeof r); r.before = BEFORE; r.after = AFTER;\n");
            let _ = writeln!(text, "  r.v = {call};");
            check(text, suite, index, result, "r.v", RESULT, "caller's result");
            let _ = writeln!(
                text,
                "  if (r.before != BEFORE || r.after != AFTER) fail({index}, \"caller\", \"guard of the result\");"
            );
        }
        None => {
            let _ = writeln!(text, "  {call};");
        }
    }
    for (number, shape) in case.parameters.iter().enumerate() {
        check(
            text,
            suite,
            index,
            *shape,
            &format!("a{number}.v"),
            number as u32,
            "caller's value after the call",
        );
        let _ = writeln!(
            text,
            "  if (a{number}.before != BEFORE || a{number}.after != AFTER) fail({index}, \"caller\", \"guard of an argument\");"
        );
    }
    text.push_str("}\n");
}
