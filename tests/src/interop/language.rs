//! The half of a suite in the language: the types, the functions that C calls, the calls into C, and `main`.

use super::c::RESULT;
use super::{Calling, Case, Kind, Leaf, Mistake, Placing, Scalar, Shape, Suite, leaves, pattern};
use std::fmt::Write;

/// The file of a suite in the language; its `main` prints how many signatures agreed and returns 1 if one did not.
pub fn file(suite: &Suite) -> String {
    let mut text =
        String::from("extern {\n  let mut failures: i64\n  fn at_edge(number: i64, size: i64) -> Pointer[()]\n");
    for (index, case) in suite.cases.iter().enumerate() {
        let _ =
            writeln!(text, "  fn c_{index}({}){}\n  fn call_{index}()", c_parameters(suite, case), result(suite, case));
    }
    text.push_str("}\n\nlet BEFORE: u64 = 0x1122334455667788\nlet AFTER: u64 = 0x8877665544332211\n\n");
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
            let _ = writeln!(text, "  let @f{number}: {}", type_name(suite, field.shape));
        }
        let _ = writeln!(text, "}}\n\n{}", guard(&format!("G{index}"), &format!("R{index}")));
    }
    for scalar in Scalar::ALL {
        let name = type_name(suite, Shape::Scalar(scalar));
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

fn guard(name: &str, value: &str) -> String {
    format!("type copy {name} {{\n  let @before: u64\n  let @v: {value}\n  let @after: u64\n}}\n\n")
}

fn guard_name(shape: Shape) -> String {
    match shape {
        Shape::Scalar(Scalar::Pointer) => "GuardPointer".to_owned(),
        Shape::Scalar(scalar) | Shape::Array(scalar, _) => format!("Guard{}", scalar_name(scalar).to_uppercase()),
        Shape::Record(index) => format!("G{index}"),
    }
}

/// A scalar as this half declares it; a mistake declares another of the same size.
fn declared(suite: &Suite, scalar: Scalar) -> Scalar {
    match (suite.mistake, scalar) {
        (Some(Mistake::FloatsAsIntegers), Scalar::F32) => Scalar::integer(4, false),
        (Some(Mistake::FloatsAsIntegers), Scalar::F64) => Scalar::integer(8, false),
        (Some(Mistake::SignedAsUnsigned), Scalar::Integer { bytes, .. }) if bytes < 4 => Scalar::integer(bytes, false),
        _ => scalar,
    }
}

fn type_name(suite: &Suite, shape: Shape) -> String {
    match shape {
        Shape::Scalar(scalar) => scalar_name(declared(suite, scalar)),
        Shape::Array(element, length) => format!("[{}; {length}]", scalar_name(declared(suite, element))),
        Shape::Record(index) => format!("R{index}"),
    }
}

fn scalar_name(scalar: Scalar) -> String {
    match scalar {
        Scalar::Integer { bytes, signed } => format!("{}{}", if signed { 'i' } else { 'u' }, bytes * 8),
        Scalar::F32 => "f32".to_owned(),
        Scalar::F64 => "f64".to_owned(),
        Scalar::Bool => "bool".to_owned(),
        Scalar::Pointer => "Pointer[()]".to_owned(),
    }
}

/// The numbers of the parameters in the order in which this half declares them.
fn order(suite: &Suite, case: &Case) -> Vec<usize> {
    let mut numbers: Vec<_> = (0..case.parameters.len()).collect();
    if let (Some(Mistake::Exchanged), [.., left, right]) = (suite.mistake, &mut numbers[..]) {
        std::mem::swap(left, right);
    }
    numbers
}

fn parameters(suite: &Suite, case: &Case) -> String {
    let list: Vec<_> = order(suite, case)
        .into_iter()
        .map(|number| format!("p{number}: {}", type_name(suite, case.parameters[number])))
        .collect();
    list.join(", ")
}

/// The parameters of the function of C.
fn c_parameters(suite: &Suite, case: &Case) -> String {
    match case.calling {
        Calling::Name | Calling::Pointer => parameters(suite, case),
        Calling::Variadic(named) => {
            let named = Case { parameters: case.parameters[..named].to_vec(), ..case.clone() };
            format!("{}, ...", parameters(suite, &named))
        }
    }
}

fn result(suite: &Suite, case: &Case) -> String {
    case.result.map_or_else(String::new, |shape| format!(" -> {}", type_name(suite, shape)))
}

fn literal(suite: &Suite, leaf: &Leaf) -> String {
    let scalar = declared(suite, leaf.scalar);
    let name = scalar_name(scalar);
    match leaf.scalar {
        Scalar::Integer { bytes, .. } => format!("0x{:x} as {name}", pattern(leaf.seed, bytes)),
        Scalar::F32 if scalar != leaf.scalar => (leaf.seed as f32 + 0.5).to_bits().to_string(),
        Scalar::F64 if scalar != leaf.scalar => (f64::from(leaf.seed) + 0.25).to_bits().to_string(),
        Scalar::F32 => format!("{}.5", leaf.seed),
        Scalar::F64 => format!("{}.25", leaf.seed),
        Scalar::Bool => (leaf.seed % 2 == 1).to_string(),
        Scalar::Pointer => format!("(0x{:x} as u64) as Pointer[()]", pattern(leaf.seed, 8)),
    }
}

/// An expression that makes a value; takes its leaves from the front of `leaves`.
fn construct(suite: &Suite, shape: Shape, leaves: &mut std::vec::IntoIter<Leaf>) -> String {
    match shape {
        Shape::Scalar(_) => leaves.next().map_or_else(String::new, |leaf| literal(suite, &leaf)),
        Shape::Array(element, length) => {
            let items: Vec<_> = (0..length).map(|_| construct(suite, Shape::Scalar(element), leaves)).collect();
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
                .map(|(number, field)| format!("f{number}: {}", construct(suite, field.shape, leaves)))
                .collect();
            format!("R{index}({})", fields.join(", "))
        }
    }
}

fn value(suite: &Suite, shape: Shape, tag: u32) -> String {
    construct(suite, shape, &mut leaves(suite, shape, tag).into_iter())
}

fn check(text: &mut String, suite: &Suite, signature: usize, shape: Shape, place: &str, tag: u32, who: &str) {
    for leaf in leaves(suite, shape, tag) {
        let path = format!("{place}{}", leaf.path);
        let _ =
            writeln!(text, "    if {path} != {} {{ fail({signature}, \"{who}\", \"{path}\") }}", literal(suite, &leaf));
    }
}

fn callee(text: &mut String, suite: &Suite, index: usize, case: &Case) {
    let _ =
        writeln!(text, "extern fn lang_{index}({}){} {{\n  unsafe {{", parameters(suite, case), result(suite, case));
    for (number, shape) in case.parameters.iter().enumerate() {
        check(text, suite, index, *shape, &format!("p{number}"), number as u32, "callee");
    }
    if let Some(shape) = case.result {
        let _ = writeln!(text, "    {}", value(suite, shape, RESULT));
    }
    text.push_str("  }\n}\n\n");
}

fn caller(text: &mut String, suite: &Suite, index: usize, case: &Case) {
    let _ = writeln!(text, "fn from_lang_{index}() {{\n  unsafe {{");
    let place = |name: &str| match suite.placing {
        Placing::Guarded => format!("{name}.v"),
        Placing::PageEdge => format!("{name}[0]"),
    };
    for (number, shape) in case.parameters.iter().enumerate() {
        declare(text, suite, *shape, &format!("a{number}"), number, number as u32);
    }
    let arguments: Vec<_> = order(suite, case).into_iter().map(|number| place(&format!("a{number}"))).collect();
    let callee = match case.calling {
        Calling::Name | Calling::Variadic(_) => format!("c_{index}"),
        Calling::Pointer => {
            let types: Vec<_> =
                order(suite, case).into_iter().map(|number| type_name(suite, case.parameters[number])).collect();
            let _ = writeln!(text, "    let f: extern fn ({}){} = c_{index}", types.join(", "), result(suite, case));
            "f".to_owned()
        }
    };
    let call = format!("{callee}({})", arguments.join(", "));
    match case.result {
        Some(shape) => {
            // Another value stands where the result will be.
            declare(text, suite, shape, "mut r", 16, 77);
            let result = place("r");
            let _ = writeln!(text, "    {result} = {call}");
            check(text, suite, index, shape, &result, RESULT, "caller's result");
            guards(text, suite, index, "r");
        }
        None => {
            let _ = writeln!(text, "    {call}");
        }
    }
    for (number, shape) in case.parameters.iter().enumerate() {
        let name = format!("a{number}");
        check(text, suite, index, *shape, &place(&name), number as u32, "caller's value after the call");
        guards(text, suite, index, &name);
    }
    text.push_str("  }\n}\n\n");
}

/// A variable for a value of the caller, with the bytes of `tag`.
fn declare(text: &mut String, suite: &Suite, shape: Shape, name: &str, page: usize, tag: u32) {
    let made = value(suite, shape, tag);
    let _ = match suite.placing {
        Placing::Guarded => {
            writeln!(text, "    let {name} = {}(before: BEFORE, v: {made}, after: AFTER)", guard_name(shape))
        }
        Placing::PageEdge => {
            let name = name.trim_start_matches("mut ");
            let type_name = type_name(suite, shape);
            writeln!(
                text,
                "    let {name} = at_edge({page}, size_of[{type_name}]()) as Pointer[{type_name}]\n    {name}[0] = {made}"
            )
        }
    };
}

fn guards(text: &mut String, suite: &Suite, index: usize, name: &str) {
    if let Placing::Guarded = suite.placing {
        let _ = writeln!(
            text,
            "    if {name}.before != BEFORE || {name}.after != AFTER {{ fail({index}, \"caller\", \"guard of {name}\") }}"
        );
    }
}
