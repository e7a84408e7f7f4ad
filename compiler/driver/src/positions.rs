//! Where functions, globals and constants stand in their files, for site and line tables. It owns the table from symbols to
//! absolute offsets, which is made when an object is written: nothing before it depends on where an item stands, so that
//! moving an item compiles nothing anew. It must not know what the positions are for.

use std::ops::Range;
use std::sync::Arc;

use hir::ItemId;
use lower::Instance;
use mir::{Origin, Position};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Database, LineIndex, SourceFile, printable};

use crate::instances::Member;

/// The places of the functions of one program.
pub struct SourcePositions {
    files: Vec<FilePositions>,
    /// The folder that relative paths count from.
    folder: String,
    /// The chunk of each function, global and constant that has one, by symbol; of each type by its full name.
    chunks: FxHashMap<Arc<str>, Origin>,
}

struct FilePositions {
    path: Arc<str>,
    is_library: bool,
    lines: LineIndex,
    /// Where bytes stand that begin no character, so that columns in long lines need not be counted.
    continuations: Vec<u32>,
}

impl SourcePositions {
    /// The positions of instances. Files are numbered in the order in which they come.
    pub(crate) fn new(db: &Database, instances: &[Member]) -> SourcePositions {
        SourcePositions::of(db, instances, std::iter::empty())
    }

    /// The same, and those of the types that the instances describe, by their full names: for what is shown to people.
    pub(crate) fn with_types(db: &Database, instances: &[Member]) -> SourcePositions {
        let mut seen = FxHashSet::default();
        let types = instances.iter().flat_map(|member| &member.described).filter(|named| seen.insert(**named));
        SourcePositions::of(db, instances, types.map(|named| (lower::type_name(db, named.ty()).into(), named.item)))
    }

    fn of(db: &Database, instances: &[Member], types: impl Iterator<Item = (Arc<str>, ItemId)>) -> SourcePositions {
        let folder = project::disk::current_folder().to_string_lossy().into_owned();
        let mut positions = SourcePositions { files: Vec::new(), folder, chunks: FxHashMap::default() };
        let mut numbers: FxHashMap<SourceFile, u32> = FxHashMap::default();
        let own =
            instances.iter().filter_map(|member| Some((member.symbol.clone(), lower::chunk_item(member.instance)?)));
        // Behind all others, so that files have the same numbers with debug information and without.
        let mut seen = FxHashSet::default();
        let constants = instances.iter().flat_map(|member| &member.constants).filter(|item| seen.insert(**item));
        let constants = constants.map(|item| (lower::symbol(db, Instance::Constant(*item)).into(), *item));
        for (symbol, item) in own.chain(constants).chain(types) {
            let Some(source) = hir::item_source(db, item) else { continue };
            let chunk = source.chunk.id(db);
            let file = chunk.file(db);
            let Some(start) = source::chunk_starts(db, file).start(chunk) else {
                continue;
            };
            let number = *numbers.entry(file).or_insert_with(|| {
                let is_library = item.module(db).is_standard(db);
                positions.files.push(FilePositions {
                    // Programs print it when a check fails.
                    path: printable::line(file.path(db)).into(),
                    is_library,
                    lines: LineIndex::new(file.text(db)),
                    continuations: continuations(file.text(db)),
                });
                positions.files.len() as u32 - 1
            });
            let line = positions.files[number as usize].lines.line_column(start).line;
            positions.chunks.entry(symbol).or_insert(Origin { file: number, offset: start, line });
        }
        positions
    }
}

/// Every byte of UTF-8 but continuation bytes begins a character.
fn continuations(text: &str) -> Vec<u32> {
    if text.is_ascii() {
        return Vec::new();
    }
    let places = text.bytes().enumerate().filter(|(_, byte)| byte & 0xC0 == 0x80);
    places.map(|(place, _)| place as u32).collect()
}

impl mir::Positions for SourcePositions {
    fn origin(&self, symbol: &str) -> Option<Origin> {
        self.chunks.get(symbol).copied()
    }

    fn position_from(&self, origin: Origin, offset: u32) -> (Position, Range<u32>) {
        let file = &self.files[origin.file as usize];
        let offset = origin.offset + offset;
        let at = file.lines.line_column_from(origin.line, offset);
        let start = file.lines.line_start(at.line).unwrap_or(0);
        let mut column = at.column;
        if !file.continuations.is_empty() {
            let before = |offset: u32| file.continuations.partition_point(|place| *place < offset) as u32;
            column -= before(offset) - before(start);
        }
        let end = file.lines.line_start(at.line + 1).map_or(u32::MAX, |next| next - origin.offset);
        let position = Position { file: origin.file, line: at.line + 1, column: column + 1 };
        (position, start.saturating_sub(origin.offset)..end)
    }

    fn file(&self, file: u32) -> &str {
        &self.files[file as usize].path
    }

    fn file_count(&self) -> u32 {
        self.files.len() as u32
    }

    fn folder(&self) -> &str {
        &self.folder
    }

    fn is_library(&self, file: u32) -> bool {
        self.files[file as usize].is_library
    }
}
