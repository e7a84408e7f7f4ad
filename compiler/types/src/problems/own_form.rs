//! A structure that is to be passed as a type of C's own and has not its fields.

use abi::Target;
use source::{DiagnosticKind, Severity};

use crate::layout::long_double_bytes;
use crate::own_form::OwnForm;
use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0326",
    name: "own-form",
    title: "not the fields of this type of C",
    explanation: "\
`@[c(vector)]`, `@[c(complex)]` and `@[c(long_double)]` stand before a `type copy` that lies in memory as C's short vector, \
`_Complex` number or `long double` does, and make it travel as that. So its fields must be what C's type is made of; \
`@[packed]` and `@[align(N)]` would move them.

```
@[c(vector)]
type copy Lanes { let @lanes: [f32; 4] }
@[c(complex)]
type copy Complex { let @real: f64  let @imaginary: f64 }
```",
    severity: Severity::Error,
};

pub(crate) fn no_own_form(at: Anchor, form: OwnForm, target: &Target) -> Problem {
    let fields = match form {
        OwnForm::Vector => "one field, an array of several integers or floats that has 8 or 16 bytes".to_owned(),
        OwnForm::Complex => "two fields of one type, `f32`, `f64` or a `long double`".to_owned(),
        OwnForm::LongDouble => {
            format!("fields for the {} bytes that the value has on {target}", long_double_bytes(target))
        }
    };
    let word = form.word();
    Problem::new(&KIND, at, format!("this is no type for `@[c({word})]`")).help(format!(
        "it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with {fields}"
    ))
}

/// C has one type for it.
pub(crate) fn several_own_forms(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "a type is passed as one of C's own, not as several")
        .help("leave all but one `@[c(…)]` out")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn types_that_lead_to_themselves_end() {
        check(
            r#"
@[c(complex)]
type copy C { let @real: C  let @imaginary: C }
@[c(long_double)]
type copy L { let @l: L }
@[c(long_double)]
type copy G[T] { let @g: G[T] }
@[c(complex)]
type copy D { let @real: E  let @imaginary: E }
@[c(long_double)]
type copy E { let @d: D }
@[c(vector)]
type copy V { let @lanes: [V; 4] }
extern { fn f(c: C, l: L, g: G[i32], d: D, e: E, v: V) }
"#,
            expect![[r#"
                2:11 E0249 `C` contains itself
                    2:20 
                    note: the cycle is `C.real` → `C`
                    help: put a heap type or a `Pointer` between
                4:11 E0249 `L` contains itself
                    4:20 
                    note: the cycle is `L.l` → `L`
                    help: put a heap type or a `Pointer` between
                6:11 E0249 `G` contains itself
                    6:23 
                    note: the cycle is `G.g` → `G`
                    help: put a heap type or a `Pointer` between
                8:11 E0249 `D` contains itself
                    8:20 
                    10:20 
                    note: the cycle is `D.real` → `E.d` → `D`
                    help: put a heap type or a `Pointer` between
                12:11 E0249 `V` contains itself
                    12:20 
                    note: the cycle is `V.lanes` → `V`
                    help: put a heap type or a `Pointer` between
            "#]],
        );
    }

    #[test]
    fn what_c_passes_otherwise_is_refused() {
        check(
            r#"
@[c(vector)]
type copy Good { let @lanes: [f32; 4] }
@[c(complex)]
type copy Fine { let @real: f64  let @imaginary: f64 }
@[c(long_double)]
type copy Long { let @significand: u64  let @exponent: u16 }
@[c(complex)]
type copy Wide { let @real: Long  let @imaginary: Long }
@[c(vector)]
type copy Three { let @lanes: [f32; 3] }
@[c(vector)]
type copy One { let @lanes: [f64; 1] }
@[c(vector)]
type copy Small { let @lanes: [i16; 2] }
@[c(vector)]
type copy Large { let @lanes: [u8; 32] }
@[c(vector)]
type copy Truths { let @lanes: [bool; 16] }
@[c(vector)]
type copy Two { let @lanes: [f32; 4]  let @more: f32 }
@[c(vector)] @[align(32)]
type copy Aligned { let @lanes: [f32; 4] }
@[c(vector)]
type inline Moved { let @lanes: [f32; 4] }
@[c(vector)]
type copy Open[T] { let @lanes: [T; 4] }
@[c(complex)]
type copy Mixed { let @real: f64  let @imaginary: f32 }
@[c(complex)]
type copy Whole { let @real: i32  let @imaginary: i32 }
@[c(long_double)]
type copy Padded { let @words: [u64; 2] }
@[c(vector)]
type copy enum Case { case A }
@[c(vector)] @[c(long_double)]
type copy Both { let @lanes: [f32; 4] }
@[c(long_double)]
type copy Truth { let @significand: u64  let @low: bool  let @high: bool }
"#,
            expect![[r#"
                10:11 E0326 this is no type for `@[c(vector)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with one field, an array of several integers or floats that has 8 or 16 bytes
                12:11 E0326 this is no type for `@[c(vector)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with one field, an array of several integers or floats that has 8 or 16 bytes
                14:11 E0326 this is no type for `@[c(vector)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with one field, an array of several integers or floats that has 8 or 16 bytes
                16:11 E0326 this is no type for `@[c(vector)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with one field, an array of several integers or floats that has 8 or 16 bytes
                18:11 E0326 this is no type for `@[c(vector)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with one field, an array of several integers or floats that has 8 or 16 bytes
                20:11 E0326 this is no type for `@[c(vector)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with one field, an array of several integers or floats that has 8 or 16 bytes
                22:11 E0326 this is no type for `@[c(vector)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with one field, an array of several integers or floats that has 8 or 16 bytes
                24:13 E0326 this is no type for `@[c(vector)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with one field, an array of several integers or floats that has 8 or 16 bytes
                26:11 E0326 this is no type for `@[c(vector)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with one field, an array of several integers or floats that has 8 or 16 bytes
                28:11 E0326 this is no type for `@[c(complex)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with two fields of one type, `f32`, `f64` or a `long double`
                30:11 E0326 this is no type for `@[c(complex)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with two fields of one type, `f32`, `f64` or a `long double`
                32:11 E0326 this is no type for `@[c(long_double)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with fields for the 10 bytes that the value has on x86_64-linux-gnu
                34:16 E0297 `@[c]` is for structures
                36:11 E0326 a type is passed as one of C's own, not as several
                    help: leave all but one `@[c(…)]` out
                38:11 E0326 this is no type for `@[c(long_double)]`
                    help: it stands before a `type copy` without type parameters, `@[packed]` and `@[align]`, with fields for the 10 bytes that the value has on x86_64-linux-gnu
            "#]],
        );
    }
}
