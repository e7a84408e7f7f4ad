//! Names, words and texts that fit where a value is wanted, or a pattern, or a label.

use hir::Name;
use syntax::{NodeKind, TokenKind, view};
use types::Ty;

use super::collector::{Candidate, Class, Collector};
use super::item::CompletionKind;
use super::scope::{is_pattern, is_value};
use super::{auto_import, cases, type_names};
use crate::cursor::{Meaning, target};
use crate::loops::label;
use crate::navigation_target::SymbolKind;

/// What fits where a value is wanted.
pub(super) fn expressions(collector: &mut Collector<'_, '_>, is_statement: bool) {
    locals(collector);
    collector.module_scope(is_value, true);
    constructions(collector);
    type_names::own_types(collector);
    collector.builtin_functions();
    collector.builtin_types();
    words(collector, is_statement);
    if is_statement {
        statements(collector);
    }
    auto_import::names(collector, is_value, true);
}

/// The variables in scope. Where a `mut` is wanted, it is written.
fn locals(collector: &mut Collector<'_, '_>) {
    let cursor = collector.cursor;
    let wants_mutable = collector.expected.and_then(Ty::as_borrow).is_some_and(|(_, mutable)| mutable)
        && cursor.kind_before() != Some(TokenKind::Mut);
    for local in &cursor.locals {
        let symbol = if local.is_parameter { SymbolKind::Parameter } else { SymbolKind::Variable };
        let mut candidate = Candidate::new(&*local.name, CompletionKind::Symbol(symbol), Class::Local);
        let is_borrowed = local.ty.and_then(Ty::as_borrow).is_some_and(|(_, mutable)| mutable);
        if wants_mutable && (local.is_mutable || is_borrowed) {
            candidate.text = format!("mut {}", local.name);
        }
        collector.add(candidate.typed(cursor.db, local.ty));
    }
    let receiver = cursor.item_with_body().and_then(|item| {
        let signature = types::signature(cursor.db, item);
        signature.receiver?;
        Some(signature.parameters.first()?.ty)
    });
    if let Some(ty) = receiver {
        let kind = CompletionKind::Symbol(SymbolKind::SelfValue);
        collector.add(Candidate::new("self", kind, Class::Local).typed(cursor.db, Some(ty)));
    }
}

/// `Vec3(x: …, y: …)` for the structures in scope whose fields may all be given here.
fn constructions(collector: &mut Collector<'_, '_>) {
    let cursor = collector.cursor;
    let db = cursor.db;
    for name in hir::module_scope(db, cursor.module).names() {
        if !collector.fits(&name.text()) {
            continue;
        }
        let Some(resolution) = hir::resolve(db, cursor.module, name) else {
            continue;
        };
        let meaning = cursor.meaning_of_resolution(resolution);
        let Meaning::Type(ty) = meaning else { continue };
        let Some(target) = target(db, meaning) else { continue };
        let is_own = |item: hir::ItemId| item.module(db) == cursor.module;
        let owner = crate::name_use::owner_of_fields(ty);
        let all_visible = owner.is_some_and(|owner| {
            let fields = &types::type_definition(db, owner).fields;
            is_own(owner) || fields.iter().all(|field| field.public)
        });
        if !all_visible || target.is_union(db) || cursor.text_behind.starts_with('(') {
            continue;
        }
        let fields: Vec<String> = (target.parameters.iter().enumerate())
            .map(|(index, field)| format!("{}: ${{{}}}", field.name, index + 1))
            .collect();
        let shown: Vec<&str> = target.parameters.iter().map(|field| &*field.name).collect();
        let label = format!("{}({})", name.text(), shown.join(", "));
        let kind = CompletionKind::Symbol(SymbolKind::Structure);
        let mut candidate = Candidate::new(label, kind, Class::Imported);
        candidate.ty = Some(ty);
        let candidate = candidate.described("all fields");
        collector.add(candidate.snippet(format!("{}({})$0", name.text(), fields.join(", "))));
    }
}

/// The reserved words that begin a value here.
fn words(collector: &mut Collector<'_, '_>, is_statement: bool) {
    let cursor = collector.cursor;
    let parse = &cursor.parse;
    collector.words(&["true", "false", "if", "unsafe", "ref", "mut", "move", "try"]);
    if !is_statement {
        collector.words(&["match"]);
        return;
    }
    collector.words(&["let", "loop", "while", "for", "return", "throw"]);
    let is_around = |kinds: &[NodeKind]| cursor.nodes().any(|node| kinds.contains(&parse.kind(node)));
    if is_around(&[NodeKind::Loop, NodeKind::While, NodeKind::For]) {
        collector.words(&["break", "continue"]);
    }
    // An `else` may begin the line behind an `if` that has none.
    let statement = cursor.node();
    let before = parse.parent(statement).and_then(|block| {
        let mut children = parse.children(block).take_while(|child| *child != statement);
        let mut last = children.next()?;
        children.for_each(|child| last = child);
        Some(last)
    });
    if before.is_some_and(|before| parse.kind(before) == NodeKind::If) {
        collector.words(&["else"]);
        collector.snippet("else if", "else if condition { … }", "else if ${1:condition} {\n\t$0\n}");
    }
}

/// Statements with places to fill in.
fn statements(collector: &mut Collector<'_, '_>) {
    collector.snippet("let", "let name = value", "let ${1:name} = $0");
    collector.snippet("let mut", "let mut name = value", "let mut ${1:name} = $0");
    collector.snippet("if", "if condition { … }", "if ${1:condition} {\n\t$0\n}");
    collector.snippet("if else", "if condition { … } else { … }", "if ${1:condition} {\n\t$2\n} else {\n\t$0\n}");
    collector.snippet("if let", "if let pattern = value { … }", "if let ${1:pattern} = ${2:value} {\n\t$0\n}");
    collector.snippet("match", "match value { case … }", "match ${1:value} {\n\tcase ${2:pattern} -> $0\n}");
    collector.snippet("for", "for i in 0..n { … }", "for ${1:i} in ${2:0}..${3:n} {\n\t$0\n}");
    collector.snippet("while", "while condition { … }", "while ${1:condition} {\n\t$0\n}");
    collector.snippet("loop", "loop { … }", "loop {\n\t$0\n}");
    collector.snippet("unsafe", "unsafe { … }", "unsafe {\n\t$0\n}");
}

/// What fits where a pattern is wanted.
pub(super) fn patterns(collector: &mut Collector<'_, '_>) {
    fields_of_pattern(collector);
    cases::not_matched_yet(collector);
    collector.words(&["mut", "true", "false"]);
    collector.module_scope(is_pattern, false);
    auto_import::names(collector, is_pattern, false);
}

/// The fields that the parentheses of a pattern around the cursor have not named yet.
fn fields_of_pattern(collector: &mut Collector<'_, '_>) {
    let cursor = collector.cursor;
    let (db, parse, node) = (cursor.db, &cursor.parse, cursor.node());
    let around = parse.parent(node).and_then(|parent| view::PathPattern::cast(parse, parent));
    let Some(around) = around.filter(|_| matches!(cursor.kind_before(), Some(TokenKind::OpenParen | TokenKind::Comma)))
    else {
        return;
    };
    let path: Vec<Name> = around.segments().map(|segment| Name::new(segment.text())).collect();
    let (owner, case) = if let Some((owner, case)) = cases::of_path(collector, around.node(), &path) {
        (owner, Some(case))
    } else {
        let Some(Meaning::Type(ty)) = type_names::behind(collector, &path) else { return };
        let Some(owner) = crate::name_use::owner_of_fields(ty) else { return };
        (owner, None)
    };
    let given: Vec<&str> = around.arguments().filter_map(|argument| argument.label).map(|label| label.text()).collect();
    let before = |argument: &view::PatternArgument<'_>| argument.label.is_none() && argument.pattern.node() != node;
    let positional = around.arguments().take_while(before).count();
    let is_own = owner.module(db) == cursor.module;
    for field in types::type_definition(db, owner).fields_of(case).iter().skip(positional) {
        let name = field.name.text();
        if !name.is_empty() && !given.contains(&&*name) && (field.public || is_own) {
            let kind = CompletionKind::Symbol(SymbolKind::Field);
            let mut candidate = Candidate::new(format!("{name}:"), kind, Class::FieldName);
            candidate.text = format!("{name}: ");
            candidate.description = (!field.ty.is_error()).then(|| types::display(db, field.ty));
            collector.add(candidate);
        }
    }
}

/// What fits in a pattern behind the name of a type or module.
pub(super) fn patterns_behind(collector: &mut Collector<'_, '_>, path: &[Name]) {
    match type_names::behind(collector, path) {
        Some(Meaning::Type(ty)) => {
            if let Some(named) = ty.as_named() {
                cases::in_pattern(collector, named.item, &[]);
            }
        }
        Some(Meaning::Module(module)) => collector.names_of_module(module, is_pattern, false),
        _ => {}
    }
}

/// The labels of the loops around the cursor.
pub(super) fn labels(collector: &mut Collector<'_, '_>) {
    let cursor = collector.cursor;
    let parse = &cursor.parse;
    let is_inside = |node: &syntax::NodeId| !matches!(parse.kind(*node), NodeKind::Closure | NodeKind::Function);
    let labels = cursor.nodes().take_while(is_inside).filter_map(|node| label(parse, node));
    for (index, label) in labels.enumerate() {
        let kind = CompletionKind::Symbol(SymbolKind::Label);
        let mut candidate = Candidate::new(label.text(), kind, Class::Local);
        candidate.ty = (index == 0).then_some(Ty::NEVER);
        collector.add(candidate);
    }
}
