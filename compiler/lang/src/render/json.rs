//! Reports as JSON, one object on each line. It owns the form, which programs rely on: keys are only ever added.
//! `report.schema.json` of this crate says the same as this comment, and a test compares.
//!
//! ```json
//! {"code":"E0203","name":"type-mismatch","severity":"error","message":"…","file":"a.lang",
//!  "range":{"start":{"line":1,"column":1,"offset":0},"end":{…}},"label":"…",
//!  "related":[{"file":"…","range":{…},"label":"…"}],"notes":["…"],"help":["…"],
//!  "fix":{"title":"…","file":"…","range":{…},"text":"…","guess":false},"tags":["unnecessary"]}
//! ```
//! A fix that is a guess may not be what is meant: nobody should apply it unasked.
//! `file` and `range` are null for what concerns no text, `fix` where there is none. Lines and columns count from 1,
//! columns in characters; `offset` counts bytes from 0.

use project::{Place, Report};
use serde::Serialize;
use source::{Tag, printable};

use super::positions::{Position, Positions};
use super::severity_name;

#[derive(Serialize)]
struct Line<'report> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    message: &'report str,
    file: Option<&'report str>,
    range: Option<Range>,
    label: &'report str,
    related: Vec<Related<'report>>,
    notes: &'report [String],
    help: &'report [String],
    fix: Option<Fix<'report>>,
    tags: Vec<&'static str>,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Related<'report> {
    file: &'report str,
    range: Range,
    label: &'report str,
}

#[derive(Serialize)]
struct Fix<'report> {
    title: &'report str,
    file: &'report str,
    range: Range,
    text: &'report str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<Range>,
    guess: bool,
}

pub(super) fn write(text: &mut String, report: &Report, positions: &mut Positions) {
    let mut range = |place: &Place| {
        let (start, end) = positions.range(place);
        Range { start, end }
    };
    let line = Line {
        code: report.kind.code,
        name: report.kind.name,
        severity: severity_name(report.severity),
        message: &report.message,
        file: report.primary.as_ref().map(|place| &*place.origin.path),
        range: report.primary.as_ref().map(&mut range),
        label: report.primary.as_ref().map_or("", |place| &place.label),
        related: report
            .secondary
            .iter()
            .map(|place| Related { file: &place.origin.path, range: range(place), label: &place.label })
            .collect(),
        notes: &report.notes,
        help: &report.help,
        fix: report.fix.as_ref().map(|fix| Fix {
            title: &fix.title,
            file: &fix.place.origin.path,
            range: range(&fix.place),
            text: &fix.text,
            also: fix.also.iter().map(range).collect(),
            guess: fix.is_guess,
        }),
        tags: report.tags.iter().map(|tag| tag_name(*tag)).collect(),
    };
    let json = serde_json::to_string(&line).expect("strings and numbers always become JSON");
    text.push_str(&printable::json(&json));
    text.push('\n');
}

fn tag_name(tag: Tag) -> &'static str {
    match tag {
        Tag::Unnecessary => "unnecessary",
    }
}
