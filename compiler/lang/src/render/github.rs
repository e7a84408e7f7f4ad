//! Reports as workflow commands, which GitHub shows beside the lines of a pull request. It owns the escaping, in which
//! properties have two more forbidden characters than messages; it must not rely on more than one line per report.

use std::fmt::Write;

use project::Report;
use source::{Severity, printable};

use super::positions::Positions;
use super::severity_name;

pub(super) fn write(text: &mut String, report: &Report, positions: &mut Positions) {
    let mut properties = format!("title={}", property(&format!("{} {}", report.kind.code, report.kind.name)));
    let mut message = report.message.clone();
    if let Some(place) = &report.primary {
        let (start, end) = positions.range(place);
        properties.push_str(&format!(
            ",file={},line={},endLine={}",
            property(&printable::line(&place.origin.path)),
            start.line,
            end.line
        ));
        // GitHub takes columns only where a report stays on its line, and the end column as the last one inside.
        if start.line == end.line {
            let last = end.column.saturating_sub(1).max(start.column);
            properties.push_str(&format!(",col={},endColumn={last}", start.column));
        }
        if !place.label.is_empty() {
            message.push_str(&format!("\n{}", place.label));
        }
    }
    for place in &report.secondary {
        let at = positions.position(&place.origin, place.range.start);
        message.push_str(&format!(
            "\n{}:{}:{}: {}",
            printable::line(&place.origin.path),
            at.line,
            at.column,
            place.label
        ));
    }
    for note in &report.notes {
        message.push_str(&format!("\nnote: {note}"));
    }
    for help in &report.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let severity = match report.severity {
        Severity::Error | Severity::Warning => severity_name(report.severity),
        Severity::Hint => "notice",
    };
    writeln!(text, "::{severity} {properties}::{}", data(&printable::paragraph(&message)))
        .expect("writing to a string does not fail");
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
