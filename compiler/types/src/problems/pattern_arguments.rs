//! The patterns in brackets are not those of the fields.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0290",
    name: "pattern-arguments",
    title: "the patterns in brackets are not those of the fields",
    explanation: "\
The patterns in brackets stand for the fields in order, or say which they are for; `..` at the end leaves the rest out.

```
type copy Point { let @x: i64  let @y: i64  let @z: i64 }
fn main() {
  let Point(x, ..) = Point(1, 2, 3)
  let Point(z: depth, ..) = Point(1, 2, 3)
  println(\"${x} ${depth}\")
}
```",
    severity: Severity::Error,
};

pub(crate) fn pattern_argument_count(at: Anchor, fields: usize, given: usize, excess: bool) -> Problem {
    let has = if fields == 1 { "1 field".to_owned() } else { format!("{fields} fields") };
    let stand = if given == 1 { "1 pattern stands".to_owned() } else { format!("{given} patterns stand") };
    let problem = Problem::new(&KIND, at, format!("{stand} for {has}"));
    if excess { problem } else { problem.help("`..` at the end leaves the rest out") }
}

pub(crate) fn pattern_fields_missing(at: Anchor, missing: &[String]) -> Problem {
    Problem::new(&KIND, at, format!("no pattern stands for {}", missing.join(", ")))
        .help("`..` at the end leaves the rest out")
}

pub(crate) fn pattern_field(at: Anchor, name: &str, fields: &[String], twice: bool) -> Problem {
    if twice {
        return Problem::new(&KIND, at, format!("`{name}` has a pattern already"));
    }
    let problem = Problem::new(&KIND, at, format!("there is no field `{name}`"));
    match crate::similar::most_similar(name, fields.iter().map(String::as_str)) {
        Some(similar) => problem.help(format!("did you mean `{similar}`?")),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn private_fields_of_another_module() {
        check(
            r#"
//shape
pub type copy V { pub let @x: i64  let @y: i64 }
pub fn make -> V { V(1, 2) }
//main
import shape (V, make)
fn f() {
 let V(a, ..) = make()
 let V(b, c) = make()
 let V(y: d, ..) = make()
}
"#,
            expect![[r#"
                4:11 E0218 the field `y` of `V` is private | not visible here
                5:11 E0218 the field `y` of `V` is private | not visible here
            "#]],
        );
    }

    #[test]
    fn too_many_too_few_and_others() {
        check(
            r#"
type copy V { let @x: i64  let @y: i64 }
fn f(v: V) {
 let V(a) = v
 let V(b, c, d) = v
 let V(x: e) = v
 let V(g, x: h) = v
 let V(x: i, z: j, ..) = v
 let V(k, ..) = v
}
"#,
            expect![[r#"
                3:6 E0290 1 pattern stands for 2 fields
                    help: `..` at the end leaves the rest out
                4:6 E0290 3 patterns stand for 2 fields
                5:6 E0290 no pattern stands for `y`
                    help: `..` at the end leaves the rest out
                6:6 E0290 no pattern stands for `y`
                    help: `..` at the end leaves the rest out
                6:14 E0290 `x` has a pattern already
                7:17 E0290 there is no field `z`
            "#]],
        );
    }
}
