//! `@[allow(…)]` names something that is no warning. A warning itself.

use hir::Name;
use source::{Diagnostic, DiagnosticKind, Severity, Span};

/// `@[allow(…)]` names something that is no warning.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0405",
    name: "unknown-warning",
    title: "`@[allow(…)]` names no warning",
    severity: Severity::Warning,
    explanation: r#"
`@[allow(…)]` silences warnings by their names, as `lang explain` lists them: `@[allow(unused_variable)]`. Errors cannot be
silenced.
"#,
};

/// The problem at the name, if none of the warnings has it.
pub fn problem(name: Name, span: Span, warnings: &[&str]) -> Option<Diagnostic> {
    let written = name.text().replace('_', "-");
    if warnings.contains(&written.as_str()) {
        return None;
    }
    let known: Vec<String> = warnings.iter().map(|known| format!("`{}`", known.replace('-', "_"))).collect();
    let problem =
        KIND.at(span, format!("there is no warning `{name}`")).help(format!("the warnings are {}", known.join(", ")));
    Some(problem)
}
