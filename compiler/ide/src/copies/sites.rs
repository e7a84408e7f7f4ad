//! From statements of the source form back to the expressions of the program: which expression an operand was, which
//! call a statement is, and what things are called. It must not know intermediate code.

use hir::{Body, ClosureId, Expression, ExpressionId, ItemId};
use lower::source_form::{Callee, Operand, Place, Rvalue, SourceForm, Statement, StatementKind};
use source::{Db, parse};
use types::Inference;

use super::data::CallValue;

/// Longer texts of expressions are cut.
const LONGEST_TEXT: usize = 40;

/// One body, in all its forms.
#[derive(Clone, Copy)]
pub(super) struct Subject<'db> {
    pub db: &'db dyn Db,
    pub item: ItemId,
    /// The closure literal of it that is looked at.
    pub literal: Option<ClosureId>,
    pub form: &'db SourceForm,
    pub body: &'db Body,
    pub inference: &'db Inference,
}

impl<'db> Subject<'db> {
    pub fn new(db: &'db dyn Db, item: ItemId, literal: Option<ClosureId>, form: &'db SourceForm) -> Subject<'db> {
        Subject { db, item, literal, form, body: hir::body(db, item), inference: types::infer(db, item) }
    }

    /// Its name for the linker.
    pub fn symbol(&self) -> String {
        let none = types::Arguments::NONE;
        lower::symbol(
            self.db,
            match self.literal {
                Some(literal) => lower::Instance::Closure(self.item, literal, none),
                None => lower::Instance::Function(self.item, none),
            },
        )
    }

    /// The expression of the operand at a position of a statement's list; the statement's own where there is none.
    pub fn operand_expression(&self, statement: &Statement, index: u32) -> ExpressionId {
        let whole = statement.expression;
        let written = self.body[whole];
        let found = if let Some(call) = self.inference.call_of(whole) {
            let arguments = self.inference.arguments(call);
            let argument = arguments.iter().find(|argument| call.callee.passed_place(argument.parameter) == index);
            argument.map(|argument| argument.expression)
        } else if let Expression::Tuple(list) | Expression::Array(list) = written {
            self.body.expression_list(list).get(index as usize).copied()
        } else if let Expression::Assign { value, .. } | Expression::Repeat { value, .. } = written {
            Some(value)
        } else {
            None
        };
        found.unwrap_or(whole)
    }

    /// The value of a call that the operand at a position is, if the statement is a call.
    pub fn call_value(&self, statement: &Statement, parameter: Option<u32>) -> Option<CallValue> {
        let StatementKind::Assign(_, Rvalue::Call(callee, _)) = statement.kind else {
            return None;
        };
        let (callee, name) = match self.form.callee(callee) {
            Callee::Function { item, .. } => {
                let signature = types::signature(self.db, item);
                let name = parameter.and_then(|index| signature.parameters.get(index as usize));
                let name = name.map(|parameter| parameter.name.text().to_string());
                (item.name(self.db).text().to_string(), name)
            }
            Callee::Pointer { .. } => ("the function behind the pointer".to_string(), None),
            Callee::Closure { .. } | Callee::Literal(_) => ("the closure".to_string(), None),
            Callee::Runtime(function) => (function.name().to_string(), None),
        };
        Some(CallValue { call: statement.expression, callee, parameter, name })
    }

    /// The place as the program writes it, if it begins with something that has a name.
    pub fn named_place(&self, place: Place) -> Option<String> {
        match self.form.base_local(place) {
            Some(local) => self.form.local(local).name.map(|_| self.form.describe(self.db, place)),
            None => Some(self.form.describe(self.db, place)),
        }
    }

    /// The place of an operand in words: its name, or the text of the expression that made the value.
    pub fn place_or_text(&self, place: Place, expression: ExpressionId) -> String {
        match self.named_place(place) {
            Some(name) => format!("`{name}`"),
            None => format!("`{}`", self.text(expression)),
        }
    }

    /// The place that a statement writes, in words.
    pub fn destination(&self, place: Place) -> String {
        if place.as_local() == Some(lower::source_form::LocalId::RETURN) {
            return "the result".to_string();
        }
        match self.named_place(place) {
            Some(name) => format!("`{name}`"),
            None => "a temporary".to_string(),
        }
    }

    /// The text of an expression, on one line and not too long.
    pub fn text(&self, expression: ExpressionId) -> String {
        let Some(source) = hir::item_source(self.db, self.item) else {
            return "…".to_string();
        };
        let parse = parse(self.db, source.chunk);
        let range = parse.range(hir::body_source_map(self.db, self.item).expression(expression));
        let text = &parse.text()[range.start as usize..range.end as usize];
        let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((cut, _)) = words.char_indices().nth(LONGEST_TEXT) {
            words.truncate(cut);
            words.push('…');
        }
        words
    }

    /// The operands of a statement that it reads as values, with their positions in its list.
    pub fn operands(&self, statement: &Statement) -> Vec<(u32, Operand)> {
        match statement.kind {
            StatementKind::Assign(_, rvalue) => match rvalue {
                Rvalue::Use(operand) | Rvalue::Repeat(operand) | Rvalue::Object(operand) => vec![(0, operand)],
                Rvalue::Union(index, operand) => vec![(index, operand)],
                Rvalue::Aggregate(list) | Rvalue::Case(_, list) | Rvalue::Call(_, list) | Rvalue::Closure(_, list) => {
                    (0..).zip(self.form.operand_list(list).iter().copied()).collect()
                }
                Rvalue::Binary(..)
                | Rvalue::Unary(..)
                | Rvalue::Cast(..)
                | Rvalue::Borrow(..)
                | Rvalue::Tag(_)
                | Rvalue::Length(_)
                | Rvalue::Address(_)
                | Rvalue::PointerOffset(..)
                | Rvalue::Zeroed => Vec::new(),
            },
            StatementKind::ReplaceContents(_, operand) => vec![(0, operand)],
            StatementKind::Nothing
            | StatementKind::Swap(..)
            | StatementKind::Count(_)
            | StatementKind::Reach(_)
            | StatementKind::CheckBounds { .. }
            | StatementKind::CheckRange { .. }
            | StatementKind::Drop { .. }
            | StatementKind::Declare(_)
            | StatementKind::StorageDead(_) => Vec::new(),
        }
    }
}

/// The place that an operand reads.
pub(super) fn place_of(operand: Operand) -> Option<Place> {
    match operand {
        Operand::Copy(place) | Operand::Move(place) => Some(place),
        Operand::Constant(_) | Operand::Poison(_) => None,
    }
}
