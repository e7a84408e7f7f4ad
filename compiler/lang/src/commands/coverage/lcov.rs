//! Coverage in the form of `lcov`, as `llvm-cov export -format=lcov` writes it. It owns the form, which other tools read.

use std::fmt::Write;

use driver::CoveredFile;
use source::printable;

pub(super) fn text(files: &[CoveredFile]) -> String {
    let mut text = String::new();
    for file in files {
        // Nothing can go wrong where text is written into a `String`.
        let _ = write_file(&mut text, file);
    }
    text
}

fn write_file(text: &mut String, file: &CoveredFile) -> std::fmt::Result {
    let summary = file.summary();
    // A name with a line end would be read as lines of this form.
    writeln!(text, "SF:{}", printable::line(&file.path))?;
    for function in &file.functions {
        let line = function.regions.first().map_or(1, |region| region.span.start.0);
        writeln!(text, "FN:{line},{}", function.name)?;
    }
    for function in &file.functions {
        writeln!(text, "FNDA:{},{}", function.count(), function.name)?;
    }
    writeln!(text, "FNF:{}\nFNH:{}", summary.functions.all, summary.functions.covered)?;
    let lines = file.lines();
    for line in &lines {
        writeln!(text, "DA:{},{}", line.line, line.count)?;
    }
    let branches = file.functions.iter().flat_map(|function| &function.branches);
    for (number, branch) in branches.enumerate() {
        for (way, count) in [branch.taken, branch.not_taken].into_iter().enumerate() {
            // A dash says that nothing came to the branch at all.
            let count = if branch.taken == 0 && branch.not_taken == 0 { "-".to_string() } else { count.to_string() };
            writeln!(text, "BRDA:{},{number},{way},{count}", branch.span.start.0)?;
        }
    }
    writeln!(text, "BRF:{}\nBRH:{}", summary.branches.all, summary.branches.covered)?;
    writeln!(text, "LF:{}\nLH:{}\nend_of_record", summary.lines.all, summary.lines.covered)
}
