//! Statements that run in order: declarations, assignments, output, branches, and ways to leave early.

use std::cell::Cell;

use super::super::ast::{Block, ExprKind, Operator, Part, Statement, Type};
use super::Generator;
use super::scope::{Access, Candidate, CandidateStep, Exit};

impl Generator {
    /// Statements in a scope of their own.
    pub(super) fn scoped(&mut self, count: usize, depth: u32) -> Block {
        let visible = self.scope.visible.len();
        let statements = self.statements(count, depth);
        self.scope.close(visible);
        Block { statements, value: None }
    }

    /// A block with a value; on one line within texts.
    pub(super) fn value_block(&mut self, ty: &Type, depth: u32, clear: bool) -> Block {
        let visible = self.scope.visible.len();
        let count = if self.scope.flat > 0 || self.scope.nested > 0 || depth < 2 { 0 } else { self.below(3) };
        let statements = self.statements(count, depth.saturating_sub(1));
        let value = self.expr(ty, depth.saturating_sub(1), clear);
        self.scope.close(visible);
        Block { statements, value: Some(Box::new(value)) }
    }

    pub(super) fn statements(&mut self, count: usize, depth: u32) -> Vec<Statement> {
        let mut statements = Vec::new();
        for _statement in 0..count {
            let mark = self.scope.loans.len();
            self.statement(depth, &mut statements);
            self.scope.end_loans(mark);
        }
        statements
    }

    fn statement(&mut self, depth: u32, out: &mut Vec<Statement>) {
        let made = match self.below(124) {
            0..=19 => None,
            20..=26 => self.borrow_statement(),
            27..=29 => self.point_statement(),
            30..=31 => return self.let_later(depth, out),
            32..=43 => self.assignment(),
            44..=55 => self.update(),
            56..=61 if depth > 0 => Some(self.if_statement(depth)),
            62..=67 if depth > 0 => self.leave_early(depth),
            68..=75 if depth > 0 => return self.loop_statement(depth, out),
            76..=85 => self.observe(),
            86..=90 => self.call_statement(),
            91..=92 => self.swap(),
            93 if depth > 0 => Some(Statement::Block(self.scoped(2, depth - 1))),
            94 if depth > 0 && !self.scope.pure => Some(Statement::Unsafe(self.scoped(2, depth - 1))),
            95 => {
                let condition = self.expr(&Type::Bool, 2, true);
                Some(Statement::Assert(condition, self.id(), Cell::new(false)))
            }
            96..=103 if depth > 0 && !self.scope.pure => return self.memory_statement(depth, out),
            104..=109 => self.global_statement(),
            110..=114 if depth > 0 => self.match_statement(depth),
            115..=118 if depth > 0 => self.if_let(depth),
            119..=123 => self.let_pattern(depth),
            _ => None,
        };
        match made {
            Some(statement) => out.push(statement),
            None => out.push(self.let_value()),
        }
    }

    /// A variable with a new name, or now and then with one that another had.
    pub(super) fn name_variable(&mut self, ty: Type, mutable: bool) -> usize {
        let hidden: Vec<usize> = self
            .scope
            .visible
            .iter()
            .copied()
            .filter(|variable| {
                let info = &self.scope.infos[*variable];
                *variable >= self.scope.parameters && !info.reserved && info.pointed.is_none() && info.moved.is_empty()
            })
            .collect();
        let name = match self.choose(&hidden) {
            Some(variable) if self.chance(8) => self.scope.variables[variable].name.clone(),
            _ => format!("v{}", self.scope.variables.len()),
        };
        self.scope.declare(name, ty, mutable)
    }

    fn let_value(&mut self) -> Statement {
        let function = if self.scope.pure { None } else { self.some_pointer_type() };
        let (ty, typed) = match function {
            Some(ty) if self.chance(6) => (ty, true),
            _ => (self.value_type(2, false), self.rng.bool()),
        };
        let value = self.expr(&ty, self.size.depth, typed);
        let mutable = self.chance(60);
        let variable = self.name_variable(ty, mutable);
        self.scope.visible.push(variable);
        Statement::Let(variable, typed, Some(value))
    }

    fn some_pointer_type(&mut self) -> Option<Type> {
        let types: Vec<Type> =
            (0..self.tree.functions.len()).filter_map(|function| self.pointer_type(function)).collect();
        self.choose(&types)
    }

    /// `let x: T` and its assignment on both ways of a branch.
    fn let_later(&mut self, depth: u32, out: &mut Vec<Statement>) {
        let ty = self.value_type(1, false);
        let condition = self.expr(&Type::Bool, 1, true);
        let variable = self.scope.declare(format!("v{}", self.scope.variables.len()), ty.clone(), false);
        let before = self.scope.state();
        let mut blocks = Vec::new();
        let mut states = Vec::new();
        for _way in 0..2 {
            self.scope.restore(&before);
            let visible = self.scope.visible.len();
            let mut statements = if depth > 0 { self.statements(1, depth - 1) } else { Vec::new() };
            let value = self.expr(&ty, 2, true);
            let place = self.whole(variable);
            statements.push(Statement::Assign(place, value));
            self.scope.close(visible);
            states.push(self.scope.state());
            blocks.push(Block { statements, value: None });
        }
        for state in &states {
            self.scope.merge(state);
        }
        let other = blocks.pop();
        let then = blocks.pop().unwrap_or_default();
        out.push(Statement::Let(variable, true, None));
        out.push(Statement::If(condition, then, other));
        self.scope.visible.push(variable);
    }

    fn assignment(&mut self) -> Option<Statement> {
        if self.chance(10)
            && let Some(assignment) = self.assign_through_call()
        {
            return Some(assignment);
        }
        let candidate = self.candidate_where(Access::Write, &|ty| !matches!(ty, Type::Pointer(_)))?;
        let ty = candidate.ty.clone();
        let loops = self.scope.infos[candidate.variable].loops;
        let whole = candidate.steps.is_empty() && candidate.pointed.is_none();
        if whole {
            // What the value moves away is assigned again at once, in each turn of a loop.
            self.scope.infos[candidate.variable].loops = self.scope.loops.len();
        }
        let value = if candidate.in_union && !matches!(ty, Type::Int(_)) {
            self.simple(&ty, true)
        } else {
            self.expr(&ty, self.size.depth, true)
        };
        self.scope.infos[candidate.variable].loops = loops;
        if !self.scope.allows(&candidate, Access::Write) {
            let variable = self.name_variable(ty, false);
            self.scope.visible.push(variable);
            return Some(Statement::Let(variable, true, Some(value)));
        }
        let place = self.place(&candidate);
        self.scope.assigned(&candidate);
        Some(Statement::Assign(place, value))
    }

    /// `f(mut x) = value`.
    fn assign_through_call(&mut self) -> Option<Statement> {
        let types: Vec<Type> = self
            .tree
            .functions
            .iter()
            .filter(|function| matches!(function.result, Type::Mut(_)))
            .map(|function| function.result.target().clone())
            .collect();
        let ty = self.choose(&types)?;
        let value = self.expr(&ty, 2, true);
        let Some(call) = self.borrowing_call(&ty, true, 1) else {
            let variable = self.name_variable(ty, false);
            self.scope.visible.push(variable);
            return Some(Statement::Let(variable, true, Some(value)));
        };
        let place = self.temporary(call);
        Some(Statement::Assign(place, value))
    }

    fn update(&mut self) -> Option<Statement> {
        let candidate =
            self.candidate_where(Access::Write, &|ty| matches!(ty, Type::Int(_) | Type::F32 | Type::F64 | Type::Text))?;
        let floats_in_union = candidate.in_union && !matches!(candidate.ty, Type::Int(_));
        if floats_in_union || !self.scope.allows(&candidate, Access::Read) {
            return None;
        }
        let ty = candidate.ty.clone();
        let operator = match &ty {
            Type::Text => Operator::Add,
            Type::Int(_) => [
                Operator::Add,
                Operator::Subtract,
                Operator::Multiply,
                Operator::Divide,
                Operator::Remainder,
                Operator::AddWrapping,
                Operator::SubtractWrapping,
                Operator::MultiplyWrapping,
                Operator::And,
                Operator::Or,
                Operator::Xor,
                Operator::ShiftLeft,
                Operator::ShiftRight,
            ][self.below(13)],
            _ => [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Remainder]
                [self.below(5)],
        };
        let value = match operator {
            Operator::ShiftLeft | Operator::ShiftRight => {
                let amount = Type::Int(self.integer_type());
                self.expr(&amount, 1, false)
            }
            _ => self.expr(&ty, self.size.depth, true),
        };
        if !self.scope.allows(&candidate, Access::Write) {
            // The value was made for a place of its type; as a statement it would have no expected type.
            let variable = self.name_variable(value.ty.clone(), false);
            self.scope.visible.push(variable);
            return Some(Statement::Let(variable, true, Some(value)));
        }
        // A string on the right is lent until it is joined, also while the place is found.
        let mark = self.scope.loans.len();
        if ty == Type::Text {
            self.lend_operand(&value);
        }
        let place = self.place(&candidate);
        self.scope.end_loans(mark);
        Some(Statement::Update(place, operator, value, self.id(), Cell::new(false)))
    }

    fn if_statement(&mut self, depth: u32) -> Statement {
        let condition = self.expr(&Type::Bool, 2, true);
        let before = self.scope.state();
        let count = 1 + self.below(3);
        let then = self.scoped(count, depth - 1);
        let after_then = self.scope.state();
        self.scope.restore(&before);
        let other = self.chance(50).then(|| self.scoped(count, depth - 1));
        self.scope.merge(&after_then);
        Statement::If(condition, then, other)
    }

    /// `if condition { … return }`, or out of a loop: what follows does not run after it, so it may move anything.
    fn leave_early(&mut self, depth: u32) -> Option<Statement> {
        if self.scope.closed > 0 {
            return None;
        }
        let condition = self.expr(&Type::Bool, 2, true);
        let before = self.scope.state();
        let exit_before = self.scope.exit;
        let written: Vec<usize> = (0..self.scope.loops.len())
            .filter(|index| *index + 1 == self.scope.loops.len() || self.scope.loops[*index].written)
            .filter(|index| self.scope.may_break(*index))
            .collect();
        let visible = self.scope.visible.len();
        let choice = self.below(10);
        let then = match self.choose(&written) {
            Some(index) if choice < 4 => {
                self.scope.exit = Some((self.scope.loops.len(), Exit::Break(index)));
                let mut statements = self.statements(1, depth - 1);
                let state = self.scope.state();
                self.scope.loops[index].left.push(state);
                statements.push(Statement::Break(self.scope.loops[index].id));
                statements
            }
            Some(index) if choice < 7 => {
                let mut statements = self.statements(1, depth - 1);
                if self.may_continue(index) {
                    statements.push(Statement::Continue(self.scope.loops[index].id));
                }
                statements
            }
            Some(_) | None => {
                self.scope.exit = Some((self.scope.loops.len(), Exit::Return));
                let mut statements = self.statements(1, depth - 1);
                let Some(leave) = self.return_statement() else {
                    // What they move would be gone in the next turn of a loop.
                    self.scope.exit = exit_before;
                    self.scope.close(visible);
                    self.scope.restore(&before);
                    return None;
                };
                statements.push(leave);
                statements
            }
        };
        let continues =
            !matches!(then.last(), Some(Statement::Break(_) | Statement::Continue(_) | Statement::Return(_)));
        self.scope.exit = exit_before;
        self.scope.close(visible);
        let after = self.scope.state();
        self.scope.restore(&before);
        if continues {
            self.scope.merge(&after);
        }
        let then = Block { statements: then, value: None };
        Some(Statement::If(condition, then, None))
    }

    /// The next turn of a loop must find all that the first one found.
    fn may_continue(&self, index: usize) -> bool {
        let entry = &self.scope.loops[index].entry;
        self.scope.infos.iter().zip(entry).all(|(info, entry)| info.moved.iter().all(|path| entry.contains(path)))
    }

    pub(super) fn return_statement(&mut self) -> Option<Statement> {
        let result = self.scope.result.clone();
        Some(match &result {
            Type::Unit => Statement::Return(None),
            borrow if borrow.is_borrow() => Statement::Return(Some(self.borrowed_result(&result)?)),
            value => Statement::Return(Some(self.expr(value, 2, true))),
        })
    }

    /// Prints what can be seen now.
    pub(super) fn observe(&mut self) -> Option<Statement> {
        if self.scope.pure {
            return None;
        }
        if self.chance(25) {
            let ty = if self.chance(20) { Type::Text } else { self.scalar() };
            let value = self.expr(&ty, 2, false);
            let line = self.chance(85);
            return Some(Statement::Print(value, line));
        }
        let found: Vec<Candidate> = self.scope.candidates(&self.tree, Access::Read, &|ty| Self::is_shown(ty));
        let mut parts = Vec::new();
        for _part in 0..3 {
            let candidate = self.choose(&found)?;
            if !self.scope.allows(&candidate, Access::Read) {
                continue;
            }
            self.scope.flat += 1;
            let value = self.use_of(&candidate);
            self.scope.flat -= 1;
            parts.push(Part::Value(value));
            parts.push(Part::Text(" ".to_string()));
        }
        let text = self.make(Type::Text, ExprKind::Interpolate(parts));
        Some(Statement::Print(text, true))
    }

    fn call_statement(&mut self) -> Option<Statement> {
        let fitting: Vec<usize> = (0..self.signatures.len())
            .filter(|index| {
                let function = &self.tree.functions[*index];
                (function.result == Type::Unit
                    || function.variables[..function.parameters]
                        .iter()
                        .any(|parameter| matches!(parameter.ty, Type::Mut(_))))
                    && !function.result.is_borrow()
                    && (self.signatures[*index].pure || !self.scope.pure)
                    && self.scope.cost + self.scope.times * self.signatures[*index].cost <= super::COST
            })
            .collect();
        let function = self.choose(&fitting)?;
        let call = self.call(function, 2)?;
        Some(Statement::Evaluate(call))
    }

    fn swap(&mut self) -> Option<Statement> {
        let left = self.candidate_where(Access::Mut, &|ty| !matches!(ty, Type::Pointer(_) | Type::Function(..)))?;
        let ty = left.ty.clone();
        let others: Vec<Candidate> = self
            .scope
            .candidates(&self.tree, Access::Mut, &|found| *found == ty)
            .into_iter()
            .filter(|right| {
                // Fields of a union lie in each other's memory.
                let apart = !(left.in_union && right.in_union) && disjoint(&left.steps, &right.steps);
                right.variable != left.variable || apart
            })
            .collect();
        let right = self.choose(&others)?;
        if left.pointed.is_some() || right.pointed.is_some() {
            return None;
        }
        let left_place = self.place(&left);
        self.lend(&left, super::scope::Lent::Exclusive, None);
        let right_place = self.place(&right);
        Some(Statement::Swap(left_place, right_place))
    }
}

/// Whether two places of one variable share nothing, told by their fields.
fn disjoint(left: &[CandidateStep], right: &[CandidateStep]) -> bool {
    left.iter()
        .zip(right)
        .take_while(|(left, right)| matches!((left, right), (CandidateStep::Field(_), CandidateStep::Field(_))))
        .any(|(left, right)| left != right)
}
