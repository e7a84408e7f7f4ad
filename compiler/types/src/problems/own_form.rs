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
        OwnForm::Vector => "one field, an array of 2, 4, 8 or 16 integers or floats, with at most 16 bytes".to_owned(),
        OwnForm::Complex => "two fields of one type, `f32`, `f64` or a `long double`".to_owned(),
        OwnForm::LongDouble => {
            format!("fields for the {} bytes that the value has on {target}", long_double_bytes(target))
        }
    };
    let word = form.word();
    Problem::new(&KIND, at, format!("`@[c({word})]` is for a `type copy` of other fields"))
        .help(format!("give it {fields}, without `@[packed]` and `@[align]`"))
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
"#,
            expect![[r#"
                10:11 E0326 `@[c(vector)]` is for a `type copy` of other fields
                    help: give it one field, an array of 2, 4, 8 or 16 integers or floats, with at most 16 bytes, without `@[packed]` and `@[align]`
                12:11 E0326 `@[c(vector)]` is for a `type copy` of other fields
                    help: give it one field, an array of 2, 4, 8 or 16 integers or floats, with at most 16 bytes, without `@[packed]` and `@[align]`
                14:11 E0326 `@[c(vector)]` is for a `type copy` of other fields
                    help: give it one field, an array of 2, 4, 8 or 16 integers or floats, with at most 16 bytes, without `@[packed]` and `@[align]`
                16:11 E0326 `@[c(vector)]` is for a `type copy` of other fields
                    help: give it one field, an array of 2, 4, 8 or 16 integers or floats, with at most 16 bytes, without `@[packed]` and `@[align]`
                18:11 E0326 `@[c(vector)]` is for a `type copy` of other fields
                    help: give it one field, an array of 2, 4, 8 or 16 integers or floats, with at most 16 bytes, without `@[packed]` and `@[align]`
                20:11 E0326 `@[c(vector)]` is for a `type copy` of other fields
                    help: give it one field, an array of 2, 4, 8 or 16 integers or floats, with at most 16 bytes, without `@[packed]` and `@[align]`
                22:13 E0326 `@[c(vector)]` is for a `type copy` of other fields
                    help: give it one field, an array of 2, 4, 8 or 16 integers or floats, with at most 16 bytes, without `@[packed]` and `@[align]`
                24:11 E0326 `@[c(vector)]` is for a `type copy` of other fields
                    help: give it one field, an array of 2, 4, 8 or 16 integers or floats, with at most 16 bytes, without `@[packed]` and `@[align]`
                26:11 E0326 `@[c(complex)]` is for a `type copy` of other fields
                    help: give it two fields of one type, `f32`, `f64` or a `long double`, without `@[packed]` and `@[align]`
                28:11 E0326 `@[c(complex)]` is for a `type copy` of other fields
                    help: give it two fields of one type, `f32`, `f64` or a `long double`, without `@[packed]` and `@[align]`
                30:11 E0326 `@[c(long_double)]` is for a `type copy` of other fields
                    help: give it fields for the 10 bytes that the value has on x86_64-linux-gnu, without `@[packed]` and `@[align]`
                32:16 E0297 `@[c]` is for structures
            "#]],
        );
    }
}
