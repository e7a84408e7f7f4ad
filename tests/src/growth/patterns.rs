//! Large patterns: many arms, guards, names, conditions with `let`, and patterns and matches inside each other.

use super::{Kind, file, repeat};

pub(super) const KINDS: &[Kind] = &[
    file("integer_arms", "arms with an integer", 200, integer_arms),
    file("text_arms", "arms with a string", 100, text_arms),
    file("range_arms", "arms with a range", 100, range_arms),
    file("guarded_arms", "arms with a guard", 100, guarded_arms),
    file("guarded_owners", "arms with a guard over owners that move", 50, guarded_owners),
    file("alternatives", "alternatives of one arm", 200, alternatives),
    file("guarded_alternatives", "alternatives of one arm with a guard", 50, guarded_alternatives),
    file("if_lets", "branches in a chain of `else if let`", 50, if_lets),
    file("let_chain", "`let`s joined by `&&`", 30, let_chain),
    file("pattern_names", "names in one pattern", 100, pattern_names),
    file("moved_elements", "owners moved out of one array", 50, moved_elements),
    file("matches_in_loop", "matches in one loop", 100, matches_in_loop),
    file("let_elses", "`let … else`, each with an owner", 50, let_elses),
    file("nested_patterns", "patterns inside each other", 20, nested_patterns),
    file("nested_matches", "matches inside each other", 15, nested_matches),
    file("nested_guards", "matches inside each other's guards", 4, nested_guards),
    file("deep_patterns", "patterns inside each other, beyond every limit", 2_000, nested_patterns),
    file("deep_matches", "matches inside each other, beyond every limit", 2_000, nested_matches),
];

fn integer_arms(size: usize) -> String {
    let arms = repeat(size, |i| format!("    case {} -> {i}\n", i * 7));
    format!("fn f(x: i64) -> i64 {{\n  match x {{\n{arms}    case _ -> 0\n  }}\n}}\nfn main() {{ println(f(1)) }}\n")
}

fn text_arms(size: usize) -> String {
    let arms = repeat(size, |i| format!("    case \"text{i}\" -> {i}\n"));
    format!(
        "fn f(x: String) -> i64 {{\n  match x {{\n{arms}    case _ -> 0\n  }}\n}}\nfn main() {{ println(f(\"a\")) }}\n"
    )
}

fn range_arms(size: usize) -> String {
    let arms = repeat(size, |i| format!("    case {}..={} -> {i}\n", i * 10, i * 10 + 5));
    format!("fn f(x: i64) -> i64 {{\n  match x {{\n{arms}    case _ -> 0\n  }}\n}}\nfn main() {{ println(f(1)) }}\n")
}

fn guarded_arms(size: usize) -> String {
    let arms = repeat(size, |i| format!("    case (a, {i}) if a > {i} -> a + {i}\n"));
    format!(
        "fn f(x: (i64, i64)) -> i64 {{\n  match x {{\n{arms}    case _ -> 0\n  }}\n}}\nfn main() {{ println(f((1, 2))) }}\n"
    )
}

fn guarded_owners(size: usize) -> String {
    let arms = repeat(size, |i| format!("    case (a, _, n) if a.n > {i} && n > {i} -> a.n + {i}\n"));
    format!(
        "type H {{ let @n: i64 }}\nfn f(x: i64) -> i64 {{\n  match (H(x), H(2), x) {{\n{arms}    case _ -> 0\n  }}\n}}\nfn main() {{ println(f(1)) }}\n"
    )
}

fn alternatives(size: usize) -> String {
    let list = repeat(size, |i| format!("{} | ", i * 3));
    format!("fn f(x: i64) -> i64 {{ match x {{ case {list} 1 -> 2  case _ -> 0 }} }}\nfn main() {{ println(f(1)) }}\n")
}

fn guarded_alternatives(size: usize) -> String {
    let list = repeat(size, |i| format!("(n, {i}) | "));
    format!(
        "fn f(x: (i64, i64)) -> i64 {{ match x {{ case {list} (1, n) if n > 3 -> n  case _ -> 0 }} }}\nfn main() {{ println(f((1, 2))) }}\n"
    )
}

fn if_lets(size: usize) -> String {
    let branches = repeat(size, |i| format!("if let (n, {i}) = (x, x) {{ n }} else "));
    format!("fn f(x: i64) -> i64 {{ {branches} {{ 0 }} }}\nfn main() {{ println(f(1)) }}\n")
}

fn let_chain(size: usize) -> String {
    let lets = repeat(size, |i| format!(" && let (x{}, true) = (x{i} + 1, x{i} > {i})", i + 1));
    format!("fn f(x0: i64) -> i64 {{ if x0 > 0 {lets} {{ x{size} }} else {{ 0 }} }}\nfn main() {{ println(f(1)) }}\n")
}

fn pattern_names(size: usize) -> String {
    let names = repeat(size, |i| format!("x{i}, "));
    let sum = repeat(size, |i| format!("  println(x{i})\n"));
    format!("fn f(x: [i64; {size}]) {{\n  let [{names}] = x\n{sum}}}\nfn main() {{ f([0; {size}]) }}\n")
}

fn moved_elements(size: usize) -> String {
    let names = repeat(size, |i| if i % 2 == 0 { format!("x{i}, ") } else { "_, ".to_owned() });
    let values = repeat(size, |i| format!("H({i}), "));
    let uses = repeat(size.div_ceil(2), |i| format!("  println(x{}.n)\n", i * 2));
    format!("type H {{ let @n: i64 }}\nfn main() {{\n  let [{names}] = [{values}]\n{uses}}}\n")
}

fn matches_in_loop(size: usize) -> String {
    let matches = repeat(size, |i| {
        format!(
            "    match (H(x), {i}) {{ case (h, 3) -> x += h.n  case (h, _) if h.n > 3 -> break  case _ -> {{}} }}\n"
        )
    });
    format!("type H {{ let @n: i64 }}\nfn main() {{\n  let mut x = 1\n  loop {{\n{matches}    x += 1\n  }}\n}}\n")
}

fn let_elses(size: usize) -> String {
    let lets = repeat(size, |i| format!("  let (h{i}, 1) = (H({i}), x) else {{ return }}\n"));
    let uses = repeat(size, |i| format!("  println(h{i}.n)\n"));
    format!("type H {{ let @n: i64 }}\nfn f(x: i64) {{\n{lets}{uses}}}\nfn main() {{ f(1) }}\n")
}

fn nested_patterns(size: usize) -> String {
    let (open, close) = ("(".repeat(size), ", _)".repeat(size));
    let value = format!("{}1{}", "(".repeat(size), ", 2)".repeat(size));
    format!("fn main() {{ match {value} {{ case {open}x{close} -> println(x) }} }}\n")
}

fn nested_matches(size: usize) -> String {
    let open = repeat(size, |i| format!("match x {{ case {i} -> 7  case _ -> "));
    format!("fn f(x: i64) -> i64 {{ {open} 1 {} }}\nfn main() {{ println(f(1)) }}\n", "} ".repeat(size))
}

/// Each guard stands behind two alternatives.
fn nested_guards(size: usize) -> String {
    let open = "match x { case (0, _) | (_, 1) if ".repeat(size);
    let close = " -> true  case _ -> false }".repeat(size);
    format!("fn f(x: (i64, i64)) -> bool {{ {open} x.0 > 3 {close} }}\nfn main() {{ println(f((1, 2))) }}\n")
}
