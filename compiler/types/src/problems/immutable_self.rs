//! `self` is not `mut`.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0232",
    name: "immutable-self",
    title: "`self` is not `mut`",
    explanation: "\
A method that changes its value is declared `fn mut`.

```
type copy Counter {
  let @n: i64
  fn mut tick { @n += 1 }
}
```",
    severity: Severity::Error,
};

pub(crate) fn immutable_self(at: Anchor, how: &str) -> Problem {
    Problem::new(&KIND, at, format!("`self` is not `mut` here and cannot be {how}")).help("declare the method `fn mut`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn in_a_plain_method() {
        check(
            r#"
type copy V { let @x: i64
 fn mut grow { @x += 1 }
 fn bad { @x = 2
 self.grow() }
 fn move worse { @x = 3 } }
"#,
            expect![[r#"
                3:11 E0232 `self` is not `mut` here and cannot be changed
                    help: declare the method `fn mut`
                4:2 E0232 `self` is not `mut` here and cannot be changed by `fn mut grow`
                    help: declare the method `fn mut`
                5:18 E0232 `self` is not `mut` here and cannot be changed
                    help: declare the method `fn mut`
            "#]],
        );
    }
}
