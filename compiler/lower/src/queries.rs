//! The queries of this room, by key and by what re-runs them:
//! - [`body_problems`] `(ItemId)`: an edit of the item's body, or of a signature or type definition it uses. What the
//!   analyses find; the form itself is dropped, and its memory used for the next body.
//! - [`source_form`] `(ItemId)`, the query `body_form`: the same; asked for only where the form is shown or explained.
//! - `view_depth` `(ItemId, Arguments, how far)`: an edit of the definitions that the view leads to.
//! - `item_diagnostics` `(ItemId)`: the same, and text that moves within the item.
//! - [`crate::diagnostics`] `(SourceFile)`, the query `file_diagnostics`: any edit of the file.
//!
//! Both of the first make the form: code generation wants few bodies at a time, and checking wants none to stay.

use std::cell::Cell;

use hir::{ClosureId, ItemId};
use source::Db;
use types::{Arguments, Problem};

use crate::analysis::{self, Analysed, Purpose, Scratch, Subject, analyse};
use crate::source_form::{Built, Counting, Mentions, SourceForm, build, build_closure, build_derived};

thread_local! {
    static USED: Cell<Option<Box<Memory>>> = const { Cell::new(None) };
}

/// What the last body of a thread left.
#[derive(Default)]
struct Memory {
    form: (SourceForm, Mentions),
    scratch: Scratch,
}

/// The body of a function, constant or test in source form, with its drops decided.
pub fn source_form(db: &dyn Db, item: ItemId) -> &SourceForm {
    body_form(db, item)
}

/// The source form of a method that the compiler makes for a type: that of a derived trait, or of one that a type has by its
/// parts. Nothing for methods with a body.
pub fn derived_form(db: &dyn Db, method: ItemId, arguments: Arguments) -> Option<SourceForm> {
    if !hir::is_required_method(db, method) {
        return None;
    }
    let of = types::derivable(db, method.parent_item(db)?)?;
    let &[ty] = &*arguments.types() else { return None };
    let Built { mut form, tracked, late, .. } = build_derived(db, method, of, ty);
    let (body, inference) = (hir::body(db, method), types::infer(db, method));
    let signature = Some(types::signature(db, method));
    let subject = Subject { db, item: method, body, inference, signature, declared: signature, closure: None };
    analysis::decide_drops(subject, &mut form, &tracked, &late);
    Some(form)
}

/// Looks at the source form of a body once: it is made in memory that is used again, and kept nowhere.
pub(crate) fn with_source_form<R>(db: &dyn Db, item: ItemId, look: impl FnOnce(&SourceForm) -> R) -> R {
    in_used_memory(db, item, Purpose::Form, |analysed| look(&analysed.form))
}

/// Analyses a body in the memory that the last one left, and leaves it to the next.
fn in_used_memory<R>(db: &dyn Db, item: ItemId, purpose: Purpose, look: impl FnOnce(&mut Analysed) -> R) -> R {
    let mut used = USED.take().unwrap_or_default();
    let memory = std::mem::take(&mut used.form);
    let mut analysed = analysed(db, item, Counting::Nothing, memory, purpose, &mut used.scratch);
    let answer = look(&mut analysed);
    used.form = (analysed.form, analysed.mentions);
    USED.set(Some(used));
    answer
}

#[salsa::tracked(returns(ref), no_eq)]
fn body_form(db: &dyn Db, item: ItemId) -> SourceForm {
    made_form(db, item, Counting::Nothing)
}

/// The source form of a body that says which points of the text control comes to: kept nowhere, as only builds with coverage
/// want it, once for each instance.
pub(crate) fn counted_form(db: &dyn Db, item: ItemId) -> SourceForm {
    made_form(db, item, Counting::Points)
}

fn made_form(db: &dyn Db, item: ItemId, counting: Counting) -> SourceForm {
    let memory = (SourceForm::default(), Mentions::default());
    analysed(db, item, counting, memory, Purpose::Form, &mut Scratch::default()).form
}

/// The source form of a closure literal of a body; nothing where its type is poison.
pub fn closure_form(db: &dyn Db, item: ItemId, closure: ClosureId) -> Option<SourceForm> {
    made_closure_form(db, item, closure, Counting::Nothing)
}

/// The same with the points of the text that control comes to.
pub(crate) fn counted_closure_form(db: &dyn Db, item: ItemId, closure: ClosureId) -> Option<SourceForm> {
    made_closure_form(db, item, closure, Counting::Points)
}

fn made_closure_form(db: &dyn Db, item: ItemId, closure: ClosureId, counting: Counting) -> Option<SourceForm> {
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    let captures = types::captures(db, body, inference, closure)?;
    let subject =
        Subject { db, item, body, inference, signature: None, declared: None, closure: Some((closure, &captures)) };
    let memory = (SourceForm::default(), Mentions::default());
    let built = build_closure(db, (body, inference), (closure, &captures), counting, memory);
    Some(analyse(subject, built, Purpose::Form, &mut Scratch::default()).form)
}

/// What the analyses of a body find.
#[salsa::tracked(returns(deref))]
pub fn body_problems(db: &dyn Db, item: ItemId) -> Vec<Problem> {
    if !item.kind(db).may_have_body() || hir::is_required_method(db, item) {
        return Vec::new();
    }
    in_used_memory(db, item, Purpose::Problems, |analysed| std::mem::take(&mut analysed.problems))
}

fn analysed(
    db: &dyn Db,
    item: ItemId,
    counting: Counting,
    memory: (SourceForm, Mentions),
    purpose: Purpose,
    scratch: &mut Scratch,
) -> Analysed {
    let body = hir::body(db, item);
    let inference = types::infer(db, item);
    let signature = match item.kind(db) {
        hir::ItemKind::Function => Some(types::signature(db, item)),
        hir::ItemKind::Constant
        | hir::ItemKind::Test
        | hir::ItemKind::Type
        | hir::ItemKind::Alias
        | hir::ItemKind::ExternFunction
        | hir::ItemKind::Global
        | hir::ItemKind::ExternGlobal
        | hir::ItemKind::OpaqueType
        | hir::ItemKind::Trait
        | hir::ItemKind::Impl => None,
    };
    let mut built = build(db, body, inference, counting, memory);
    let declared =
        signature.map(|own| types::trait_method_of(db, item).map_or(own, |method| types::signature(db, method)));
    let subject = Subject { db, item, body, inference, signature, declared, closure: None };
    let mut of_closures = Vec::new();
    for closure in body.closures() {
        let Some(captures) = types::captures(db, body, inference, closure) else { continue };
        let memory = (SourceForm::default(), Mentions::default());
        let literal = build_closure(db, (body, inference), (closure, &captures), Counting::Nothing, memory);
        built.mentions.add_closure(&literal.mentions);
        let subject = Subject { signature: None, declared: None, closure: Some((closure, &captures)), ..subject };
        of_closures.extend(analyse(subject, literal, Purpose::Problems, scratch).problems);
    }
    let mut analysed = analyse(subject, built, purpose, scratch);
    analysed.problems.append(&mut of_closures);
    analysed
}
