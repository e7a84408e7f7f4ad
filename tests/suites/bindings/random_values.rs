//! Random structures that Python passes by value, takes back, and gets in callbacks. It owns the programs: each `give` returns
//! the parameter whose number its comment says, each `call` hands all to a callback. `tests/bindings/random_values.py` compares
//! the numbers that it put in.

use std::fmt::Write;

/// A program with so many functions of either kind.
pub fn program(seed: u64, functions: usize) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut text = format!("# Random values: seed {seed}.\n");
    let mut known: Vec<String> = Vec::new();
    for number in 0..functions {
        let name = format!("T{number}");
        let defined = definition(&mut random, &name, &known);
        text += &defined;
        known.push(name);
        let count = random.usize(1..8);
        let parameters: Vec<String> = (0..count)
            .map(|_| if random.bool() { known[random.usize(0..known.len())].clone() } else { scalar(&mut random) })
            .collect();
        let list: Vec<String> = parameters.iter().enumerate().map(|(at, ty)| format!("p{at}: {ty}")).collect();
        let names: Vec<String> = (0..count).map(|at| format!("p{at}")).collect();
        // All are used, so that no name is idle.
        let used: Vec<String> = names.iter().map(|name| format!("let _ = {name}")).collect();
        let (list, names, used) = (list.join(", "), names.join(", "), used.join("  "));
        let given = random.usize(0..count);
        let (types, result) = (parameters.join(", "), if random.bool() { "i64" } else { "f64" });
        let returned = &parameters[given];
        let _ = writeln!(text, "# {given}\nextern fn give{number}({list}) -> {returned} {{ {used}  p{given} }}");
        let act = format!("act: extern fn ({types}) -> {result}");
        let _ = writeln!(text, "extern fn call{number}({act}, {list}) -> {result} {{ unsafe {{ act({names}) }} }}");
    }
    text
}

fn definition(random: &mut fastrand::Rng, name: &str, known: &[String]) -> String {
    let kind = random.u32(0..8);
    if kind == 0 {
        let cases: Vec<String> = (0..random.usize(1..4))
            .map(|case| format!("case C{case}({}, {})", ty(random, known, 1), ty(random, known, 1)))
            .collect();
        return format!("type copy enum {name} {{ case Empty  {} }}\n", cases.join("  "));
    }
    let fields: Vec<String> =
        (0..random.usize(1..5)).map(|field| format!("pub let @f{field}: {}", ty(random, known, 0))).collect();
    let packed = if kind == 1 { "@[packed] " } else { "" };
    format!("{packed}type copy {name} {{ {} }}\n", fields.join("  "))
}

fn scalar(random: &mut fastrand::Rng) -> String {
    ["i8", "u8", "i16", "i32", "u32", "i64", "u64", "f32", "f64", "bool"][random.usize(0..10)].to_owned()
}

fn ty(random: &mut fastrand::Rng, known: &[String], depth: usize) -> String {
    match random.u32(0..10) {
        0 | 1 if depth < 2 => format!("[{}; {}]", ty(random, known, depth + 1), random.usize(1..4)),
        2 if !known.is_empty() => known[random.usize(known.len().saturating_sub(6)..known.len())].clone(),
        4 if depth < 2 => format!("({}, {})", ty(random, known, depth + 1), scalar(random)),
        5 => format!("Option[{}]", scalar(random)),
        _ => scalar(random),
    }
}
