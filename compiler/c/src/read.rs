//! C declarations as signatures. It owns the way from C's text to functions over types of `abi`; the grammar is the parser
//! crate's, layouts and conventions are `abi`'s. It must not know files, nor how a problem is shown.

mod attributes;
mod constants;
mod spelling;
#[cfg(test)]
mod tests;
mod tokens;
mod types;

use std::ops::Range;

use abi::report::Label;
use abi::{Signature, Target, TyId};
use lang_c::ast::{Declaration, DeclarationSpecifier, ExternalDeclaration, FunctionDefinition, StorageClassSpecifier};
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use lang_c::span::{Node, Span};

use crate::declarations::{Declarations, Function, Unreadable};
use spelling::Spelling;
use types::{CType, Shape, Translator};

/// A text of C that was parsed; what it means depends on the target.
pub struct Text {
    spelling: Spelling,
    unit: Vec<Node<ExternalDeclaration>>,
}

fn problem(range: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Unreadable {
    Unreadable { range, message: message.into(), help: help.into() }
}

impl Text {
    /// Parses preprocessed C.
    ///
    /// # Errors
    /// What is no C, or an extension that is not known.
    pub fn parse(text: &str) -> Result<Text, Unreadable> {
        let spelling = spelling::spell(text)?;
        let unit = parse(&spelling)?;
        Ok(Text { spelling, unit })
    }

    /// The functions on a target; all of them if none is named.
    ///
    /// # Errors
    /// What cannot be described.
    pub fn declarations(&self, target: Target, names: &[String]) -> Result<Declarations, Unreadable> {
        let mut file = File { translator: Translator::new(target, &self.spelling), names, functions: Vec::new() };
        for declaration in &self.unit {
            file.external(&declaration.node)?;
        }
        Ok(Declarations { arena: file.translator.arena, functions: file.functions, ..Declarations::new(target) })
    }
}

fn parse(spelling: &Spelling) -> Result<Vec<Node<ExternalDeclaration>>, Unreadable> {
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::ClangC11 };
    match parse_preprocessed(&config, spelling.text.clone()) {
        Ok(parsed) => Ok(parsed.unit.0),
        Err(error) => {
            let at = spelling.origin(error.offset);
            // The parser cannot tell a type that is not declared from any other word.
            let help =
                "declare the types it names first; `lang explain unreadable-c` lists the extensions that are known";
            Err(problem(at..at + 1, "this is no C declaration that can be read", help))
        }
    }
}

struct File<'a> {
    translator: Translator<'a>,
    names: &'a [String],
    functions: Vec<Function>,
}

impl File<'_> {
    fn external(&mut self, declaration: &ExternalDeclaration) -> Result<(), Unreadable> {
        match declaration {
            ExternalDeclaration::Declaration(declaration) => self.declaration(&declaration.node),
            ExternalDeclaration::StaticAssert(_) => Ok(()),
            ExternalDeclaration::FunctionDefinition(definition) => self.definition(definition),
        }
    }

    fn declaration(&mut self, declaration: &Declaration) -> Result<(), Unreadable> {
        let storage = storage_class(&declaration.specifiers);
        let base = self.translator.declared(&declaration.specifiers)?;
        for init in &declaration.declarators {
            let declared = self.translator.declarator(&base, &init.node.declarator)?;
            let Some(name) = declared.name else { continue };
            match storage {
                Some(StorageClassSpecifier::Typedef) => self.translator.define(name, declared.ty),
                Some(
                    StorageClassSpecifier::Extern
                    | StorageClassSpecifier::Static
                    | StorageClassSpecifier::ThreadLocal
                    | StorageClassSpecifier::Auto
                    | StorageClassSpecifier::Register,
                )
                | None => {
                    let exported = !matches!(storage, Some(StorageClassSpecifier::Static));
                    self.function(name, &declared.ty, exported, init.node.declarator.span)?;
                }
            }
        }
        Ok(())
    }

    fn definition(&mut self, definition: &Node<FunctionDefinition>) -> Result<(), Unreadable> {
        let definition = &definition.node;
        let base = self.translator.declared(&definition.specifiers)?;
        let declared = self.translator.declarator(&base, &definition.declarator)?;
        let exported = !matches!(storage_class(&definition.specifiers), Some(StorageClassSpecifier::Static));
        match declared.name {
            Some(name) => self.function(name, &declared.ty, exported, definition.declarator.span),
            None => Ok(()),
        }
    }

    /// Keeps what is declared, if it is a function that is asked for and not known yet.
    fn function(&mut self, name: String, ty: &CType, exported: bool, span: Span) -> Result<(), Unreadable> {
        let Shape::Function(function) = &ty.shape else {
            return Ok(());
        };
        let is_known = self.functions.iter().any(|known| known.name == name);
        if is_known || (!self.names.is_empty() && !self.names.contains(&name)) {
            return Ok(());
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
        self.functions.push(Function { symbol: name.clone(), name, exported, signature, parameters, result, tags });
        Ok(())
    }
}

fn storage_class(specifiers: &[Node<DeclarationSpecifier>]) -> Option<StorageClassSpecifier> {
    specifiers.iter().find_map(|specifier| match &specifier.node {
        DeclarationSpecifier::StorageClass(class) => Some(class.node.clone()),
        _ => None,
    })
}

/// `void` in a list of parameters.
fn is_void(ty: &CType) -> bool {
    ty.id == TyId::VOID
}
