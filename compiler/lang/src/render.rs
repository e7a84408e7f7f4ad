//! Reports as text: for people, for editors, for other programs. It owns every form of `--message-format` and where
//! each goes (people's forms to standard error, programs' forms to standard output). It must not know how reports are
//! found, nor decide which are shown.

mod github;
mod human;
mod json;
mod positions;
mod sarif;
mod short;
#[cfg(test)]
mod tests;
mod window;

use std::io;

use project::Report;
use source::{DiagnosticKind, Severity, printable};

use crate::arguments::MessageFormat;
use crate::output;
use positions::Positions;

/// How reports are printed.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The form.
    pub format: MessageFormat,
    /// With colours, for the forms that have them.
    pub colors: bool,
    /// With hints, in the forms for people; the others have them always.
    pub hints: bool,
}

/// Prints reports in their order. `kinds` are all there are, for forms that describe the tool itself.
pub fn print(reports: &[Report], style: Style, kinds: &[&'static DiagnosticKind]) -> io::Result<()> {
    let text = to_text(reports, style, kinds);
    if text.is_empty() {
        return Ok(());
    }
    match style.format {
        MessageFormat::Human | MessageFormat::Short => output::report(&text),
        MessageFormat::Json | MessageFormat::Sarif | MessageFormat::Github => output::print(&text),
    }
}

fn to_text(reports: &[Report], style: Style, kinds: &[&'static DiagnosticKind]) -> String {
    let mut positions = Positions::default();
    let mut text = String::new();
    match style.format {
        MessageFormat::Human => {
            let renderer = human::renderer(style.colors);
            for report in shown(reports, style) {
                human::write(&mut text, report, &renderer, &mut positions);
            }
            text.push_str(&summary(reports, style));
        }
        MessageFormat::Short => {
            for report in shown(reports, style) {
                short::write(&mut text, report, &mut positions);
            }
            text.push_str(&summary(reports, style));
        }
        MessageFormat::Json => {
            for report in reports {
                json::write(&mut text, report, &mut positions);
            }
        }
        MessageFormat::Sarif => text = printable::json(&sarif::document(reports, kinds, &mut positions)).into_owned(),
        MessageFormat::Github => {
            for report in reports {
                github::write(&mut text, report, &mut positions);
            }
        }
    }
    text
}

/// What people see of the reports.
fn shown(reports: &[Report], style: Style) -> impl Iterator<Item = &Report> {
    let is_shown = move |report: &&Report| style.hints || report.severity != Severity::Hint;
    reports.iter().filter(is_shown)
}

/// `2 errors, 1 warning, 3 hints (--hints shows them)`, or nothing if there is nothing to count.
fn summary(reports: &[Report], style: Style) -> String {
    let count = |severity| reports.iter().filter(|report| report.severity == severity).count();
    let counted = |number: usize, noun: &str| match number {
        0 => None,
        1 => Some(format!("1 {noun}")),
        more => Some(format!("{more} {noun}s")),
    };
    let hints = counted(count(Severity::Hint), "hint").map(|hints| match style.hints {
        true => hints,
        false => format!("{hints} (--hints shows them)"),
    });
    let parts: Vec<String> =
        [counted(count(Severity::Error), "error"), counted(count(Severity::Warning), "warning"), hints]
            .into_iter()
            .flatten()
            .collect();
    if parts.is_empty() { String::new() } else { format!("{}\n", parts.join(", ")) }
}

/// How a severity is called in all forms.
fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "hint",
    }
}
