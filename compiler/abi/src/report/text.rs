//! The description as text: one table, or the same function on several targets side by side. Owns the arrangement in
//! columns; every word of a value is [`super`]'s.

use std::fmt;

use crate::report::data::{CopyReport, PlaceReport, Report, ValueReport};

impl ValueReport {
    /// The places in a few words, such as `rdi[0..8] rsi[8..12]`, or `-`.
    pub fn places_text(&self) -> String {
        if self.places.is_empty() {
            return "-".to_string();
        }
        let whole = self.places.len() == 1;
        let place = |place: &PlaceReport| match (place.offset, place.len) {
            (Some(offset), Some(len)) if !whole => format!("{}[{offset}..{}]", place.location, u64::from(offset) + len),
            (Some(_) | None, Some(_) | None) => place.location.clone(),
        };
        self.places.iter().map(place).collect::<Vec<_>>().join(" ")
    }
}

impl ValueReport {
    /// The copies in a few words, such as `caller 24`, or `-`.
    fn copies_text(&self) -> String {
        if self.copies.is_empty() {
            return "-".to_string();
        }
        let copy = |copy: &CopyReport| format!("{} {}", copy.side, copy.bytes);
        self.copies.iter().map(copy).collect::<Vec<_>>().join(", ")
    }

    /// The sections that decided, without the names of their documents, or `-`.
    fn clauses_text(&self) -> String {
        let mut sections: Vec<&str> = Vec::new();
        for why in &self.why {
            let section = why.clause.find('§').map_or(why.clause.as_str(), |at| &why.clause[at..]);
            if !sections.contains(&section) {
                sections.push(section);
            }
        }
        if sections.is_empty() {
            return "-".to_string();
        }
        sections.join(", ")
    }
}

impl Report {
    /// The parameters, then the result.
    pub fn values(&self) -> impl Iterator<Item = &ValueReport> {
        self.params.iter().chain([&self.result])
    }

    /// The table alone, without reasons: for two that stand beside each other.
    pub fn table(&self) -> String {
        self.to_string().split("\n\n").next().unwrap_or_default().to_string()
    }

    /// The copies of each value with their reasons, and the clauses that decided.
    fn write_reasons(&self, formatter: &mut impl fmt::Write) -> fmt::Result {
        for value in self.values() {
            if value.copies.is_empty() && value.why.is_empty() {
                continue;
            }
            writeln!(formatter, "\n{}:", value.name)?;
            for copy in &value.copies {
                let may = if copy.elidable { " (may be left out)" } else { "" };
                writeln!(formatter, "  copy: {} copies {} bytes: {}{may}", copy.side, copy.bytes, copy.reason)?;
            }
            for why in &value.why {
                writeln!(formatter, "  why: {} [{}]", why.text, why.clause)?;
            }
        }
        Ok(())
    }

    fn write_call(&self, formatter: &mut impl fmt::Write) -> fmt::Result {
        write!(formatter, "argument area: {} bytes, aligned to {}", self.stack_bytes, self.stack_align)?;
        if self.shadow_bytes > 0 {
            write!(formatter, ", the first {} of them kept free", self.shadow_bytes)?;
        }
        writeln!(formatter)?;
        match self.vector_registers {
            Some(count) => writeln!(formatter, "vector registers, in al: {count}"),
            None => Ok(()),
        }
    }
}

/// The table, then for each value its copies and the clauses that decided.
impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["value", "type", "bytes", "where", "how", "copies", "clauses"];
        let mut rows = vec![head.map(str::to_string).to_vec()];
        rows.extend(self.values().map(|value| {
            vec![
                value.name.clone(),
                value.ty.clone(),
                value.bytes.to_string(),
                value.places_text(),
                value.how.clone(),
                value.copies_text(),
                value.clauses_text(),
            ]
        }));
        write_table(formatter, &rows)?;
        self.write_reasons(formatter)?;
        writeln!(formatter)?;
        self.write_call(formatter)
    }
}

/// One function on several targets: a table with a column for each, then their reasons one after the other. All
/// reports are of one function, so they have the same values.
pub fn side_by_side(reports: &[&Report]) -> String {
    let Some(first) = reports.first() else {
        return String::new();
    };
    let mut head = vec!["value".to_string(), "type".to_string()];
    head.extend(reports.iter().map(|report| report.target.clone()));
    let mut rows = vec![head];
    for (index, value) in first.values().enumerate() {
        let of_targets: Vec<[String; 4]> =
            reports.iter().map(|report| report.values().nth(index).map_or_else(Default::default, cell)).collect();
        for line in 0..4 {
            let is_first = line == 0;
            let named = |text: &str| if is_first { text.to_string() } else { String::new() };
            let mut row = vec![named(&value.name), named(&value.ty)];
            row.extend(of_targets.iter().map(|cell| cell[line].clone()));
            if row.iter().any(|cell| !cell.is_empty()) {
                rows.push(row);
            }
        }
    }
    let mut text = String::new();
    // A string takes everything.
    let _never_fails = write_table(&mut text, &rows);
    for report in reports {
        text.push_str(&format!("\non {}\n", report.target));
        let _never_fails = report.write_reasons(&mut text).and_then(|()| {
            text.push('\n');
            report.write_call(&mut text)
        });
    }
    text
}

/// A value on one target, in up to four lines.
fn cell(value: &ValueReport) -> [String; 4] {
    let present = |prefix: &str, text: String| {
        if text == "-" { String::new() } else { format!("{prefix}{text}") }
    };
    [
        present("", value.places_text()),
        format!("{} bytes, {}", value.bytes, value.how),
        present("copies: ", value.copies_text()),
        present("", value.clauses_text()),
    ]
}

/// Columns as wide as their widest cell, two spaces between them, none at the end of a line.
fn write_table(formatter: &mut impl fmt::Write, rows: &[Vec<String>]) -> fmt::Result {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        // Not by a width of the format: those end at 65,535, and names may be longer.
        let spaces = |cell: &str, width: usize| " ".repeat(width - cell.chars().count());
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell}{}", spaces(cell, *width)));
        writeln!(formatter, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
