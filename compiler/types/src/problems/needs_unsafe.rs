//! Needs `unsafe`.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0224",
    name: "needs-unsafe",
    title: "needs `unsafe`",
    explanation: "\
C functions and globals, `p[i]` through a raw pointer, reading a union's field, `zeroed`, calling an `extern fn` pointer or an
`unsafe fn` can break memory safety. They stand in `unsafe { … }` or in an `unsafe fn`, where a person has checked them.",
    severity: Severity::Error,
};

pub(crate) fn needs_unsafe(at: Anchor, what: &str) -> Problem {
    Problem::new(&KIND, at, format!("{what} needs `unsafe`")).help("write `unsafe { … }` around it")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn each_of_them() {
        check(
            r#"
extern {
 fn getpid() -> i32
 let mut optind: i32
}
type union U { let @a: i32  let @b: f32 }
unsafe fn risky(p: Pointer[i32]) -> i32 { p[0] }
fn f(p: Pointer[i32], u: U, g: extern fn () -> i32) {
 println(getpid())
 println(optind)
 println(p[0])
 println(u.a)
 println(g())
 println(risky(p))
 let z = zeroed[i32]()
 let mut v = u
 v.a = 5
 unsafe { println(p[0] + u.a + risky(p)) }
}
"#,
            expect![[r#"
                8:10 E0224 calling a C function needs `unsafe`
                    help: write `unsafe { … }` around it
                9:10 E0224 using a C global needs `unsafe`
                    help: write `unsafe { … }` around it
                10:10 E0224 using what a raw pointer leads to needs `unsafe`
                    help: write `unsafe { … }` around it
                11:10 E0224 reading a field of a union needs `unsafe`
                    help: write `unsafe { … }` around it
                12:10 E0224 calling an `extern fn` pointer needs `unsafe`
                    help: write `unsafe { … }` around it
                13:10 E0224 calling an `unsafe fn` needs `unsafe`
                    help: write `unsafe { … }` around it
                14:10 E0224 `zeroed` needs `unsafe`
                    help: write `unsafe { … }` around it
            "#]],
        );
    }
}
