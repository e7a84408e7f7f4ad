//! An attribute that does not exist.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use super::similar::most_similar;
use crate::Name;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0114",
    name: "unknown-attribute",
    title: "unknown attribute",
    explanation: "\
The attributes are `@[name(\"symbol\")]`, `@[packed]`, `@[align(16)]`, `@[only(os: \"linux\")]`, `@[inline(never)]`,
`@[inline(always)]`, `@[abi(registers)]`, `@[abi(max_bytes: 16)]`, `@[abi(no_copies)]`, `@[c(vector)]`,
`@[c(complex)]`, `@[c(long_double)]`, `@[note(\"text\")]` and `@[allow(warning)]`.",
    severity: Severity::Error,
};

pub(crate) fn at(name: Name, span: Span, known: impl Iterator<Item = Name>) -> Diagnostic {
    let problem = KIND.at(span, format!("unknown attribute `{name}`")).label("there is no such attribute");
    match most_similar(name, known) {
        Some(near) => problem.help(format!("did you mean `{near}`?")).guess(format!("replace by `{near}`"), span, near),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn near_attributes_are_suggested() {
        check(
            "@[pakced]\ntype copy A { @[fast] let @x: i64 }",
            expect![[r#"
                1:3 E0114 unknown attribute `pakced` | there is no such attribute
                    help: did you mean `packed`?
                2:17 E0114 unknown attribute `fast` | there is no such attribute
            "#]],
        );
    }
}
