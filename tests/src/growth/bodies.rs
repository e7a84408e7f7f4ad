//! Large bodies: many locals, statements, branches, loops, borrows, owners, strings.

use super::{Kind, file, repeat};

pub(super) const KINDS: &[Kind] = &[
    file("locals", "locals, each of the one before", 250, locals),
    file("statements", "statements", 500, statements),
    file("branches", "branches one after the other", 250, branches),
    file("else_ifs", "branches in a chain of `else if`", 50, else_ifs),
    file("loops", "loops one after the other", 250, loops),
    file("left_loops", "loops one after the other, each left by a label", 250, left_loops),
    file("long_line", "statements on one line", 500, long_line),
    file("strings", "strings", 250, strings),
    file("long_string", "bytes of a string", 10_000, long_string),
    file("interpolations", "interpolations in one string", 100, interpolations),
    file("string_sum", "strings joined by `+`", 50, string_sum),
    file("operators", "operands of one sum", 100, operators),
    file("method_chain", "calls in one chain of methods", 50, method_chain),
    file("field_chain", "fields in one path", 30, field_chain),
    file("loans", "borrows of as many locals, all alive", 100, loans),
    file("loans_of_one", "borrows of one local, all alive", 100, loans_of_one),
    file("loans_in_loops", "loops that each borrow", 250, loans_in_loops),
    file("reborrows", "borrows, each of the one before", 100, reborrows),
    file("loans_in_branches", "borrows that live through as many branches", 100, loans_in_branches),
    file("reborrows_in_calls", "results of calls, each of a borrow and the one before", 100, reborrows_in_calls),
    file("owners", "owners that are alive together", 100, owners),
    file("flags", "owners that are moved on some paths", 100, flags),
    file("early_returns", "returns, each behind one more owner", 50, early_returns),
    file("owners_returned", "returns of one owner, each behind one more", 50, owners_returned),
    file("early_breaks", "breaks, each behind one more owner", 50, early_breaks),
    file("replaces", "owners replaced in one local", 100, replaces),
    file("temporaries", "owned temporaries in statements", 100, temporaries),
    file("shadows", "locals of one name", 250, shadows),
    file("assigned_later", "locals assigned on two paths", 250, assigned_later),
    file("reassigned", "variables that are assigned on two paths and read later", 100, reassigned),
    file("flags_in_loops", "loops that each move an owner and give it back", 100, flags_in_loops),
    file("labels", "breaks out of one loop", 250, labels),
    file("owner_fields", "fields moved out of one local", 50, owner_fields),
    file("checks", "indexings, each checked", 250, checks),
    file("array_pushes", "elements pushed onto an `Array`, one after another", 100, array_pushes),
    file("array_uses", "elements of an `Array` that are changed by an index", 100, array_uses),
    file("index_calls", "uses of a type with `Index`", 50, index_calls),
    file("map_entries", "entries put into a `Map`", 50, map_entries),
    file("map_types", "maps of as many types", 10, map_types),
];

fn main_of(statements: &str) -> String {
    format!("fn main() {{\n{statements}}}\n")
}

fn locals(size: usize) -> String {
    main_of(
        &("  let x0 = 1\n".to_owned()
            + &repeat(size, |i| format!("  let x{} = x{i} + 1\n", i + 1))
            + &format!("  println(x{size})\n")),
    )
}

fn statements(size: usize) -> String {
    main_of(&("  let mut x = 1\n".to_owned() + &repeat(size, |i| format!("  x += {i}\n")) + "  println(x)\n"))
}

fn branches(size: usize) -> String {
    main_of(
        &("  let mut x = 1\n".to_owned()
            + &repeat(size, |i| format!("  if x > {i} {{ x += {i} }} else {{ x -= 1 }}\n"))
            + "  println(x)\n"),
    )
}

fn else_ifs(size: usize) -> String {
    let arms = repeat(size, |i| format!("if x == {i} {{ {i} }} else "));
    format!("fn f(x: i64) -> i64 {{\n  {arms}{{ 0 }}\n}}\nfn main() {{ println(f(3)) }}\n")
}

fn left_loops(size: usize) -> String {
    let loops = repeat(size, |i| format!("  l{i}: loop {{ break l{i} }}\n"));
    format!("fn main() {{\n{loops}}}\n")
}

fn loops(size: usize) -> String {
    main_of(
        &("  let mut x = 1\n".to_owned()
            + &repeat(size, |i| format!("  for i in 0..3 {{ x += i * {i} }}\n"))
            + "  println(x)\n"),
    )
}

fn long_line(size: usize) -> String {
    let statements = repeat(size, |i| format!("x += {i} "));
    format!("fn main() {{ let mut x = 1  {statements} println(x) }}\n")
}

fn strings(size: usize) -> String {
    main_of(&repeat(size, |i| format!("  println(\"number {i}\")\n")))
}

fn long_string(size: usize) -> String {
    format!("fn main() {{ println(\"{}\") }}\n", "a\\n\u{e4}b".repeat(size / 4))
}

fn interpolations(size: usize) -> String {
    format!("fn main() {{\n  let x = 1\n  println(\"{}\")\n}}\n", repeat(size, |i| format!("${{x}} and {i} ")))
}

fn string_sum(size: usize) -> String {
    let parts: Vec<String> = (0..size).map(|i| format!("\"s{i}\"")).collect();
    format!("fn main() {{\n  println({})\n}}\n", parts.join(" + "))
}

fn operators(size: usize) -> String {
    let parts: Vec<String> = (0..size).map(|i| format!("x * {i}")).collect();
    format!("fn main() {{\n  let x = 1\n  println({})\n}}\n", parts.join(" + "))
}

fn method_chain(size: usize) -> String {
    format!(
        "type copy S {{\n  let @a: i64\n  fn next -> S {{ S(@a + 1) }}\n}}\nfn main() {{\n  println(S(1){}.a)\n}}\n",
        ".next()".repeat(size)
    )
}

fn field_chain(size: usize) -> String {
    "type T0 { let @a: i64 }\n".to_owned()
        + &repeat(size, |i| format!("type T{} {{ let @a: T{i} }}\n", i + 1))
        + &format!("fn f(t: ref T{size}) -> i64 {{ t{} }}\nfn main() {{}}\n", ".a".repeat(size + 1))
}

fn loans(size: usize) -> String {
    main_of(
        &(repeat(size, |i| format!("  let mut x{i} = {i}\n"))
            + &repeat(size, |i| format!("  let r{i} = mut x{i}\n"))
            + &repeat(size, |i| format!("  r{i} += 1\n"))),
    )
}

fn loans_of_one(size: usize) -> String {
    main_of(
        &("  let x = 1\n  let mut t = 0\n".to_owned()
            + &repeat(size, |i| format!("  let r{i} = ref x\n"))
            + &repeat(size, |i| format!("  t += r{i}\n"))
            + "  println(t)\n"),
    )
}

fn loans_in_loops(size: usize) -> String {
    main_of(
        &("  let mut x = 1\n".to_owned()
            + &repeat(size, |i| format!("  for i in 0..3 {{\n    let r{i} = mut x\n    r{i} += i\n  }}\n"))
            + "  println(x)\n"),
    )
}

fn reborrows(size: usize) -> String {
    main_of(
        &("  let mut x = 1\n  let r0 = mut x\n".to_owned()
            + &repeat(size, |i| format!("  let r{} = mut r{i}\n", i + 1))
            + &format!("  r{size} += 1\n  r0 += 1\n  println(x)\n")),
    )
}

fn loans_in_branches(size: usize) -> String {
    format!(
        "fn f(c: i64) {{\n{}{}{}{}}}\nfn main() {{ f(3) }}\n",
        repeat(size, |i| format!("  let mut x{i} = {i}\n")),
        repeat(size, |i| format!("  let r{i} = mut x{i}\n")),
        repeat(size, |i| format!("  if c > {i} {{ r{i} += 1 }} else {{ r{i} += 2 }}\n")),
        repeat(size, |i| format!("  r{i} += 1\n"))
    )
}

fn reborrows_in_calls(size: usize) -> String {
    format!(
        "fn pick(a: ref i64, b: ref i64) -> ref i64 {{ if a > b {{ a }} else {{ b }} }}\n{}",
        main_of(
            &("  let x0 = 0\n  let r0 = ref x0\n".to_owned()
                + &repeat(size, |i| format!("  let x{n} = {n}\n  let r{n} = pick(r{i}, ref x{n})\n", n = i + 1))
                + &format!("  println(r{size})\n"))
        )
    )
}

fn owners(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\nfn f(h: H) -> H {{ h }}\n{}",
        main_of(&repeat(size, |i| format!("  let h{i} = f(H({i}))\n")))
    )
}

fn flags(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\nfn eat(h: H) {{}}\nfn f(c: i64) {{\n{}{}}}\nfn main() {{ f(3) }}\n",
        repeat(size, |i| format!("  let h{i} = H({i})\n")),
        repeat(size, |i| format!("  if c > {i} {{ eat(h{i}) }}\n"))
    )
}

fn early_returns(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\nfn f(c: i64) -> i64 {{\n{}  0\n}}\nfn main() {{ println(f(3)) }}\n",
        repeat(size, |i| format!("  let h{i} = H({i})\n  if c == {i} {{ return h{i}.a }}\n"))
    )
}

fn owners_returned(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\nfn f(c: i64) -> H {{\n{}  H(0)\n}}\nfn main() {{ println(f(3).a) }}\n",
        repeat(size, |i| format!("  let h{i} = H({i})\n  if c == {i} {{ return h{i} }}\n"))
    )
}

fn early_breaks(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\nfn f(c: i64) {{\n  for n in 0..c {{\n{}  }}\n}}\nfn main() {{ f(3) }}\n",
        repeat(size, |i| format!(
            "    let h{i} = H({i})\n    if c == {i} {{ break }}\n    if n == {i} {{ continue }}\n"
        ))
    )
}

fn replaces(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\n{}",
        main_of(
            &("  let mut h = H(1)\n  let mut t = 0\n".to_owned()
                + &repeat(size, |i| format!("  let o{i} = replace(mut h, H({i}))\n  t += o{i}.a\n"))
                + "  println(t)\n")
        )
    )
}

fn temporaries(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\nfn make(i: i64) -> H {{ H(i) }}\n{}",
        main_of(
            &("  let mut t = 0\n".to_owned()
                + &repeat(size, |i| format!("  t += make({i}).a + make(t).a\n"))
                + "  println(t)\n")
        )
    )
}

fn shadows(size: usize) -> String {
    main_of(&("  let x = 1\n".to_owned() + &repeat(size, |_| "  let x = x + 1\n".to_owned()) + "  println(x)\n"))
}

fn assigned_later(size: usize) -> String {
    format!(
        "fn f(c: i64) -> i64 {{\n  let mut t = 0\n{}  t\n}}\nfn main() {{ println(f(3)) }}\n",
        repeat(size, |i| format!("  let x{i}: i64\n  if c > {i} {{ x{i} = 1 }} else {{ x{i} = 2 }}\n  t += x{i}\n"))
    )
}

fn reassigned(size: usize) -> String {
    format!(
        "fn f(c: i64) {{\n{}{}{}}}\nfn main() {{ f(3) }}\n",
        repeat(size, |i| format!("  let mut x{i} = {i}\n")),
        repeat(size, |i| format!("  if c > {i} {{ x{i} = 1 }} else {{ x{i} = 2 }}\n")),
        repeat(size, |i| format!("  println(x{i})\n"))
    )
}

fn flags_in_loops(size: usize) -> String {
    format!(
        "type H {{ let @a: i64 }}\nfn eat(h: H) {{}}\nfn f(c: i64) {{\n{}{}}}\nfn main() {{ f(3) }}\n",
        repeat(size, |i| format!("  let mut h{i} = H({i})\n")),
        repeat(size, |i| format!(
            "  for n in 0..c {{\n    eat(h{i})\n    if n == {i} {{ return }}\n    h{i} = H(n)\n  }}\n"
        ))
    )
}

fn labels(size: usize) -> String {
    main_of(
        &("  let mut x = 1\n  outer: loop {\n".to_owned()
            + &repeat(size, |i| {
                format!("    x += 1\n    if x == {i} {{ break outer }}\n    if x == {i} {{ continue outer }}\n")
            })
            + "    break\n  }\n  println(x)\n"),
    )
}

fn owner_fields(size: usize) -> String {
    let fields = repeat(size, |i| format!("  let @f{i}: H\n"));
    let values: Vec<String> = (0..size).map(|i| format!("H({i})")).collect();
    let moves = repeat(size, |i| format!("  let x{i} = s.f{i}\n"));
    format!(
        "type H {{ let @a: i64 }}\ntype inline S {{\n{fields}}}\nfn main() {{\n  let s = S({})\n{moves}}}\n",
        values.join(", ")
    )
}

fn checks(size: usize) -> String {
    format!(
        "fn f(a: ref [i64; 8], i: i64) -> i64 {{\n  let mut t = 0\n{}  t\n}}\nfn main() {{ println(f([1; 8], 2)) }}\n",
        repeat(size, |i| format!("  t += a[i] / (i + {i})\n"))
    )
}

fn array_pushes(size: usize) -> String {
    let pushes = repeat(size, |i| format!("  a.push({i})\n"));
    main_of(&format!("  let mut a = Array.new()\n{pushes}  println(a.length())\n"))
}

fn array_uses(size: usize) -> String {
    let uses = repeat(size, |i| format!("  a[{i} % 8] = a[(t + {i}) % 8] + {i}\n  t += a[t % 8] % 3\n"));
    main_of(&format!("  let mut a: Array[i64] = [0; 8]\n  let mut t = 0\n{uses}  println(t)\n"))
}

fn index_calls(size: usize) -> String {
    let uses = repeat(size, |i| format!("  r[{i} % 8] += r[(t + {i}) % 8]\n  t += r[t % 8] % 3\n"));
    let row = "type copy R { let @a: [i64; 8] }\n\
        impl Index[i64, i64] for R { fn index(key: i64) -> ref i64 { ref @a[key] } }\n\
        impl IndexMut[i64, i64] for R { fn mut index_mut(key: i64) -> mut i64 { mut @a[key] } }\n";
    row.to_owned() + &main_of(&format!("  let mut r = R([0; 8])\n  let mut t = 0\n{uses}  println(t)\n"))
}

fn map_entries(size: usize) -> String {
    let uses = repeat(size, |i| format!("  m.insert({i}, \"{i}\")\n"));
    main_of(&format!("  let mut m = Map.new()\n{uses}  println(m.length())\n"))
}

fn map_types(size: usize) -> String {
    let types =
        repeat(size, |i| format!("type copy K{i} {{ let @a: i64 }}\nimpl Equal for K{i}\nimpl Hash for K{i}\n"));
    let uses =
        repeat(size, |i| format!("  let mut m{i} = Map.new()\n  m{i}.insert(K{i}(1), {i})\n  t += m{i}.length()\n"));
    types + &main_of(&format!("  let mut t = 0\n{uses}  println(t)\n"))
}
