//! Many items: functions, types, constants, modules, tests, attributes, comments.

use super::{Kind, Make, file, repeat};

pub(super) const KINDS: &[Kind] = &[
    file("functions", "functions", 500, functions),
    file("called_functions", "functions that one function calls", 500, called_functions),
    file("types", "types, each with a function", 250, types),
    file("methods", "methods of one type", 250, methods),
    file("constants", "constants, each of the one before", 250, constants),
    file("tests", "tests", 250, tests),
    file("attributes", "functions with attributes", 250, attributes),
    file("symbols", "functions with symbols of their own", 250, symbols),
    file("comments", "lines of comments", 2_000, comments),
    file("externs", "declarations of one C function", 250, externs),
    file("clashes", "functions of one name", 250, clashes),
    file("long_names", "bytes of a name", 4_000, long_names),
    file("aliases", "aliases, each of the one before", 100, aliases),
    file("unused_imports", "imports of one module that nobody uses", 250, unused_imports),
    Kind { name: "modules", what: "modules that each import the one before", start: 100, make: Make::Folder(modules) },
    Kind {
        name: "import_cycle",
        what: "modules that import each other in a circle",
        start: 100,
        make: Make::Folder(import_cycle),
    },
    Kind {
        name: "reexports",
        what: "modules that re-export one name in a row",
        start: 50,
        make: Make::Folder(reexports),
    },
    Kind {
        name: "reexport_circle",
        what: "modules that re-export one name in a circle",
        start: 50,
        make: Make::Folder(reexport_circle),
    },
    file("call_tree", "functions that each call the one before twice", 100, call_tree),
];

fn functions(size: usize) -> String {
    repeat(size, |i| {
        format!("fn call{i}(a: i64, b: i64) -> i64 {{\n  let c = a + b * {i}\n  if c > 3 {{ c }} else {{ a }}\n}}\n")
    }) + "fn main() { println(call0(1, 2)) }\n"
}

fn called_functions(size: usize) -> String {
    let calls = repeat(size, |i| format!("  t = call{i}(t)\n"));
    repeat(size, |i| format!("fn call{i}(a: i64) -> i64 {{ a + {i} }}\n"))
        + &format!("fn main() {{\n  let mut t = 0\n{calls}  println(t)\n}}\n")
}

fn types(size: usize) -> String {
    repeat(size, |i| format!("type copy S{i} {{ let @a: i64  let @b: f64  let @c: i32 }}\n"))
        + &repeat(size, |i| format!("fn use{i}(s: S{i}) -> i64 {{ s.a }}\n"))
        + "fn main() { println(use0(S0(1, 2.0, 3))) }\n"
}

fn methods(size: usize) -> String {
    let methods = repeat(size, |i| format!("  fn m{i}(by: i64) -> i64 {{ @a + by }}\n"));
    let calls = repeat(size, |i| format!("  t += s.m{i}(t % 7)\n"));
    format!(
        "type copy S {{\n  let @a: i64\n{methods}}}\nfn main() {{\n  let s = S(1)\n  let mut t = 0\n{calls}  println(t)\n}}\n"
    )
}

fn constants(size: usize) -> String {
    "let C0 = 1\n".to_owned()
        + &repeat(size, |i| format!("let C{} = C{i} + 1\n", i + 1))
        + &format!("fn main() {{ println(C{size}) }}\n")
}

fn tests(size: usize) -> String {
    repeat(size, |i| format!("test \"number {i}\" {{ assert({i} + 1 > {i}) }}\n")) + "fn main() {}\n"
}

fn attributes(size: usize) -> String {
    repeat(size, |i| format!("@[inline(never)]\n@[abi(registers)]\nfn call{i}(a: i64) -> i64 {{ a }}\n"))
        + "fn main() {}\n"
}

fn symbols(size: usize) -> String {
    repeat(size, |i| format!("extern fn symbol_{i}(a: i64) -> i64 {{ a + {i} }}\n")) + "fn main() {}\n"
}

fn comments(size: usize) -> String {
    repeat(size, |i| format!("# Line {i} of what is said about `main` and [all](that).\n")) + "fn main() {}\n"
}

fn externs(size: usize) -> String {
    repeat(size, |_| "extern { fn labs(value: i64) -> i64 }\n".to_owned()) + "fn main() {}\n"
}

fn clashes(size: usize) -> String {
    repeat(size, |_| "fn same() {}\n".to_owned()) + "fn main() { same() }\n"
}

fn long_names(size: usize) -> String {
    let name = "n".repeat(size);
    format!("fn {name}({name}1: i64) -> i64 {{ {name}1 + 1 }}\nfn main() {{ println({name}(2)) }}\n")
}

fn aliases(size: usize) -> String {
    "type A0 = i64\n".to_owned()
        + &repeat(size, |i| format!("type A{} = A{i}\n", i + 1))
        + &format!("fn f(a: A{size}) -> A{size} {{ a }}\nfn main() {{ println(f(1)) }}\n")
}

fn unused_imports(size: usize) -> String {
    repeat(size, |i| format!("import std.math as m{i}\n")) + "fn main() {}\n"
}

fn modules(size: usize) -> Vec<(String, String)> {
    let mut files =
        vec![("main.lang".to_owned(), format!("import m{} (f)\nfn main() {{ println(f(1)) }}\n", size - 1))];
    files.extend((0..size).map(|i| {
        let text = match i.checked_sub(1) {
            None => "pub fn f(a: i64) -> i64 { a }\n".to_owned(),
            Some(before) => {
                format!("import m{before} (f as g)\npub fn f(a: i64) -> i64 {{ g(a) + {i} }}\n")
            }
        };
        (format!("m{i}.lang"), text)
    }));
    files
}

fn import_cycle(size: usize) -> Vec<(String, String)> {
    let mut files = vec![("main.lang".to_owned(), "import m0 (f)\nfn main() { println(f(0)) }\n".to_owned())];
    files.extend((0..size).map(|i| {
        let next = (i + 1) % size;
        let text =
            format!("import m{next} (f as g)\npub fn f(a: i64) -> i64 {{ if a > 3 {{ a }} else {{ g(a + 1) }} }}\n");
        (format!("m{i}.lang"), text)
    }));
    files
}

fn call_tree(size: usize) -> String {
    "fn call0(a: i64) -> i64 { a }\n".to_owned()
        + &repeat(size, |i| format!("fn call{}(a: i64) -> i64 {{ call{i}(a) - call{i}(a + 1) }}\n", i + 1))
        + &format!("fn main() {{ if call0(2) > 3 {{ println(call{size}(1)) }} }}\n")
}

fn reexport_circle(size: usize) -> Vec<(String, String)> {
    let mut files = vec![("main.lang".to_owned(), "import m0 (f)\nfn main() { println(f(1)) }\n".to_owned())];
    files.extend((0..size).map(|i| (format!("m{i}.lang"), format!("pub import m{} (f)\n", (i + 1) % size))));
    files
}

fn reexports(size: usize) -> Vec<(String, String)> {
    let mut files =
        vec![("main.lang".to_owned(), format!("import m{} (f)\nfn main() {{ println(f(1)) }}\n", size - 1))];
    files.extend((0..size).map(|i| {
        let text = match i.checked_sub(1) {
            None => "pub fn f(a: i64) -> i64 { a }\n".to_owned(),
            Some(before) => format!("pub import m{before} (f)\n"),
        };
        (format!("m{i}.lang"), text)
    }));
    files
}
