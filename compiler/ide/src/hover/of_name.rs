//! The pages of names that have neither a type's layout nor a value: modules, cases, type parameters, labels, functions of
//! the compiler.

use hir::{BuiltinFunction, ItemId, Module};
use source::Db;
use types::Ty;

use super::page::{LANGUAGE, Page, code};
use super::question::{CDeclared, Question, ShowBlock};
use super::{enumeration, head};
use crate::builtins::BuiltinName;
use crate::definition::Definition;

/// A module: its path, its file, and the comment at the top of it.
pub(super) fn module(question: &Question<'_>, page: &mut Page, module: Module) {
    let db = question.db;
    page.code(LANGUAGE, &format!("module {}", module.full_path(db)));
    let Some(file) = hir::module_file(db, module) else {
        return;
    };
    page.text(&format!("in {}", code(file.path(db))));
    if let Some(documentation) = hir::module_documentation(db, module) {
        page.documentation(&documentation);
    }
}

/// What C's header says, and where.
pub(super) fn c_declaration(page: &mut Page, declared: &CDeclared) {
    page.code("c", &declared.text);
    page.text(&match &declared.link {
        Some(link) => format!("C declares it in [{}]({link}).", code(&declared.place)),
        None => format!("C declares it in {}.", code(&declared.place)),
    });
}

/// A case of an enum.
pub(super) fn case(question: &Question<'_>, page: &mut Page, item: ItemId, index: u32, instance: Option<Ty>) {
    let db = question.db;
    let definition = Definition::Case { item, index };
    if question.settings.layout != ShowBlock::Never
        && let Some(lines) = enumeration::of_case(db, instance.and_then(Ty::as_named).unwrap_or(item.into()), index)
    {
        page.news(lines);
    }
    if let Some(text) = head::of_part(db, definition) {
        page.code(LANGUAGE, &text);
    }
    page.text(&format!("case of {}", code(&item.path(db))));
    if let Some(documentation) = head::documentation_of_part(db, definition) {
        page.documentation(&documentation);
    }
}

/// A type parameter.
pub(super) fn generic_parameter(question: &Question<'_>, page: &mut Page, item: ItemId, index: u32) {
    let db: &dyn Db = question.db;
    if let Some(text) = head::of_part(db, Definition::GenericParameter { item, index }) {
        page.code(LANGUAGE, &text);
        page.text(&format!("type parameter of {}", code(&item.path(db))));
    }
}

/// The label of a loop.
pub(super) fn label(page: &mut Page, name: &str) {
    page.code(LANGUAGE, &format!("{name}:"));
    page.text(&format!(
        "label of a loop: `break {name}` leaves it, `continue {name}` begins its next round, from loops inside it too"
    ));
}

/// A function of the compiler.
pub(super) fn builtin_function(page: &mut Page, builtin: BuiltinFunction) {
    known_name(page, BuiltinName::Function(builtin));
}

/// A name of the compiler, of whatever kind.
pub(super) fn known_name(page: &mut Page, name: BuiltinName) {
    page.code(LANGUAGE, name.declaration());
    page.text(name.documentation());
}
