//! Examples in the comments above items and at the top of modules: blocks between fences, as data, and as programs that run.
//! It owns what of a comment is an example and what such a program sees; it must not know how it is run. A block is one
//! whose fence says nothing or `lang`; a block `output` directly behind it is what it prints.

mod program;
#[cfg(test)]
mod tests;

use std::ops::Range;

use source::Db;
use syntax::view;

use crate::positions::located;
use crate::{ItemId, ItemKind, Module, Parent, item_data, module_chunks, module_file, module_items};

pub use program::{ExampleProgram, example_programs};

/// One example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The program, its lines ended by newlines, without the comment's signs.
    pub text: String,
    /// Where each of its lines stands in the file.
    pub lines: Vec<Range<u32>>,
    /// What it prints, if the comment says it.
    pub output: Option<ExampleOutput>,
    /// Where the fence before it stands in the file.
    pub opening: Range<u32>,
    /// Where the fence behind it stands in the file.
    pub closing: Range<u32>,
}

/// What a comment says that an example prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExampleOutput {
    /// Lines ended by newlines.
    pub text: String,
    /// Where the fence before it stands in the file.
    pub opening: u32,
}

/// The examples in the comment above an item, in the order of the text.
pub fn examples(db: &dyn Db, item: ItemId) -> Vec<Example> {
    let (Some((parse, chunk, node)), Some(file)) = (located(db, item), module_file(db, item.module(db))) else {
        return Vec::new();
    };
    let Some(start) = source::chunk_starts(db, file).start(chunk.id(db)) else {
        return Vec::new();
    };
    let ranges = view::documentation_ranges(parse, node).into_iter().map(|range| range.shifted(start));
    let ranges: Vec<Range<u32>> = ranges.map(|range| range.start..range.end).collect();
    in_comment(file.text(db), &ranges)
}

/// The examples in the comment at the top of a module.
pub fn module_examples(db: &dyn Db, module: Module) -> Vec<Example> {
    let Some(file) = module_file(db, module) else {
        return Vec::new();
    };
    in_comment(file.text(db), &module_comment(file.text(db)))
}

/// The comment that a module's file begins with, as Markdown, if an empty line or an import follows it: an item would have
/// it for its own.
pub fn module_documentation(db: &dyn Db, module: Module) -> Option<String> {
    let text = module_file(db, module)?.text(db);
    let lines: Vec<&str> = module_comment(text).into_iter().map(|range| part(text, &range)).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Whether those who import a module can name an item: it and what it stands in are `pub`. The methods of an `impl` of a
/// trait are, as are those of a trait that is.
pub fn is_offered(db: &dyn Db, item: ItemId) -> bool {
    let Some(data) = item_data(db, item) else {
        return false;
    };
    match item.parent(db) {
        Parent::Module(_) => data.is_public || item.kind(db) == ItemKind::Impl,
        Parent::Item(parent) => {
            let is_own = data.is_public || parent.kind(db) == ItemKind::Trait || is_impl_of_trait(db, parent);
            is_own && is_offered(db, parent)
        }
    }
}

fn is_impl_of_trait(db: &dyn Db, item: ItemId) -> bool {
    item_data(db, item).is_some_and(|data| data.impl_data().is_some_and(|head| head.trait_reference.is_some()))
}

/// The lines of the comment that a file begins with, without `#` and the space behind it.
fn module_comment(text: &str) -> Vec<Range<u32>> {
    let mut lines = Vec::new();
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    for line in text[at..].split_inclusive('\n') {
        match line.strip_prefix('#') {
            Some(rest) => {
                let said = rest.strip_prefix(' ').unwrap_or(rest);
                let start = at + line.len() - said.len();
                lines.push(start as u32..(start + said.trim_end().len()) as u32);
            }
            None if !lines.is_empty() && (line.trim().is_empty() || is_import(line)) => return lines,
            None => return Vec::new(),
        }
        at += line.len();
    }
    lines
}

fn is_import(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| *word == "pub");
    words.next() == Some("import")
}

/// The examples of a comment, of which the lines' places in the file are known.
fn in_comment(text: &str, lines: &[Range<u32>]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut last_end = None;
    let mut at = 0;
    while let Some(opening) = lines.get(at) {
        at += 1;
        let Some((length, word)) = fence(part(text, opening)) else {
            continue;
        };
        let closes =
            |line: &Range<u32>| fence(part(text, line)).is_some_and(|(other, word)| other >= length && word.is_empty());
        let Some(count) = lines[at..].iter().position(closes) else {
            break;
        };
        let inner = &lines[at..at + count];
        let content: String = inner.iter().flat_map(|line| [part(text, line), "\n"]).collect();
        let follows = last_end == Some(at - 1);
        at += count + 1;
        match word {
            "" | "lang" => {
                let closing = lines[at - 1].clone();
                let opening = opening.clone();
                examples.push(Example { text: content, lines: inner.to_vec(), output: None, opening, closing });
                last_end = Some(at);
            }
            "output" if follows => {
                if let Some(example) = examples.last_mut() {
                    example.output = Some(ExampleOutput { text: content, opening: opening.start });
                }
            }
            _ => {}
        }
    }
    examples
}

/// How many back quotes a fence has, and what stands behind them.
fn fence(line: &str) -> Option<(usize, &str)> {
    let line = line.trim();
    let rest = line.trim_start_matches('`');
    let length = line.len() - rest.len();
    (length >= 3 && !rest.contains('`')).then(|| (length, rest.trim()))
}

fn part<'text>(text: &'text str, range: &Range<u32>) -> &'text str {
    text.get(range.start as usize..range.end as usize).unwrap_or_default()
}

/// A module's items, with what the comments above them and at its top have.
fn of_module(db: &dyn Db, module: Module) -> Vec<(Option<ItemId>, Example)> {
    if module_chunks(db, module).is_empty() {
        return Vec::new();
    }
    let of_top = module_examples(db, module).into_iter().map(|example| (None, example));
    let offered = module_items(db, module).ids().filter(|item| is_offered(db, *item));
    let of_items = offered.flat_map(|item| examples(db, item).into_iter().map(move |example| (Some(item), example)));
    let mut all: Vec<(Option<ItemId>, Example)> = of_top.chain(of_items).collect();
    all.sort_by_key(|(_, example)| example.opening.start);
    all
}
