//! The line table. Owns which rows there are: one where the line changes and one where a function's own code begins behind
//! what it does with its parameters. Functions of the standard library have none, so debuggers step over them.

use gimli::LineEncoding;
use gimli::write::{Address, FileId, LineProgram, LineString, LineStringTable};
use mir::debug::NOBODY_WROTE;
use mir::{CodeArtifact, Position, Positions};
use rustc_hash::FxHashMap;

use crate::frames::{Frames, Piece};
use crate::functions::PlacedFunction;
use crate::known::Known;
use crate::read::ReadObject;
use crate::{ENCODING, Object};

/// The files of an object, as the line tables of its units call them.
pub(crate) struct Files {
    folder: LineString,
    names: Vec<LineString>,
    main: LineString,
    main_file: String,
}

impl Files {
    pub(crate) fn new(positions: &dyn Positions, texts: &mut LineStringTable) -> Self {
        let count = positions.file_count();
        let own = (0..count).find(|file| !positions.is_library(*file)).or((count > 0).then_some(0));
        let main_file = own.map_or_else(|| "<none>".to_owned(), |file| text(positions.file(file)));
        let mut name = |text: String| LineString::new(text, ENCODING, texts);
        let (folder, main) = (name(text(positions.folder())), name(main_file.clone()));
        let names = (0..count).map(|file| name(text(positions.file(file)))).collect();
        Files { folder, names, main, main_file }
    }

    /// The file that the object is named by.
    pub(crate) fn main_file(&self) -> &str {
        &self.main_file
    }
}

/// The line table of a unit while it is made.
pub(crate) struct Lines<'object> {
    program: LineProgram,
    files: &'object Files,
    /// Those that the unit has named: a large program has as many units as it has thousands of functions, and not all of its
    /// files stand in each.
    named: FxHashMap<u32, FileId>,
    /// Where the rows of a function begin that has none yet.
    begin: Option<Address>,
    positions: &'object dyn Positions,
    /// Whether an optimiser made the code.
    is_optimised: bool,
}

impl<'object> Lines<'object> {
    pub(crate) fn new(files: &'object Files, object: &Object<'object>) -> Self {
        let (folder, main) = (files.folder.clone(), files.main.clone());
        let program = LineProgram::new(ENCODING, LineEncoding::default(), folder, None, main, None);
        let Object { positions, is_optimised, .. } = *object;
        Lines { program, files, named: FxHashMap::default(), begin: None, positions, is_optimised }
    }

    /// The number of a file in the table.
    pub(crate) fn file(&mut self, file: u32) -> FileId {
        *self.named.entry(file).or_insert_with(|| {
            let directory = self.program.default_directory();
            self.program.add_file(self.files.names[file as usize].clone(), directory, None)
        })
    }

    /// The rows of a function.
    pub(crate) fn add(&mut self, function: &PlacedFunction<'_>, code: &CodeArtifact, known: Known<'_>) {
        let Some((declared, origin)) = known.stepped() else { return };
        let begin = known.begin();
        self.begin = Some(function.address(0));
        self.row(0, declared, true, false);
        let mut last = declared.line;
        // What stands in the line of the last row.
        let mut line = 0..0;
        let mut is_prologue = true;
        for record in code.lines.iter().filter(|record| record.source_offset != NOBODY_WROTE) {
            let is_told = match is_prologue {
                true => record.source_offset == begin,
                false => line.contains(&record.source_offset),
            };
            if is_told {
                continue;
            }
            let position;
            (position, line) = self.positions.position_from(origin, record.source_offset);
            if is_prologue || position.line != last {
                self.row(record.code_offset, position, true, is_prologue);
                last = position.line;
                is_prologue = false;
            }
        }
        self.end(code.code.len() as u64);
    }

    /// The same of a function that was read. Code of the standard library that was built into it stands at the line of the
    /// call; what has no place in the text stands at none if an optimiser moved it there, else at that of the code before it.
    pub(crate) fn add_read(
        &mut self,
        function: &PlacedFunction<'_>,
        (object, frames): (&ReadObject, &Frames<'_>),
        known: Known<'_>,
    ) {
        let declared = known.stepped().map(|(declared, _)| declared);
        let begin = known.begin();
        self.begin = Some(function.address(0));
        let mut last: Option<(Position, bool)> = None;
        if let Some(declared) = declared {
            self.row(0, declared, true, false);
            last = Some((declared, true));
        }
        let own = frames.frames[0].symbol;
        let mut is_prologue = declared.is_some();
        // Parameters are stored before the function's own code, with which a code generator may mix them.
        let stores = |piece: &Piece| piece.source.is_some_and(|(_, offset)| offset == NOBODY_WROTE);
        let behind = frames.pieces.iter().rposition(stores).filter(|_| is_prologue && !self.is_optimised);
        for piece in &frames.pieces[behind.map_or(0, |last| last + 1)..] {
            if is_prologue && piece.source.is_none_or(|source| source == (own, begin) || source.1 == NOBODY_WROTE) {
                continue;
            }
            match self.shown(object, frames, piece) {
                Some(position) => {
                    let is_new = is_prologue
                        || last.is_none_or(|(known, was_statement)| {
                            (known.file, known.line) != (position.file, position.line)
                                || piece.is_statement && !was_statement
                        });
                    if is_new {
                        self.row(piece.start, position, piece.is_statement, is_prologue);
                        last = Some((position, piece.is_statement));
                    }
                    is_prologue = false;
                }
                None if self.is_optimised && last.take().is_some() => self.nowhere(piece.start),
                None => {}
            }
        }
        self.end(u64::from(function.bytes()));
    }

    /// Where a piece of code stands for people.
    fn shown(&self, object: &ReadObject, frames: &Frames<'_>, piece: &Piece) -> Option<Position> {
        let (mut symbol, mut offset) = piece.source?;
        let mut frame = piece.frame;
        loop {
            let position = self.positions.position(&object.symbols[symbol as usize], offset)?;
            if !self.positions.is_library(position.file) {
                return Some(position);
            }
            let inner = &frames.frames[frame];
            (symbol, offset) = (frames.frames[inner.parent].symbol, inner.call?);
            frame = inner.parent;
        }
    }

    fn nowhere(&mut self, offset: u32) {
        let row = self.program.row();
        row.address_offset = u64::from(offset);
        (row.line, row.column) = (0, 0);
        (row.is_statement, row.prologue_end) = (false, false);
        self.program.generate_row();
    }

    fn row(&mut self, offset: u32, position: Position, is_statement: bool, is_prologue_end: bool) {
        let file = self.file(position.file);
        if let Some(begin) = self.begin.take() {
            self.program.begin_sequence(Some(begin));
        }
        let row = self.program.row();
        row.address_offset = u64::from(offset);
        row.file = file;
        row.line = u64::from(position.line);
        row.column = u64::from(position.column);
        row.is_statement = is_statement;
        row.prologue_end = is_prologue_end;
        self.program.generate_row();
    }

    /// Ends the rows of a function. One that has none, as an optimised one that is made of the standard library only, has no
    /// sequence: its end would stand in file 1, whether or not there is one.
    fn end(&mut self, bytes: u64) {
        if self.begin.take().is_none() {
            self.program.end_sequence(bytes);
        }
    }

    pub(crate) fn finish(self) -> LineProgram {
        self.program
    }
}

/// A path as DWARF can have it: without null bytes, and not empty.
fn text(path: &str) -> String {
    let path = path.replace('\0', "?");
    if path.is_empty() { ".".to_owned() } else { path }
}
