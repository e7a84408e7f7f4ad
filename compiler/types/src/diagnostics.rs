//! From problems to diagnostics: everything this room has to say about one item, with ids turned into places. The only
//! file of the room that knows positions; nothing that is compared may call it.

use hir::{ItemId, ItemKind};
use source::{Db, Diagnostic, Severity, Span};

use crate::bounds::parameter_problems;
use crate::c_names::conflicts;
use crate::constant::ConstantValue;
use crate::constant_type::declaration_problems;
use crate::definition::{type_definition, type_definition_checks};
use crate::endless::endless_instances;
use crate::evaluate::constant_evaluation;
use crate::generics::is_generic;
use crate::inference::Inference;
use crate::inferrer::infer;
use crate::methods::repeated_method;
use crate::problem::{Anchor, Edit, Problem};
use crate::recursive::{recursive_alias, recursive_constant};
use crate::resolve::{alias, is_in_unsupported};
use crate::signatures::{Linkage, signature};
use crate::sizes::{oversized_signature, oversized_value};
use crate::trait_checks::{impl_problems, method_problem, trait_problems, unmet_bounds};

/// What is wrong with an item, its body included, warnings that it allows left out.
pub fn item_diagnostics(db: &dyn Db, item: ItemId) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if is_in_unsupported(db, item) {
        return diagnostics;
    }
    let mut add = |problems: &[Problem]| {
        for problem in problems {
            let allowed = problem.kind.severity != Severity::Error && hir::is_allowed(db, item, problem.kind.name);
            if !allowed {
                diagnostics.extend(diagnostic(db, item, problem));
            }
        }
    };
    add(&parameter_problems(db, item));
    add(unmet_bounds(db, item));
    if is_generic(db, item) {
        add(&endless_instances(db, item));
    }
    match item.kind(db) {
        ItemKind::Function => {
            let (table, signature) = (infer(db, item), signature(db, item));
            add(&signature.problems);
            add(repeated_method(db, item).as_slice());
            add(method_problem(db, item).as_slice());
            add(&table.problems);
            add(oversized_signature(db, item, signature).or_else(|| oversized_value(db, item, table)).as_slice());
            if matches!(signature.linkage, Linkage::Exported(_)) {
                add(conflicts(db, item).as_slice());
            }
        }
        ItemKind::ExternFunction => {
            let signature = signature(db, item);
            add(&signature.problems);
            add(oversized_signature(db, item, signature).as_slice());
            add(conflicts(db, item).as_slice());
        }
        ItemKind::Type => {
            add(&type_definition(db, item).problems);
            add(type_definition_checks(db, item));
        }
        ItemKind::Alias => {
            let (ty, problems) = alias(db, item);
            add(problems);
            if ty.is_error() && problems.is_empty() {
                add(recursive_alias(db, item).as_slice());
            }
        }
        ItemKind::Constant => {
            let table = infer(db, item);
            add(declaration_problems(db, item));
            add(&table.problems);
            add(constant_problems(db, item, table).as_slice());
        }
        ItemKind::Global => {
            let table = infer(db, item);
            add(declaration_problems(db, item));
            add(&table.problems);
            add(constant_problems(db, item, table).as_slice());
            add(conflicts(db, item).as_slice());
        }
        ItemKind::ExternGlobal => {
            add(declaration_problems(db, item));
            add(conflicts(db, item).as_slice());
        }
        ItemKind::Trait => add(&trait_problems(db, item)),
        ItemKind::Impl => add(&impl_problems(db, item)),
        ItemKind::Test => {
            let table = infer(db, item);
            add(&table.problems);
            add(oversized_value(db, item, table).as_slice());
        }
        ItemKind::OpaqueType => {}
    }
    diagnostics
}

/// What is wrong with the value of a constant or global.
fn constant_problems(db: &dyn Db, item: ItemId, table: &Inference) -> Vec<Problem> {
    let (value, problems) = constant_evaluation(db, item);
    if !problems.is_empty() {
        return problems.clone();
    }
    let is_untold = *value == ConstantValue::Error && table.problems.is_empty();
    let problem = if is_untold { recursive_constant(db, item) } else { oversized_value(db, item, table) };
    problem.into_iter().collect()
}

/// A problem of an item, of this room or another, with its places; `None` if the item is gone.
pub fn diagnostic(db: &dyn Db, item: ItemId, problem: &Problem) -> Option<Diagnostic> {
    let mut diagnostic = problem.kind.at(span(db, item, problem.at)?, problem.message.clone());
    diagnostic = diagnostic.label(problem.label.clone());
    for (at, text) in &problem.related {
        if let Some(span) = span(db, item, *at) {
            diagnostic = diagnostic.also(span, text.clone());
        }
    }
    for note in &problem.notes {
        diagnostic = diagnostic.note(note.clone());
    }
    for help in &problem.help {
        diagnostic = diagnostic.help(help.clone());
    }
    if let Some(fix) = &problem.fix
        && let Some(at) = span(db, item, fix.at)
    {
        let (place, text) = match &fix.edit {
            Edit::Replace(text) => (at, text),
            Edit::Before(text) => (Span { end: at.start, ..at }, text),
            Edit::After(text) => (Span { start: at.end, ..at }, text),
        };
        diagnostic = if fix.is_guess {
            diagnostic.guess(fix.title.clone(), place, text.clone())
        } else {
            diagnostic.fix(fix.title.clone(), place, text.clone())
        };
    }
    Some(diagnostic)
}

fn span(db: &dyn Db, item: ItemId, anchor: Anchor) -> Option<Span> {
    match anchor {
        Anchor::Item => hir::item_name_span(db, item),
        Anchor::Other(other) => hir::item_name_span(db, other),
        Anchor::Whole(other) => hir::item_span(db, other),
        Anchor::Expression(expression) => hir::expression_span(db, item, expression),
        Anchor::OtherExpression(other, expression) => hir::expression_span(db, other, expression),
        Anchor::Member(expression) => hir::member_name_span(db, item, expression),
        Anchor::Local(local) => hir::local_span(db, item, local),
        Anchor::Pattern(pattern) => hir::pattern_span(db, item, pattern),
        Anchor::BodyType(id) => hir::type_reference_span(db, item, id),
        Anchor::HeadType(id) => hir::item_type_span(db, item, id),
        Anchor::Field(field) => hir::field_span(db, item, field as usize),
        Anchor::OtherField(other, field) => hir::field_span(db, other, field as usize),
        Anchor::Case(case) => hir::case_span(db, item, case as usize),
        Anchor::OtherCase(other, case) => hir::case_span(db, other, case as usize),
    }
}
