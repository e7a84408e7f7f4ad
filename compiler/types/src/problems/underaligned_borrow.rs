//! Underaligned field lent.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0235",
    name: "underaligned-borrow",
    title: "underaligned field lent",
    explanation: "\
A field of a `@[packed]` type may lie at an address that its type does not allow, so it cannot be lent. Copy it first.",
    severity: Severity::Error,
};

/// `align` is in bytes; nothing where it depends on type arguments.
pub(crate) fn underaligned_borrow(at: Anchor, ty: &str, align: Option<u32>) -> Problem {
    let place = match align {
        Some(align) => format!("at a multiple of {align} bytes"),
        None => "where its type arguments want it".to_owned(),
    };
    Problem::new(&KIND, at, format!("this `{ty}` may not lie {place} and cannot be lent"))
        .note("it is a part of a `@[packed]` type")
        .help("copy it into a variable first")
}

/// A guard looks at a name of what cannot be copied and lies in a packed structure.
pub fn underaligned_in_guard(expression: hir::ExpressionId, name: &str) -> Problem {
    let message = format!("a guard only looks at `{name}`, which lies in a `@[packed]` type and cannot be lent");
    Problem::new(&KIND, Anchor::Expression(expression), message).help("ask for it in the arm, where the name owns it")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_packed_types() {
        check(
            r#"
@[packed]
type copy P { let @a: u8  let @b: u32  let @c: [u8; 2] }
fn g(n: ref u32) {}
fn h(n: ref [u8; 2]) {}
fn f(p: P) {
 g(p.b)
 h(p.c)
 println(p.b)
 let r = ref p.b
}
"#,
            expect![[r#"
                6:4 E0235 this `u32` may not lie at a multiple of 4 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
                9:14 E0235 this `u32` may not lie at a multiple of 4 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
            "#]],
        );
    }

    #[test]
    fn of_packed_types_inside_each_other() {
        check(
            r#"
@[packed] @[align(8)]
type inline Inner { let @wide: i64 }
@[packed]
type inline Outer { let @flag: u8  let @inner: Inner  let @owner: Owner  let @pair: (u16, u8) }
type Owner { let @count: i64 }
fn f(o: Outer) {
 let a = ref o.inner.wide
 let b = ref o.owner.count
 let c = ref o.pair.1
 let d = ref o.pair.0
}
"#,
            expect![[r#"
                7:14 E0235 this `i64` may not lie at a multiple of 8 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
                10:14 E0235 this `u16` may not lie at a multiple of 2 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
            "#]],
        );
    }

    #[test]
    fn of_names_in_patterns() {
        check(
            r#"
@[packed]
type P { let @a: i64  let @b: u8  let @c: i64  let @d: Owner  let @e: (u16, u8) }
type Owner { let @count: i64 }
@[packed]
type copy Q { let @a: u8  let @b: u16  let @p: (u8, u16) }
fn of_heap(p: P, lent: ref P) {
 match p { case P(a, b, _, ..) -> {} }
 match lent { case P(c: c, b: 1, ..) -> {} case P(c: _, ..) -> {} }
 match p { case P(d: Owner(count), e: (_, low), ..) -> {} }
 match p { case P(e: (high, _), ..) -> {} }
}
fn of_a_part(q: Q) {
 match q.p { case (low, _) -> {} }
 match q.p { case (_, high) -> {} }
 match q.b { case 1 -> {} case all -> {} }
 if let 3 as all = q.b {}
 let Q(a, b, _) = q
}
"#,
            expect![[r#"
                7:19 E0235 this `i64` may not lie at a multiple of 8 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
                8:25 E0235 this `i64` may not lie at a multiple of 8 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
                10:23 E0235 this `u16` may not lie at a multiple of 2 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
                14:23 E0235 this `u16` may not lie at a multiple of 2 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
                15:32 E0235 this `u16` may not lie at a multiple of 2 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
                16:9 E0235 this `u16` may not lie at a multiple of 2 bytes and cannot be lent
                    note: it is a part of a `@[packed]` type
                    help: copy it into a variable first
            "#]],
        );
    }
}
