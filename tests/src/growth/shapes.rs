//! Large types: many fields and parameters, types that double, arrays, constants of arrays.

use super::{Kind, file, repeat};

pub(super) const KINDS: &[Kind] = &[
    file("fields", "fields of one type", 250, fields),
    file("field_types", "fields of as many types", 250, field_types),
    file("local_types", "locals of as many types, named twice each in one body", 100, local_types),
    file("parameters", "parameters of one function", 250, parameters),
    file("doubling_types", "types of two fields, each of the type before", 64, doubling_types),
    file("doubling_tuples", "aliases of pairs, each of the one before", 16, doubling_tuples),
    file("doubling_initialisers", "locals that are each a pair of the one before", 16, doubling_initialisers),
    file("named_arguments", "arguments of one call, named in another order", 250, named_arguments),
    file("heap_chain", "heap types, each owning the one before", 100, heap_chain),
    file("inline_chain", "inline types with an owner, each around the one before", 50, inline_chain),
    file("tuple", "elements of a tuple", 250, tuple),
    file("views_behind_views", "views, each leading to the one before", 50, views_behind_views),
    file("view_chain", "views in one body, each of a type of its own that leads to the one before", 50, view_chain),
    file("views_in_views", "views, each around the one before", 25, views_in_views),
    file("views_of_each_other", "views that lead to four others", 50, views_of_each_other),
    file("methods_of_views", "calls that look through a view", 100, methods_of_views),
    file("recursive_types", "types that contain each other in a circle", 50, recursive_types),
    file("array_literal", "elements of an array", 1_000, array_literal),
    file("constant_array", "elements of a constant, written", 1_000, constant_array),
    file("constant_repeat", "elements of a constant, repeated", 20_000, constant_repeat),
    file("constant_of_arrays", "elements of a constant, each an array of eight", 2_000, constant_of_arrays),
    file("constant_loop", "rounds of a loop that a constant runs", 5_000, constant_loop),
    file("large_local", "elements of a local array", 20_000, large_local),
];

fn fields(size: usize) -> String {
    let fields = repeat(size, |i| format!("  let @f{i}: i64\n"));
    let values: Vec<String> = (0..size).map(|i| format!("f{i}: {i}")).collect();
    let uses = repeat(size, |i| format!("  t += s.f{i}\n"));
    format!(
        "type copy S {{\n{fields}}}\nfn main() {{\n  let s = S({})\n  let mut t = 0\n{uses}  println(t)\n}}\n",
        values.join(", ")
    )
}

fn field_types(size: usize) -> String {
    let fields = repeat(size, |i| format!("  let @f{i}: S{i}\n"));
    let types = repeat(size, |i| format!("type copy S{i} {{ let @a: i64  let @b: i32 }}\n"));
    format!("{types}type copy All {{\n{fields}}}\nfn f(a: ref All) -> i64 {{ a.f0.a }}\nfn main() {{}}\n")
}

fn local_types(size: usize) -> String {
    let types = repeat(size, |i| format!("type copy T{i} {{ let @x: i64 }}\n"));
    let made = repeat(size, |i| format!("  let a{i}: T{i} = T{i}({i})\n"));
    let used = repeat(size, |i| format!("  let b{i}: T{i} = a{i}\n  t += b{i}.x\n"));
    format!("{types}fn main() {{\n  let mut t = 0\n{made}{used}  println(t)\n}}\n")
}

fn views_behind_views(size: usize) -> String {
    let types = repeat(size, |i| {
        let next = i + 1;
        let head = format!("type view V{next} {{ let @in: mut V{i}  let @r: ref String }}\n");
        head + &format!("fn work{next}(v: mut V{next}, s: V{i}) {{ v.in.r = ref s.r }}\n")
    });
    format!("type view V0 {{ let @r: ref String }}\n{types}fn main() {{}}\n")
}

fn view_chain(size: usize) -> String {
    let types =
        repeat(size, |i| format!("type view V{next} {{ let @in: mut V{i}  let @r: ref String }}\n", next = i + 1));
    let made = repeat(size, |i| format!("  let mut v{next} = V{next}(mut v{i}, s)\n", next = i + 1));
    format!(
        "type view V0 {{ let @r: ref String }}\n{types}fn main() {{\n  let s = \"a\"\n  let mut v0 = V0(s)\n{made}  v{size}.r = ref s\n  println(v{size}.r)\n}}\n"
    )
}

fn views_in_views(size: usize) -> String {
    let types = repeat(size, |i| {
        let next = i + 1;
        let head = format!("type view V{next} {{ let @in: V{i}  let @r: ref String }}\n");
        head + &format!("fn work{next}(v: ref V{next}) -> ref String {{ ref v.in.r }}\n")
    });
    format!("type view V0 {{ let @r: ref String }}\n{types}fn main() {{}}\n")
}

fn views_of_each_other(size: usize) -> String {
    let views = repeat(size, |i| {
        let others: String = (0..4).map(|j| format!("  let @v{j}: Option[mut V{}]\n", (3 * i + j) % size)).collect();
        let work = format!("fn work{i}(a: mut V{i}, b: mut V{i}) {{ swap(mut a.v0, mut b.v0) }}\n");
        format!("type view V{i} {{\n{others}}}\n{work}")
    });
    views + "fn main() {}\n"
}

fn methods_of_views(size: usize) -> String {
    let calls = repeat(size, |i| format!("  let a{i} = v.text()\n  v.step()\n  t += a{i}.length()\n"));
    format!(
        "type view V {{\n  let @r: ref String\n  let @n: i64\n  fn text -> ref String {{ ref @r }}\n  fn mut step {{ @n += 1 }}\n}}\nfn main() {{\n  let s = \"a\"\n  let mut v = V(s, 0)\n  let mut t = 0\n{calls}  println(t)\n}}\n"
    )
}

fn parameters(size: usize) -> String {
    let parameters: Vec<String> = (0..size).map(|i| format!("p{i}: i64")).collect();
    let values: Vec<String> = (0..size).map(|i| i.to_string()).collect();
    format!("fn f({}) -> i64 {{ p0 }}\nfn main() {{ println(f({})) }}\n", parameters.join(", "), values.join(", "))
}

fn doubling_types(size: usize) -> String {
    "type copy T0 { let @x: () }\n".to_owned()
        + &repeat(size, |i| format!("type copy T{} {{ let @x: T{i}  let @y: T{i} }}\n", i + 1))
        + &format!("fn f(t: T{size}) -> T{size} {{ t }}\nfn main() {{}}\n")
}

fn doubling_tuples(size: usize) -> String {
    "type A0 = ()\n".to_owned()
        + &repeat(size, |i| format!("type A{} = (A{i}, A{i})\n", i + 1))
        + &format!("fn f(a: A{size}) -> A{size} {{ a }}\nfn main() {{}}\n")
}

fn doubling_initialisers(size: usize) -> String {
    let pairs = repeat(size, |i| format!("  let a{} = (a{i}, a{i})\n", i + 1));
    format!("fn main() {{\n  let a0 = ()\n{pairs}  let last = a{size}\n}}\n")
}

fn named_arguments(size: usize) -> String {
    let parameters: Vec<String> = (0..size).map(|i| format!("  p{i}: i64")).collect();
    let values: Vec<String> = (0..size).rev().map(|i| format!("    p{i}: {i}")).collect();
    format!(
        "fn f(\n{}\n) -> i64 {{ p0 }}\nfn main() {{\n  println(f(\n{}\n  ))\n}}\n",
        parameters.join(",\n"),
        values.join(",\n")
    )
}

fn heap_chain(size: usize) -> String {
    "type H0 { let @a: i64 }\n".to_owned()
        + &repeat(size, |i| format!("type H{} {{ let @h: H{i} }}\n", i + 1))
        + &format!("fn f(h: H{size}) {{}}\nfn main() {{}}\n")
}

fn inline_chain(size: usize) -> String {
    "type inline I0 { let @a: String }\n".to_owned()
        + &repeat(size, |i| format!("type inline I{} {{ let @h: I{i}  let @n: i64 }}\n", i + 1))
        + &format!("fn f(i: I{size}) -> I{size} {{ i }}\nfn main() {{}}\n")
}

fn tuple(size: usize) -> String {
    let types = vec!["i64"; size].join(", ");
    let values: Vec<String> = (0..size).map(|i| i.to_string()).collect();
    let uses = repeat(size, |i| format!("  n += t.{i}\n"));
    format!("fn main() {{\n  let t: ({types}) = ({})\n  let mut n = 0\n{uses}  println(n)\n}}\n", values.join(", "))
}

fn recursive_types(size: usize) -> String {
    repeat(size, |i| format!("type inline R{i} {{ let @next: R{} }}\n", (i + 1) % size)) + "fn main() {}\n"
}

fn array_literal(size: usize) -> String {
    let values: Vec<String> = (0..size).map(|i| (i % 100).to_string()).collect();
    format!("fn main() {{\n  let a = [{}]\n  println(a[1])\n}}\n", values.join(", "))
}

fn constant_array(size: usize) -> String {
    let values: Vec<String> = (0..size).map(|i| (i % 100).to_string()).collect();
    format!("let A: [i64; {size}] = [{}]\nfn main() {{ println(A[1]) }}\n", values.join(", "))
}

fn constant_repeat(size: usize) -> String {
    format!("let A: [i64; {size}] = [7; {size}]\nfn main() {{ println(A[1]) }}\n")
}

fn constant_of_arrays(size: usize) -> String {
    format!("let A: [[u8; 8]; {size}] = [[1; 8]; {size}]\nfn main() {{ println(A[1][1]) }}\n")
}

fn constant_loop(size: usize) -> String {
    format!(
        "fn count(n: i64) -> i64 {{\n  let mut t = 0\n  for i in 0..n {{ t += i % 3 }}\n  t\n}}\nlet A = count({size})\nlet B: i64 = count({size})\nfn main() {{ println(B) }}\n"
    )
}

fn large_local(size: usize) -> String {
    format!("fn main() {{\n  let a = [1; {size}]\n  println(a[3])\n}}\n")
}
