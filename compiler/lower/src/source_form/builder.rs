//! From a typed body to source form: evaluation order, short circuits, loops, and where each value ends.
//! Owns every decision about order; must not decide whether a value is still there when its end comes (the analyses do),
//! and never refuses: what has an error already becomes poison.

mod assertion;
mod binding;
mod call;
mod classes;
mod closure;
mod comparing;
mod condition;
mod content;
mod control;
mod counted;
mod derived;
mod elements;
mod exits;
mod expression;
mod iteration;
mod join;
mod known;
mod matching;
mod note;
mod operator;
mod order;
mod place;
mod propagation;
mod rules;
mod scope;
mod scrutinee;
mod slice;
mod statement;
mod string;

use hir::{Body, Expression, ExpressionId};
use source::Db;
use types::{Anchor, Captures, Inference, Literal, Problem, Reported, Ty};

use super::local::{Local, LocalId, LocalKind};
use super::mentions::Mentions;
use super::statement::{
    Callee, CalleeId, Constant, ConstantId, ConstantValue, Operand, OperandList, Point, Rvalue, Statement,
    StatementKind, Terminator, TextId,
};
use super::{Block, BlockId, Place, SourceForm};
use crate::diagnostics::kinds::untranslated;
use classes::Classes;
pub use derived::build_derived;
use exits::{Exits, Target};
use scope::{Ending, LoopFrame};

/// A body in source form and what was seen on the way.
pub struct Built {
    /// The body.
    pub form: SourceForm,
    /// Rules broken that need no analysis to be seen.
    pub problems: Vec<Problem>,
    /// Which variables it reads and assigns.
    pub mentions: Mentions,
    /// Whether a path leads to the end of a body that has to return a value.
    pub misses_return: bool,
    /// Variables that are declared without a value.
    pub late: Vec<LocalId>,
    /// Locals whose value may be gone while they are visible, or must be dropped: those that move, and the late ones.
    pub tracked: Vec<LocalId>,
    /// Whether something is lent, or may be returned lent.
    pub has_loans: bool,
}

/// Whether a form says which points of the text control comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// It does not.
    Nothing,
    /// For coverage; see [`crate::coverage`].
    Points,
}

/// Makes the source form of a body, in the memory of another one.
pub fn build(
    db: &dyn Db,
    body: &Body,
    inference: &Inference,
    counting: Counting,
    memory: (SourceForm, Mentions),
) -> Built {
    let mut builder = Builder::new(db, body, inference, memory);
    builder.counting = counting;
    builder.function();
    builder.finish()
}

/// Makes the source form of a closure literal of a body.
pub fn build_closure(
    db: &dyn Db,
    (body, inference): (&Body, &Inference),
    closure: (hir::ClosureId, &Captures),
    counting: Counting,
    memory: (SourceForm, Mentions),
) -> Built {
    let mut builder = Builder::new(db, body, inference, memory);
    builder.counting = counting;
    builder.closure_body(closure);
    builder.finish()
}

/// A block that is jumped to before it is known where it will stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Label(u32);

struct Builder<'a> {
    db: &'a dyn Db,
    body: &'a Body,
    inference: &'a Inference,
    /// The type of the value that the whole gives.
    result: Ty,
    form: SourceForm,
    problems: Vec<Problem>,
    mentions: Mentions,
    misses_return: bool,
    classes: Classes,
    /// The local of each local of the typed body, once it has begun.
    variables: Vec<Option<LocalId>>,
    /// Captured variables that are seen through a borrow, and whether that is `mut`.
    seen_through: Vec<(hir::LocalId, bool)>,
    /// The block each label became.
    labels: Vec<LabelState>,
    /// Whether statements can be reached here. Nothing is emitted where not.
    open: bool,
    block_start: usize,
    /// What ends with the scopes that are open, innermost last.
    endings: Vec<Ending>,
    /// How many endings there have been.
    endings_made: u32,
    loops: Vec<LoopFrame>,
    exits: Exits,
    /// Whether variables can hold loans, so that the ends of memory matter.
    ends_matter: bool,
    /// Operands of unfinished lists.
    pending: Vec<Operand>,
    /// Operators of unfinished chains.
    spine: Vec<ExpressionId>,
    unit: Option<LocalId>,
    /// Names of a pattern whose guard is evaluated, and the places by which it sees them.
    guarded: Vec<(hir::LocalId, Place)>,
    /// Those that it cannot see, because they lie in packed structures and cannot be copied.
    unseen: Vec<hir::LocalId>,
    /// What is matched by those whose guards are being evaluated, if it is looked at where it lies.
    matched: Vec<Place>,
    /// How many guards were emitted once more, for another alternative of their arm.
    repeated_guards: u32,
    /// How many expressions surround the current one.
    depth: u32,
    /// Variables that were declared without a value.
    late: Vec<LocalId>,
    tracked: Vec<LocalId>,
    has_loans: bool,
    counting: Counting,
}

#[derive(Clone, Copy, Default)]
struct LabelState {
    block: u32,
    is_target: bool,
}

impl<'a> Builder<'a> {
    fn new(db: &'a dyn Db, body: &'a Body, inference: &'a Inference, memory: (SourceForm, Mentions)) -> Self {
        let locals = body.local_count();
        let ends_matter = body.locals().any(|(local, data)| {
            let is_variable = match data.kind {
                hir::LocalKind::Variable => true,
                hir::LocalKind::SelfValue | hir::LocalKind::Parameter(_) | hir::LocalKind::ClosureParameter => false,
            };
            is_variable && types::holds_borrow(db, inference.local_type(local))
        });
        let (mut form, mut mentions) = memory;
        form.clear();
        mentions.reset(locals);
        Builder {
            db,
            body,
            inference,
            result: inference.result,
            form,
            problems: Vec::new(),
            mentions,
            misses_return: false,
            classes: Classes::default(),
            variables: vec![None; locals],
            seen_through: Vec::new(),
            labels: Vec::new(),
            open: true,
            block_start: 0,
            endings: Vec::new(),
            endings_made: 0,
            loops: Vec::new(),
            exits: Exits::default(),
            ends_matter,
            pending: Vec::new(),
            spine: Vec::new(),
            unit: None,
            guarded: Vec::new(),
            unseen: Vec::new(),
            matched: Vec::new(),
            repeated_guards: 0,
            depth: 0,
            late: Vec::new(),
            tracked: Vec::new(),
            has_loans: types::holds_borrow(db, inference.result)
                || body.parameters.iter().any(|parameter| types::leads_to_borrow(db, inference.local_type(*parameter))),
            counting: Counting::Nothing,
        }
    }

    fn function(&mut self) {
        self.new_local(self.result, LocalKind::Return);
        self.form.poison = self.inference.reported();
        if self.result.is_error() {
            self.give_up(self.body.root);
        }
        let body = self.body;
        for parameter in &body.parameters {
            let local = self.variable(*parameter, LocalKind::Parameter);
            self.ends_with_scope(local);
        }
        self.form.parameter_count = body.parameters.len() as u32;
        self.whole(body.root);
    }

    /// All that is evaluated, and the way out.
    fn whole(&mut self, root: ExpressionId) {
        self.form.root = Some(root);
        self.come_to(Point::Before(root));
        self.root(root);
        if self.open {
            if self.exits.has(Target::Return) {
                self.jump_out(0, Target::Return, root);
            } else {
                self.leave_to(0, root);
                self.terminate(Terminator::Return);
            }
        }
        self.form.shared_exits = self.form.blocks.len() as u32;
        self.emit_exits(Target::Return);
    }

    fn root(&mut self, root: ExpressionId) {
        let result = self.result;
        if result == Ty::UNIT {
            return self.statement_expression(root);
        }
        if result == Ty::NEVER {
            self.statement_expression(root);
            self.misses_return = self.open;
            return;
        }
        self.into(Place::local(LocalId::RETURN), root);
    }

    fn finish(mut self) -> Built {
        let place = |label: BlockId| BlockId(self.labels[label.0 as usize].block);
        for switch in &mut self.form.switches {
            for (_, target) in &mut switch.cases {
                *target = place(*target);
            }
            switch.otherwise = place(switch.otherwise);
        }
        for block in &mut self.form.blocks {
            block.terminator = match block.terminator {
                Terminator::Goto(target) => Terminator::Goto(place(target)),
                Terminator::Branch(condition, then, otherwise) => {
                    Terminator::Branch(condition, place(then), place(otherwise))
                }
                end @ (Terminator::Switch(..) | Terminator::Return | Terminator::Unreachable) => end,
            };
        }
        Built {
            form: self.form,
            problems: self.problems,
            mentions: self.mentions,
            misses_return: self.misses_return,
            late: self.late,
            tracked: self.tracked,
            has_loans: self.has_loans,
        }
    }

    // Blocks.

    fn label(&mut self) -> Label {
        self.labels.push(LabelState::default());
        Label(self.labels.len() as u32 - 1)
    }

    /// Ends the block. Until the end, terminators name labels.
    fn terminate(&mut self, terminator: Terminator) {
        if !self.open {
            return;
        }
        for target in self.form.successors(terminator) {
            self.labels[target.0 as usize].is_target = true;
        }
        let end = self.form.statements.len();
        self.form.blocks.push(Block { start: self.block_start as u32, end: end as u32, terminator });
        self.mentions.ends.push(self.mentions.mentions.len() as u32);
        self.block_start = end;
        self.open = false;
    }

    fn goto(&mut self, label: Label) {
        self.terminate(Terminator::Goto(BlockId(label.0)));
    }

    /// Goes on at a label: where the open block leads too, and what has jumped to it.
    fn start(&mut self, label: Label) {
        if !self.labels[label.0 as usize].is_target {
            // Only the open block leads here, if anything does: it simply goes on.
            return;
        }
        self.goto(label);
        self.labels[label.0 as usize].block = self.form.blocks.len() as u32;
        self.open = true;
    }

    /// Goes on at a label that later blocks will lead back to.
    fn start_loop(&mut self, label: Label) {
        self.goto(label);
        if self.labels[label.0 as usize].is_target {
            self.labels[label.0 as usize].block = self.form.blocks.len() as u32;
            self.open = true;
        }
    }

    fn emit(&mut self, kind: StatementKind, expression: ExpressionId) {
        if self.open {
            self.form.statements.push(Statement { kind, expression });
        }
    }

    /// Says that control comes here, where that is counted.
    fn come_to(&mut self, point: Point) {
        if self.counting == Counting::Points {
            let (Point::Before(expression) | Point::After(expression)) = point;
            self.emit(StatementKind::Reach(point), expression);
        }
    }

    fn assign(&mut self, place: Place, rvalue: Rvalue, expression: ExpressionId) {
        if let Rvalue::Borrow(_, lent) | Rvalue::Address(lent) = rvalue {
            self.has_loans = true;
            self.note_lent(lent);
        }
        self.emit(StatementKind::Assign(place, rvalue), expression);
    }

    // Locals.

    fn new_local(&mut self, ty: Ty, kind: LocalKind) -> LocalId {
        let id = LocalId(self.form.locals.len() as u32);
        self.form.locals.push(Local { ty, kind, mutable: true, name: None, variable: None });
        id
    }

    /// A parameter or variable begins. In alternatives, and in a guard that is emitted once more, it is what it was before.
    fn variable(&mut self, variable: hir::LocalId, kind: LocalKind) -> LocalId {
        if let Some(known) = self.variables[variable.index()] {
            return known;
        }
        let data = self.body[variable];
        let id = LocalId(self.form.locals.len() as u32);
        let ty = self.inference.local_type(variable);
        if !self.is_copy(ty) || self.needs_drop(ty) {
            self.tracked.push(id);
        }
        self.form.locals.push(Local {
            ty,
            kind,
            mutable: data.is_mutable,
            name: Some(data.name),
            variable: Some(variable),
        });
        self.variables[variable.index()] = Some(id);
        id
    }

    /// Whether a variable was declared without a value.
    fn is_late(&self, local: LocalId) -> bool {
        // They are numbered as they come.
        self.late.binary_search(&local).is_ok()
    }

    /// A temporary for a value that ends with its statement unless it is moved on.
    fn temporary(&mut self, ty: Ty) -> LocalId {
        if !self.needs_drop(ty) {
            return self.new_local(ty, LocalKind::Value);
        }
        let local = self.new_local(ty, LocalKind::Temporary);
        self.ends_with_scope(local);
        local
    }

    /// The value on its way to where it is used.
    fn value(&mut self, ty: Ty, rvalue: Rvalue, expression: ExpressionId) -> Operand {
        let place = Place::local(self.temporary(ty));
        self.assign(place, rvalue, expression);
        Operand::Move(place)
    }

    /// A place for results without content.
    fn unit_place(&mut self) -> Place {
        let local = match self.unit {
            Some(local) => local,
            None => self.new_local(Ty::UNIT, LocalKind::Temporary),
        };
        self.unit = Some(local);
        Place::local(local)
    }

    // Constants and lists.

    fn constant(&mut self, ty: Ty, value: ConstantValue) -> Operand {
        self.form.constants.push(Constant { ty, value });
        Operand::Constant(ConstantId(self.form.constants.len() as u32 - 1))
    }

    fn unit_constant(&mut self) -> Operand {
        self.constant(Ty::UNIT, ConstantValue::Unit)
    }

    fn bool_constant(&mut self, value: bool) -> Operand {
        self.constant(Ty::BOOL, ConstantValue::Bool(value))
    }

    fn literal(&mut self, expression: ExpressionId) -> Operand {
        let ty = self.inference.expression_type(expression);
        let value = match self.inference.literal(self.body, expression) {
            None => return self.poison(expression),
            Some(Literal::Float(value)) => ConstantValue::Float(value.to_bits()),
            Some(Literal::Int(value)) => self.integer_value(value),
        };
        self.constant(ty, value)
    }

    /// An integer, extended to 128 bits by the sign of its type.
    fn integer_value(&mut self, bits: u128) -> ConstantValue {
        match i64::try_from(bits as i128) {
            Ok(value) => ConstantValue::Integer(value),
            Err(_) => {
                self.form.wide_integers.push(bits);
                ConstantValue::WideInteger(self.form.wide_integers.len() as u32 - 1)
            }
        }
    }

    fn text(&mut self, ty: Ty, text: &str) -> Operand {
        self.form.texts.push(text.into());
        let id = TextId(self.form.texts.len() as u32 - 1);
        self.constant(ty, ConstantValue::Text(id))
    }

    /// Gives an expression up that has no meaning. Whoever found that out has reported it; if nobody has, it is reported here.
    /// Nothing has one behind what never goes on, as in `1 + panic("…")`: there nothing is left out, so nothing is given up.
    fn give_up(&mut self, expression: ExpressionId) -> Option<Reported> {
        if self.is_never_reached(expression) {
            return None;
        }
        let known = self.form.poison;
        let reported = match known.or_else(|| self.inference.reported()) {
            Some(reported) => reported,
            None => types::report(&mut self.problems, untranslated::problem(Anchor::Expression(expression))),
        };
        self.form.poison = Some(reported);
        Some(reported)
    }

    /// Whether nothing comes to an expression: what is evaluated before it, or first in it, never goes on.
    fn is_never_reached(&mut self, expression: ExpressionId) -> bool {
        let mut operands = Vec::new();
        match self.body[expression] {
            Expression::Call { callee: first, .. } | Expression::MethodCall { receiver: first, .. } => {
                operands.push(first);
            }
            Expression::Try(first)
            | Expression::Match { scrutinee: first, .. }
            | Expression::LetCondition { value: first, .. } => operands.push(first),
            _ => self.body.each_operand(expression, |operand| operands.push(operand)),
        }
        let ends = operands.iter().position(|operand| self.inference.expression_type(*operand) == Ty::NEVER);
        for operand in operands.into_iter().take(ends.map_or(0, |end| end + 1)) {
            if self.open {
                self.operand(operand);
            }
        }
        !self.open
    }

    /// The value of an expression that has no meaning.
    fn poison(&mut self, expression: ExpressionId) -> Operand {
        match self.give_up(expression) {
            Some(reported) => Operand::Poison(reported),
            None => self.unit_constant(),
        }
    }

    /// The pending operands from `mark` on, as a list.
    fn finish_list(&mut self, mark: usize) -> OperandList {
        let start = self.form.operands.len() as u32;
        let length = (self.pending.len() - mark) as u32;
        self.form.operands.extend(self.pending.drain(mark..));
        OperandList { start, length }
    }

    fn callee(&mut self, callee: Callee) -> CalleeId {
        self.form.callees.push(callee);
        CalleeId(self.form.callees.len() as u32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use source::Database;

    use super::Builder;
    use crate::fixture::load;

    /// An expression that nobody has found anything wrong with is never left out in silence.
    #[test]
    fn what_has_no_meaning_is_told_once() {
        let db = Database::new();
        let file = load(&db, "fn f() -> i64 { 1 + 2 }");
        let module = hir::module_of_file(&db, file).expect("it is a module");
        let item = hir::module_items(&db, module).ids().next().expect("it has a function");
        let (body, inference) = (hir::body(&db, item), types::infer(&db, item));
        let mut builder = Builder::new(&db, body, inference, Default::default());
        for (expression, _) in body.expressions() {
            builder.poison(expression);
        }
        let codes: Vec<&str> = builder.problems.iter().map(|problem| problem.kind.code).collect();
        assert_eq!(codes, ["E0271"]);
    }
}
