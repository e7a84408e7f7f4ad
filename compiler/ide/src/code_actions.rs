//! What an editor may offer to do at a place: put a mistake right, rewrite, extract, inline, put imports in order. One file
//! per action; this one owns what they share and the order in which they are offered. It must not know menus or protocols.

mod add_annotation;
mod add_import;
mod copy_parameter;
mod default_value;
mod derive;
mod extract_variable;
mod fill_arguments;
mod fix_all;
mod fixes;
mod generate_function;
mod import_lists;
mod inline_variable;
mod later;
mod make_copy;
mod missing_arms;
mod missing_methods;
mod organise_imports;
mod reorder_fields;
mod request;
mod statements;
mod take_by_reference;
#[cfg(test)]
mod tests;
mod unreachable_arm;
mod unsafe_block;
mod unused_imports;
mod unused_variable;

use std::ops::Range;

use source::{Db, Diagnostic};

use crate::edit::SourceChange;
use crate::position::{FilePosition, FileRange};
pub(crate) use reorder_fields::better_order;
use request::Request;

/// What an action is for; editors ask for some kinds only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActionKind {
    /// Puts a diagnostic right.
    QuickFix,
    /// Gives a part of the code a name.
    Extract,
    /// Puts what a name stands for in its place.
    Inline,
    /// Writes the same in another way.
    Rewrite,
    /// Puts the imports of a file in order.
    OrganiseImports,
    /// Puts everything right that has one answer.
    FixAll,
}

/// Something an editor may offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeAction {
    /// What it does, for a menu.
    pub title: String,
    /// What it is for.
    pub kind: ActionKind,
    /// Whether it is what is meant most likely.
    pub is_preferred: bool,
    /// The code and place of the diagnostic that it puts right.
    pub diagnostic: Option<(&'static str, Range<u32>)>,
    /// What changes.
    pub change: SourceChange,
}

impl CodeAction {
    fn new(kind: ActionKind, title: impl Into<String>, change: SourceChange) -> CodeAction {
        CodeAction { title: title.into(), kind, is_preferred: false, diagnostic: None, change }
    }

    /// An action that puts a diagnostic right.
    fn fix(db: &dyn Db, diagnostic: &Diagnostic, title: impl Into<String>, change: SourceChange) -> CodeAction {
        let place = diagnostic.primary.span.absolute(db);
        let mut action = CodeAction::new(ActionKind::QuickFix, title, change);
        action.diagnostic = Some((diagnostic.kind.code, place.start..place.end));
        action
    }

    fn preferred(mut self) -> CodeAction {
        self.is_preferred = true;
        self
    }
}

/// So many diagnostics of a range are offered to be mended: nobody reads a longer menu, and each may look at the whole file.
const MOST_DIAGNOSTICS: usize = 200;

/// What may be done at a range, of the wanted kinds. A cursor is an empty range.
pub fn code_actions(db: &dyn Db, range: &FileRange, wants: impl Fn(ActionKind) -> bool) -> Vec<CodeAction> {
    let request = Request::new(db, range);
    let mut actions = Vec::new();
    if wants(ActionKind::QuickFix) {
        let mut known = fixes::Known::default();
        for diagnostic in request.diagnostics().take(MOST_DIAGNOSTICS) {
            unused_variable::offer(&request, diagnostic, &mut actions);
            fixes::offer(&request, diagnostic, &mut known, &mut actions);
            add_import::offer(&request, diagnostic, &mut actions);
            fill_arguments::offer(&request, diagnostic, &mut actions);
            generate_function::offer(&request, diagnostic, &mut actions);
            copy_parameter::offer(&request, diagnostic, &mut actions);
            make_copy::offer_for_move(&request, diagnostic, &mut actions);
            missing_arms::offer(&request, diagnostic, &mut actions);
            missing_methods::offer(&request, diagnostic, &mut actions);
            unreachable_arm::offer(&request, diagnostic, &mut actions);
            unsafe_block::offer(&request, diagnostic, &mut actions);
            unused_imports::offer(&request, diagnostic, &mut actions);
            reorder_fields::offer_for_hint(&request, diagnostic, &mut actions);
        }
    }
    if wants(ActionKind::Extract) {
        extract_variable::offer(&request, &mut actions);
    }
    if wants(ActionKind::Inline) {
        inline_variable::offer(&request, &mut actions);
    }
    if wants(ActionKind::Rewrite) {
        add_annotation::offer(&request, &mut actions);
        derive::offer(&request, &mut actions);
        missing_methods::offer_in_impl(&request, &mut actions);
        take_by_reference::offer(&request, &mut actions);
        make_copy::offer(&request, &mut actions);
        reorder_fields::offer(&request, &mut actions);
    }
    if wants(ActionKind::OrganiseImports) {
        organise_imports::offer(&request, &mut actions);
    }
    if wants(ActionKind::FixAll) {
        fix_all::offer(&request, &mut actions);
    }
    actions
}

/// Puts the fields of the type whose head holds a position into the order that a hint proposes, with whatever counts on
/// their order; `None` where there is no such hint.
pub fn reorder_fields(db: &dyn Db, position: FilePosition) -> Option<CodeAction> {
    reorder_fields::at(db, position)
}
