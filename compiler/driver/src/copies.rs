//! What became of each copy of a program (`--emit copies`): the copies that the language, the C convention or the
//! compiler makes behind the programmer's back, where they stand, and whether the optimiser left anything of them. It
//! owns the table; the facts are the backend's.

use mir::{Artifacts, CopyRecord, Positions};

use crate::compile::Compiled;
use crate::program::Program;

/// One line of the table, before it is laid out.
type Line = [String; 5];

/// The table of all copies that are written in the package that was asked for, in the order of the source. A body
/// that was inlined has its copies once more for each place.
pub fn copies(program: &Program, compiled: &Compiled) -> String {
    let own: Vec<String> = program
        .loaded
        .files
        .iter()
        .filter(|file| file.own)
        .map(|file| file.file.path(&program.db).to_string())
        .collect();
    let mut records: Vec<((&str, u32, u32), &CopyRecord)> = compiled
        .artifacts
        .iter()
        .filter_map(|artifacts: &std::sync::Arc<Artifacts>| artifacts.object.as_ref())
        .flat_map(|object| &object.copies)
        .filter_map(|record| {
            let position = compiled.positions.position(&record.function, record.source)?;
            let file = compiled.positions.file(position.file);
            let is_own = own.iter().any(|path| path == file);
            is_own.then_some(((file, position.line, position.column), record))
        })
        .collect();
    records.sort();
    // A body that several units may inline is reported by each; what each made of it is told by its chain.
    records.dedup();
    let mut lines: Vec<Line> = vec![["position", "bytes", "reason", "fate", "function"].map(str::to_string)];
    lines.extend(records.iter().map(|((file, line, column), record)| {
        let mut function = record.function.clone();
        for caller in &record.inlined_into {
            function.push_str(" in ");
            function.push_str(caller);
        }
        [
            format!("{file}:{line}:{column}"),
            record.bytes.to_string(),
            record.reason.in_words().to_string(),
            record.fate.in_words().to_string(),
            function,
        ]
    }));
    laid_out(&lines)
}

fn laid_out(lines: &[Line]) -> String {
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths = [0, 1, 2, 3].map(width);
    let mut text = String::new();
    for [position, bytes, reason, fate, function] in lines {
        text.push_str(&format!(
            "{position:<0$}  {bytes:>1$}  {reason:<2$}  {fate:<3$}  {function}\n",
            widths[0], widths[1], widths[2], widths[3]
        ));
    }
    text
}
