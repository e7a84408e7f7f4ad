//! What a module says of the program that it was made of, for as long as it is a file: where its functions and data stand in
//! the texts, and which C libraries the program is linked with. Owns the form of these nodes, which nobody names: no code
//! depends on them, so they stand in no fingerprint. While a program is compiled, positions are asked of its texts instead.
//!
//! ```text
//! metadata !0 = { "file", "src/main.lang", 0 }       ; its path; 1 if it is of the standard library
//! metadata !1 = { "chunk", !0, 120, 7, 1, 14, 30 }   ; at byte 120, line 7, column 1; more lines begin 14 and 30 bytes behind
//! metadata !2 = { "columns", !1, 21, 5 }             ; other columns than bytes say, since characters may be longer
//! metadata !3 = { "place", @main.f, !1 }             ; which function stands in it, or datum, or type of which something is noted
//! metadata !4 = { "library", "m" }
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::backend::{Origin, Position, Positions};
use crate::debug::{DEBUG, DebugTypes, noted};
use crate::ids::{NodeId, SymbolId};
use crate::metadata::Operand;
use crate::module::Module;

const FILE: &str = "file";
const CHUNK: &str = "chunk";
const COLUMNS: &str = "columns";
const PLACE: &str = "place";
const LIBRARY: &str = "library";

/// Has a module say where everything in it stands.
pub fn keep_positions(module: &mut Module, positions: &dyn Positions) {
    let mut chunks: BTreeMap<(u32, u32), (Origin, BTreeSet<u32>)> = BTreeMap::new();
    let mut places: Vec<(SymbolId, (u32, u32))> = Vec::new();
    for (symbol, offsets) in offsets_by_symbol(module) {
        let Some(origin) = positions.origin(module.symbol_name(symbol)) else { continue };
        let chunk = (origin.file, origin.offset);
        places.push((symbol, chunk));
        chunks.entry(chunk).or_insert_with(|| (origin, BTreeSet::new())).1.extend(offsets);
    }
    let mut files: FxHashMap<u32, NodeId> = FxHashMap::default();
    let mut nodes: FxHashMap<(u32, u32), NodeId> = FxHashMap::default();
    for (chunk, (origin, offsets)) in chunks {
        let file = *files.entry(origin.file).or_insert_with(|| {
            let path = Operand::String(module.strings.intern(positions.file(origin.file)));
            let is_library = Operand::Integer(i64::from(positions.is_library(origin.file)));
            say(module, FILE, &[path, is_library])
        });
        let (node, columns) = described(module, positions, (origin, file), &offsets);
        nodes.insert(chunk, node);
        if !columns.is_empty() {
            let operands: Vec<Operand> =
                [Operand::Node(node)].into_iter().chain(columns.into_iter().map(number)).collect();
            say(module, COLUMNS, &operands);
        }
    }
    for (symbol, chunk) in places {
        say(module, PLACE, &[Operand::Symbol(symbol), Operand::Node(nodes[&chunk])]);
    }
}

/// Has a module say which C libraries the program is linked with, by their names as behind `-l`.
pub fn keep_libraries(module: &mut Module, libraries: &[String]) {
    for library in libraries {
        let name = Operand::String(module.strings.intern(library));
        say(module, LIBRARY, &[name]);
    }
}

/// The C libraries that a module wants, in its order.
pub fn libraries(module: &Module) -> Vec<String> {
    let mut libraries = Vec::new();
    for (_, operands) in said(module, LIBRARY) {
        if let [Operand::String(name)] = operands {
            libraries.push(module.strings.text(*name).to_owned());
        }
    }
    libraries
}

/// Whether a node is one of these: it stays where what debuggers are told does not, since failed checks tell positions.
pub(crate) fn is_provenance(module: &Module, operands: &[Operand]) -> bool {
    let word = word(module, operands);
    word.is_some_and(|word| [FILE, CHUNK, COLUMNS, PLACE, LIBRARY].contains(&word))
}

fn word<'module>(module: &'module Module, operands: &[Operand]) -> Option<&'module str> {
    match operands.first() {
        Some(Operand::String(text)) => Some(module.strings.text(*text)),
        Some(Operand::Integer(_) | Operand::Node(_) | Operand::Symbol(_) | Operand::Type(_)) | None => None,
    }
}

fn number(number: u32) -> Operand {
    Operand::Integer(i64::from(number))
}

fn say(module: &mut Module, word: &str, operands: &[Operand]) -> NodeId {
    let word = Operand::String(module.strings.intern(word));
    let all: Vec<Operand> = [word].into_iter().chain(operands.iter().copied()).collect();
    module.metadata.node(&all)
}

/// The node of a chunk in which positions are asked for at these offsets, and offsets with columns where bytes do not say them.
fn described(
    module: &mut Module,
    positions: &dyn Positions,
    (origin, file): (Origin, NodeId),
    offsets: &BTreeSet<u32>,
) -> (NodeId, Vec<u32>) {
    let (first, mut line) = positions.position_from(origin, 0);
    let mut operands = vec![Operand::Node(file), number(origin.offset), number(first.line), number(first.column)];
    let (mut start, mut number_of_line, mut column_of_start) = (0, first.line, first.column);
    let mut columns = Vec::new();
    for offset in offsets {
        while line.end > start && line.end <= *offset {
            (start, number_of_line, column_of_start) = (line.end, number_of_line + 1, 1);
            operands.push(number(start));
            line = positions.position_from(origin, start).1;
        }
        let position = positions.position_from(origin, *offset).0;
        if position.line == number_of_line && position.column != column_of_start + (offset - start) {
            columns.extend([*offset, position.column]);
        }
    }
    (say(module, CHUNK, &operands), columns)
}

/// The symbols that may stand somewhere, each with the offsets in its chunk of which anybody may ask.
fn offsets_by_symbol(module: &mut Module) -> Vec<(SymbolId, Vec<u32>)> {
    let mut all = Vec::new();
    let types = DebugTypes::new(&module.strings, &module.metadata);
    let key = module.strings.find(DEBUG);
    for function in &module.functions {
        let mut offsets: Vec<u32> = vec![0];
        offsets.extend(function.instructions.iter().map(|instruction| instruction.source));
        offsets.extend(function.blocks.iter().map(|block| block.source));
        offsets.extend(function.sites.iter().map(|site| site.offset));
        offsets.extend(function.scopes.iter().flat_map(|scope| [scope.start, scope.end]));
        offsets.extend(function.variables.iter().map(|variable| variable.offset));
        let told = function.attributes.iter().filter(|attribute| Some(attribute.key) == key);
        offsets.extend(told.filter_map(|attribute| types.function(attribute.node)).map(|function| function.offset));
        all.push((function.symbol, offsets));
    }
    let told: Vec<(String, u32)> = types.data().map(|(datum, _)| (datum.key.to_owned(), datum.offset)).collect();
    let noted = noted(module).into_iter().map(|note| (note.owner.to_owned(), note.offset)).collect::<Vec<_>>();
    for (key, offset) in told.into_iter().chain(noted) {
        all.push((module.symbol(&key), vec![0, offset]));
    }
    all
}

/// Where the functions, data and noted types of modules stand, as they say themselves.
#[derive(Clone, Debug, Default)]
pub struct KeptPositions {
    files: Vec<(String, bool)>,
    chunks: FxHashMap<(u32, u32), Chunk>,
    places: FxHashMap<String, Origin>,
}

#[derive(Clone, Debug, Default)]
struct Chunk {
    line: u32,
    column: u32,
    /// Where the lines behind the first begin, rising.
    starts: Vec<u32>,
    columns: FxHashMap<u32, u32>,
}

impl KeptPositions {
    /// What modules say. What has not the right form says nothing.
    pub fn of(modules: &[Module]) -> KeptPositions {
        let mut kept = KeptPositions::default();
        let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
        for module in modules {
            kept.add(module, &mut numbers);
        }
        kept
    }

    fn add(&mut self, module: &Module, numbers: &mut FxHashMap<String, u32>) {
        let mut files: FxHashMap<NodeId, u32> = FxHashMap::default();
        let mut origins: FxHashMap<NodeId, Origin> = FxHashMap::default();
        for (id, operands) in said(module, FILE) {
            let [Operand::String(path), Operand::Integer(is_library)] = operands else { continue };
            let path = module.strings.text(*path).to_owned();
            let number = *numbers.entry(path.clone()).or_insert_with(|| {
                self.files.push((path, *is_library != 0));
                self.files.len() as u32 - 1
            });
            files.insert(id, number);
        }
        for (id, operands) in said(module, CHUNK) {
            let [Operand::Node(file), numbers @ ..] = operands else { continue };
            let (Some(file), Some(numbers)) = (files.get(file), whole(numbers)) else { continue };
            let [offset, line, column, starts @ ..] = numbers.as_slice() else { continue };
            if *line == 0 || !starts.is_sorted() {
                continue;
            }
            origins.insert(id, Origin { file: *file, offset: *offset, line: line - 1 });
            let chunk = self.chunks.entry((*file, *offset)).or_default();
            (chunk.line, chunk.column) = (*line, *column);
            // Another module may ask for less of the same text.
            if starts.len() > chunk.starts.len() {
                chunk.starts = starts.to_vec();
            }
        }
        for (_, operands) in said(module, COLUMNS) {
            let [Operand::Node(node), numbers @ ..] = operands else { continue };
            let (Some(origin), Some(numbers)) = (origins.get(node), whole(numbers)) else { continue };
            let Some(chunk) = self.chunks.get_mut(&(origin.file, origin.offset)) else { continue };
            chunk.columns.extend(numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])));
        }
        for (_, operands) in said(module, PLACE) {
            let [Operand::Symbol(symbol), Operand::Node(node)] = operands else { continue };
            if let Some(origin) = origins.get(node) {
                self.places.insert(module.symbol_name(*symbol).to_owned(), *origin);
            }
        }
    }
}

/// The nodes that begin with a word, with what stands behind it.
fn said<'module>(module: &'module Module, kind: &str) -> impl Iterator<Item = (NodeId, &'module [Operand])> {
    let kind = module.strings.find(kind).map(Operand::String);
    module
        .metadata
        .nodes()
        .filter(move |(_, operands)| kind.is_some() && operands.first().copied() == kind)
        .map(|(id, operands)| (id, &operands[1..]))
}

/// Numbers of 32 bits, if they all are.
fn whole(operands: &[Operand]) -> Option<Vec<u32>> {
    let one = |operand: &Operand| match operand {
        Operand::Integer(number) => u32::try_from(*number).ok(),
        Operand::String(_) | Operand::Node(_) | Operand::Symbol(_) | Operand::Type(_) => None,
    };
    operands.iter().map(one).collect()
}

impl Positions for KeptPositions {
    fn origin(&self, symbol: &str) -> Option<Origin> {
        self.places.get(symbol).copied()
    }

    fn position_from(&self, origin: Origin, offset: u32) -> (Position, Range<u32>) {
        let Some(chunk) = self.chunks.get(&(origin.file, origin.offset)) else {
            return (Position { file: origin.file, line: origin.line + 1, column: 1 }, offset..offset);
        };
        let behind = chunk.starts.partition_point(|start| *start <= offset);
        let (start, first) = match behind.checked_sub(1) {
            Some(last) => (chunk.starts[last], 1),
            None => (0, chunk.column),
        };
        let end = chunk.starts.get(behind).copied().unwrap_or(u32::MAX);
        let column = chunk.columns.get(&offset).copied();
        let column = column.unwrap_or_else(|| first.saturating_add(offset - start));
        (Position { file: origin.file, line: chunk.line.saturating_add(behind as u32), column }, start..end)
    }

    fn file(&self, file: u32) -> &str {
        self.files.get(file as usize).map_or("", |(path, _)| path)
    }

    fn file_count(&self) -> u32 {
        self.files.len() as u32
    }

    fn is_library(&self, file: u32) -> bool {
        self.files.get(file as usize).is_some_and(|(_, is_library)| *is_library)
    }
}
