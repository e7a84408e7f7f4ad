//! Programs of which one half is made by Cranelift and the other by LLVM, both ways, at several levels: structs of every
//! class travel between them as arguments and results, in calls, methods and callbacks, and checks fail where they stand.

use crate::support::{Folder, ended, has_llvm};

/// A type, how a value is made of a seed, and how one is changed and summed up; each class of the x86-64 convention, and
/// what other targets tell apart.
const TYPES: [(&str, &str, &str, &str); 14] = [
    ("One", "@a: i8", "(s as i8)", "v.a as i64"),
    ("Odd", "@a: i8  let @b: i8  let @c: i8", "(s as i8, 2, 3)", "v.a as i64 + 10 * v.b as i64 + 100 * v.c as i64"),
    ("Two", "@a: i64  let @b: i64", "(s, 20)", "v.a + 3 * v.b"),
    ("Mixed", "@a: i64  let @b: f64", "(s, 2.5)", "v.a + (v.b * 2.0) as i64"),
    ("Other", "@a: f64  let @b: i32", "(s as f64, 7)", "v.a as i64 + 5 * v.b as i64"),
    ("Single", "@a: f32", "(s as f32)", "v.a as i64"),
    ("Pair", "@a: f32  let @b: f32", "(s as f32, 4.0)", "v.a as i64 + 9 * v.b as i64"),
    (
        "Triple",
        "@a: f32  let @b: f32  let @c: f32",
        "(s as f32, 2.0, 3.0)",
        "v.a as i64 + 2 * v.b as i64 + 4 * v.c as i64",
    ),
    (
        "Quad",
        "@a: f64  let @b: f64  let @c: f64  let @d: f64",
        "(s as f64, 2.0, 3.0, 4.0)",
        "(v.a + v.b * 2.0 + v.c * 4.0 + v.d * 8.0) as i64",
    ),
    ("Half", "@a: f32  let @b: i32  let @c: f64", "(s as f32, 6, 7.0)", "v.a as i64 + v.b as i64 + v.c as i64"),
    ("Big", "@a: i64  let @b: i64  let @c: i64", "(s, 2, 3)", "v.a + 2 * v.b + 4 * v.c"),
    ("Wide", "@a: i128  let @b: i8", "(s as i128, 5)", "v.a as i64 + 6 * v.b as i64"),
    (
        "Nest",
        "@a: i8  let @b: Odd  let @c: Pair",
        "(1, make_Odd(s), make_Pair(s))",
        "v.a as i64 + sum_Odd(v.b) + sum_Pair(v.c)",
    ),
    ("List", "@a: [i32; 5]", "([s as i32, 2, 3, 4, 5])", "v.a[0] as i64 + v.a[4] as i64"),
];

/// The module with types and callees.
fn callees() -> String {
    let mut text = String::new();
    for (name, fields, values, sum) in TYPES {
        text.push_str(&format!(
            "pub type copy {name} {{ pub let {} }}\n\
             pub fn make_{name}(s: i64) -> {name} {{ {name}{values} }}\n\
             pub fn sum_{name}(v: {name}) -> i64 {{ {sum} }}\n\
             pub fn through_{name}(before: i64, v: {name}, f: f64, w: {name}, after: i8) -> {name} {{\n  \
               let mut own = v\n  own = make_{name}(sum_{name}(w) % 50 + before)\n  \
               assert(sum_{name}(v) + f as i64 + after as i64 > 0)\n  own\n}}\n\
             pub fn call_{name}(callback: extern fn ({name}, {name}, i32) -> {name}, v: {name}) -> i64 {{\n  \
               unsafe {{ sum_{name}(callback(v, make_{name}(9), 3)) }}\n}}\n",
            fields.replace("let @", "pub let @"),
        ));
    }
    text.push_str("pub fn text(s: String) -> String { s + \"!\" }\n");
    text.push_str("pub fn quotient(a: i64, b: i64) -> i64 {\n  a / b\n}\n");
    text
}

fn callers() -> String {
    let names: Vec<String> = TYPES
        .iter()
        .flat_map(|(name, ..)| ["", "make_", "sum_", "through_", "call_"].map(|prefix| format!("{prefix}{name}")))
        .collect();
    let mut text = format!("import other ({}, text, quotient)\n", names.join(", "));
    for (name, ..) in TYPES {
        text.push_str(&format!(
            "extern fn back_{name}(v: {name}, w: {name}, n: i32) -> {name} {{\n  \
             make_{name}((sum_{name}(v) + sum_{name}(w)) % 40 + n as i64)\n}}\n"
        ));
    }
    text.push_str("fn main() {\n");
    for (name, ..) in TYPES {
        text.push_str(&format!(
            "  {{\n    let v = make_{name}(11)\n    let w = make_{name}(12)\n    \
             let r = through_{name}(3, v, 1.5, w, 1)\n    \
             println(sum_{name}(v))\n    println(sum_{name}(w))\n    println(sum_{name}(r))\n    \
             println(call_{name}(back_{name}, r))\n  }}\n"
        ));
    }
    text.push_str("  println(text(\"both\"))\n  println(quotient(7, 0))\n}\n");
    text
}

#[test]
fn structs_travel_both_ways() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[
        ("lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n"),
        ("main.lang", &callers()),
        ("other.lang", &callees()),
    ]);
    let run = |options: &[&str]| {
        let mut arguments = vec!["build", "-o", "program"];
        arguments.extend(options);
        folder.lang(&arguments).exit(0);
        let run = ended(folder.command("./program").output().expect("it starts"));
        run.exit(101).says("other.lang").says("division by zero");
        (run.stdout, run.stderr)
    };
    let expected = run(&[]);
    assert_eq!(expected.0.lines().count(), TYPES.len() * 4 + 1);
    assert!(expected.0.ends_with("both!\n"));
    for level in ["-O0", "-O2"] {
        for (first, second) in [("cranelift", "llvm"), ("llvm", "cranelift")] {
            let other = format!("other={second}");
            let options = ["--backend", first, "--backend-for", &other, level];
            assert_eq!(run(&options), expected, "{options:?}");
            let everything = ["--backend", first, "--backend-for", &format!("app={second}"), level];
            assert_eq!(run(&everything), expected, "{everything:?}");
        }
        assert_eq!(run(&["--backend", "llvm", level]), expected, "all LLVM, {level}");
    }
    // The last choice for a module counts, and the other one is not even needed for the objects.
    let both = ["--backend-for", "app.other=llvm", "--backend-for", "app.other=cranelift"];
    assert_eq!(run(&both), expected);
}

/// Both code generators are in the executable: each leaves its mark where it is asked for.
#[test]
fn each_half_is_made_by_its_own_code_generator() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[
        ("lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n"),
        ("main.lang", "import other (twice)\nfn main() { println(twice(4)) }\n"),
        ("other.lang", "pub fn twice(n: i64) -> i64 { n * 2 }\n"),
    ]);
    let fault = |options: &[&str], symbol: &str| {
        let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
        command.args(["build", "--no-cache"]).args(options);
        command.env("LANG_LLVM_FAULT", format!("exit:{symbol}"));
        ended(command.output().expect("lang starts")).code
    };
    let mixed = ["--backend-for", "other=llvm"];
    assert_eq!(fault(&mixed, "app.other.twice"), Some(2));
    assert_eq!(fault(&mixed, "app.main"), Some(0));
    let reversed = ["--backend", "llvm", "--backend-for", "other=cranelift"];
    assert_eq!(fault(&reversed, "app.other.twice"), Some(0));
    assert_eq!(fault(&reversed, "app.main"), Some(2));
}

#[test]
fn modules_that_do_not_exist() {
    let folder = Folder::new(&[("p.lang", "fn main() { println(1) }\n")]);
    folder
        .lang(&["build", "--backend-for", "nothing=cranelift", "p.lang"])
        .exit(2)
        .says("there is no module `nothing`; the modules are p, std.");
    for wrong in ["p", "p=gcc", "p=auto"] {
        folder.lang(&["build", "--backend-for", wrong, "p.lang"]).exit(2).says("write MODULE=llvm or MODULE=cranelift");
    }
}
