//! C declarations described as functions of a program are, for `lang abi --c`. It owns the way from C's text to signatures
//! of `abi`; the grammar is the parser crate's, layouts and conventions are `abi`'s. It must not know files.

mod attributes;
mod constants;
mod spelling;
#[cfg(test)]
mod tests;
mod tokens;
mod types;

use std::ops::Range;
use std::sync::Arc;

use abi::report::Label;
use abi::{Signature, Target, TyId, ValueIndex};
use lang_c::ast::{Declaration, DeclarationSpecifier, ExternalDeclaration, FunctionDefinition, StorageClassSpecifier};
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use lang_c::span::{Node, Span};
use project::{Origin, Report};

use crate::abi_report::{AbiReport, Described, FunctionReport};
use crate::problems::unreadable_c;
use spelling::Spelling;
use types::{CType, Shape, Translator};

/// Describes the functions that C declarations declare, on each target; all of them if none is named. `path` names the
/// text in messages.
///
/// # Errors
/// What cannot be read or described, with what to do.
pub fn abi_of_c(path: &str, text: &str, names: &[String], targets: &[Target]) -> Result<AbiReport, Box<Report>> {
    let mut report = AbiReport::new(Vec::new());
    let described = spelling::spell(text).and_then(|spelling| {
        let unit = parse(&spelling)?;
        for target in targets {
            let mut file = File {
                translator: Translator::new(*target, &spelling),
                names,
                report: AbiReport::new(vec![target.to_string()]),
            };
            for declaration in &unit {
                file.external(&declaration.node)?;
            }
            report.add(file.report);
        }
        let missing = names.iter().find(|name| !report.functions.iter().any(|known| known.name == **name));
        match missing {
            Some(name) => Err(problem(0..0, format!("no function `{name}` is declared here"), "name one that is")),
            None => Ok(()),
        }
    });
    described.map(|()| report).map_err(|problem| {
        let origin = Origin { path: Arc::from(path), text: Arc::from(text) };
        let end = problem.range.end.min(text.len());
        let range = problem.range.start.min(end)..end;
        Box::new(unreadable_c::report(origin, range, problem.message, problem.help))
    })
}

/// What is wrong with a text, where in it, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CProblem {
    pub range: Range<usize>,
    pub message: String,
    pub help: String,
}

pub(crate) fn problem(range: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> CProblem {
    CProblem { range, message: message.into(), help: help.into() }
}

fn parse(spelling: &Spelling) -> Result<Vec<Node<ExternalDeclaration>>, CProblem> {
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
    report: AbiReport,
}

impl File<'_> {
    fn external(&mut self, declaration: &ExternalDeclaration) -> Result<(), CProblem> {
        match declaration {
            ExternalDeclaration::Declaration(declaration) => self.declaration(&declaration.node),
            ExternalDeclaration::StaticAssert(_) => Ok(()),
            ExternalDeclaration::FunctionDefinition(definition) => self.definition(definition),
        }
    }

    fn declaration(&mut self, declaration: &Declaration) -> Result<(), CProblem> {
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

    fn definition(&mut self, definition: &Node<FunctionDefinition>) -> Result<(), CProblem> {
        let definition = &definition.node;
        let base = self.translator.declared(&definition.specifiers)?;
        let declared = self.translator.declarator(&base, &definition.declarator)?;
        let exported = !matches!(storage_class(&definition.specifiers), Some(StorageClassSpecifier::Static));
        match declared.name {
            Some(name) => self.function(name, &declared.ty, exported, definition.declarator.span),
            None => Ok(()),
        }
    }

    /// Describes what is declared, if it is a function that is asked for and not described yet.
    fn function(&mut self, name: String, ty: &CType, exported: bool, span: Span) -> Result<(), CProblem> {
        let Shape::Function(function) = &ty.shape else {
            return Ok(());
        };
        let is_known = self.report.functions.iter().any(|known| known.name == name);
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
        let labels: Vec<Label> = function
            .params
            .iter()
            .enumerate()
            .map(|(number, param)| {
                let name = param.name.clone().unwrap_or_else(|| format!("#{number}"));
                Label::new(name, &param.ty.name).with_fields(param.ty.leaves())
            })
            .collect();
        let result = Label::new("result", &function.result.name).with_fields(function.result.leaves());
        let tag = |index: ValueIndex| match index {
            ValueIndex::Result => function.result.tag(),
            ValueIndex::Param(number) => function.params.get(usize::from(number))?.ty.tag(),
        };
        let described = Described {
            symbol: &name,
            arena: &self.translator.arena,
            signature: &signature,
            params: &labels,
            result: &result,
            tag: &tag,
        };
        let targets = vec![described.on(&self.translator.target)];
        self.report.functions.push(FunctionReport { symbol: name.clone(), name, imported: true, exported, targets });
        Ok(())
    }
}

fn storage_class(specifiers: &[Node<DeclarationSpecifier>]) -> Option<StorageClassSpecifier> {
    specifiers.iter().find_map(|specifier| match &specifier.node {
        DeclarationSpecifier::StorageClass(class) => Some(class.node.clone()),
        DeclarationSpecifier::TypeSpecifier(_)
        | DeclarationSpecifier::TypeQualifier(_)
        | DeclarationSpecifier::Function(_)
        | DeclarationSpecifier::Alignment(_)
        | DeclarationSpecifier::Extension(_) => None,
    })
}

/// `void` in a list of parameters.
fn is_void(ty: &CType) -> bool {
    ty.id == TyId::VOID
}
