//! The outline of a file: what it declares, members inside their types, as written. It must not know what names mean, so
//! that it stands while code is broken or left out for the target.

#[cfg(test)]
mod tests;
mod workspace;

use std::ops::Range;

use source::{Db, SourceFile, chunk_starts, chunks, parse};
use syntax::view::{self, ExternItem, Item, Member, Receiver, Token, TypeSyntax};
use syntax::{Parse, TextRange};

use crate::navigation_target::SymbolKind;

pub use workspace::workspace_symbols;

/// Something that a file declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentSymbol {
    /// Its name; of an impl its head.
    pub name: String,
    /// Its type or parameters, as written, on one line.
    pub detail: Option<String>,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it, without the comment above.
    pub full_range: Range<u32>,
    /// Its name.
    pub focus_range: Range<u32>,
    /// What is declared inside.
    pub children: Vec<DocumentSymbol>,
}

/// What a file declares, in the order of the text.
pub fn document_symbols(db: &dyn Db, file: SourceFile) -> Vec<DocumentSymbol> {
    let starts = chunk_starts(db, file);
    let mut symbols = Vec::new();
    for &chunk in chunks(db, file) {
        let Some(start) = starts.start(chunk.id(db)) else {
            continue;
        };
        let outline = Outline { parse: parse(db, chunk), start };
        for item in outline.parse.file().items() {
            outline.item(item, &mut symbols);
        }
    }
    symbols
}

/// The symbols of one chunk.
struct Outline<'tree> {
    parse: &'tree Parse,
    start: u32,
}

/// Where a function is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Module,
    Type,
}

impl<'tree> Outline<'tree> {
    fn item(&self, item: Item<'tree>, symbols: &mut Vec<DocumentSymbol>) {
        let symbol = match item {
            Item::Import(_) | Item::ImportExtern(_) => None,
            Item::Constant(constant) => {
                let detail = self.type_text(constant.type_syntax());
                self.symbol(constant.name(), SymbolKind::Constant, constant.range(), detail)
            }
            Item::Function(function) => self.function(function, Inside::Module),
            Item::Type(syntax) => self.type_symbol(syntax),
            Item::Alias(alias) => {
                let detail = self.type_text(alias.target());
                self.symbol(alias.name(), SymbolKind::TypeAlias, alias.range(), detail)
            }
            Item::ExternBlock(block) => {
                symbols.extend(block.items().filter_map(|item| self.extern_item(item)));
                None
            }
            Item::Trait(syntax) => {
                let symbol = self.symbol(syntax.name(), SymbolKind::Trait, syntax.range(), None);
                symbol.map(|symbol| self.with_functions(symbol, syntax.functions()))
            }
            Item::Impl(syntax) => self.impl_symbol(syntax),
            Item::Test(test) => {
                let symbol = self.symbol(test.name(), SymbolKind::Test, test.range(), None);
                symbol.map(|mut symbol| {
                    symbol.name = symbol.name.trim_matches('"').to_string();
                    symbol
                })
            }
        };
        symbols.extend(symbol.filter(|symbol| !symbol.name.is_empty()));
    }

    fn extern_item(&self, item: ExternItem<'tree>) -> Option<DocumentSymbol> {
        match item {
            ExternItem::Function(function) => self.function(function, Inside::Module),
            ExternItem::Type(opaque) => self.symbol(opaque.name(), SymbolKind::Structure, opaque.range(), None),
            ExternItem::Variable(variable) => {
                let detail = self.type_text(variable.type_syntax());
                self.symbol(variable.name(), SymbolKind::Global, variable.range(), detail)
            }
        }
    }

    fn type_symbol(&self, syntax: view::Type<'tree>) -> Option<DocumentSymbol> {
        let kind = if syntax.is_enum() { SymbolKind::Enumeration } else { SymbolKind::Structure };
        let mut symbol = self.symbol(syntax.name(), kind, syntax.range(), None)?;
        let members = syntax.members().filter_map(|member| match member {
            Member::Field(field) => {
                let detail = self.type_text(field.type_syntax());
                self.symbol(field.name(), SymbolKind::Field, field.range(), detail)
            }
            Member::Case(case) => self.symbol(case.name(), SymbolKind::Case, case.range(), None),
            Member::Function(function) => self.function(function, Inside::Type),
        });
        symbol.children = members.collect();
        Some(symbol)
    }

    fn impl_symbol(&self, syntax: view::Impl<'tree>) -> Option<DocumentSymbol> {
        let target = syntax.type_syntax()?;
        let name = match syntax.trait_syntax() {
            Some(implemented) => format!("{} for {}", self.text(implemented.range()), self.text(target.range())),
            None => self.text(target.range()),
        };
        let symbol = DocumentSymbol {
            name: format!("impl {name}"),
            detail: None,
            kind: SymbolKind::Implementation,
            full_range: self.range(syntax.range()),
            focus_range: self.range(target.range()),
            children: Vec::new(),
        };
        Some(self.with_functions(symbol, syntax.functions()))
    }

    fn with_functions(
        &self,
        mut symbol: DocumentSymbol,
        functions: impl Iterator<Item = view::Function<'tree>>,
    ) -> DocumentSymbol {
        let functions = functions.filter_map(|function| self.function(function, Inside::Type));
        symbol.children.extend(functions);
        symbol
    }

    fn function(&self, function: view::Function<'tree>, inside: Inside) -> Option<DocumentSymbol> {
        let kind = match (inside, function.receiver()) {
            (Inside::Module, _) => SymbolKind::Function,
            (Inside::Type, Receiver::Static) => SymbolKind::StaticMethod,
            (Inside::Type, Receiver::Ref | Receiver::Mut | Receiver::Move) => SymbolKind::Method,
        };
        let mut detail = function.parameter_list().map_or_else(|| "()".to_string(), |list| self.text(list.range()));
        if let Some(result) = function.result() {
            detail.push_str(" -> ");
            detail.push_str(&self.text(result.range()));
        }
        self.symbol(function.name(), kind, function.range(), Some(detail))
    }

    fn symbol(
        &self,
        name: Option<Token<'tree>>,
        kind: SymbolKind,
        range: TextRange,
        detail: Option<String>,
    ) -> Option<DocumentSymbol> {
        let name = name?;
        Some(DocumentSymbol {
            name: name.text().to_string(),
            detail,
            kind,
            full_range: self.range(range),
            focus_range: self.range(name.range()),
            children: Vec::new(),
        })
    }

    fn type_text(&self, written: Option<TypeSyntax<'tree>>) -> Option<String> {
        Some(self.text(written?.range()))
    }

    /// A piece of text on one line.
    fn text(&self, range: TextRange) -> String {
        let words: Vec<&str> = self.parse.text()[range.index()].split_whitespace().collect();
        words.join(" ")
    }

    fn range(&self, range: TextRange) -> Range<u32> {
        let range = range.shifted(self.start);
        range.start..range.end
    }
}
