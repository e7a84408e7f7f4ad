//! What an optimised build makes of calls through `dyn`: the decision for each closed set, every way in by which a table may
//! come from elsewhere, C's tables at run time, and that a debug build knows nothing of all this. The programs of
//! `tests/run` and the random ones meet the same on every engine: the interpreter runs devirtualised code after the ABI pass.

use std::path::Path;
use std::process::Output;

use tests::machine::NATIVE;
use tests::{corpus, finish, has_llvm, lang_command};

/// What `--emit devirtualised` says of the calls in `f`, one line for each: decision, candidates and reason.
fn decisions(program: &str) -> Vec<String> {
    emitted(program, &[]).unwrap_or_else(|error| panic!("{program}\n{error}"))
}

fn emitted(program: &str, options: &[&str]) -> Result<Vec<String>, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, result) = (folder.path().join("app.lang"), folder.path().join("app.txt"));
    std::fs::write(&source, program).expect("a written file");
    let mut command = lang_command(folder.path());
    command.arg("build").arg(&source).args(["--emit", "devirtualised", "-o"]).arg(&result).args(options);
    let output = finish(command)?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = std::fs::read_to_string(&result).expect("the emitted file");
    let mut calls: Vec<String> = Vec::new();
    let mut is_in_f = false;
    for line in text.lines() {
        match line.strip_prefix("  ") {
            None => {
                is_in_f = line.contains(" in app.f: ");
                if is_in_f {
                    calls.push(line.rsplit(": ").next().unwrap_or_default().to_owned());
                }
            }
            Some(more) if is_in_f => calls.last_mut().expect("a call stands before").push_str(&format!("; {more}")),
            Some(_) => {}
        }
    }
    Ok(calls)
}

/// A trait `A` with so many types, all of which `main` makes, and a function `f` that calls.
fn types(count: usize) -> String {
    let mut text = String::from("trait A { fn a -> i64 }\n");
    let mut main = String::from("fn main() {\n  let mut sum = 0\n");
    for number in 0..count {
        text += &format!("type inline T{number} {{ let @n: i64 }}\n");
        text += &format!("impl A for T{number} {{ fn a -> i64 {{ @n + {number} }} }}\n");
        main += &format!("  sum += f(T{number}(n: sum))\n");
    }
    text + "fn f(x: ref dyn A) -> i64 { x.a() }\n" + &main + "  println(sum)\n}\n"
}

fn may_call(count: usize) -> String {
    (0..count).map(|number| format!("; may call app.T{number}$3aA.a")).collect()
}

#[test]
fn the_number_of_types_decides() {
    let with = |decision: &str, count: usize, reason: &str| vec![format!("{decision}{}{reason}", may_call(count))];
    assert_eq!(decisions(&types(1)), with("direct", 1, ""));
    assert_eq!(decisions(&types(2)), with("compared", 2, "; not direct: 2 implementations"));
    assert_eq!(decisions(&types(3)), with("compared", 3, "; not direct: 3 implementations"));
    assert_eq!(decisions(&types(4)), with("through the table", 4, "; not direct: 4 implementations, more than 3"));
}

#[test]
fn types_that_never_become_one_do_not_count() {
    let program = types(1) + "type inline Other { let @n: i64 }\nimpl A for Other { fn a -> i64 { @n } }\n";
    assert_eq!(decisions(&program).len(), 1);
    assert!(decisions(&program)[0].starts_with("direct;"), "{:?}", decisions(&program));
    // One becomes it in a function that nobody calls.
    let program = program + "fn unused -> dyn A { Other(n: 1) }\n";
    assert!(decisions(&program)[0].starts_with("direct;"), "{:?}", decisions(&program));
}

/// A trait with one type, and what else the program has.
fn one_type_and(more: &str, main: &str) -> String {
    format!(
        "trait A {{ fn a -> i64 }}
        type inline T {{ let @n: i64 }}
        impl A for T {{ fn a -> i64 {{ @n }} }}
        type inline Holder {{ let @n: i64  let @it: dyn A }}
        type view Seen {{ let @it: ref dyn A }}
        {more}
        fn f(x: ref dyn A) -> i64 {{ x.a() }}
        fn main() {{ println(f(T(n: 1)))\n{main}\n }}"
    )
}

/// Every way in, as items and as statements of `main`.
const WAYS_IN: [(&str, &str); 21] = [
    ("extern fn from_c(x: ref dyn A) -> i64 { f(x) }", ""),
    ("extern fn from_c(x: Option[mut dyn A]) -> bool { x.is_some() }", ""),
    ("extern fn to_c -> dyn A { T(n: 1) }", ""),
    ("extern fn whole(x: Holder) -> i64 { f(x.it) }", ""),
    ("extern { fn make() -> dyn A }", "println(f(unsafe { make() }))"),
    ("extern { fn make() -> Holder }", "println(f((unsafe { make() }).it))"),
    ("extern { fn fill(to: mut Holder) }", "let mut h = Holder(n: 1, it: T(n: 1))\nunsafe { fill(mut h) }"),
    ("extern { fn fill(to: Pointer[Holder]) }", "unsafe { fill(Pointer.null()) }"),
    ("extern { fn fill(to: Pointer[()]) }", "let mut h = Holder(n: 1, it: T(n: 1))\nunsafe { fill(mut h) }"),
    (
        "extern { fn printf(format: Pointer[u8], ...) -> i32 }",
        "let mut h = Holder(n: 1, it: T(n: 1))\nunsafe { printf(c\"%p\", mut h) }",
    ),
    ("extern { fn maker() -> fn () -> dyn A }", "let m = unsafe { maker() }\nprintln(f(m()))"),
    ("extern { fn each(call: ref fn (x: ref dyn A) -> i64) }", "unsafe { each(fn (x) { x.a() }) }"),
    ("extern { fn each(call: extern fn (ref dyn A) -> i64) }", "unsafe { each(fn (x) { x.a() }) }"),
    (
        "fn g(make: extern fn () -> dyn A) -> i64 { f(unsafe { make() }) }",
        "let address = 0 as i64\nif address == 1 { println(g(address as extern fn () -> dyn A)) }",
    ),
    // The table of a `B` that C makes may hand on any `A`.
    (
        "trait B { fn other(x: ref dyn A) -> i64 }
        impl B for T { fn other(x: ref dyn A) -> i64 { x.a() } }
        extern { fn make() -> dyn B }",
        "println((unsafe { make() }).other(T(n: 1)))",
    ),
    (
        "",
        "let mut h = Holder(n: 1, it: T(n: 1))\nlet p = mut h as Pointer[Holder]\nprintln(f(ref (unsafe { ref p[0] }).it))",
    ),
    ("", "let mut h = Holder(n: 1, it: T(n: 1))\nlet p = mut h as Pointer[()]\nprintln(p == Pointer.null())"),
    ("", "let mut h = Holder(n: 1, it: T(n: 1))\nlet p = mut h as Pointer[u8]\nunsafe { p[0] = 7 }"),
    (
        "type inline Cell[X] { let @at: Pointer[X] }\nfn cell[X](at: Pointer[X]) -> Cell[X] { Cell(at: at) }",
        "let c: Cell[dyn A] = cell(Pointer.null())\nprintln(c.at == Pointer.null())",
    ),
    (
        "type Box { let @it: dyn A }",
        "let b = Box(it: T(n: 1))\nlet raw = b.into_raw()\nlet again = unsafe { Box.from_raw(raw) }\nprintln(f(again.it))",
    ),
    ("type inline List { let @it: dyn A }\nextern fn from_c(x: ref [List]) -> i64 { x.length() }", ""),
];

#[test]
fn every_way_in_keeps_the_table() {
    let mut wrong = Vec::new();
    for (more, main) in WAYS_IN {
        match emitted(&one_type_and(more, main), &[]).as_deref() {
            Ok([call]) if call.starts_with("compared, else through the table; may call app.T$3aA.a; not direct: ") => {}
            found => wrong.push(format!("{more}\n{main}\n{found:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What lets nothing in.
const NO_WAYS_IN: [(&str, &str); 9] = [
    ("", ""),
    ("extern fn from_c(x: i64, y: Pointer[u8], z: ref T) -> i64 { f(z) }", ""),
    ("extern { fn abs(x: i32) -> i32 }", "println(unsafe { abs(-1) })"),
    ("trait B { fn b -> i64 }\nextern { fn make() -> dyn B }", "println((unsafe { make() }).b())"),
    ("", "let mut n = 1\nlet p = mut n as Pointer[i64]\nunsafe { p[0] = 7 }"),
    ("", "let xs: [dyn A; 2] = [T(n: 1), T(n: 2)]\nfor x in xs { println(f(x)) }"),
    ("", "let mut xs: Array[dyn A] = Array.new()\nxs.push(T(n: 1))\nfor x in xs { println(f(x)) }"),
    ("fn g[X: A](x: X) -> i64 { let o: dyn A = x  f(o) }", "println(g(T(n: 2)))"),
    ("", "let make = fn () -> dyn A { T(n: 3) }\nprintln(f(make()))\nprintln(f(Seen(it: ref T(n: 4)).it))"),
];

#[test]
fn what_lets_nothing_in_is_no_way_in() {
    for (more, main) in NO_WAYS_IN {
        let program = one_type_and(more, main);
        assert_eq!(decisions(&program), ["direct; may call app.T$3aA.a"], "{program}");
    }
}

#[test]
fn a_library_and_an_object_are_open() {
    let program = types(1).replace("fn main()", "fn start()");
    let calls = decisions(&program);
    assert!(calls[0].contains("else through the table"), "{calls:?}");
    assert!(calls[0].contains("the objects that this one is linked to"), "{calls:?}");
    if !has_llvm() {
        return;
    }
    // The same program as an object and as a program: the first still loads from the table.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("app.lang");
    // Of two types, since LLVM finds out by itself which table all calls of a function bring, if it is one.
    std::fs::write(&source, types(2).replace("fn f(", "@[inline(never)]\nfn f(")).expect("a written file");
    let sizes: Vec<bool> = [("obj", "app.o"), ("exe", "app")]
        .map(|(form, name)| {
            let result = folder.path().join(name);
            let mut command = lang_command(folder.path());
            command.arg("build").arg(&source).args(["--release", "--emit", form, "-o"]).arg(&result);
            let output = finish(command).expect("it ends");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            disassembled(&result).contains('*')
        })
        .to_vec();
    assert_eq!(sizes, [true, false], "an indirect jump or call in `f` of the object alone");
}

/// The machine code of `f`.
fn disassembled(path: &Path) -> String {
    let output = std::process::Command::new("objdump").args(["-d", "--no-show-raw-insn"]).arg(path).output();
    let text = String::from_utf8(output.expect("objdump is there").stdout).expect("text");
    let body: Vec<&str> =
        text.lines().skip_while(|line| !line.contains("<app.f>:")).take_while(|line| !line.is_empty()).collect();
    body.join("\n")
}

#[test]
fn optimised_programs_take_tables_of_c() {
    if !has_llvm() || NATIVE.missing().is_some() {
        return;
    }
    let mut tried = 0;
    for path in corpus::files("interop").into_iter().filter(|path| path.to_string_lossy().contains("dyn")) {
        for level in ["-O1", "-O2", "-O3", "-Os"] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let program = folder.path().join("program");
            let mut command = lang_command(folder.path());
            command.arg("build").arg(&path).arg(path.with_extension("c")).args([level, "-o"]).arg(&program);
            succeed(&path, finish(command).expect("it ends"));
            let output = succeed(&path, finish(std::process::Command::new(&program)).expect("it ends"));
            assert_eq!(output.lines().last(), Some("done"), "{}: {output}", path.display());
            tried += 1;
        }
    }
    assert!(tried >= 8, "both programs are there");
}

fn succeed(path: &Path, output: Output) -> String {
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}: {}\n{stdout}{stderr}", path.display(), output.status);
    stdout.into_owned()
}

/// Compiles a program in the cache and says how many functions were compiled, and how many there are.
fn compiled(folder: &Path, text: &str, options: &[&str]) -> (usize, usize) {
    let source = folder.join("app.lang");
    std::fs::write(&source, text).expect("a written file");
    let mut command = lang_command(folder);
    command.arg("build").arg(&source).args(options).args(["--timings", "-o"]).arg(folder.join("app"));
    let output = finish(command).expect("it ends");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}");
    let words: Vec<&str> = said.split_whitespace().collect();
    let place = words.windows(3).position(|words| words[0] == "of" && words[2].starts_with("functions"));
    let place = place.unwrap_or_else(|| panic!("no count of functions in:\n{said}"));
    let number = |word: &str| word.trim_matches(|letter: char| !letter.is_ascii_digit()).parse().expect("a number");
    (number(words[place - 1]), number(words[place + 1]))
}

#[test]
fn a_new_type_compiles_no_caller_again_in_debug_builds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let callers: String =
        (0..40).map(|number| format!("fn caller{number}(x: ref dyn A) -> i64 {{ x.a() + {number} }}\n")).collect();
    let uses: String = (0..40).map(|number| format!("  s += caller{number}(x)\n")).collect();
    let text = |types: usize| {
        let program = self::types(types) + &callers;
        let program =
            program.replace("fn f(", &format!("fn all(x: ref dyn A) -> i64 {{\n  let mut s = 0\n{uses}  s\n}}\nfn f("));
        program.replace("println(sum)", "println(sum + all(T0(n: 1)))")
    };
    let (first, all) = compiled(folder.path(), &text(2), &["--backend", "cranelift"]);
    assert_eq!(first, all);
    let (second, all_of_second) = compiled(folder.path(), &text(3), &["--backend", "cranelift"]);
    // What the type itself brings, and `main`, which makes it.
    let new = all_of_second - all;
    assert!(new >= 1 && second <= new + 1, "{second} compiled, {new} are new");
}
