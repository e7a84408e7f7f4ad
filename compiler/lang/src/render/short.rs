//! Reports as one line each: `file:line:column: error[E0203]: message`. It owns that line, which editors and scripts
//! split at its colons; it must not show the source.

use std::fmt::Write;

use project::Report;
use source::printable;

use super::positions::Positions;
use super::severity_name;

pub(super) fn write(text: &mut String, report: &Report, positions: &mut Positions) {
    if let Some(place) = &report.primary {
        let at = positions.position(&place.origin, place.range.start);
        let path = printable::line(&place.origin.path);
        push(text, format_args!("{path}:{}:{}: ", at.line, at.column));
    }
    let message = printable::paragraph(&report.message).replace('\n', " ");
    push(text, format_args!("{}[{}]: {message}\n", severity_name(report.severity), report.kind.code));
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("writing to a string does not fail");
}
