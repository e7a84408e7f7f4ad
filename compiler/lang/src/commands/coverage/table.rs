//! The table that is printed behind the tests: one line for each file. It owns its columns.

use driver::{CoveredFile, Ratio, Summary};
use source::printable;

pub(super) fn text(files: &[CoveredFile]) -> String {
    let mut rows = vec![["file", "lines", "covered", "%", "functions", "branches"].map(str::to_string)];
    rows.extend(files.iter().map(|file| row(&file.name, file.summary())));
    rows.push(row("all", super::total(files)));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let mut text = "\n".to_string();
    for row in &rows {
        text.push_str(&printable::padded(&row[0], widths[0]));
        for (cell, width) in row.iter().zip(widths).skip(1) {
            text.push_str(&format!("  {cell:>width$}"));
        }
        text.push('\n');
    }
    text
}

fn row(name: &str, summary: Summary) -> [String; 6] {
    let part = |ratio: Ratio| format!("{}/{}", ratio.covered, ratio.all);
    [
        name.to_string(),
        summary.lines.all.to_string(),
        summary.lines.covered.to_string(),
        format!("{:.2}", summary.lines.percent()),
        part(summary.functions),
        part(summary.branches),
    ]
}
