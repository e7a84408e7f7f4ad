//! C declarations as signatures. It owns the way from C's text to functions over types of `abi`; the grammar is the parser
//! crate's, layouts and conventions are `abi`'s. It must not know files, nor how a problem is shown.

mod attributes;
mod constants;
mod pieces;
mod spelling;
#[cfg(test)]
mod tests;
mod tokens;
mod types;

use std::collections::HashSet;
use std::ops::Range;

use abi::report::Label;
use abi::{OperatingSystem, Signature, Target, TyId};
use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, Extension, ExternalDeclaration,
    StorageClassSpecifier,
};
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use lang_c::span::{Node, Span};

use crate::declarations::{Declarations, Function, Refused, Unreadable};
use pieces::Piece;
use spelling::Spelling;
use types::{CType, Shape, Translator};

/// A text of C, respelled and cut into declarations; what they mean depends on the target.
pub struct Text {
    spelling: Spelling,
    pieces: Vec<Piece>,
}

fn problem(range: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Unreadable {
    Unreadable { range, message: message.into(), help: help.into() }
}

impl Text {
    /// Takes preprocessed C.
    ///
    /// # Errors
    /// What the preprocessor or the end of the text would have to settle, so that nothing is sure.
    pub fn parse(text: &str) -> Result<Text, Unreadable> {
        let spelling = spelling::spell(text)?;
        let pieces = pieces::cut(&spelling.text)?;
        Ok(Text { spelling, pieces })
    }

    /// What is declared on a target; of functions all, if none is named. Each declaration that is not surely understood is
    /// refused by itself.
    pub fn declarations(&self, target: Target, names: &[String]) -> Declarations {
        let mut file = File {
            translator: Translator::new(target, &self.spelling),
            names,
            functions: Vec::new(),
            typedefs: HashSet::new(),
            refused: Vec::new(),
        };
        for piece in &self.pieces {
            if let Err(problem) = file.piece(piece, &self.spelling.text) {
                file.refused.push(Refused { name: piece.name.clone(), problem, elsewhere: None, is_internal: false });
            }
        }
        let (arena, functions, refused) = (file.translator.arena, file.functions, file.refused);
        Declarations { arena, functions, refused, ..Declarations::new(target) }
    }
}

struct File<'a> {
    translator: Translator<'a>,
    names: &'a [String],
    functions: Vec<Function>,
    /// The names that the parser must take for types.
    typedefs: HashSet<String>,
    refused: Vec<Refused>,
}

impl File<'_> {
    /// The parser is told which of the words are types, in front, and forgets it behind.
    fn piece(&mut self, piece: &Piece, text: &str) -> Result<(), Unreadable> {
        let types = piece.words.iter().filter(|word| self.typedefs.contains(*word));
        let mut given: String = types.map(|word| format!("typedef int {word};")).collect();
        let known = given.matches(';').count();
        self.translator.begins_at(given.len(), piece.range.start);
        given.push_str(&text[piece.range.clone()]);
        given.push_str(piece.end);
        let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::ClangC11 };
        let parsed = parse_preprocessed(&config, given).map_err(|error| {
            // The parser cannot tell a type that is not declared from any other word.
            let help =
                "declare the types it names first; `lang explain unreadable-c` lists the extensions that are known";
            let span = Span::span(error.offset, error.offset + 1);
            self.translator.problem(span, "this is no C declaration that can be read", help)
        })?;
        parsed.unit.0.iter().skip(known).try_for_each(|declaration| self.external(declaration))
    }

    fn external(&mut self, declaration: &Node<ExternalDeclaration>) -> Result<(), Unreadable> {
        match &declaration.node {
            ExternalDeclaration::Declaration(declaration) => self.declaration(&declaration.node),
            ExternalDeclaration::StaticAssert(_) => Ok(()),
            // Bodies are cut off, so what has one is written in a way that was not expected.
            ExternalDeclaration::FunctionDefinition(_) => {
                let help = "declare the types of its parameters in its parentheses";
                Err(self.translator.problem(declaration.span, "this definition is not understood", help))
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration) -> Result<(), Unreadable> {
        let storage = storage_class(&declaration.specifiers);
        let is_typedef = matches!(storage, Some(StorageClassSpecifier::Typedef));
        if is_typedef {
            let names = declaration.declarators.iter().filter_map(|init| name_of(&init.node.declarator.node));
            self.typedefs.extend(names);
        }
        let base = self.translator.declared(&declaration.specifiers)?;
        for init in &declaration.declarators {
            let declared = self.translator.declarator(&base, &init.node.declarator)?;
            let Some(name) = declared.name else { continue };
            if is_typedef {
                self.translator.define(name, declared.ty, declared.attributes.align);
                continue;
            }
            let exported = !matches!(storage, Some(StorageClassSpecifier::Static));
            let symbol = label_of(&init.node.declarator.node);
            if symbol.is_some() && self.translator.target.operating_system == OperatingSystem::Darwin {
                let help = "leave the name out: there all others begin with `_`";
                return Err(self.translator.problem(init.span, "such a name is not described on this target", help));
            }
            if symbol.as_ref().is_some_and(|symbol| symbol.contains('\\')) {
                let help = "write the name without a backslash";
                return Err(self.translator.problem(init.span, "such a name is not read", help));
            }
            self.function(name, symbol, &declared.ty, exported, init.node.declarator.span)?;
        }
        Ok(())
    }

    /// Keeps what is declared, if it is a function that is asked for. A later declaration may name its parameters' types, or
    /// its symbol.
    fn function(
        &mut self,
        name: String,
        symbol: Option<String>,
        ty: &CType,
        exported: bool,
        span: Span,
    ) -> Result<(), Unreadable> {
        let Shape::Function(function) = &ty.shape else {
            return Ok(());
        };
        if !self.names.is_empty() && !self.names.contains(&name) {
            return Ok(());
        }
        let known = self.functions.iter().position(|known| known.name == name);
        if let Some(known) = known.map(|index| &mut self.functions[index]) {
            known.symbol = symbol.clone().unwrap_or_else(|| known.symbol.clone());
            let says_nothing = known.signature.variadic && known.signature.fixed == 0;
            if !says_nothing || function.is_without_prototype() {
                return Ok(());
            }
        }
        self.translator.check_passed(&function.result, span)?;
        for param in &function.params {
            self.translator.check_passed(&param.ty, span)?;
        }
        let ids = function.params.iter().map(|param| param.ty.id);
        let signature = match function.variadic {
            true => Signature::variadic(function.result.id, ids, function.params.len() as u16),
            false => Signature::new(function.result.id, ids),
        };
        let label = |(number, param): (usize, &types::Parameter)| {
            let name = param.name.clone().unwrap_or_else(|| format!("#{number}"));
            Label::new(name, &param.ty.name).with_fields(param.ty.leaves())
        };
        let parameters = function.params.iter().enumerate().map(label).collect();
        let result = Label::new("result", &function.result.name).with_fields(function.result.leaves());
        let values = std::iter::once(&function.result).chain(function.params.iter().map(|param| &param.ty));
        let tags = values.map(CType::tag).collect();
        let symbol = symbol.or_else(|| known.map(|index| self.functions[index].symbol.clone()));
        let symbol = symbol.unwrap_or_else(|| name.clone());
        let leads_to = Vec::new();
        let described = Function { name, symbol, exported, signature, parameters, result, tags, leads_to, place: None };
        match known {
            Some(index) => self.functions[index] = described,
            None => self.functions.push(described),
        }
        Ok(())
    }
}

/// The name that a declarator declares.
fn name_of(declarator: &Declarator) -> Option<String> {
    match &declarator.kind.node {
        DeclaratorKind::Identifier(name) => Some(name.node.name.clone()),
        DeclaratorKind::Declarator(inner) => name_of(&inner.node),
        DeclaratorKind::Abstract => None,
    }
}

/// The name for the linker that `__asm__` behind a declarator gives.
fn label_of(declarator: &Declarator) -> Option<String> {
    declarator.extensions.iter().find_map(|extension| match &extension.node {
        Extension::AsmLabel(text) => Some(text.node.iter().map(|part| part.trim_matches('"')).collect()),
        Extension::Attribute(_) | Extension::AvailabilityAttribute(_) => None,
    })
}

fn storage_class(specifiers: &[Node<DeclarationSpecifier>]) -> Option<StorageClassSpecifier> {
    specifiers.iter().find_map(|specifier| match &specifier.node {
        DeclarationSpecifier::StorageClass(class) => Some(class.node.clone()),
        _ => None,
    })
}

/// `void` in a list of parameters.
fn is_void(ty: &CType) -> bool {
    ty.id == TyId::VOID && matches!(ty.shape, Shape::Scalar)
}
