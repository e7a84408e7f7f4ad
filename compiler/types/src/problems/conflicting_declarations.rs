//! C declarations disagree.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0256",
    name: "conflicting-declarations",
    title: "C declarations disagree",
    explanation: "\
A C name may be declared several times, in several modules, if all declarations agree on what is passed: `Pointer[u8]` and
`Pointer[()]` agree, and so do `i64` and `u64`; `i32` and `i64` do not. Records of two modules agree if their members do, by name,
type, order and place, and if both are packed or aligned alike. What the program itself defines for C agrees with its
declarations, too: an `extern fn` with a body, a global with `@[name(\"…\")]`. A name is a function or a variable for all.",
    severity: Severity::Error,
};

pub(crate) fn conflicting_declarations(at: Anchor, name: &str, here: &str, there: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is declared with another type elsewhere"))
        .note(format!("here: `{here}`"))
        .note(format!("there: `{there}`"))
}

/// `kinds` are what is declared here and what is there.
pub(crate) fn variable_and_function(at: Anchor, name: &str, kinds: [&str; 2], here: &str, there: &str) -> Problem {
    let [kind, other] = kinds;
    Problem::new(&KIND, at, format!("`{name}` is a {kind} here and a {other} elsewhere"))
        .note(format!("here: `{here}`"))
        .note(format!("there: `{there}`"))
        .help("C knows one thing by each name: leave one out, or give it its own name with `@[name(\"…\")]`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn across_modules() {
        check(
            r#"
//a
extern { fn abs(n: i32) -> i32
 fn labs(n: i64) -> i64
 let mut optind: i32 }
//main
extern { fn abs(x: i64) -> i32
 @[name("labs")]
 fn long(n: i64) -> i64
 let mut optind: i64 }
"#,
            expect![[r#"
                a 1:13 E0256 `abs` is declared with another type elsewhere
                    1:13 declared here first
                    note: here: `fn (i32) -> i32`
                    note: there: `fn (i64) -> i32`
                a 3:10 E0256 `optind` is declared with another type elsewhere
                    4:10 declared here first
                    note: here: `i32`
                    note: there: `i64`
            "#]],
        );
    }

    #[test]
    fn of_what_the_program_defines() {
        check(
            r#"
//a
extern fn my_f(n: i64) -> i64 { n }
@[name("my_thing")] let mut thing: i64 = 4
extern { fn later(n: i64) -> i64 }
//main
extern { @[name("my_f")] fn theirs(n: f64) -> f64
 @[name("my_thing")] fn f -> i64
 @[name("my_thing")] let mut seen: i64
 @[name("my_f")] fn fine(n: u64) -> u64 }
@[name("later")] extern fn now(n: f64) -> i64 { 1 }
@[name("later")] let mut never: i64 = 1
"#,
            expect![[r#"
                3:30 E0256 `my_thing` is a variable here and a function elsewhere
                    2:25 declared here first
                    note: here: `i64`
                    note: there: `fn () -> i64`
                    help: C knows one thing by each name: leave one out, or give it its own name with `@[name("…")]`
                4:21 E0256 `my_f` is declared with another type elsewhere
                    1:29 declared here first
                    note: here: `fn (u64) -> u64`
                    note: there: `fn (f64) -> f64`
                6:26 E0299 C and the linker know something else by the name `later` already | defined a second time
                    5:28 defined here first
                    help: give one of them another name for C with `@[name("…")]`
                a 1:11 E0256 `my_f` is declared with another type elsewhere
                    1:29 declared here first
                    note: here: `fn (i64) -> i64`
                    note: there: `fn (f64) -> f64`
                a 2:29 E0256 `my_thing` is a variable here and a function elsewhere
                    2:25 declared here first
                    note: here: `i64`
                    note: there: `fn () -> i64`
                    help: C knows one thing by each name: leave one out, or give it its own name with `@[name("…")]`
                a 3:13 E0256 `later` is declared with another type elsewhere
                    5:28 declared here first
                    note: here: `fn (i64) -> i64`
                    note: there: `fn (f64) -> i64`
            "#]],
        );
    }

    #[test]
    fn variables_agree_as_parameters_do() {
        let text = r#"
//a
extern { type FILE
 let mut stdout: Pointer[FILE]
 let mut count: u32 }
//main
extern { let mut stdout: Pointer[()]
 let mut count: i32 }
"#;
        check(text, expect![[r#""#]]);
    }

    /// Each with one of them: what is the same for C, and what is not.
    #[test]
    fn records_are_compared_by_their_members() {
        let first = "
type copy inner { pub let @a: i16 pub let @b: i16 }
type copy pair { pub let @low: i32 pub let @next: Pointer[pair] pub let @inner: [inner; 2] }
type union either { pub let @x: i32 pub let @y: f32 }
type copy parts { pub let @real: f64 pub let @imaginary: f64 }
extern { fn passed(by: pair, or: either, and: parts) -> pair }
";
        let other = |from: &str, to: &str| {
            assert!(from.is_empty() || first.contains(from), "{from}");
            let text = format!("//a{first}//main{}", first.replacen(from, to, 1));
            crate::fixture::problems(&text)
        };
        assert_eq!(other("", ""), "");
        for (from, to) in
            [("low: i32", "low: u32"), ("next: Pointer[pair]", "next: Pointer[()]"), ("pub let @x", "let @x")]
        {
            assert_eq!(other(from, to), "", "{from} {to}");
        }
        for (from, to) in [
            ("low: i32", "low: i64"),
            ("low: i32", "low: f32"),
            ("@low: i32", "@high: i32"),
            ("pub let @low: i32 pub let @next: Pointer[pair]", "pub let @next: Pointer[pair] pub let @low: i32"),
            ("pub let @a: i16 pub let @b: i16", "pub let @b: i16 pub let @a: i16"),
            ("let @b: i16", "let @b: f32"),
            ("b: i16 }", "b: i16 pub let @c: i16 }"),
            ("[inner; 2]", "[inner; 3]"),
            ("[inner; 2]", "inner"),
            ("type copy inner", "@[packed] type copy inner"),
            ("type copy pair", "@[packed] type copy pair"),
            ("type copy pair", "@[align(16)] type copy pair"),
            ("type copy parts", "@[c(complex)] type copy parts"),
            ("type union either", "type copy either"),
            ("y: f32", "y: i32"),
            ("-> pair", "-> inner"),
        ] {
            assert!(other(from, to).contains("E0256 `passed`"), "{from} {to}: {}", other(from, to));
        }
    }

    /// Records that double in each line, and one that is in itself.
    #[test]
    fn records_that_double_are_compared_in_no_time() {
        use std::fmt::Write as _;
        let mut text = "type copy r0 { let @x: i8 }\n".to_string();
        for level in 1..15 {
            let inner = level - 1;
            let _ = writeln!(text, "type copy r{level} {{ let @a: r{inner} let @b: r{inner} }}");
        }
        text.push_str("extern { fn f(of: r14) }\n");
        let found = crate::fixture::problems(&format!("//a\n{text}//main\n{text}"));
        assert_eq!(found, "");
        let found = crate::fixture::problems(&format!("//a\n{text}//main\n{}", text.replacen("i8", "i16", 1)));
        assert!(found.contains("E0256"), "{found}");
        let endless = "type copy r { let @x: r }\nextern { fn f(of: r) }\n";
        let found = crate::fixture::problems(&format!("//a\n{endless}//main\n{endless}"));
        assert!(!found.contains("E0256") && !found.is_empty(), "{found}");
    }

    #[test]
    fn what_the_compiler_provides_is_no_c_name() {
        check("extern fn size_of(n: i64) -> i64 { n }\n@[name(\"read\")] let mut a: i64 = 1", expect![[r#""#]]);
    }
}
