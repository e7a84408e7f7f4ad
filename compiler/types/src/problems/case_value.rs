//! The value of a case is none that its enum can have.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0296",
    name: "case-value",
    title: "the value of a case does not fit",
    explanation: "\
An enum with an integer type behind its name gives each case a value of this type, each another one. A case without a \
value is one more than the one before, the first is 0.

```
type copy enum Mode: u8 { case Read = 1  case Write = 4  case Both }
fn main() { println(Mode.Both as i64) }   # 5
```",
    severity: Severity::Error,
};

pub(crate) fn case_value(at: Anchor, why: &str) -> Problem {
    Problem::new(&KIND, at, format!("the value of this case: {why}"))
}

pub(crate) fn case_value_without_type(at: Anchor, case: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{case}` has a value, and the enum names no integer type"))
        .help("write the type behind the enum's name: `: i32`")
}

pub(crate) fn case_value_too_large(at: Anchor, case: &str, value: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{case}` is {value}, which does not fit into `{ty}`"))
}

pub(crate) fn case_value_twice(at: Anchor, case: &str, other: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{case}` has the value of `{other}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn that_are_none() {
        check(
            r#"
let ONE = 1
type copy enum A { case X = 1 }
type copy enum B: u8 { case X = 255  case Y }
type copy enum C: i8 { case X = -128  case Y = -129 }
type copy enum D: i8 { case X = 1  case Y  case Z = ONE + 1 }
type copy enum E: i8 { case X = true }
type copy enum F: i8 { case X = 1 / 0 }
type copy enum G: u64 { case X = -1 }
type copy enum H: u64 { case X = 18446744073709551615  case Y }
type copy enum I: i8 { case X = F() }
type copy enum J: u128 { case X = 0xffff_ffff_ffff_ffff_ffff  case Y = -1 as u128 }
type copy enum K: i64 { case X = -9223372036854775808  case Y = 9223372036854775807 }
"#,
            expect![[r#"
                2:25 E0296 `X` has a value, and the enum names no integer type
                    help: write the type behind the enum's name: `: i32`
                3:43 E0296 `Y` is 256, which does not fit into `u8`
                4:44 E0296 `Y` is -129, which does not fit into `i8`
                5:49 E0296 `Z` has the value of `Y`
                    5:41 first here
                6:29 E0296 the value of this case: it must be an integer
                7:29 E0296 the value of this case: evaluation of this constant panics: division by zero
                8:30 E0296 `X` is -1, which does not fit into `u64`
                9:61 E0296 `Y` is 18446744073709551616, which does not fit into `u64`
                10:29 E0296 the value of this case: `F` is not made by calling it
                11:31 E0296 the value of this case: `1208925819614629174706175` does not fit `i64`
            "#]],
        );
    }
}
