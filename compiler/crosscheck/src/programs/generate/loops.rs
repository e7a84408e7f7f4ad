//! Loops, each with a bound that is seen in its head or first lines.

use std::cell::Cell;

use super::super::arithmetic;
use super::super::ast::{Block, Comparison, Expr, ExprKind, IntType, Label, Operator, Radix, Statement, Type};
use super::Generator;
use super::scope::{Loop, State};

impl Generator {
    pub(super) fn loop_statement(&mut self, depth: u32, out: &mut Vec<Statement>) {
        match self.below(10) {
            0..=4 => {
                let statement = self.for_statement(depth);
                out.push(statement);
            }
            5..=7 => self.while_statement(depth, out),
            _ => self.endless_statement(depth, out),
        }
    }

    /// Begins a loop with so many turns.
    fn open_loop(&mut self, turns: u64) -> Label {
        self.loop_ids += 1;
        let written = self.rng.bool();
        let entry = self.scope.state();
        self.scope.loops.push(Loop { id: self.loop_ids, written, entry, left: Vec::new() });
        self.scope.times *= turns.max(1);
        Label { id: self.loop_ids, written }
    }

    /// Ends a loop; `natural` is the state in which it ends by itself.
    fn close_loop(&mut self, turns: u64, natural: Option<&State>) {
        self.scope.times /= turns.max(1);
        let ended = self.scope.loops.pop().expect("the loop was opened");
        let mut states = natural.into_iter().chain(&ended.left);
        if let Some(first) = states.next() {
            self.scope.restore(first);
        }
        for state in states {
            self.scope.merge(state);
        }
    }

    fn for_statement(&mut self, depth: u32) -> Statement {
        let int = self.integer_type();
        let ty = Type::Int(int);
        let inclusive = self.chance(40);
        let (from, to, turns) =
            if self.chance(20) { self.computed_range(&ty) } else { self.written_range(int, inclusive) };
        let entry = self.scope.state();
        let label = self.open_loop(turns);
        let visible = self.scope.visible.len();
        let variable = self.scope.declare(format!("i{}", self.scope.variables.len()), ty, false);
        self.scope.infos[variable].reserved = true;
        self.scope.visible.push(variable);
        let count = 1 + self.below(3);
        let statements = self.statements(count, depth - 1);
        self.scope.close(visible);
        self.close_loop(turns, Some(&entry));
        let body = Block { statements, value: None };
        Statement::For(label, variable, from, to, inclusive, body)
    }

    /// From nought to at most three.
    fn computed_range(&mut self, ty: &Type) -> (Expr, Expr, u64) {
        let from = self.make(ty.clone(), ExprKind::Int(0, Radix::Decimal, false));
        let value = self.expr(ty, 1, false);
        let bits = self.number(ty.clone(), 3);
        let kind = ExprKind::Binary(Operator::And, Box::new(value), Box::new(bits), Cell::new(false));
        (from, self.make(ty.clone(), kind), 4)
    }

    /// A few numbers, also at the ends of the type.
    fn written_range(&mut self, int: IntType, inclusive: bool) -> (Expr, Expr, u64) {
        let ty = Type::Int(int);
        let length = u128::from(self.rng.u8(0..5));
        let mask = arithmetic::mask(int);
        let top = if int.signed { mask >> 1 } else { mask };
        let from = match self.below(8) {
            0 => top - length,
            1 => arithmetic::minimum(int),
            _ => u128::from(self.rng.u8(0..5)),
        };
        let to = (from + length) & mask;
        let from = self.make(ty.clone(), ExprKind::Int(from, Radix::Decimal, false));
        let to = self.number(ty, to);
        (from, to, length as u64 + u64::from(inclusive))
    }

    /// A counter that only the loop changes, and what its first lines need.
    fn counter(&mut self, out: &mut Vec<Statement>) -> (usize, Type) {
        let int = if self.rng.bool() { IntType::I64 } else { IntType::I32 };
        let ty = Type::Int(int);
        let zero = self.make(ty.clone(), ExprKind::Int(0, Radix::Decimal, false));
        let variable = self.scope.declare(format!("k{}", self.scope.variables.len()), ty.clone(), true);
        self.scope.infos[variable].reserved = true;
        self.scope.visible.push(variable);
        out.push(Statement::Let(variable, false, Some(zero)));
        (variable, ty)
    }

    fn count_up(&mut self, counter: usize, ty: &Type) -> Statement {
        let place = self.whole(counter);
        let one = self.number(ty.clone(), 1);
        Statement::Update(place, Operator::Add, one, self.id(), Cell::new(false))
    }

    fn while_statement(&mut self, depth: u32, out: &mut Vec<Statement>) {
        let (counter, ty) = self.counter(out);
        let turns = 1 + self.below(4) as u64;
        let entry = self.scope.state();
        let label = self.open_loop(turns + 1);
        self.scope.closed += 1;
        let at = self.variable(counter);
        let end = self.number(ty.clone(), u128::from(turns));
        let mut condition = self.make(Type::Bool, ExprKind::Compare(Comparison::Less, Box::new(at), Box::new(end)));
        let visible = self.scope.visible.len();
        if self.chance(30)
            && let Some((more, _)) = self.let_conditions(1)
        {
            condition = self.make(Type::Bool, ExprKind::Both(Box::new(condition), Box::new(more)));
        } else if self.chance(40) {
            let more = self.expr(&Type::Bool, 1, true);
            condition = self.make(Type::Bool, ExprKind::Both(Box::new(condition), Box::new(more)));
        }
        self.scope.closed -= 1;
        let mut statements = vec![self.count_up(counter, &ty)];
        let count = 1 + self.below(3);
        statements.extend(self.statements(count, depth - 1));
        self.scope.close(visible);
        self.close_loop(turns + 1, Some(&entry));
        let body = Block { statements, value: None };
        out.push(Statement::While(label, condition, body));
    }

    fn endless_statement(&mut self, depth: u32, out: &mut Vec<Statement>) {
        let (counter, ty) = self.counter(out);
        let turns = 1 + self.below(4) as u64;
        let label = self.open_loop(turns);
        let visible = self.scope.visible.len();
        let mut statements = vec![self.count_up(counter, &ty)];
        let at = self.variable(counter);
        let end = self.number(ty, u128::from(turns));
        let ended = self.make(Type::Bool, ExprKind::Compare(Comparison::Greater, Box::new(at), Box::new(end)));
        let state = self.scope.state();
        let index = self.scope.loops.len() - 1;
        self.scope.loops[index].left.push(state);
        let leave = Block { statements: vec![Statement::Break(label.id)], value: None };
        statements.push(Statement::If(ended, leave, None));
        let count = 1 + self.below(3);
        statements.extend(self.statements(count, depth - 1));
        self.scope.close(visible);
        self.close_loop(turns, None);
        let body = Block { statements, value: None };
        out.push(Statement::Loop(label, body));
    }
}
