//! Finished code as text for the assembler: what an object would hold, read back from its bytes, so that the text shows
//! what runs. It owns directives, labels and the marks of source lines; it must not know how an instruction is encoded.
//! Tables of frames, lines and sites are left out: they are for debuggers and for messages, not for readers.

mod aarch64;
mod layout;
mod x86_64;

use std::fmt::Write;
use std::ops::Range;

use mir::Linkage;
use mir::artifact::{CodeArtifact, DataArtifact, Relocation, RelocationKind};

use crate::Machine;
use crate::failure::Tail;
use crate::image::Section;
use layout::{Content, Layout};

/// What is known of a function's code beside its bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks<'a> {
    /// Where blocks begin.
    pub blocks: &'a [u32],
    /// The cold end, if it has one.
    pub tail: Option<Tail>,
    /// Ranges of the code with their source offsets, by rising code offset.
    pub sources: &'a [(Range<u32>, u32)],
}

/// The text of a unit, as far as it is written.
pub(crate) struct Assembly {
    text: String,
    instructions: Instructions,
    /// How many functions there are, which makes labels differ.
    functions: usize,
    section: Option<Section>,
    /// Where the last instruction comes from.
    source: Option<u32>,
}

/// The instructions of a processor, read one by one.
enum Instructions {
    X86_64(Box<x86_64::Reader>),
    Aarch64,
}

/// What an instruction does to the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// The next instruction is next.
    Next,
    /// The target or the next instruction is next.
    Fork,
    /// The target is next.
    Jump,
    /// One of the table behind it is next.
    Table,
    /// Nothing here is next.
    End,
}

/// An instruction as far as the layout of its function goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    /// How long it is.
    bytes: u32,
    /// What is next.
    flow: Flow,
    /// The offset in the function that it names, if it names one and no relocation says otherwise.
    target: Option<u32>,
}

/// What an instruction names instead of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Name {
    /// A symbol or label, with what is added.
    text: String,
    /// How its address gets into the instruction; none for labels.
    kind: Option<RelocationKind>,
}

impl Instructions {
    fn step(&self, code: &[u8], at: u32, is_relocated: bool) -> Option<Step> {
        match self {
            Instructions::X86_64(_) => x86_64::step(code, at, is_relocated),
            Instructions::Aarch64 => aarch64::step(code, at, is_relocated),
        }
    }

    fn text(&mut self, code: &[u8], at: u32, name: Option<Name>) -> String {
        match self {
            Instructions::X86_64(reader) => reader.text(code, at, name),
            Instructions::Aarch64 => aarch64::text(code, at, name),
        }
    }

    fn comment(&self) -> &'static str {
        match self {
            Instructions::X86_64(_) => "#",
            Instructions::Aarch64 => "//",
        }
    }
}

impl Assembly {
    /// A text with nothing in it. With `lines`, instructions are marked with 1 + their source offset as the line.
    pub(crate) fn new(machine: Machine, name: &str, lines: bool) -> Assembly {
        let name = quoted(name);
        let lines = if lines { format!("\t.file\t1 {name}\n") } else { String::new() };
        Assembly {
            text: format!("\t.file\t{name}\n{lines}"),
            instructions: match machine {
                Machine::X86_64 => Instructions::X86_64(Box::new(x86_64::Reader::new())),
                Machine::Aarch64 => Instructions::Aarch64,
            },
            functions: 0,
            section: None,
            source: None,
        }
    }

    /// Adds a function.
    pub(crate) fn function(&mut self, function: &CodeArtifact, marks: &Marks<'_>) {
        self.head(&function.symbol, function.linkage, Section::Text, u64::from(function.align));
        let relocated = |from: u32, bytes: u32| relocation_in(&function.relocations, from, bytes);
        let layout = Layout::of(&function.code, marks, |at| {
            let step = self.instructions.step(&function.code, at, false)?;
            match relocated(at, step.bytes) {
                Some(_) => self.instructions.step(&function.code, at, true),
                None => Some(step),
            }
        });
        for piece in layout.pieces() {
            let at = piece.start;
            if let Some(label) = layout.label(self.functions, at) {
                self.line(format_args!("{label}:"));
            }
            if marks.tail.is_some_and(|tail| tail.entries == at) {
                let sign = self.instructions.comment();
                self.line(format_args!(
                    "\t{sign} failed checks: each enters at an instruction of its own, which tells its site"
                ));
            }
            match piece.content {
                Content::Instruction(step) => {
                    let from = source_of(marks.sources, at);
                    if from != self.source {
                        self.source = from;
                        let line = from.map_or(0, |offset| u64::from(offset) + 1);
                        self.line(format_args!("\t.loc\t1 {line} 0"));
                    }
                    let name = match relocated(at, step.bytes) {
                        Some(relocation) => Some(name(function, relocation, at + step.bytes)),
                        None => step.target.and_then(|target| {
                            let text = layout.label(self.functions, target)?;
                            Some(Name { text, kind: None })
                        }),
                    };
                    let text = self.instructions.text(&function.code, at, name);
                    self.line(format_args!("\t{text}"));
                }
                Content::Distances => self.distances(&function.code, piece.start..piece.end, &layout),
                Content::Numbers => self.words(&function.code[piece.start as usize..piece.end as usize], 4),
                Content::Constants => {
                    let bytes = &function.code[piece.start as usize..piece.end as usize];
                    self.bytes(bytes, piece.start, &function.relocations, &function.symbols);
                }
            }
        }
        let end = format!(".Lfunc_end{}", self.functions);
        let symbol = symbol_text(&function.symbol);
        self.line(format_args!("{end}:\n\t.size\t{symbol}, {end}-{symbol}\n"));
        self.functions += 1;
    }

    /// Adds a datum.
    pub(crate) fn data(&mut self, data: &DataArtifact) {
        let section = Section::of(data);
        self.head(&data.symbol, data.linkage, section, data.align);
        match section {
            Section::Zero => self.line(format_args!("\t.zero\t{}", data.bytes.len())),
            Section::Text | Section::Constant | Section::Relocated | Section::Data => {
                self.bytes(&data.bytes, 0, &data.relocations, &data.symbols);
            }
        }
        let symbol = symbol_text(&data.symbol);
        self.line(format_args!("\t.size\t{symbol}, {}\n", data.bytes.len()));
    }

    /// The whole text.
    pub(crate) fn finish(mut self) -> String {
        self.line(format_args!("\t.section\t\".note.GNU-stack\",\"\",@progbits"));
        self.text
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        self.text.write_fmt(line).expect("a string grows");
        self.text.push('\n');
    }

    fn head(&mut self, symbol: &str, linkage: Linkage, section: Section, align: u64) {
        if self.section.replace(section) != Some(section) {
            self.text.push_str(match section {
                Section::Text => "\t.text\n",
                Section::Constant => "\t.section\t.rodata,\"a\",@progbits\n",
                Section::Relocated => "\t.section\t.data.rel.ro,\"aw\",@progbits\n",
                Section::Data => "\t.data\n",
                Section::Zero => "\t.bss\n",
            });
        }
        let symbol = symbol_text(symbol);
        let scope = match linkage {
            Linkage::Local => &[][..],
            Linkage::Hidden => &[".hidden", ".globl"],
            Linkage::Export => &[".globl"],
            Linkage::Merge | Linkage::Available => &[".hidden", ".weak"],
        };
        for directive in scope {
            self.line(format_args!("\t{directive}\t{symbol}"));
        }
        let kind = if section == Section::Text { "function" } else { "object" };
        let power = align.max(1).ilog2();
        self.line(format_args!("\t.p2align\t{power}\n\t.type\t{symbol},@{kind}\n{symbol}:"));
    }

    /// A table of distances from its own start.
    fn distances(&mut self, code: &[u8], range: Range<u32>, layout: &Layout) {
        let start = layout.label(self.functions, range.start);
        for (entry, target) in layout::targets(code, range.clone()) {
            match (layout.label(self.functions, target), &start) {
                (Some(label), Some(start)) => self.line(format_args!("\t.long\t{label}-{start}")),
                (None, _) | (_, None) => self.line(format_args!("\t.long\t{entry}")),
            }
        }
    }

    /// Bytes that begin at an offset, with the addresses in them.
    fn bytes(&mut self, bytes: &[u8], offset: u32, relocations: &[Relocation], symbols: &[String]) {
        let end = offset + bytes.len() as u32;
        let within = |from: u32, to: u32| &bytes[(from - offset) as usize..(to - offset) as usize];
        let mut at = offset;
        let first = relocations.partition_point(|relocation| relocation.offset < offset);
        for relocation in relocations[first..].iter().take_while(|relocation| relocation.offset < end) {
            self.words(within(at, relocation.offset), 8);
            let target = sum(&symbols[relocation.symbol as usize], relocation.addend);
            self.line(format_args!("\t.quad\t{target}"));
            at = relocation.offset + 8;
        }
        self.words(within(at, end), 8);
    }

    /// Bytes as numbers of up to `most` bytes, of which their count is a multiple; texts as texts.
    fn words(&mut self, bytes: &[u8], most: usize) {
        if bytes.iter().all(|byte| *byte == 0) && bytes.len() > most {
            self.line(format_args!("\t.zero\t{}", bytes.len()));
            return;
        }
        if bytes.len() > 16 && most == 8 {
            for line in bytes.chunks(64) {
                let text: String = line.iter().map(|byte| letter(*byte)).collect();
                self.line(format_args!("\t.ascii\t\"{text}\""));
            }
            return;
        }
        let (size, directive) = match bytes.len() {
            length if length % 8 == 0 && most >= 8 => (8, ".quad"),
            length if length % 4 == 0 => (4, ".long"),
            _ => (1, ".byte"),
        };
        for word in bytes.chunks(size) {
            let value = word.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
            match size {
                8 => self.line(format_args!("\t{directive}\t{value:#018x}")),
                _ => self.line(format_args!("\t{directive}\t{value}")),
            }
        }
    }
}

/// The relocation in some bytes, of a list by rising offset.
fn relocation_in(relocations: &[Relocation], from: u32, bytes: u32) -> Option<&Relocation> {
    let position = relocations.partition_point(|relocation| relocation.offset < from);
    let found = relocations.get(position)?;
    (found.offset < from + bytes).then_some(found)
}

/// What the instruction that ends at `end` names.
fn name(function: &CodeArtifact, relocation: &Relocation, end: u32) -> Name {
    // x86-64 counts from the end of the instruction, and relocations from their own place.
    let from_place = match relocation.kind {
        RelocationKind::X86PcRelative32 | RelocationKind::X86Call32 | RelocationKind::X86GotPcRelative32 => {
            i64::from(end - relocation.offset)
        }
        _ => 0,
    };
    Name {
        text: sum(&function.symbols[relocation.symbol as usize], relocation.addend + from_place),
        kind: Some(relocation.kind),
    }
}

fn sum(symbol: &str, addend: i64) -> String {
    let symbol = symbol_text(symbol);
    match addend {
        0 => symbol,
        addend => format!("{symbol}{addend:+}"),
    }
}

fn source_of(sources: &[(Range<u32>, u32)], at: u32) -> Option<u32> {
    let position = sources.partition_point(|(range, _)| range.end <= at);
    let (_, source) = sources.get(position).filter(|(range, _)| range.start <= at)?;
    Some(*source)
}

/// A symbol as assemblers read it.
fn symbol_text(symbol: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._$".contains(letter);
    let begins = symbol.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_' || letter == '.');
    match begins && symbol.chars().all(is_plain) {
        true => symbol.to_string(),
        false => quoted(symbol),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.bytes().map(letter).collect::<String>())
}

/// A byte in a text.
fn letter(byte: u8) -> String {
    match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        b'\n' => "\\n".to_string(),
        other => format!("\\{other:03o}"),
    }
}
