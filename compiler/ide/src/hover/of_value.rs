//! The pages of what has a value: variables, parameters, `self`, fields, constants, C globals. It owns where a variable is
//! said to live; types, drops and registers are asked of those who decide.

use abi::ValueIndex;
use hir::{ItemId, LocalId, Receiver};
use source::Db;
use types::{Ty, TypeKind};

use super::blocks::by_target;
use super::constant;
use super::known::is_known;
use super::layout::Layout;
use super::of_type::{capitalised, facts_of_value};
use super::page::{LANGUAGE, Page, bytes, code};
use super::passing::CallShape;
use super::question::{HoverLink, Question, ShowBlock};
use super::transfers::{self, About};
use super::{bound, care, head};
use crate::definition::Definition;

/// A variable of a body.
pub(super) fn local(question: &Question<'_>, page: &mut Page, item: ItemId, local: LocalId) {
    let db = question.db;
    let variable = hir::body(db, item)[local];
    let ty = types::infer(db, item).local_type(local);
    let mutable = if variable.is_mutable { "mut " } else { "" };
    let shown = types::display(db, ty);
    page.code(LANGUAGE, &format!("let {mutable}{}: {shown}", variable.name.text()));
    if !ty.is_error() {
        if question.is_declaration
            && let Some(bound) = bound::news(db, item, local)
        {
            page.news([bound]);
        }
        let ends = ends(question, item, Some(local));
        facts(question, page, ty, (None, Some(storage(db, item, local, ty))), ends);
    }
}

/// A parameter.
pub(super) fn parameter(question: &Question<'_>, page: &mut Page, item: ItemId, index: u32) {
    let db = question.db;
    let signature = types::signature(db, item);
    let place = index as usize + usize::from(signature.receiver.is_some());
    let Some(parameter) = signature.parameters.get(place) else {
        return;
    };
    let shown = types::display(db, parameter.ty);
    match head::of_part(db, Definition::Parameter { item, index }) {
        // As it is written, since what it means is not known.
        Some(written) if parameter.ty.is_error() => page.code(LANGUAGE, &written),
        Some(_) | None => page.code(LANGUAGE, &format!("{}: {shown}", parameter.name.text())),
    }
    page.text(&format!("parameter of {}", code(&item.path(db))));
    arrived(question, page, item, place as u16, parameter.ty);
}

/// `self`.
pub(super) fn self_value(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    let signature = types::signature(db, item);
    let (Some(receiver), Some(parameter)) = (signature.receiver, signature.parameters.first()) else {
        return;
    };
    page.code(LANGUAGE, &format!("self: {}", types::display(db, parameter.ty)));
    let how = match receiver {
        Receiver::Ref => "`fn` borrows the value that the method is called on",
        Receiver::Mut => "`fn mut` borrows the value that the method is called on, and may change it",
        Receiver::Move => "`fn move` takes the value that the method is called on",
    };
    page.text(&format!("{how}; the first parameter of {}", code(&item.path(db))));
    arrived(question, page, item, 0, parameter.ty);
}

/// What is known of a parameter: it is `place` in the signature.
fn arrived(question: &Question<'_>, page: &mut Page, item: ItemId, place: u16, ty: Ty) {
    let db = question.db;
    if ty.is_error() {
        return;
    }
    let shape = CallShape::of_function(db, item);
    let arrives = shape.map(|shape| {
        let on_targets = shape.on_all(&question.targets);
        by_target(&on_targets, |on| on.place(ValueIndex::Param(place)))
    });
    let has_body = item.kind(db).may_have_body();
    let local = has_body.then(|| hir::body(db, item).parameters.get(usize::from(place)).copied()).flatten();
    let storage = local.map(|local| storage(db, item, local, ty));
    let copied = local.filter(|_| question.is_declaration && question.settings.copies);
    let copied = copied.map(|_| About::Entry(u32::from(place)));
    if let Some(about) = copied {
        transfers::news(question, page, item, about);
    }
    facts(question, page, ty, (arrives, storage), ends(question, item, local));
    if let Some(about) = copied {
        transfers::write(question, page, item, about);
    }
}

/// Where and how the value of a variable ends; told where it is declared.
fn ends(question: &Question<'_>, item: ItemId, local: Option<LocalId>) -> Vec<String> {
    match local.filter(|_| question.is_declaration && question.settings.copies) {
        Some(local) => transfers::ends(question, item, local),
        None => Vec::new(),
    }
}

/// What is known of a variable: where it arrives and lives, and how it ends.
fn facts(
    question: &Question<'_>,
    page: &mut Page,
    ty: Ty,
    (arrives, storage): (Option<String>, Option<String>),
    ends: Vec<String>,
) {
    let (db, settings) = (question.db, question.settings);
    if !is_known(db, ty) {
        page.rule();
        page.text(match ty.is_open() {
            true => "Its layout depends on type arguments: each instance has its own.",
            false => "Its layout is not known: its type is not complete, or there is an error in it.",
        });
        return;
    }
    // A type without a name has no page of its own.
    let is_in_full = question.is_declaration && matches!(ty.kind(), TypeKind::Tuple(_) | TypeKind::Array(..));
    let mut facts = Vec::new();
    if settings.layout != ShowBlock::Never && ty != Ty::UNIT && ty != Ty::NEVER && !is_in_full {
        let layout = types::layout(db, ty);
        facts.push(format!("{}, aligned to {}", bytes(layout.size), layout.align));
    }
    if !is_in_full {
        facts.push(care::sentence(db, ty));
    }
    if settings.abi != ShowBlock::Never
        && let Some(arrives) = arrives
    {
        facts.push(format!("arrives: {arrives}"));
    }
    if let Some(storage) = storage {
        facts.push(format!("lives {storage}"));
    }
    facts.extend(ends);
    page.rule();
    page.list(&facts);
    if is_in_full {
        facts_of_value(question, page, ty);
    }
}

/// Where a variable or parameter lives while the function runs.
fn storage(db: &dyn Db, item: ItemId, local: LocalId, ty: Ty) -> String {
    let size = types::layout(db, ty).size;
    if size == 0 {
        return "nowhere: it has no bytes".to_string();
    }
    let slot = format!("in a stack slot of {}", bytes(size));
    let is_lent = is_lent(db, item, local);
    let here = match (types::is_aggregate(db, ty), is_lent) {
        (_, true) => format!("{slot}, since its address is taken; optimised builds may still find a register"),
        (false, false) => format!("in a register in optimised builds, else {slot}"),
        (true, false) => format!("{slot}; optimised builds may keep its parts in registers"),
    };
    let behind = if ty == Ty::STRING {
        "; its text is behind the pointer, on the heap or in static memory"
    } else if ty.as_borrow().is_some() {
        "; what it leads to lives with its owner"
    } else if types::is_object_pointer(db, ty) {
        "; its object is on the heap, behind the pointer"
    } else {
        ""
    };
    format!("{here}{behind}")
}

/// Whether a variable is lent, or its address is taken, anywhere in its body.
fn is_lent(db: &dyn Db, item: ItemId, local: LocalId) -> bool {
    use lower::source_form::{BorrowKind, Projection, Rvalue, StatementKind};
    let form = lower::source_form(db, item);
    form.statements.iter().any(|statement| {
        let (place, is_shared) = if let StatementKind::Assign(_, Rvalue::Borrow(kind, place)) = statement.kind {
            (place, kind == BorrowKind::Shared)
        } else if let StatementKind::Assign(_, Rvalue::Address(place)) = statement.kind {
            (place, false)
        } else {
            return false;
        };
        let Some(base) = form.base_local(place).map(|base| form.local(base)) else {
            return false;
        };
        // Behind a pointer it is not the variable's own memory that is lent; of a heap type, and of a `String` that is
        // lent `ref`, it is the object's.
        let leads_away = |step: &Projection| matches!(step, Projection::Deref { .. } | Projection::PointerElement(_));
        let is_object = types::is_heap(db, base.ty) || (base.ty == Ty::STRING && is_shared);
        let is_behind = is_object || form.projections(place).iter().any(leads_away);
        base.variable == Some(local) && !is_behind
    })
}

/// A field of a structure or union, or what a case carries under a name.
pub(super) fn field(question: &Question<'_>, page: &mut Page, item: ItemId, index: u32, instance: Option<Ty>) {
    let (db, settings) = (question.db, question.settings);
    let definition = Definition::Field { item, index };
    let named = instance.and_then(Ty::as_named).unwrap_or(item.into());
    let owner = types::type_definition(db, named);
    let field = owner.parts().get(index as usize);
    let known = field.filter(|field| is_known(db, field.ty));
    let place = Layout::of_named(db, named).and_then(|layout| layout.field_in_short(db, index));
    match known {
        Some(field) => {
            let mut head = format!("{}: {}", field.name.text(), types::display(db, field.ty));
            if settings.layout != ShowBlock::Never
                && let Some(place) = place
            {
                head.push_str(&format!(" · {place}"));
            }
            if types::is_heap(db, named.ty()) {
                head.push_str(" · in the object");
            }
            page.news([head]);
        }
        None => {
            if let Some(text) = head::of_part(db, definition) {
                page.code(LANGUAGE, &text);
            }
            page.text(&format!("field of {}", code(&item.path(db))));
        }
    }
    if let Some(documentation) = head::documentation_of_part(db, definition) {
        page.documentation(&documentation);
    }
    if let Some(field) = known {
        page.rule();
        let text = capitalised(&care::sentence(db, field.ty));
        page.text(&format!("Field of {}. {text}.", code(&item.path(db))));
        page.link(HoverLink::Picture);
    }
}

/// An element of a tuple, `pair.0`.
pub(super) fn tuple_element(question: &Question<'_>, page: &mut Page, tuple: Ty, index: u32) {
    let (db, settings) = (question.db, question.settings);
    let TypeKind::Tuple(elements) = tuple.kind() else {
        return;
    };
    let Some(&ty) = elements.types().get(index as usize).filter(|ty| is_known(db, **ty)) else {
        return;
    };
    page.code(LANGUAGE, &format!("{index}: {}", types::display(db, ty)));
    page.text(&format!("element of {}", code(&types::display(db, tuple))));
    let mut facts = Vec::new();
    if settings.layout != ShowBlock::Never && is_known(db, tuple) {
        facts.extend(Layout::of_tuple(db, tuple, &elements.types()).field(index));
    }
    facts.push(care::sentence(db, ty));
    page.rule();
    page.list(&facts);
}

/// A constant: what it is once the program is compiled.
pub(super) fn constant(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    let ty = types::constant_type(db, item);
    if ty.is_error() {
        return;
    }
    let shown = types::display(db, ty);
    let value = constant::text(db, types::constant_value(db, item), ty);
    page.rule();
    match value {
        Some(value) => page.text(&format!("Value: {}, {}.", code(&value), code(&shown))),
        None => page.text(&format!("Type: {}.", code(&shown))),
    }
    if let Some(forms) = constant::other_forms(types::constant_value(db, item), ty) {
        page.text(&forms);
    }
}

/// A global: where it lies and what it starts with.
pub(super) fn global(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    let ty = types::global_type(db, item);
    if !is_known(db, ty) {
        return;
    }
    let layout = types::layout(db, ty);
    let value = types::constant_value(db, item);
    let section = match () {
        () if layout.size == 0 => "no section: it has no bytes",
        () if value.is_zeros() => "`.bss`: it starts as zeros",
        () => "`.data`",
    };
    let symbol = lower::symbol(db, lower::Instance::Global(item));
    let known_to_c = match hir::c_symbol(db, item) {
        Some(_) => "C knows it by this name",
        None => "C cannot name it; `@[name(\"…\")]` would give it a name for C",
    };
    let mut facts = vec![
        format!("{}, aligned to {}", bytes(layout.size), layout.align),
        format!("symbol {}; {known_to_c}", code(&symbol)),
        format!("in {section}"),
    ];
    if let Some(value) = constant::text(db, value, ty) {
        facts.push(format!("starts as {}", code(&value)));
    }
    facts.push(format!("{}; every use needs `unsafe`", care::sentence(db, ty)));
    page.rule();
    page.list(&facts);
}

/// A variable that C provides.
pub(super) fn c_global(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    let ty = types::global_type(db, item);
    if !is_known(db, ty) {
        return;
    }
    let layout = types::layout(db, ty);
    page.rule();
    page.list(&[
        format!("C's {}", code(&types::c_name(db, item).text())),
        format!("{}, aligned to {}", bytes(layout.size), layout.align),
        format!("{}; every use needs `unsafe`", capitalised(&care::sentence(db, ty))),
    ]);
}
