//! Literal does not fit its type.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};
use abi::IntKind;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0203",
    name: "literal-out-of-range",
    title: "literal does not fit its type",
    explanation: "\
A literal takes the type expected where it stands, else `i64`, and must fit it. To wrap it, convert it: `300 as u8` is 44.",
    severity: Severity::Error,
};

pub(crate) fn literal_out_of_range(
    at: Anchor,
    kind: IntKind,
    magnitude: u128,
    negative: bool,
    defaulted: bool,
) -> Problem {
    let sign = if negative { "-" } else { "" };
    let name = kind.name();
    let range = match kind.minimum_magnitude() {
        0 => format!("0 to {}", kind.maximum()),
        minimum => format!("-{minimum} to {}", kind.maximum()),
    };
    let problem = Problem::new(&KIND, at, format!("`{sign}{magnitude}` does not fit `{name}`"))
        .note(format!("`{name}` holds {range}"));
    let wider = IntKind::ALL.into_iter().find(|wider| wider.bits() >= kind.bits() && wider.fits(magnitude, negative));
    match wider {
        Some(wider) if defaulted => problem.help(format!(
            "nothing else is expected here, so it is an `i64`; `let x: {} = …` says otherwise",
            wider.name()
        )),
        Some(_) | None => problem,
    }
}

pub(crate) fn float_out_of_range(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "the number is too large for `f32`").note("`f32` holds up to 3.4028235e38")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn each_range_has_ends() {
        check(
            r#"
fn f() {
 let a: u8 = 256
 let b: i8 = -129
 let c: u8 = -1
 let d = 9223372036854775808
 let e: i8 = -128
 let g: f32 = 300
 let h = 300 as u8
 println(e)
 println(g)
 println(h)
}
"#,
            expect![[r#"
                2:14 E0203 `256` does not fit `u8`
                    note: `u8` holds 0 to 255
                3:14 E0203 `-129` does not fit `i8`
                    note: `i8` holds -128 to 127
                4:14 E0203 `-1` does not fit `u8`
                    note: `u8` holds 0 to 255
                5:10 E0203 `9223372036854775808` does not fit `i64`
                    note: `i64` holds -9223372036854775808 to 9223372036854775807
                    help: nothing else is expected here, so it is an `i64`; `let x: i128 = …` says otherwise
            "#]],
        );
    }

    #[test]
    fn floats_have_ends() {
        check(
            "fn f { let a: f32 = 1e50\n let b: f32 = 3.4e38\n let c: f32 = -1e39\n let d = 1e39 }",
            expect![[r#"
            1:21 E0203 the number is too large for `f32`
                note: `f32` holds up to 3.4028235e38
            3:16 E0203 the number is too large for `f32`
                note: `f32` holds up to 3.4028235e38
        "#]],
        );
    }
}
