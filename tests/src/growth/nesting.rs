//! Things inside each other. The parser has a limit; up to it and beyond it the work must grow as the text does.

use super::{Kind, file, repeat};

pub(super) const KINDS: &[Kind] = &[
    file("nested_blocks", "blocks inside each other", 20, nested_blocks),
    file("nested_parentheses", "parentheses inside each other", 20, nested_parentheses),
    file("nested_scopes", "blocks inside each other, each with an owner", 20, nested_scopes),
    file("nested_ifs", "`if`s inside each other", 20, nested_ifs),
    file("nested_loops", "loops inside each other", 20, nested_loops),
    file("nested_calls", "calls inside each other", 20, nested_calls),
    file("nested_arrays", "array literals inside each other", 8, nested_arrays),
    file("nested_array_types", "array types inside each other", 20, nested_array_types),
    file("nested_tuples", "tuples inside each other", 20, nested_tuples),
    file("nested_pointers", "pointers inside each other", 20, nested_pointers),
    file("nested_interpolations", "strings inside each other's interpolations", 10, nested_interpolations),
    file("negations", "minus signs in a row", 20, negations),
    file("deep_blocks", "blocks inside each other, beyond every limit", 2_000, nested_blocks),
    file("deep_parentheses", "parentheses inside each other, beyond every limit", 2_000, nested_parentheses),
    file("deep_array_types", "array types inside each other, beyond every limit", 2_000, nested_array_types),
    file("deep_negations", "minus signs in a row, beyond every limit", 2_000, negations),
    file("deep_sum", "operands of one sum, beyond every limit", 2_000, deep_sum),
    file("deep_chain", "calls in one chain, beyond every limit", 2_000, deep_chain),
    file("deep_else_ifs", "branches in a chain, beyond every limit", 2_000, deep_else_ifs),
    file("deep_interpolations", "interpolations inside each other, beyond every limit", 2_000, nested_interpolations),
];

fn nested(size: usize, open: &str, inside: &str, close: &str) -> String {
    format!("{}{inside}{}", open.repeat(size), close.repeat(size))
}

fn nested_blocks(size: usize) -> String {
    format!("fn main() {{ let x = {}\n println(x) }}\n", nested(size, "{ ", "1", " }"))
}

fn nested_parentheses(size: usize) -> String {
    format!("fn main() {{ println({}) }}\n", nested(size, "(", "1", ")"))
}

fn nested_scopes(size: usize) -> String {
    let open = repeat(size, |i| format!("{{ let h{i} = H({i})\n"));
    let close = "}\n".repeat(size);
    format!("type H {{ let @a: i64 }}\nfn main() {{\n{open} println(1)\n{close}}}\n")
}

fn nested_ifs(size: usize) -> String {
    format!("fn main() {{ let c = 3 > 2\n {} }}\n", nested(size, "if c { ", "println(1)", " }"))
}

fn nested_loops(size: usize) -> String {
    format!("fn main() {{ let mut x = 1\n {}\n println(x) }}\n", nested(size, "for _i in 0..1 {\n", "x += 1", "\n}"))
}

fn nested_calls(size: usize) -> String {
    format!("fn f(a: i64) -> i64 {{ a }}\nfn main() {{ println({}) }}\n", nested(size, "f(", "1", ")"))
}

fn nested_arrays(size: usize) -> String {
    format!("fn main() {{ let a = {}\n let b = ref a }}\n", nested(size, "[", "1", "]"))
}

fn nested_array_types(size: usize) -> String {
    format!("fn f(a: {}) {{}}\nfn main() {{}}\n", nested(size, "[", "i64", "; 1]"))
}

fn nested_tuples(size: usize) -> String {
    format!("fn f(a: {}) {{}}\nfn main() {{}}\n", nested(size, "(i8, ", "i64", ")"))
}

fn nested_pointers(size: usize) -> String {
    format!("fn f(a: {}) {{}}\nfn main() {{}}\n", nested(size, "Pointer[", "i64", "]"))
}

fn nested_interpolations(size: usize) -> String {
    format!("fn main() {{ println({}) }}\n", nested(size, "\"a${", "1", "}\""))
}

fn negations(size: usize) -> String {
    format!("fn main() {{ let x = 1\n println({}x) }}\n", "- ".repeat(size))
}

fn deep_sum(size: usize) -> String {
    format!("fn main() {{ let x = 1\n println({}x) }}\n", "x + ".repeat(size))
}

fn deep_chain(size: usize) -> String {
    format!("type copy S {{ fn next -> S {{ S() }} }}\nfn main() {{ let x = S(){}\n }}\n", ".next()".repeat(size))
}

fn deep_else_ifs(size: usize) -> String {
    let arms = repeat(size, |i| format!("if x == {i} {{ {i} }} else "));
    format!("fn f(x: i64) -> i64 {{\n  {arms}{{ 0 }}\n}}\nfn main() {{ println(f(3)) }}\n")
}
