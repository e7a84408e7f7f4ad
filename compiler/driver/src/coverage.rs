//! What of a program its tests ran: which functions count, where their counters lie, and what the counts say of files, lines,
//! functions and branches. It owns the sums; where a region is, `lower::coverage` decides, and how all this is written, the
//! command line. Positions are found here, at the end, so that moving an item compiles nothing again.
//!
//! The package's own functions count, whoever calls them; tests, the standard library and dependencies do not. What no test
//! reaches has no code, and is listed all the same, from the text.

mod counted;
mod lines;
mod segments;
mod summary;

use hir::ItemId;
use lower::coverage::{Function, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Database, LineIndex, SourceFile, printable};

pub use counted::Counters;
pub(crate) use counted::{COUNTER_PAGE, Counted};
pub use lines::LineCount;
pub use segments::Segment;
pub use summary::{Ratio, Summary};

use crate::instances::own_items;
use crate::program::Program;

/// From a line and column to another, behind which it ends. Both count from 1, columns in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Span {
    /// Where it begins.
    pub start: (u32, u32),
    /// What is behind it.
    pub end: (u32, u32),
}

/// A region, and how often it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoveredRegion {
    /// Where it is.
    pub span: Span,
    /// How often control came to its beginning.
    pub count: u64,
    /// Whether nothing is done in it: what stands before another region.
    pub is_gap: bool,
}

/// Where one of two ways is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoveredBranch {
    /// What decides.
    pub span: Span,
    /// How often it held.
    pub taken: u64,
    /// How often it did not.
    pub not_taken: u64,
}

/// The body of a function, method or closure; all its instances together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredFunction {
    /// Its full name.
    pub name: String,
    /// For how many choices of type arguments it has code.
    pub instances: u32,
    /// How many of these ran.
    pub instances_run: u32,
    /// Its regions; the first is the whole.
    pub regions: Vec<CoveredRegion>,
    /// Its branches, in the order of the text.
    pub branches: Vec<CoveredBranch>,
}

impl CoveredFunction {
    /// How often it was called.
    pub fn count(&self) -> u64 {
        self.regions.first().map_or(0, |region| region.count)
    }
}

/// A file of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredFile {
    /// Its name as it is printed.
    pub name: String,
    /// Where it is on disk, for other tools.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Its functions in the order of the text.
    pub functions: Vec<CoveredFunction>,
    /// The lines, from 0, in which more than space and comments stands, as far as they belong to items with functions.
    has_code: Vec<bool>,
}

/// What the counts say (nothing ran where no code was made), by file in the order of their names; files without functions are left out.
pub fn coverage(program: &Program, counters: Option<&Counters>, counts: &[u64]) -> Vec<CoveredFile> {
    let db = &program.db;
    let sums = counters.map(|counters| counters.sums(counts)).unwrap_or_default();
    let mut files: Vec<CoveredFile> = Vec::new();
    let mut numbers: FxHashMap<SourceFile, usize> = FxHashMap::default();
    for loaded in program.loaded.files.iter().filter(|file| file.own) {
        let name = printable::line(loaded.file.path(db)).into_owned();
        let path = loaded.path.as_ref().map(|path| project::disk::canonical(path).to_string_lossy().into_owned());
        let path = path.unwrap_or_else(|| name.clone());
        let text = loaded.file.text(db).to_string();
        let has_code = vec![false; text.matches('\n').count() + 1];
        numbers.insert(loaded.file, files.len());
        files.push(CoveredFile { name, path, text, functions: Vec::new(), has_code });
    }
    let lines: Vec<LineIndex> = files.iter().map(|file| LineIndex::new(&file.text)).collect();
    // Methods share the chunk of their type.
    let mut known = FxHashSet::default();
    for item in own_items(db, &program.loaded) {
        let Some((file, start)) = place(db, item) else { continue };
        let Some(number) = numbers.get(&file) else { continue };
        let functions = lower::coverage::functions(db, item);
        if !functions.is_empty() && known.insert((file, start)) {
            let line = |offset: u32| lines[*number].line_column(start + offset).line as usize;
            for word in lower::coverage::words(db, item) {
                files[*number].has_code[line(word.start)..=line(word.end.saturating_sub(1).max(word.start))].fill(true);
            }
        }
        for function in functions {
            let name = match function.closure {
                None => item.path(db),
                Some(closure) => format!("{}.fn{}", item.path(db), closure.index()),
            };
            let sum = sums.get(&(item, function.closure)).cloned().unwrap_or_default();
            files[*number].functions.push(covered(&function, name, sum, &lines[*number], start));
        }
    }
    for file in &mut files {
        file.functions.sort_by_key(|function| function.regions.first().map(|region| region.span));
    }
    files.retain(|file| !file.functions.is_empty());
    files.sort_by(|left, right| left.name.cmp(&right.name));
    files
}

/// The counts of all instances of a body.
#[derive(Clone, Debug, Default)]
struct Sum {
    counts: Vec<u64>,
    instances: u32,
    instances_run: u32,
}

fn place(db: &Database, item: ItemId) -> Option<(SourceFile, u32)> {
    let chunk = hir::item_source(db, item)?.chunk.id(db);
    let file = chunk.file(db);
    Some((file, source::chunk_starts(db, file).start(chunk)?))
}

fn covered(function: &Function, name: String, sum: Sum, lines: &LineIndex, start: u32) -> CoveredFunction {
    let count = |counter: u32| sum.counts.get(counter as usize).copied().unwrap_or(0);
    let position = |offset: u32| {
        let at = lines.line_column(start + offset);
        (at.line + 1, at.column + 1)
    };
    let span = |range: TextRange| Span { start: position(range.start), end: position(range.end) };
    let mut regions = Vec::new();
    for (counter, number) in function.counters.iter().zip(0..) {
        let region = |range, is_gap| CoveredRegion { span: span(range), count: count(number), is_gap };
        regions.extend(counter.range.map(|range| region(range, false)));
        regions.extend(counter.gap.filter(|_| counter.range.is_some()).map(|range| region(range, true)));
    }
    let mut branches: Vec<CoveredBranch> = function
        .branches
        .iter()
        .map(|branch| CoveredBranch {
            span: span(branch.range),
            taken: branch.taken.evaluate(count),
            not_taken: branch.not_taken.evaluate(count),
        })
        .collect();
    branches.sort_by_key(|branch| branch.span);
    CoveredFunction { name, instances: sum.instances, instances_run: sum.instances_run, regions, branches }
}
