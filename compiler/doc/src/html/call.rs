//! How a function is called: where each value travels on each target, what is copied for it, and which clauses say so.

use std::collections::BTreeSet;
use std::fmt::Write;

use abi::report::{Report, ValueReport};
use ide::CallFacts;
use source::printable::html as escaped;

use super::memory::bytes;
use super::text::Text;

pub(super) fn write(html: &mut String, text: Text<'_>, facts: &CallFacts) {
    let first = facts.on.iter().find_map(|(_, report)| report.as_ref().ok());
    let Some(first) = first.filter(|report| !values(report).is_empty()) else { return };
    let with: Vec<String> = facts.arguments.iter().map(|(name, ty)| format!("{name} = {ty}")).collect();
    let with = match with.is_empty() {
        true => String::new(),
        false => format!(" <small>with <code>{}</code></small>", text.code(&with.join(", "))),
    };
    let place = |value: &ValueReport| format!("{} {}", value.name, value.places_text());
    let places: Vec<String> = first.params.iter().map(place).collect();
    let result = returned(first).map_or(String::new(), |result| format!(" → {}", result.places_text()));
    let _ = writeln!(
        html,
        "<details class=\"call\"><summary>Called{with}: <code>{}{}</code></summary>\n\
         <div class=\"wide\"><table class=\"calls\"><thead><tr><th>value",
        escaped(&places.join(", ")),
        escaped(&result)
    );
    for (target, _) in &facts.on {
        let _ = write!(html, "<th>{}", escaped(target));
    }
    html.push_str("</thead><tbody>\n");
    for (number, value) in values(first).iter().enumerate() {
        let _ = write!(html, "<tr><th scope=\"row\">{} <code>{}</code>", escaped(&value.name), text.code(&value.ty));
        for (_, report) in &facts.on {
            match report.as_ref().map(|report| values(report)[number]) {
                Ok(value) => cell(html, value),
                Err(refused) => {
                    let _ = write!(html, "<td>{}", escaped(refused));
                }
            }
        }
        html.push('\n');
    }
    html.push_str("</tbody></table></div>\n");
    clauses(html, facts);
    html.push_str("</details>\n");
}

/// The parameters, and the result if it has bytes.
fn values(report: &Report) -> Vec<&ValueReport> {
    report.params.iter().chain(returned(report)).collect()
}

fn returned(report: &Report) -> Option<&ValueReport> {
    Some(&report.result).filter(|result| result.bytes > 0 || !result.places.is_empty())
}

fn cell(html: &mut String, value: &ValueReport) {
    let _ =
        write!(html, "<td><code>{}</code><br><small>{}</small>", escaped(&value.places_text()), escaped(&value.how));
    for copy in &value.copies {
        let _ = write!(
            html,
            "<br><small class=\"copy\">{} copies {}: {}</small>",
            escaped(&copy.side),
            bytes(copy.bytes),
            escaped(&copy.reason)
        );
    }
}

/// The clauses of the conventions that decided, each once.
fn clauses(html: &mut String, facts: &CallFacts) {
    let mut seen = BTreeSet::new();
    let mut lines = String::new();
    for report in facts.on.iter().filter_map(|(_, report)| report.as_ref().ok()) {
        for why in values(report).into_iter().flat_map(|value| &value.why) {
            if seen.insert((&why.clause, &why.text)) {
                let _ = writeln!(lines, "<li>{} <small>{}</small>", escaped(&why.text), escaped(&why.clause));
            }
        }
    }
    if !lines.is_empty() {
        let _ = writeln!(html, "<ul class=\"why\">\n{lines}</ul>");
    }
}
