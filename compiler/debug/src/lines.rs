//! The line table. Owns which rows there are: one where the line changes and one where a function's own code begins behind
//! what it does with its parameters. Functions of the standard library have none, so debuggers step over them.

use gimli::write::{DwarfUnit, FileId, LineProgram, LineString};
use gimli::{Encoding, LineEncoding};
use mir::debug::NOBODY_WROTE;
use mir::{CodeArtifact, Position, Positions};

use crate::frames::{Frames, Piece};
use crate::functions::PlacedFunction;
use crate::known::Known;
use crate::read::ReadObject;

/// The line table while it is made.
pub(crate) struct Lines<'object> {
    program: LineProgram,
    files: Vec<FileId>,
    positions: &'object dyn Positions,
    main_file: String,
    /// Whether an optimiser made the code.
    is_optimised: bool,
}

impl<'object> Lines<'object> {
    pub(crate) fn new(
        dwarf: &mut DwarfUnit,
        encoding: Encoding,
        positions: &'object dyn Positions,
        is_optimised: bool,
    ) -> Self {
        let count = positions.file_count();
        let own = (0..count).find(|file| !positions.is_library(*file)).or((count > 0).then_some(0));
        let main_file = own.map_or_else(|| "<none>".to_owned(), |file| text(positions.file(file)));
        let folder = LineString::new(text(positions.folder()), encoding, &mut dwarf.line_strings);
        let name = LineString::new(main_file.clone(), encoding, &mut dwarf.line_strings);
        let mut program = LineProgram::new(encoding, LineEncoding::default(), folder, None, name, None);
        let mut files = Vec::with_capacity(count as usize);
        for file in 0..count {
            let directory = program.default_directory();
            let name = LineString::new(text(positions.file(file)), encoding, &mut dwarf.line_strings);
            files.push(program.add_file(name, directory, None));
        }
        Lines { program, files, positions, main_file, is_optimised }
    }

    /// The file that the object is named by.
    pub(crate) fn main_file(&self) -> &str {
        &self.main_file
    }

    /// The number of a file in the table.
    pub(crate) fn file(&self, file: u32) -> FileId {
        self.files[file as usize]
    }

    /// The rows of a function.
    pub(crate) fn add(&mut self, function: &PlacedFunction<'_>, code: &CodeArtifact, known: Known<'_>) {
        let Some((declared, origin)) = known.stepped() else { return };
        let begin = known.begin();
        self.program.begin_sequence(Some(function.address(0)));
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
        self.program.end_sequence(code.code.len() as u64);
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
        self.program.begin_sequence(Some(function.address(0)));
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
        self.program.end_sequence(u64::from(function.bytes()));
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
        let row = self.program.row();
        row.address_offset = u64::from(offset);
        row.file = file;
        row.line = u64::from(position.line);
        row.column = u64::from(position.column);
        row.is_statement = is_statement;
        row.prologue_end = is_prologue_end;
        self.program.generate_row();
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
