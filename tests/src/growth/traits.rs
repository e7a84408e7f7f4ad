//! Programs with many traits, `impl`s and bounds.

use super::{Kind, file, repeat};

pub(super) const KINDS: &[Kind] = &[
    file("implementations", "types that have one trait, each used through a bound", 200, implementations),
    file("trait_arguments", "impls of one trait for one type, with other arguments", 100, trait_arguments),
    file("traits", "traits, a method of each called through a bound", 100, traits),
    file("shared", "types whose values are shared, copied and looked through", 100, shared),
    file("shared_copies", "copies of one shared value in one body", 200, shared_copies),
    file("objects", "types whose values become a `dyn`, owned and lent, each called", 100, objects),
    file("object_methods", "methods of one trait, each called through `dyn`", 100, object_methods),
    file("required_traits", "traits that one requires, a method of each called through its `dyn`", 50, required_traits),
    file("bounds", "bounds of one type parameter", 100, bounds),
];

fn implementations(size: usize) -> String {
    "trait Area { fn area -> i64  fn twice -> i64 { self.area() * 2 } }\nfn use_it[T: Area](x: ref T) -> i64 { x.twice() }\n"
        .to_owned()
        + &repeat(size, |i| {
            format!("type inline W{i} {{ let @a: i64 }}\nimpl Area for W{i} {{ fn area -> i64 {{ @a }} }}\n")
                + &format!("fn use{i} -> i64 {{ use_it(W{i}({i})) }}\n")
        })
        + "fn main() { println(use0()) }\n"
}

fn trait_arguments(size: usize) -> String {
    "trait From[T] { fn static from(value: T) -> Self }\ntype copy All { let @a: i64 }\n".to_owned()
        + &repeat(size, |i| {
            format!(
                "type copy W{i} {{ let @a: i64 }}\nimpl From[W{i}] for All {{ fn static from(value: W{i}) -> All {{ All(value.a) }} }}\n"
            ) + &format!("fn use{i} -> i64 {{ All.from(W{i}({i})).a }}\n")
        })
        + "fn main() { println(use0()) }\n"
}

fn traits(size: usize) -> String {
    "trait T0 { fn m0 -> i64 { 1 } }\nimpl T0 for i64 {}\n".to_owned()
        + &repeat(size, |i| {
            format!("trait T{} {{ fn m{} -> i64 {{ {i} }} }}\nimpl T{} for i64 {{}}\n", i + 1, i + 1, i + 1)
                + &format!("fn use{i}[T: T{i}](x: ref T) -> i64 {{ x.m{i}() }}\nfn call{i} -> i64 {{ use{i}(1) }}\n")
        })
        + "fn main() { println(call0()) }\n"
}

fn bounds(size: usize) -> String {
    let all = (0..size).map(|i| format!("T{i}")).collect::<Vec<_>>().join(" + ");
    repeat(size, |i| format!("trait T{i} {{ fn m{i} -> i64 {{ {i} }} }}\nimpl T{i} for i64 {{}}\n"))
        + &format!("fn work[T: {all}](x: ref T) -> i64 {{\n  let mut sum = 0\n")
        + &repeat(size, |i| format!("  sum += x.m{i}()\n"))
        + "  sum\n}\nfn main() { println(work(1)) }\n"
}

fn shared(size: usize) -> String {
    repeat(size, |i| {
        format!("type W{i} {{ let @a: i64  let @b: String }}\nfn use{i}(x: Shared[W{i}]) -> i64 {{\n  let y = x\n")
            + "  let held = Some(y)\n  if let Some(z) = held { return z.a + x.b.length() }\n  0\n}\n"
    }) + "fn main() {\n"
        + &repeat(size, |i| format!("  println(use{i}(Shared.new(W{i}({i}, \"text\"))))\n"))
        + "}\n"
}

fn shared_copies(size: usize) -> String {
    "fn main() {\n  let x0 = Shared.new((1, \"a\" + \"b\"))\n".to_owned()
        + &repeat(size, |i| format!("  let x{} = x{i}\n  println(x{i}.0 + x{}.1.length())\n", i + 1, i + 1))
        + "}\n"
}

fn objects(size: usize) -> String {
    "trait Area { fn area -> i64  fn mut grow  fn move end -> i64 }\n".to_owned()
        + "fn look(x: ref dyn Area) -> i64 { x.area() }\nfn change(x: mut dyn Area) { x.grow() }\n"
        + &repeat(size, |i| {
            format!(
                "type inline W{i} {{ let @a: i64 }}\nimpl Area for W{i} {{ fn area -> i64 {{ @a }}  fn mut grow {{ @a += 1 }}  "
            ) + &format!("fn move end -> i64 {{ @a }} }}\nfn use{i}(by: dyn Area) -> i64 {{\n  let mut x = W{i}({i})\n")
                + "  change(mut x)\n  let sum = look(x) + by.area()\n"
                + "  let owned: dyn Area = x\n  owned.end() + sum + by.end()\n}\n"
        })
        + "fn main() {\n"
        + &repeat(size, |i| format!("  println(use{i}(W{i}({i})))\n"))
        + "}\n"
}

fn object_methods(size: usize) -> String {
    let methods = repeat(size, |i| format!("  fn m{i} -> i64\n"));
    let bodies = repeat(size, |i| format!("  fn m{i} -> i64 {{ self + {i} }}\n"));
    format!(
        "trait Many {{\n{methods}}}\nimpl Many for i64 {{\n{bodies}}}\nfn work(x: ref dyn Many) -> i64 {{\n  let mut sum = 0\n"
    ) + &repeat(size, |i| format!("  sum += x.m{i}()\n"))
        + "  sum\n}\nfn main() { println(work(1)) }\n"
}

fn required_traits(size: usize) -> String {
    let all = (0..size).map(|i| format!("T{i}")).collect::<Vec<_>>().join(" + ");
    repeat(size, |i| format!("trait T{i} {{ fn m{i} -> i64 {{ {i} }} }}\nimpl T{i} for i64 {{}}\n"))
        + &format!(
            "trait All: {all} {{}}\nimpl All for i64 {{}}\nfn work(x: ref dyn All) -> i64 {{\n  let mut sum = 0\n"
        )
        + &repeat(size, |i| format!("  sum += x.m{i}()\n"))
        + "  sum\n}\nfn main() { println(work(1)) }\n"
}
