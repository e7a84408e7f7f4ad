//! Declarations of C that are written by hand, put right or added as a header gives them: 'declare from header'. The header
//! comes as the module that was made of it. This owns which text changes how, and what of the header comes along; whether the
//! outcome is right, the header itself says, whom whoever hosts `ide` asks: see [`is_sound`] for the rest. It must not know
//! how headers are read.

mod header;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use hir::{Module, Name, Resolution};
use rustc_hash::FxHashMap;
use source::{Database, Db, Severity, SourceFile};
use syntax::view::{ExternBlock, ExternItem, Item};
use syntax::{NodeId, Parse};

use crate::completion::import_edits;
use crate::edit::TextEdit;
use header::{HeaderItemKind, HeaderItems, is_public, name_of, name_of_item, words, written_symbol};

/// What is to be declared.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Wanted {
    /// The function or variable whose declaration begins there is declared as the header does.
    Declared(u32),
    /// The name comes into the block of declarations that begins there.
    Added(String, u32),
}

/// A block of declarations that names its headers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderBlock {
    /// Where it begins.
    pub start: u32,
    /// As it writes them.
    pub headers: Vec<String>,
}

/// The blocks of a file that name their headers.
pub fn header_blocks(text: &str) -> Vec<HeaderBlock> {
    let parse = syntax::parse(text);
    let blocks = parse.file().items().filter_map(|item| match item {
        Item::ExternBlock(block) => Some(block),
        Item::Import(_)
        | Item::ImportExtern(_)
        | Item::Constant(_)
        | Item::Function(_)
        | Item::Type(_)
        | Item::Alias(_)
        | Item::Trait(_)
        | Item::Impl(_)
        | Item::Test(_) => None,
    });
    let with_headers = blocks.filter_map(|block| {
        let attribute = block.attributes().find(|each| each.name().is_some_and(|name| name.text() == "header"))?;
        let values = attribute.arguments().filter_map(|argument| argument.value());
        let headers: Vec<String> = values.map(|value| value.text().trim_matches('"').to_string()).collect();
        let are_right = !headers.is_empty() && headers.iter().all(|header| hir::is_header_name(header));
        are_right.then(|| HeaderBlock { start: block.range().start, headers })
    });
    with_headers.collect()
}

/// The C libraries that the module of a file is linked with.
pub fn libraries_of_file(db: &dyn Db, file: SourceFile) -> Vec<String> {
    let module = hir::module_of_file(db, file);
    let libraries = module.map(|module| hir::module_libraries(db, module)).unwrap_or_default();
    libraries.iter().map(|name| name.text().to_string()).collect()
}

/// The changes of a file that declare what is wanted as the header does, the smallest first: types that the file has stay as
/// they are, or else become the header's, too. `module` is the text that was made of the header.
pub fn declare(db: &dyn Db, file: SourceFile, module: &str, wanted: &Wanted) -> Vec<Vec<TextEdit>> {
    let Some(own) = hir::module_of_file(db, file) else { return Vec::new() };
    let (header, parse) = (HeaderItems::new(module), syntax::parse(file.text(db)));
    let mut found: Vec<Vec<TextEdit>> = Vec::new();
    for replaces in [false, true] {
        let mut writer = Writer { db, file, own, header: &header, parse: &parse, replaces, edits: Vec::new() };
        if writer.write(wanted).is_some() && !writer.edits.is_empty() {
            writer.edits.sort_by_key(|edit| edit.range.start);
            if !found.contains(&writer.edits) {
                found.push(writer.edits);
            }
        }
    }
    found
}

/// Whether a file is as good with the changes as without: what was written is right, and every name means something that did.
/// What calls the declaration may be wrong from now on, as it was before without anybody's knowing.
pub fn is_sound(db: &Database, file: SourceFile, changed: (&Database, SourceFile), edits: &[TextEdit]) -> bool {
    let mut known: FxHashMap<(&str, &str), usize> = FxHashMap::default();
    for diagnostic in lower::diagnostics(db, file) {
        *known.entry((diagnostic.kind.code, &diagnostic.message)).or_default() += 1;
    }
    let (after, changed) = changed;
    let mut moved = 0i64;
    let written: Vec<(i64, i64)> = edits
        .iter()
        .map(|edit| {
            let start = i64::from(edit.range.start) + moved;
            moved += edit.text.len() as i64 - i64::from(edit.range.end - edit.range.start);
            (start, start + edit.text.len() as i64)
        })
        .collect();
    lower::diagnostics(after, changed).iter().filter(|each| each.severity() == Severity::Error).all(|diagnostic| {
        let count = known.entry((diagnostic.kind.code, &diagnostic.message)).or_default();
        let is_known = *count > 0;
        *count = count.saturating_sub(1);
        let range = diagnostic.primary.span.absolute(after);
        let is_inside =
            written.iter().any(|(start, end)| *start <= i64::from(range.start) && i64::from(range.start) < *end);
        let is_of_names =
            hir::DIAGNOSTIC_KINDS.contains(&diagnostic.kind) || source::DIAGNOSTIC_KINDS.contains(&diagnostic.kind);
        is_known || !(is_inside || is_of_names)
    })
}

struct Writer<'a> {
    db: &'a dyn Db,
    file: SourceFile,
    own: Module,
    header: &'a HeaderItems,
    /// The file's tree.
    parse: &'a Parse,
    /// Whether types of the file become the header's.
    replaces: bool,
    edits: Vec<TextEdit>,
}

impl<'a> Writer<'a> {
    fn write(&mut self, wanted: &Wanted) -> Option<()> {
        let blocks = self.parse.file().items().filter_map(|item| ExternBlock::cast(self.parse, item.node()));
        match wanted {
            Wanted::Declared(at) => {
                let holds = |range: syntax::TextRange| range.start <= *at && *at < range.end;
                let (block, item) = blocks
                    .flat_map(|block| block.items().map(move |item| (block, item)))
                    .find(|(_, item)| holds(item.range()))?;
                let target = self.redeclare(item)?;
                let needed = self.needed(target, false)?;
                self.bring(block, &needed)
            }
            Wanted::Added(name, start) => {
                let mut blocks = blocks.filter(|block| block.range().start == *start);
                let block = blocks.next()?;
                if self.replaces || hir::resolve(self.db, self.own, Name::new(name)).is_some() {
                    return None;
                }
                let first = *self.header.named(name).first()?;
                // Of a function or variable the header is asked whether it is right; of anything else nobody is.
                let mut needed = self.needed(first, self.header.items[first].kind == HeaderItemKind::Other)?;
                needed.extend(self.header.named(name));
                self.bring(block, &needed)
            }
        }
    }

    /// Writes a declaration as the header does, but for its name and what stands before it.
    fn redeclare(&mut self, item: ExternItem<'_>) -> Option<usize> {
        let (node, name) = (item.node(), name_of(item)?);
        let symbol = written_symbol(self.parse, node);
        let target = self.header.with_symbol(symbol.unwrap_or(name.text()));
        // C may have given it another name for the linker, which the header tells.
        let by_name = || self.header.named(name.text()).first().copied().filter(|_| symbol.is_none());
        let target = target.or_else(by_name)?;
        let end = item.range().end;
        let behind = self.header.behind_name(target)?;
        match (item, self.header.items[target].kind) {
            (ExternItem::Function(_), HeaderItemKind::Function) => {
                self.replace(name.range().end..end, behind.to_string());
            }
            (ExternItem::Variable(variable), HeaderItemKind::Variable) => {
                let is_mutable = self.header.words(target).contains(&"mut");
                match (variable.is_mutable(), is_mutable) {
                    (false, true) => self.edits.push(TextEdit::insert(name.range().start, "mut ")),
                    (true, false) => {
                        let text = self.file.text(self.db);
                        let start = text[..name.range().start as usize].rfind("mut")? as u32;
                        self.replace(start..name.range().start, String::new());
                    }
                    (true, true) | (false, false) => {}
                }
                self.replace(name.range().end..end, behind.to_string());
            }
            (ExternItem::Function(_) | ExternItem::Variable(_) | ExternItem::Type(_), _) => return None,
        }
        let written = self.header.written_symbol(target);
        if let Some(written) = written.filter(|written| symbol.is_none() && *written != name.text()) {
            let start = item.range().start;
            self.edits.push(TextEdit::insert(start, format!("@[name(\"{written}\")]\n  ")));
        }
        Some(target)
    }

    /// A change, unless it changes nothing or is there already: several items may need the same.
    fn replace(&mut self, range: Range<u32>, text: String) {
        let is_same = self.file.text(self.db).get(range.start as usize..range.end as usize) == Some(&text);
        let edit = TextEdit::replace(range, text);
        if !is_same && !self.edits.contains(&edit) {
            self.edits.push(edit);
        }
    }

    /// What an item needs that the file does not have. If it must be `sure`, everything that the file has must be what the
    /// header says; else nothing.
    fn needed(&mut self, target: usize, sure: bool) -> Option<BTreeSet<usize>> {
        let header = self.header;
        let mut needed = BTreeSet::new();
        let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut queue: Vec<usize> = vec![target];
        if header.items[target].kind == HeaderItemKind::Other {
            queue.extend(header.named(&header.items[target].name));
        }
        let mut seen: BTreeSet<usize> = queue.iter().copied().collect();
        while let Some(item) = queue.pop() {
            for name in header.used(item) {
                let meaning = hir::resolve(self.db, self.own, Name::new(name));
                let named = header.named(name);
                match meaning {
                    None if named.is_empty() => {
                        if let Some(path) = header.imports.get(name) {
                            imports.entry(path).or_default().insert(name);
                        }
                        continue;
                    }
                    None => needed.extend(named),
                    Some(meaning) if named.is_empty() => {
                        let is_imported = |path: &String| is_of_module(self.db, meaning, path);
                        if sure && !header.imports.get(name).is_none_or(is_imported) {
                            return None;
                        }
                        continue;
                    }
                    Some(_) if self.is_same(name) => {}
                    Some(_) if self.replaces => self.replace_type(name)?,
                    Some(_) if sure => return None,
                    Some(_) => continue,
                }
                queue.extend(named.iter().filter(|item| seen.insert(**item)));
            }
        }
        for (path, names) in imports {
            let names: Vec<&str> = names.into_iter().collect();
            self.edits.extend(import_edits(self.db, self.file, path, &names));
        }
        Some(needed)
    }

    /// The file's own item of a name.
    fn own_item(&self, name: &str) -> Option<NodeId> {
        let is_it = |token: Option<syntax::view::Token<'_>>| token.is_some_and(|token| token.text() == name);
        let mut found = self.parse.file().items().filter_map(|item| match ExternBlock::cast(self.parse, item.node()) {
            Some(block) => block.items().find(|item| is_it(name_of(*item))).map(|item| item.node()),
            None => (!matches!(item, Item::Impl(_)) && is_it(name_of_item(item))).then(|| item.node()),
        });
        found.next()
    }

    /// Whether the file has an item as the header has it.
    fn is_same(&self, name: &str) -> bool {
        let first = self.header.named(name).first();
        let own = self.own_item(name).map(|node| words(self.parse, node));
        first.map(|first| self.header.words(*first)) == own
    }

    /// Whether a type of the file is a list of fields and no more: no methods, cases, comments, attributes or `impl`s are lost
    /// with it.
    fn is_bare(&self, node: NodeId, name: &str) -> bool {
        let range = self.parse.range(node);
        let text = self.file.text(self.db).get(range.start as usize..range.end as usize).unwrap_or("#");
        let own = words(self.parse, node);
        let has_methods = (0..own.len()).any(|at| own[at] == "fn" && (at == 0 || own[at - 1] != "extern"));
        let mut impls = self.parse.file().items().filter_map(|item| match item {
            Item::Impl(_) => Some(item.node()),
            _ => None,
        });
        let is_plain = !text.contains('#') && !text.contains("@[") && !has_methods && !own.contains(&"enum");
        is_plain && !impls.any(|item| words(self.parse, item).contains(&name))
    }

    /// Makes a type of the file the header's, if nothing of it but its fields is lost.
    fn replace_type(&mut self, name: &str) -> Option<()> {
        let (own, first) = (self.own_item(name)?, *self.header.named(name).first()?);
        if !self.is_bare(own, name) {
            return None;
        }
        let is_foreign = self.parse.parent(own).is_some_and(|parent| ExternBlock::cast(self.parse, parent).is_some());
        if is_foreign != self.header.items[first].is_foreign {
            return None;
        }
        let range = self.parse.range(own);
        let text = self.header.text(first, is_public(self.parse, own));
        self.replace(range.start..range.end, text);
        Some(())
    }

    /// Brings items of the header into the file: what is C's into the block, everything else behind it.
    fn bring(&mut self, block: ExternBlock<'_>, needed: &BTreeSet<usize>) -> Option<()> {
        let (text, range) = (self.file.text(self.db), block.range());
        let own: Vec<NodeId> = block.items().map(|item| item.node()).collect();
        let are_public = !own.is_empty() && own.iter().all(|node| is_public(self.parse, *node));
        let items = |is_foreign: bool| {
            let found = needed.iter().filter(|item| self.header.items[**item].is_foreign == is_foreign);
            found.map(|item| self.header.text(*item, are_public)).collect::<Vec<String>>()
        };
        let (foreign, others) = (items(true), items(false));
        if !foreign.is_empty() {
            let inner = text.get(range.start as usize..range.end as usize)?.strip_suffix('}')?;
            let start = range.start + inner.trim_end().len() as u32;
            let list: String = foreign.iter().map(|item| format!("\n  {item}")).collect();
            self.edits.push(TextEdit::replace(start..range.end - 1, format!("{list}\n")));
        }
        if !others.is_empty() {
            self.edits.push(TextEdit::insert(range.end, format!("\n\n{}", others.join("\n\n"))));
        }
        Some(())
    }
}

fn is_of_module(db: &dyn Db, meaning: Resolution, path: &str) -> bool {
    meaning.as_item().is_some_and(|item| item.module(db).full_path(db) == path)
}
