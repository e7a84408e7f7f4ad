//! A layout as text: a table of all parts, a picture of the bytes, and how values travel. It must not compute anything.

use std::fmt::Write;

use super::{PartLayout, TypeLayout};

/// Bytes in one row of the picture.
const ROW: u64 = 8;
/// Larger types get no picture.
const LARGEST_PICTURE: u64 = 256;

/// The layout for people without a picture.
pub fn layout_text(layout: &TypeLayout) -> String {
    let padding = match layout.padding {
        0 => "no padding".to_string(),
        bytes => format!("{bytes} of them padding"),
    };
    let mut text =
        format!("{} ({}): {} bytes, aligned to {}, {padding}\n", layout.name, layout.kind, layout.size, layout.align);
    if let Some(pointer) = layout.pointer {
        text.push_str(&format!("a value is an owner: a pointer of {pointer} bytes to these, which come from malloc\n"));
    }
    for note in &layout.notes {
        text.push_str(&format!("{note}\n"));
    }
    if layout.cases.is_empty() {
        shape(&mut text, layout, &layout.parts);
    }
    for case in &layout.cases {
        text.push_str(&format!("\n{}\n", case.name));
        shape(&mut text, layout, &case.parts);
    }
    for travels in &layout.travels {
        let line = |text: &mut String, what: &str, value: &abi::report::ValueReport| {
            // A string grows.
            let _never_fails = writeln!(text, "  {what:<9} {}, {}", value.places_text(), value.how);
        };
        text.push_str(&format!("\n{}\n", travels.target));
        line(&mut text, "argument", &travels.argument);
        line(&mut text, "result", &travels.result);
    }
    text
}

/// One way to read the bytes: the table of parts, and the picture.
fn shape(text: &mut String, layout: &TypeLayout, parts: &[PartLayout]) {
    text.push('\n');
    let mut rows = vec![["offset", "size", "align", "field"].map(str::to_string)];
    let mut table = Table { rows: &mut rows, is_union: layout.kind == "union" };
    table.parts(parts, 0, (0, layout.size));
    write_rows(text, &rows);
    if layout.size <= LARGEST_PICTURE && layout.kind != "union" && layout.size > 0 {
        text.push('\n');
        picture(text, layout.size, parts);
    }
}

struct Table<'rows> {
    rows: &'rows mut Vec<[String; 4]>,
    is_union: bool,
}

impl Table<'_> {
    /// The parts of something that begins and ends at these bytes, with the gaps between them.
    fn parts(&mut self, parts: &[PartLayout], depth: usize, (start, end): (u64, u64)) {
        let mut position = start;
        for part in parts {
            if !self.is_union {
                self.gap(depth, position, part.offset);
            }
            let indent = "  ".repeat(depth);
            self.rows.push([
                part.offset.to_string(),
                part.size.to_string(),
                part.align.to_string(),
                format!("{indent}{}: {}{}", part.name, part.ty, if part.is_owner { ", a pointer" } else { "" }),
            ]);
            if !part.parts.is_empty() && !overlap(&part.parts) {
                self.parts(&part.parts, depth + 1, (part.offset, part.offset + part.size));
            }
            position = part.offset + part.size;
        }
        if !self.is_union && !parts.is_empty() {
            self.gap(depth, position, end);
        }
    }

    fn gap(&mut self, depth: usize, from: u64, to: u64) {
        if to > from {
            let indent = "  ".repeat(depth);
            self.rows.push([from.to_string(), (to - from).to_string(), String::new(), format!("{indent}(padding)")]);
        }
    }
}

/// Whether parts share bytes: a union's.
fn overlap(parts: &[PartLayout]) -> bool {
    parts.windows(2).any(|pair| pair[1].offset < pair[0].offset + pair[0].size)
}

fn write_rows(text: &mut String, rows: &[[String; 4]]) {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    for [offset, size, align, field] in rows {
        let line = format!("{offset:>0$}  {size:>1$}  {align:>2$}  {field}", widths[0], widths[1], widths[2]);
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// Eight bytes in a row, each with the letter of its field; padding is a point.
fn picture(text: &mut String, size: u64, parts: &[PartLayout]) {
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let letter = |index: usize| letters[index % letters.len()];
    for start in (0..size).step_by(ROW as usize) {
        let mut line = format!("{start:>6} ");
        let mut named: Vec<String> = Vec::new();
        for byte in start..(start + ROW).min(size) {
            let holds = |part: &PartLayout| part.offset <= byte && byte < part.offset + part.size;
            match parts.iter().position(holds) {
                Some(index) => {
                    line.push_str(&format!(" {}", letter(index)));
                    let name = format!("{} {}", letter(index), parts[index].name);
                    if !named.contains(&name) {
                        named.push(name);
                    }
                }
                None => line.push_str(" ."),
            }
        }
        text.push_str(format!("{line:<26}{}", named.join(", ")).trim_end());
        text.push('\n');
    }
}
