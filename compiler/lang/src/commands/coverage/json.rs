//! Coverage in the form of `llvm-cov export`, version 2.0.1. It owns the form, which other tools read.

use driver::{CoveredBranch, CoveredFile, CoveredFunction, Ratio, Segment, Summary};
use serde_json::{Value, json};

/// Kinds of regions in that form.
const CODE: u32 = 0;
const GAP: u32 = 3;
const BRANCH: u32 = 4;

pub(super) fn text(files: &[CoveredFile]) -> String {
    let functions = files.iter().flat_map(|file| file.functions.iter().map(|function| self::function(file, function)));
    let export = json!({
        "data": [{
            "files": files.iter().map(self::file).collect::<Vec<Value>>(),
            "functions": functions.collect::<Vec<Value>>(),
            "totals": summary(super::total(files)),
        }],
        "type": "llvm.coverage.json.export",
        "version": "2.0.1",
    });
    format!("{export}\n")
}

fn file(file: &CoveredFile) -> Value {
    let branches = file.functions.iter().flat_map(|function| &function.branches);
    json!({
        "filename": file.path,
        "segments": file.segments().iter().map(segment).collect::<Vec<Value>>(),
        "branches": branches.map(branch).collect::<Vec<Value>>(),
        "mcdc_records": [],
        "expansions": [],
        "summary": summary(file.summary()),
    })
}

fn segment(segment: &Segment) -> Value {
    let (line, column) = segment.at;
    json!([line, column, segment.count.unwrap_or(0), segment.count.is_some(), segment.is_entry, segment.is_gap])
}

fn branch(branch: &CoveredBranch) -> Value {
    let ((line, column), (last_line, last_column)) = (branch.span.start, branch.span.end);
    json!([line, column, last_line, last_column, branch.taken, branch.not_taken, 0, 0, BRANCH])
}

fn function(file: &CoveredFile, function: &CoveredFunction) -> Value {
    let regions = function.regions.iter().map(|region| {
        let ((line, column), (last_line, last_column)) = (region.span.start, region.span.end);
        json!([line, column, last_line, last_column, region.count, 0, 0, if region.is_gap { GAP } else { CODE }])
    });
    json!({
        "name": function.name,
        "count": function.count(),
        "regions": regions.collect::<Vec<Value>>(),
        "branches": function.branches.iter().map(branch).collect::<Vec<Value>>(),
        "mcdc_records": [],
        "filenames": [file.path],
    })
}

fn summary(summary: Summary) -> Value {
    let short = |ratio: Ratio| json!({ "count": ratio.all, "covered": ratio.covered, "percent": ratio.percent() });
    let full = |ratio: Ratio| {
        let missed = ratio.all - ratio.covered;
        json!({ "count": ratio.all, "covered": ratio.covered, "notcovered": missed, "percent": ratio.percent() })
    };
    json!({
        "lines": short(summary.lines),
        "functions": short(summary.functions),
        "instantiations": short(summary.instances),
        "regions": full(summary.regions),
        "branches": full(summary.branches),
        "mcdc": full(Ratio::default()),
    })
}
