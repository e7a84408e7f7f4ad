//! Constant takes too long.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0260",
    name: "endless-constant",
    title: "constant takes too long",
    explanation: "\
Evaluation of a constant may take some million steps and a few hundred nested calls.",
    severity: Severity::Error,
};

pub(crate) fn endless_constant(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "evaluation of this constant takes too long").help("compute it when the program runs")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn endless_loops_and_calls() {
        check(
            r#"
let A: i64 = forever()
fn forever() -> i64 { let mut n = 0
 while true { n = n +% 1 }
 n }
let B: i64 = deeper(1)
fn deeper(n: i64) -> i64 { deeper(n +% 1) }
"#,
            expect![[r#"
                1:14 E0260 evaluation of this constant takes too long
                    3:19 here
                    help: compute it when the program runs
                5:14 E0260 evaluation of this constant takes too long
                    6:35 here
                    help: compute it when the program runs
            "#]],
        );
    }

    /// What is copied counts, whatever it is a copy of, and through a borrow, too.
    #[test]
    fn copies_are_counted() {
        check(
            r#"
type copy Many { let @all: [i64; 50000] }
type copy enum Maybe { case Nothing
 case Something([i64; 50000]) }
let FULL: Maybe = Maybe.Something([1; 50000])
let OF_STRUCTURES: i64 = structures(Many([1; 50000]))
fn structures(one: Many) -> i64 { let mut n = 0
 while n < 1000 { let copied = one
  n = n + copied.all[0] }
 n }
let OF_CASES: i64 = cases(Maybe.Something([1; 50000]))
fn cases(one: Maybe) -> i64 { let mut n = 0
 while n < 1000 { let copied = one
  n = n + 1 }
 n }
let OF_CONSTANTS: i64 = constants()
fn constants() -> i64 { let mut n = 0
 while n < 1000 { let copied = FULL
  n = n + 1 }
 n }
let THROUGH_BORROWS: i64 = borrowed(FULL)
fn borrowed(one: ref Maybe) -> i64 { let mut n = 0
 while n < 1000 { let copied: Maybe = one
  n = n + 1 }
 n }
"#,
            expect![[r#"
                5:26 E0260 evaluation of this constant takes too long
                    7:32 here
                    help: compute it when the program runs
                10:21 E0260 evaluation of this constant takes too long
                    12:32 here
                    help: compute it when the program runs
                15:25 E0260 evaluation of this constant takes too long
                    17:32 here
                    help: compute it when the program runs
                20:28 E0260 evaluation of this constant takes too long
                    22:39 here
                    help: compute it when the program runs
            "#]],
        );
    }

    /// Who asks for the case, or for a part of what it carries, copies nothing else.
    #[test]
    fn looking_copies_nothing() {
        check(
            r#"
type copy enum Maybe { case Nothing
 case Something([i64; 50000], i64) }
let FULL: Maybe = Maybe.Something([1; 50000], 1)
let OF_VALUES: i64 = count(Maybe.Something([1; 50000], 1))
let OF_CONSTANTS: i64 = count(FULL)
fn count(one: ref Maybe) -> i64 { let mut n = 0
 while n < 1000 { match one { case Nothing -> {}
   case Something(all, number) -> { n = n + number + all[0] - 1 } }
  if let Something(_, number) = FULL { n = n + number - 1 } }
 n }
"#,
            expect![[""]],
        );
    }
}
