//! Value cannot be walked over.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0320",
    name: "not-iterable",
    title: "value cannot be walked over",
    explanation: "\
`for` walks over a range, over an iterator, which is moved into the loop, and over what gives an iterator when it is asked: a
place by its method `iter`, `mut place` by `iter_mut`, `move place` or a temporary by `into_iter`.

```
type inline Countdown { let @left: i64 }
impl Iterator[i64] for Countdown {
  fn mut next -> Option[i64] {
    if @left == 0 { return None }
    @left -= 1
    Some(@left)
  }
}
type Rocket { let @fuel: i64  fn iter -> Countdown { Countdown(@fuel) } }

fn main() {
  let rocket = Rocket(3)
  for second in Countdown(3) { println(second) }
  for second in rocket { println(second) }        # rocket.iter()
  for second in move rocket { println(second) }   # wrong: there is no `into_iter`
}
```

A `mut` of an iterator is walked over where that lies; a `ref` of one is not, since each step changes it.",
    severity: Severity::Error,
};

/// How the loop gets an iterator of what is none itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// Of a place, which is looked at.
    Shared,
    /// Of `mut place`.
    Mutable,
    /// Of what is moved into the loop.
    Move,
}

impl Asked {
    /// The method that is called.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Asked::Shared => "iter",
            Asked::Mutable => "iter_mut",
            Asked::Move => "into_iter",
        }
    }

    /// What a type of one's own is given.
    pub(crate) fn advice(self) -> String {
        let head = match self {
            Asked::Shared => "fn iter",
            Asked::Mutable => "fn mut iter_mut",
            Asked::Move => "fn move into_iter",
        };
        format!("give it `{head}`, whose result is an `Iterator`, or implement `Iterator` for it")
    }
}

pub(crate) fn not_iterable(at: Anchor, ty: &str, asked: Asked) -> Problem {
    let method = asked.method();
    Problem::new(
        &KIND,
        at,
        format!("`for` cannot walk over a `{ty}`: it is no `Iterator` and has no method `{method}`"),
    )
    .label(format!("this is `{ty}`"))
}

pub(crate) fn iterator_behind_ref(at: Anchor, ty: &str) -> Problem {
    Problem::new(
        &KIND,
        at,
        format!("`for` cannot walk over a `{ty}` behind a `ref`, since each step changes the iterator"),
    )
    .help("take the iterator as a `mut`, or walk over a `clone()` of it")
}

pub(crate) fn no_iterator_given(at: Anchor, asked: Asked, given: &str) -> Problem {
    let method = asked.method();
    Problem::new(&KIND, at, format!("`for` cannot walk over what `{method}` gives: `{given}` is no `Iterator`"))
        .help(format!("`impl Iterator[…] for {given}` with `fn mut next` makes it one"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn no_method_no_iterator_and_one_behind_a_ref() {
        check(
            r#"
type inline Count { let @left: i64 }
impl Iterator[i64] for Count { fn mut next -> Option[i64] { None } }
type Plain { let @x: i64  fn iter_mut -> i64 { @x }  fn static into_iter -> Count { Count(1) } }
fn f(mut_plain: mut Plain, plain: Plain, count: ref Count, n: i64, s: String) {
 for x in plain {}
 for x in mut mut_plain {}
 for x in Plain(1) {}
 for x in count {}
 for x in n {}
 for x in s {}
 for x in (1, 2) {}
}
"#,
            expect![[r#"
                5:11 E0320 `for` cannot walk over a `Plain`: it is no `Iterator` and has no method `iter` | this is `Plain`
                    help: give it `fn iter`, whose result is an `Iterator`, or implement `Iterator` for it
                6:11 E0320 `for` cannot walk over what `iter_mut` gives: `i64` is no `Iterator`
                    3:30 declared here
                    help: `impl Iterator[…] for i64` with `fn mut next` makes it one
                7:11 E0320 `for` cannot walk over a `Plain`: it is no `Iterator` and has no method `into_iter` | this is `Plain`
                    3:64 declared `static` here
                    help: give it `fn move into_iter`, whose result is an `Iterator`, or implement `Iterator` for it
                8:11 E0320 `for` cannot walk over a `Count`: it is no `Iterator` and has no method `iter` | this is `Count`
                    help: give it `fn iter`, whose result is an `Iterator`, or implement `Iterator` for it
                9:11 E0201 expected a range, found `i64` | this is `i64`
                    help: write a range: `0..n` ends before `n`, `0..=n` with it
                10:11 E0320 `for` cannot walk over a `String`: it is no `Iterator` and has no method `iter` | this is `String`
                    help: `for byte in s.bytes()` walks over its bytes
                11:11 E0320 `for` cannot walk over a `(i64, i64)`: it is no `Iterator` and has no method `into_iter` | this is `(i64, i64)`
                    help: `for` walks over ranges, `for i in 0..n`, over iterators, and over what gives one
            "#]],
        );
    }
}
