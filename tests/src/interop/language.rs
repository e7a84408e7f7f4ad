//! The half of a suite in the language: the types, the functions that C calls, the calls into C, and `main`.

use super::c::RESULT;
use super::{Case, Kind, Leaf, Scalar, Shape, Suite, leaves, pattern};
use std::fmt::Write;

/// The file of a suite in the language; its `main` prints how many signatures agreed and returns 1 if one did not.
pub fn file(suite: &Suite) -> String {
    let mut text = String::from("extern {\n  let mut failures: i64\n");
    for (index, case) in suite.cases.iter().enumerate() {
        let _ = writeln!(
            text,
            "  fn c_{index}({}){}\n  fn call_{index}()",
            parameters(case),
            result(case)
        );
    }
    text.push_str(
        "}\n\nlet BEFORE: u64 = 0x1122334455667788\nlet AFTER: u64 = 0x8877665544332211\n\n",
    );
    text.push_str("fn fail(signature: i64, who: String, what: String) {\n");
    text.push_str("  unsafe {\n    failures += 1\n    if failures < 20 { println(\"signature ${signature}: lang ${who}: ${what}\") }\n  }\n}\n\n");
    for (index, record) in suite.records.iter().enumerate() {
        if record.packed {
            text.push_str("@[packed]\n");
        }
        if let Some(align) = record.align {
            let _ = writeln!(text, "@[align({align})]");
        }
        let word = match record.kind {
            Kind::Struct => "copy",
            Kind::Union => "union",
        };
        let _ = writeln!(text, "type {word} R{index} {{");
        for (number, field) in record.fields.iter().enumerate() {
            let _ = writeln!(text, "  let @f{number}: {}", type_name(field.shape));
        }
        let _ = writeln!(
            text,
            "}}\n\n{}",
            guard(&format!("G{index}"), &format!("R{index}"))
        );
    }
    for scalar in SCALARS {
        let name = type_name(Shape::Scalar(scalar));
        text.push_str(&guard(&guard_name(Shape::Scalar(scalar)), &name));
    }
    for (index, case) in suite.cases.iter().enumerate() {
        callee(&mut text, suite, index, case);
        caller(&mut text, suite, index, case);
    }
    text.push_str("fn main() -> i32 {\n  unsafe {\n");
    for index in 0..suite.cases.len() {
        let _ = writeln!(text, "    from_lang_{index}()\n    call_{index}()");
    }
    let _ = writeln!(
        text,
        "    println(\"{} signatures, ${{failures}} failures\")\n    if failures == 0 {{ 0 }} else {{ 1 }}\n  }}\n}}",
        suite.cases.len()
    );
    text
}

const SCALARS: [Scalar; 14] = [
    Scalar::Integer {
        bytes: 1,
        signed: true,
    },
    Scalar::Integer {
        bytes: 2,
        signed: true,
    },
    Scalar::Integer {
        bytes: 4,
        signed: true,
    },
    Scalar::Integer {
        bytes: 8,
        signed: true,
    },
    Scalar::Integer {
        bytes: 16,
        signed: true,
    },
    Scalar::Integer {
        bytes: 1,
        signed: false,
    },
    Scalar::Integer {
        bytes: 2,
        signed: false,
    },
    Scalar::Integer {
        bytes: 4,
        signed: false,
    },
    Scalar::Integer {
        bytes: 8,
        signed: false,
    },
    Scalar::Integer {
        bytes: 16,
        signed: false,
    },
    Scalar::F32,
    Scalar::F64,
    Scalar::Bool,
    Scalar::Pointer,
];

fn guard(name: &str, value: &str) -> String {
    format!("type copy {name} {{\n  let @before: u64\n  let @v: {value}\n  let @after: u64\n}}\n\n")
}

fn guard_name(shape: Shape) -> String {
    match shape {
        Shape::Scalar(Scalar::Pointer) => "GuardPointer".to_owned(),
        Shape::Scalar(_) | Shape::Array(..) => format!("Guard{}", type_name(shape).to_uppercase()),
        Shape::Record(index) => format!("G{index}"),
    }
}

fn type_name(shape: Shape) -> String {
    match shape {
        Shape::Scalar(Scalar::Integer { bytes, signed }) => {
            format!("{}{}", if signed { 'i' } else { 'u' }, bytes * 8)
        }
        Shape::Scalar(Scalar::F32) => "f32".to_owned(),
        Shape::Scalar(Scalar::F64) => "f64".to_owned(),
        Shape::Scalar(Scalar::Bool) => "bool".to_owned(),
        Shape::Scalar(Scalar::Pointer) => "Pointer[()]".to_owned(),
        Shape::Array(element, length) => {
            format!("[{}; {length}]", type_name(Shape::Scalar(element)))
        }
        Shape::Record(index) => format!("R{index}"),
    }
}

fn parameters(case: &Case) -> String {
    let list: Vec<_> = case
        .parameters
        .iter()
        .enumerate()
        .map(|(number, shape)| format!("p{number}: {}", type_name(*shape)))
        .collect();
    list.join(", ")
}

fn result(case: &Case) -> String {
    case.result
        .map_or_else(String::new, |shape| format!(" -> {}", type_name(shape)))
}

fn literal(leaf: &Leaf) -> String {
    match leaf.scalar {
        Scalar::Integer { bytes, .. } => format!(
            "0x{:x} as {}",
            pattern(leaf.seed, bytes),
            type_name(Shape::Scalar(leaf.scalar))
        ),
        Scalar::F32 => format!("{}.5", leaf.seed),
        Scalar::F64 => format!("{}.25", leaf.seed),
        Scalar::Bool => (leaf.seed % 2 == 1).to_string(),
        Scalar::Pointer => format!("(0x{:x} as u64) as Pointer[()]", pattern(leaf.seed, 8)),
    }
}

/// An expression that makes a value; takes its leaves from the front of `leaves`.
fn construct(suite: &Suite, shape: Shape, leaves: &mut std::vec::IntoIter<Leaf>) -> String {
    match shape {
        Shape::Scalar(_) => leaves
            .next()
            .map_or_else(String::new, |leaf| literal(&leaf)),
        Shape::Array(element, length) => {
            let items: Vec<_> = (0..length)
                .map(|_| construct(suite, Shape::Scalar(element), leaves))
                .collect();
            format!("[{}]", items.join(", "))
        }
        Shape::Record(index) => {
            let record = &suite.records[index];
            let members = match record.kind {
                Kind::Struct => record.fields.len(),
                Kind::Union => 1,
            };
            let fields: Vec<_> = record
                .fields
                .iter()
                .take(members)
                .enumerate()
                .map(|(number, field)| {
                    format!("f{number}: {}", construct(suite, field.shape, leaves))
                })
                .collect();
            format!("R{index}({})", fields.join(", "))
        }
    }
}

fn value(suite: &Suite, shape: Shape, tag: u32) -> String {
    construct(suite, shape, &mut leaves(suite, shape, tag).into_iter())
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
            "    if {path} != {} {{ fail({signature}, \"{who}\", \"{path}\") }}",
            literal(&leaf)
        );
    }
}

fn callee(text: &mut String, suite: &Suite, index: usize, case: &Case) {
    let _ = writeln!(
        text,
        "extern fn lang_{index}({}){} {{\n  unsafe {{",
        parameters(case),
        result(case)
    );
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
    if let Some(shape) = case.result {
        let _ = writeln!(text, "    {}", value(suite, shape, RESULT));
    }
    text.push_str("  }\n}\n\n");
}

fn caller(text: &mut String, suite: &Suite, index: usize, case: &Case) {
    let _ = writeln!(text, "fn from_lang_{index}() {{\n  unsafe {{");
    for (number, shape) in case.parameters.iter().enumerate() {
        let _ = writeln!(
            text,
            "    let a{number} = {}(before: BEFORE, v: {}, after: AFTER)",
            guard_name(*shape),
            value(suite, *shape, number as u32)
        );
    }
    let arguments: Vec<_> = (0..case.parameters.len())
        .map(|number| format!("a{number}.v"))
        .collect();
    let call = format!("c_{index}({})", arguments.join(", "));
    match case.result {
        Some(shape) => {
            // The slot of the result lies between two guard words; another value stands there before.
            let _ = writeln!(
                text,
                "    let mut r = {}(before: BEFORE, v: {}, after: AFTER)",
                guard_name(shape),
                value(suite, shape, 77)
            );
            let _ = writeln!(text, "    r.v = {call}");
            check(text, suite, index, shape, "r.v", RESULT, "caller's result");
            let _ = writeln!(
                text,
                "    if r.before != BEFORE || r.after != AFTER {{ fail({index}, \"caller\", \"guard of the result\") }}"
            );
        }
        None => {
            let _ = writeln!(text, "    {call}");
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
            "    if a{number}.before != BEFORE || a{number}.after != AFTER {{ fail({index}, \"caller\", \"guard of an argument\") }}"
        );
    }
    text.push_str("  }\n}\n\n");
}
