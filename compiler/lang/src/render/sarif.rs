//! Reports as one SARIF 2.1.0 document, the form in which analysis tools exchange results. It owns the subset that is
//! written: rules, results with their places, related places and fixes; a test validates it against the official
//! schema. The structures are written out here because generated ones for the whole standard took longer to build than
//! the rest of this program.

use project::{Place, Report};
use serde_json::{Value, json};
use source::{DiagnosticKind, Severity};

use super::positions::Positions;

pub(super) fn document(reports: &[Report], kinds: &[&'static DiagnosticKind], positions: &mut Positions) -> String {
    let results: Vec<Value> = reports.iter().map(|report| result(report, kinds, positions)).collect();
    let rules: Vec<Value> = kinds.iter().map(|kind| rule(kind)).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "lang",
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{document:#}\n")
}

fn rule(kind: &DiagnosticKind) -> Value {
    json!({
        "id": kind.code,
        "name": kind.name,
        "shortDescription": { "text": kind.title },
        "fullDescription": { "text": kind.title, "markdown": kind.explanation },
        "help": { "text": kind.explanation, "markdown": kind.explanation },
        "defaultConfiguration": { "level": level(kind.severity) },
    })
}

fn result(report: &Report, kinds: &[&'static DiagnosticKind], positions: &mut Positions) -> Value {
    let mut text = report.message.clone();
    for note in &report.notes {
        text.push_str(&format!("\nnote: {note}"));
    }
    for help in &report.help {
        text.push_str(&format!("\nhelp: {help}"));
    }
    let mut result = json!({
        "ruleId": report.kind.code,
        "level": level(report.severity),
        "message": { "text": text },
    });
    if let Some(index) = kinds.iter().position(|kind| *kind == report.kind) {
        result["ruleIndex"] = json!(index);
    }
    if let Some(place) = &report.primary {
        result["locations"] = json!([location(place, positions)]);
    }
    if !report.secondary.is_empty() {
        let related: Vec<Value> = report
            .secondary
            .iter()
            .enumerate()
            .map(|(id, place)| {
                let mut related = location(place, positions);
                related["id"] = json!(id);
                related
            })
            .collect();
        result["relatedLocations"] = json!(related);
    }
    if let Some(fix) = &report.fix {
        let places = std::iter::once(&fix.place).chain(&fix.also);
        let replacements: Vec<Value> = places
            .map(|place| {
                json!({
                    "deletedRegion": region(place, positions),
                    "insertedContent": { "text": fix.text },
                })
            })
            .collect();
        result["fixes"] = json!([{
            "description": { "text": fix.title },
            "artifactChanges": [{
                "artifactLocation": { "uri": uri(&fix.place.origin.path) },
                "replacements": replacements,
            }],
        }]);
    }
    result
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

fn location(place: &Place, positions: &mut Positions) -> Value {
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&place.origin.path) },
            "region": region(place, positions),
        }
    });
    if !place.label.is_empty() {
        location["message"] = json!({ "text": place.label });
    }
    location
}

fn region(place: &Place, positions: &mut Positions) -> Value {
    let (start, end) = positions.range(place);
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
        "byteOffset": start.offset,
        "byteLength": end.offset.saturating_sub(start.offset),
    })
}

/// A path as a reference in a URI: what is not allowed in one is written as its bytes.
fn uri(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    if path.starts_with('/') {
        text.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=@".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}
