//! The memory of a type: its bytes as a picture of rows, its parts as a table, and how its values travel.

use std::fmt::Write;

use ide::{PartLayout, TypeFacts, TypeLayout};
use source::printable::html as escaped;

use super::text::Text;

/// Bytes in a row of the picture.
const ROW: u64 = 8;
/// Larger types get no picture.
const LARGEST: u64 = 128;
/// Colours of parts.
const COLOURS: usize = 6;

pub(super) fn write(html: &mut String, text: Text<'_>, facts: &TypeFacts) {
    let Some(value) = facts.layouts.first() else { return };
    let size = match value.pointer {
        Some(pointer) => format!("{pointer} bytes, a pointer to {}", bytes(value.size)),
        None => bytes(value.size),
    };
    let of = match facts.is_instance {
        true => format!("Memory of <code>{}</code>: ", text.code(&facts.of)),
        false => "Memory: ".to_string(),
    };
    let _ = writeln!(
        html,
        "<details class=\"memory\"><summary>{of}{size}{}, aligned to {}</summary>",
        match value.padding {
            0 => String::new(),
            padding => format!(", {padding} of them padding"),
        },
        value.align
    );
    for (number, layout) in facts.layouts.iter().enumerate() {
        if number > 0 {
            let _ = writeln!(html, "<h6>{} <small>{}</small></h6>", escaped(&layout.name), bytes(layout.size));
        }
        self::layout(html, layout);
    }
    html.push_str("</details>\n");
}

pub(super) fn bytes(count: u64) -> String {
    format!("{count} {}", if count == 1 { "byte" } else { "bytes" })
}

fn layout(html: &mut String, layout: &TypeLayout) {
    for note in &layout.notes {
        let _ = writeln!(html, "<p>{}</p>", escaped(note));
    }
    if layout.cases.is_empty() {
        shape(html, layout, &layout.parts);
    }
    for case in &layout.cases {
        let _ = writeln!(html, "<p class=\"case\">{}</p>", escaped(&case.name));
        shape(html, layout, &case.parts);
    }
    if layout.travels.is_empty() {
        return;
    }
    html.push_str("<div class=\"wide\"><table class=\"travels\"><thead><tr><th>target<th>as an argument<th>as a result</thead><tbody>\n");
    for travels in &layout.travels {
        let cell = |value: &ide::ValueReport| {
            format!("<td><code>{}</code> <small>{}</small>", escaped(&value.places_text()), escaped(&value.how))
        };
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\">{}{}{}",
            escaped(&travels.target),
            cell(&travels.argument),
            cell(&travels.result)
        );
    }
    html.push_str("</tbody></table></div>\n");
}

/// One way to read the bytes.
fn shape(html: &mut String, layout: &TypeLayout, parts: &[PartLayout]) {
    if parts.is_empty() {
        return;
    }
    if layout.kind != "union" && layout.size > 0 && layout.size <= LARGEST {
        picture(html, layout.size, parts);
    }
    html.push_str(
        "<div class=\"wide\"><table class=\"parts\"><thead><tr><th>offset<th>size<th>part<th>type</thead><tbody>\n",
    );
    rows(html, parts, 0);
    html.push_str("</tbody></table></div>\n");
}

fn rows(html: &mut String, parts: &[PartLayout], depth: usize) {
    for part in parts {
        let _ = writeln!(
            html,
            "<tr><td>{}<td>{}<td style=\"padding-left: {}em\">{}<td><code>{}</code>",
            part.offset,
            part.size,
            depth + 1,
            escaped(&part.name),
            escaped(&part.ty)
        );
        rows(html, &part.parts, depth + 1);
    }
}

/// A run of bytes in one row.
struct Run<'a> {
    from: u64,
    to: u64,
    /// The part and its number; nothing of padding.
    part: Option<(usize, &'a PartLayout)>,
}

/// Rows of eight bytes with what lies in them.
fn picture(html: &mut String, size: u64, parts: &[PartLayout]) {
    let words: Vec<String> =
        parts.iter().map(|part| format!("{} at {}, {}", part.name, part.offset, bytes(part.size))).collect();
    let _ = writeln!(html, "<div class=\"bytes\" role=\"img\" aria-label=\"{}\">", escaped(&words.join("; ")));
    for start in (0..size).step_by(ROW as usize) {
        let end = (start + ROW).min(size);
        let _ = write!(html, "<span class=\"at\">{start}</span>");
        for run in runs(start, end, parts) {
            let span = run.to - run.from;
            let _ = match run.part {
                Some((number, part)) => write!(
                    html,
                    "<span class=\"b c{}\" style=\"grid-column: span {span}\">{}</span>",
                    number % COLOURS,
                    escaped(&part.name)
                ),
                None => write!(html, "<span class=\"b gap\" style=\"grid-column: span {span}\"></span>"),
            };
        }
        let missing = ROW - (end - start);
        if missing > 0 {
            let _ = write!(html, "<span style=\"grid-column: span {missing}\"></span>");
        }
        html.push('\n');
    }
    html.push_str("</div>\n");
}

fn runs(start: u64, end: u64, parts: &[PartLayout]) -> Vec<Run<'_>> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    let mut at = start;
    while at < end {
        let covers = |part: &PartLayout| part.offset <= at && at < part.offset + part.size;
        let part = parts.iter().enumerate().find(|(_, part)| covers(part));
        let to = match part {
            Some((_, part)) => (part.offset + part.size).min(end),
            None => parts.iter().map(|part| part.offset).filter(|offset| *offset > at).min().unwrap_or(end).min(end),
        };
        runs.push(Run { from: at, to, part });
        at = to;
    }
    runs
}
