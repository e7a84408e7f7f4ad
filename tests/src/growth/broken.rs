//! Broken programs: many mistakes and warnings, and text that does not balance.

use super::{Kind, file, repeat};

pub(super) const KINDS: &[Kind] = &[
    file("mismatches", "wrong types in one body", 100, mismatches),
    file("mismatches_apart", "wrong types in as many bodies", 100, mismatches_apart),
    file("unknown_names", "unknown names among as many locals", 400, unknown_names),
    file("unknown_names_apart", "unknown names among as many functions", 100, unknown_names_apart),
    file("unknown_methods", "unknown methods of a type with as many", 100, unknown_methods),
    file("unknown_fields", "unknown fields of a type with as many", 100, unknown_fields),
    file("removed_type", "uses of a type that is gone", 100, removed_type),
    file("unknown_modules", "imports of modules that do not exist", 100, unknown_modules),
    file("unused_variables", "variables that nobody reads", 100, unused_variables),
    file("unused_functions", "functions that nobody calls, with a warning each", 100, unused_functions),
    file("moved_values", "uses after a move", 100, moved_values),
    file("moved_in_branches", "owners moved on some paths and used behind them", 50, moved_in_branches),
    file("uses_of_one_moved", "uses of one moved value", 100, uses_of_one_moved),
    file("borrow_errors", "writes to what is lent", 100, borrow_errors),
    file("borrow_errors_in_branches", "writes to what is lent, each on its path", 50, borrow_errors_in_branches),
    file("forgotten_results", "functions whose result type was forgotten, each called for its value", 100, |size| {
        let functions = repeat(size, |i| format!("fn call{i} {{ {i} }}\n"));
        let calls = repeat(size, |i| format!("  println(call{i}())\n"));
        format!("{functions}fn main() {{\n{calls}}}\n")
    }),
    file("errors_on_one_line", "warnings about one line", 250, errors_on_one_line),
    file("foreign_comments", "comments of C on one line", 500, |size| "/* a */ ".repeat(size)),
    file("open_braces", "braces that nobody closes", 500, |size| "{".repeat(size)),
    file("closing_braces", "braces that nobody opens", 500, |size| "}".repeat(size)),
    file("open_parentheses", "parentheses that nobody closes", 500, |size| "(".repeat(size)),
    file("open_bodies", "functions whose body is not closed", 200, open_bodies),
    file("extra_braces", "functions closed twice", 200, extra_braces),
    file("quotes", "quotation marks", 500, |size| "\"\n".repeat(size)),
    file("triple_quotes", "strings over lines that do not end", 500, |size| "\"\"\"\na ${".repeat(size)),
    file("garbage", "characters that mean nothing", 500, |size| "\u{a7} ` ? ".repeat(size)),
    file("ats", "attributes without an item", 500, |size| "@[a]\n".repeat(size)),
    file("semicolons", "statements with a semicolon", 250, semicolons),
    file("fn_fn", "function keywords in a row", 500, |size| "fn ".repeat(size)),
];

fn mismatches(size: usize) -> String {
    format!("fn main() {{\n{}}}\n", repeat(size, |i| format!("  let _x{i}: bool = {i}\n")))
}

fn mismatches_apart(size: usize) -> String {
    repeat(size, |i| format!("fn call{i}() -> bool {{ {i} }}\n")) + "fn main() {}\n"
}

fn unknown_names(size: usize) -> String {
    format!("fn main() {{\n{}}}\n", repeat(size, |i| format!("  let x{i} = {i}\n  if y{i} == x{i} {{ return }}\n")))
}

fn unknown_names_apart(size: usize) -> String {
    repeat(size, |i| format!("fn function{i}() {{ functoin{i}() }}\n")) + "fn main() {}\n"
}

fn unknown_methods(size: usize) -> String {
    format!(
        "type copy S {{\n{}}}\nfn main() {{\n  let s = S()\n{}}}\n",
        repeat(size, |i| format!("  fn method{i} {{}}\n")),
        repeat(size, |i| format!("  s.metohd{i}()\n"))
    )
}

fn unknown_fields(size: usize) -> String {
    format!(
        "type copy S {{\n{}}}\nfn f(s: ref S) -> i64 {{\n  let mut t = 0\n{}  t\n}}\nfn main() {{}}\n",
        repeat(size, |i| format!("  let @field{i}: i64\n")),
        repeat(size, |i| format!("  t += s.feild{i}\n"))
    )
}

fn removed_type(size: usize) -> String {
    repeat(size, |i| {
        format!(
            "type copy Sha{i} {{ let @a: i64 }}\nfn call{i}(p: ref Shape{i}, q: Shape) -> Shape {{ g(Shape(p)) }}\n"
        )
    }) + "fn g(a: Shape) -> Shape { a }\nfn main() {}\n"
}

fn unknown_modules(size: usize) -> String {
    repeat(size, |i| format!("import module{i} (a{i})\n")) + "fn main() {}\n"
}

fn unused_variables(size: usize) -> String {
    format!("fn main() {{\n{}}}\n", repeat(size, |i| format!("  let x{i} = {i}\n")))
}

fn unused_functions(size: usize) -> String {
    repeat(size, |i| format!("fn call{i}(a: i64) {{ let b = 1  let mut c = 2 }}\n")) + "fn main() {}\n"
}

fn moved_values(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\nfn eat(h: H) {{}}\nfn main() {{\n{}}}\n",
        repeat(size, |i| format!("  let h{i} = H({i})\n  eat(h{i})\n  eat(h{i})\n"))
    )
}

fn moved_in_branches(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\nfn eat(h: H) {{}}\nfn f(c: i64) {{\n{}{}{}}}\nfn main() {{ f(1) }}\n",
        repeat(size, |i| format!("  let h{i} = H({i})\n")),
        repeat(size, |i| format!("  if c > {i} {{ eat(h{i}) }}\n")),
        repeat(size, |i| format!("  eat(h{i})\n"))
    )
}

fn uses_of_one_moved(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\nfn eat(h: H) {{}}\nfn main() {{\n  let h = H(1)\n  eat(h)\n{}}}\n",
        repeat(size, |_| "  eat(h)\n".to_owned())
    )
}

fn borrow_errors(size: usize) -> String {
    format!(
        "fn main() {{\n{}{}{}}}\n",
        repeat(size, |i| format!("  let mut x{i} = {i}\n  let r{i} = ref x{i}\n")),
        repeat(size, |i| format!("  x{i} = 1\n")),
        repeat(size, |i| format!("  println(r{i})\n"))
    )
}

fn borrow_errors_in_branches(size: usize) -> String {
    format!(
        "fn f(c: i64) {{\n{}{}{}}}\nfn main() {{ f(3) }}\n",
        repeat(size, |i| format!("  let mut x{i} = {i}\n  let r{i} = ref x{i}\n")),
        repeat(size, |i| format!("  if c > {i} {{ x{i} = 1 }}\n")),
        repeat(size, |i| format!("  println(r{i})\n"))
    )
}

fn errors_on_one_line(size: usize) -> String {
    let statements = repeat(size, |i| format!("let x{i} = {i}  "));
    format!("fn main() {{ {statements} }}\n")
}

fn open_bodies(size: usize) -> String {
    repeat(size, |i| format!("fn call{i}(a: i64) {{\n  if a > 1 {{\n    println(a)\n")) + "fn main() {}\n"
}

fn extra_braces(size: usize) -> String {
    repeat(size, |i| format!("fn call{i}(a: i64) {{\n  println(a)\n}}\n}}\n")) + "fn main() {}\n"
}

fn semicolons(size: usize) -> String {
    format!("fn main() {{\n{}}}\n", repeat(size, |i| format!("  println({i});\n")))
}
