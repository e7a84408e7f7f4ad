//! Commands to text. What a group needs on one line is known from sums made beforehand, so each decision costs the same
//! however much stands in the group, and all of them together are linear. It must not know tokens or the tree.

use super::WIDTH;
use super::alignment::Alignment;
use super::command::{Command, Group};

const INDENTATION: usize = 2;

/// The text that the commands describe, with one newline at its end unless it is empty.
pub(super) fn print(source: &str, commands: &[Command]) -> String {
    let measures = Measures::new(source, commands);
    let first_line = source.lines().next().map_or(0, str::len);
    let mut printer = Printer {
        source,
        measures,
        out: String::with_capacity(source.len() + source.len() / 8),
        newline: if source[first_line..].starts_with("\r\n") { "\r\n" } else { "\n" },
        line: 0,
        column: 0,
        indentation: 0,
        begins_line: true,
        modes: Vec::new(),
        indents: Vec::new(),
        alignment: Alignment::new(source),
    };
    if source.starts_with('\u{feff}') {
        printer.out.push('\u{feff}');
    }
    let empty = printer.out.len();
    for (index, command) in commands.iter().enumerate() {
        match *command {
            Command::Hard { .. } if printer.out.len() == empty => {}
            command => printer.command(index, command),
        }
    }
    if printer.out.len() > empty {
        printer.out.push_str(printer.newline);
    }
    printer.alignment.apply(printer.out)
}

/// Sums over the commands.
struct Measures {
    /// The width of all commands before this one, on one line.
    columns: Vec<u32>,
    /// The number of forced line ends before this command.
    hards: Vec<u32>,
    /// The first command from this one on behind which a line may end.
    next_break: Vec<u32>,
    /// The end of each group, by the number of its first command; 0 for other commands.
    ends: Vec<u32>,
}

impl Measures {
    fn new(source: &str, commands: &[Command]) -> Measures {
        let count = commands.len();
        let mut measures = Measures {
            columns: Vec::with_capacity(count + 1),
            hards: Vec::with_capacity(count + 1),
            next_break: vec![count as u32; count + 1],
            ends: vec![0; count],
        };
        let (mut column, mut hards) = (0, 0);
        let mut open = Vec::new();
        for (index, command) in commands.iter().enumerate() {
            measures.columns.push(column);
            measures.hards.push(hards);
            match *command {
                Command::Token(range) | Command::Verbatim(range) => {
                    column += width(first_line(&source[range.index()]));
                }
                Command::Space | Command::Fill => column += 1,
                Command::Soft(spaces) => column += u32::from(spaces),
                Command::Hard { .. } => hards += 1,
                Command::Open(_) => open.push(index),
                Command::Close => {
                    let start = open.pop().expect("each group was opened before it is closed");
                    measures.ends[start] = index as u32;
                }
                Command::Comma
                | Command::Indent
                | Command::Dedent
                | Command::Comment(_)
                | Command::TrailingComment(_) => {}
            }
        }
        measures.columns.push(column);
        measures.hards.push(hards);
        for (index, command) in commands.iter().enumerate().rev() {
            let is_break = match *command {
                Command::Soft(_) | Command::Fill | Command::Hard { .. } | Command::TrailingComment(_) => true,
                Command::Verbatim(range) => source[range.index()].contains('\n'),
                Command::Token(_)
                | Command::Comment(_)
                | Command::Space
                | Command::Comma
                | Command::Open(_)
                | Command::Close
                | Command::Indent
                | Command::Dedent => false,
            };
            measures.next_break[index] = if is_break { index as u32 } else { measures.next_break[index + 1] };
        }
        measures
    }

    /// The width from one command up to another.
    fn width(&self, start: usize, end: usize) -> usize {
        (self.columns[end] - self.columns[start]) as usize
    }

    /// The width of what follows the command up to the next place where a line may end.
    fn tail(&self, index: usize) -> usize {
        self.width(index + 1, self.next_break[index + 1] as usize)
    }

    fn has_hard(&self, start: usize, end: usize) -> bool {
        self.hards[start] != self.hards[end]
    }
}

fn first_line(text: &str) -> &str {
    match memchr::memchr(b'\n', text.as_bytes()) {
        Some(end) => &text[..end],
        None => text,
    }
}

fn width(text: &str) -> u32 {
    if text.is_ascii() { text.len() as u32 } else { text.chars().count() as u32 }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Soft line ends are spaces, and so they are in all groups inside.
    Flat,
    /// Soft line ends are spaces, but groups inside choose for themselves.
    Begun,
    /// Soft line ends are line ends.
    Broken,
}

struct Printer<'source> {
    source: &'source str,
    measures: Measures,
    out: String,
    newline: &'static str,
    /// The number of the line that is being written.
    line: u32,
    column: usize,
    indentation: usize,
    /// Whether nothing stands on the line yet.
    begins_line: bool,
    modes: Vec<Mode>,
    /// Whether each open indentation holds.
    indents: Vec<bool>,
    alignment: Alignment<'source>,
}

impl Printer<'_> {
    fn mode(&self) -> Mode {
        self.modes.last().copied().unwrap_or(Mode::Broken)
    }

    fn command(&mut self, index: usize, command: Command) {
        match command {
            Command::Token(range) => self.text(range.index()),
            Command::Verbatim(range) => self.lines(range.index()),
            Command::TrailingComment(range) => {
                self.alignment.note(self.out.len(), self.line, self.column, range.start);
                self.out.push(' ');
                self.out.push_str(self.source[range.index()].trim_end());
            }
            Command::Comment(range) => {
                self.begin_line();
                self.out.push_str(self.source[range.index()].trim_end());
            }
            Command::Space => self.spaces(1),
            Command::Soft(spaces) => match self.mode() {
                Mode::Broken => self.end_line(false),
                Mode::Flat | Mode::Begun => self.spaces(usize::from(spaces)),
            },
            Command::Fill => {
                if self.column + 1 + self.measures.tail(index) > WIDTH && self.mode() == Mode::Broken {
                    self.end_line(false);
                } else {
                    self.spaces(1);
                }
            }
            Command::Hard { blank } => self.end_line(blank),
            Command::Comma => {
                if self.mode() == Mode::Broken {
                    self.out.push(',');
                    self.column += 1;
                }
            }
            Command::Open(group) => {
                let mode = self.choose(index, group);
                self.modes.push(mode);
            }
            Command::Close => {
                self.modes.pop();
            }
            Command::Indent => {
                let holds = self.mode() == Mode::Broken;
                self.indents.push(holds);
                self.indentation += usize::from(holds) * INDENTATION;
            }
            Command::Dedent => {
                let holds = self.indents.pop().unwrap_or(false);
                self.indentation -= usize::from(holds) * INDENTATION;
            }
        }
    }

    fn choose(&self, start: usize, group: Group) -> Mode {
        if self.mode() == Mode::Flat && !self.modes.is_empty() {
            return Mode::Flat;
        }
        let end = self.measures.ends[start] as usize;
        let column = if self.begins_line { self.indentation } else { self.column };
        let has_hard = self.measures.has_hard(start, end);
        let (own, tail) = (self.measures.width(start, end), self.measures.tail(end));
        if !has_hard && column + own + tail <= WIDTH {
            return Mode::Flat;
        }
        match group {
            Group::Plain => Mode::Broken,
            Group::Hug(point) => {
                let point = point as usize;
                let fits = column + self.measures.width(start, point) <= WIDTH;
                if fits && !self.measures.has_hard(start, point) { Mode::Begun } else { Mode::Broken }
            }
            Group::Value => {
                let fits_below = self.indentation + INDENTATION + own + tail <= WIDTH + 1;
                if !has_hard && fits_below { Mode::Broken } else { Mode::Begun }
            }
        }
    }

    fn begin_line(&mut self) {
        if self.begins_line {
            self.begins_line = false;
            self.out.extend(std::iter::repeat_n(' ', self.indentation));
            self.column = self.indentation;
        }
    }

    fn end_line(&mut self, blank: bool) {
        for _ in 0..=usize::from(blank) {
            self.out.push_str(self.newline);
            self.line += 1;
        }
        self.begins_line = true;
        self.column = self.indentation;
    }

    fn spaces(&mut self, count: usize) {
        self.begin_line();
        self.out.extend(std::iter::repeat_n(' ', count));
        self.column += count;
    }

    fn text(&mut self, range: std::ops::Range<usize>) {
        self.begin_line();
        let text = &self.source[range];
        self.out.push_str(text);
        self.column += width(text) as usize;
    }

    fn lines(&mut self, range: std::ops::Range<usize>) {
        self.begin_line();
        let text = &self.source[range];
        self.out.push_str(text);
        match text.rfind('\n') {
            None => self.column += width(text) as usize,
            Some(last) => {
                self.line += memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32;
                self.column = width(&text[last + 1..]) as usize;
            }
        }
    }
}
