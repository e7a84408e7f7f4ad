//! Statements of the model.

use std::cell::Cell;

use super::super::arithmetic;
use super::super::ast::{Block, Expr, ExprKind, Label, Operator, Place, Statement, Type};
use super::super::value::{Value, order};
use super::expressions::shown_text;
use super::{Machine, Step, Stop};

impl Machine<'_> {
    /// The value of a block.
    pub(super) fn block(&mut self, block: &Block) -> Step<Value> {
        for statement in &block.statements {
            self.statement(statement)?;
        }
        match &block.value {
            Some(value) => self.evaluate(value),
            None => Ok(Value::Unit),
        }
    }

    fn statement(&mut self, statement: &Statement) -> Step<()> {
        self.tick()?;
        match statement {
            Statement::Let(variable, _, value) => {
                let value = match value {
                    Some(value) => self.evaluate(value)?,
                    None => Value::Missing,
                };
                let slot = self.base + variable;
                self.slots[slot] = value;
            }
            Statement::LetPattern(pattern, _, scrutinee, other) => {
                if !self.is_matched(pattern, scrutinee)? {
                    let other = other.as_ref().expect("a pattern that may not fit has an `else`");
                    self.block(other)?;
                }
            }
            Statement::Match(scrutinee, arms) => {
                let chosen = self.chosen(scrutinee, arms)?;
                self.block(chosen)?;
            }
            Statement::Assign(place, value) => {
                let value = self.evaluate(value)?;
                let address = self.place(place)?;
                self.store(&address, value);
            }
            Statement::Update(place, operator, value, id, guard) => self.update(place, *operator, value, *id, guard)?,
            Statement::Point(variable, borrow) => {
                let value = self.evaluate(borrow)?;
                let slot = self.base + variable;
                self.slots[slot] = value;
            }
            Statement::Evaluate(value) => {
                self.evaluate(value)?;
            }
            Statement::Print(value, line) => self.print(value, *line)?,
            Statement::If(condition, then, other) => {
                if self.truth(condition)? {
                    self.block(then)?;
                } else if let Some(other) = other {
                    self.block(other)?;
                }
            }
            Statement::While(label, condition, body) => {
                while self.truth(condition)? {
                    if self.turn(label, body)? {
                        break;
                    }
                }
            }
            Statement::Loop(label, body) => while !self.turn(label, body)? {},
            Statement::For(label, variable, from, to, inclusive, body) => {
                self.count(label, *variable, (from, to), *inclusive, body)?;
            }
            Statement::Break(id) => return Err(Stop::Break(*id)),
            Statement::Continue(id) => return Err(Stop::Continue(*id)),
            Statement::Return(value) => {
                let value = match value {
                    Some(value) => self.evaluate(value)?,
                    None => Value::Unit,
                };
                return Err(Stop::Return(value));
            }
            Statement::Assert(condition, id, guard) => {
                let (holds, message) = self.asserted(condition)?;
                if !holds && !guard.get() {
                    return Err(self.fail(*id, message, guard));
                }
            }
            Statement::Panic(message, id, guard) => self.panic(message, *id, guard)?,
            Statement::Swap(left, right) => {
                let left = self.place(left)?;
                let right = self.place(right)?;
                let held = self.exchange(&left, Value::Missing);
                let other = self.exchange(&right, held);
                self.store(&left, other);
            }
            Statement::Block(block) | Statement::Unsafe(block) => {
                self.block(block)?;
            }
            Statement::Allocate(variable, _, count) => {
                let address = self.allocate(*count);
                let slot = self.base + variable;
                self.slots[slot] = Value::Pointer(Some(address));
            }
            Statement::Free(_) => {}
            Statement::Sort(place, _, descending) => self.sort(place, *descending)?,
            Statement::Printf(values) => self.printf(values)?,
            Statement::CopyBytes(to, from) => {
                let to = self.place(to)?;
                let from = self.place(from)?;
                let value = self.load(&from);
                self.store(&to, value);
            }
        }
        Ok(())
    }

    /// One turn of a loop; says whether the loop ends.
    fn turn(&mut self, label: &Label, body: &Block) -> Step<bool> {
        match self.block(body) {
            Ok(_) => Ok(false),
            Err(Stop::Break(id)) if id == label.id => Ok(true),
            Err(Stop::Continue(id)) if id == label.id => Ok(false),
            Err(stop) => Err(stop),
        }
    }

    fn count(
        &mut self,
        label: &Label,
        variable: usize,
        range: (&Expr, &Expr),
        inclusive: bool,
        body: &Block,
    ) -> Step<()> {
        let Type::Int(int) = range.0.ty else {
            panic!("only integers are counted");
        };
        let Value::Int(mut at) = self.evaluate(range.0)? else {
            panic!("a range has integers");
        };
        let Value::Int(to) = self.evaluate(range.1)? else {
            panic!("a range has integers");
        };
        loop {
            let ordering = super::super::value::compare_integers(int, at, to);
            if ordering.is_gt() || ordering.is_eq() && !inclusive {
                return Ok(());
            }
            let slot = self.base + variable;
            self.slots[slot] = Value::Int(at);
            if self.turn(label, body)? || ordering.is_eq() {
                return Ok(());
            }
            at = at.wrapping_add(1) & arithmetic::mask(int);
        }
    }

    /// Right side, then the place, then the operation. A guarded one is written as an assignment that names the place
    /// twice, and evaluated as such.
    fn update(&mut self, place: &Place, operator: Operator, value: &Expr, id: u32, guard: &Cell<bool>) -> Step<()> {
        let ty = place_type(self, place);
        let early = if guard.get() {
            let address = self.place(place)?;
            Some(self.load(&address))
        } else {
            None
        };
        let right = match operator {
            Operator::ShiftLeft | Operator::ShiftRight => Value::Int(self.integer(value)?),
            _ => self.evaluate(value)?,
        };
        let result = match early {
            Some(left) => {
                let result = self.combine(id, &ty, operator, (left, right), guard)?;
                let address = self.place(place)?;
                self.store(&address, result);
                return Ok(());
            }
            None => {
                let address = self.place(place)?;
                let left = self.load(&address);
                let result = self.combine(id, &ty, operator, (left, right), guard)?;
                (address, result)
            }
        };
        self.store(&result.0, result.1);
        Ok(())
    }

    fn combine(
        &mut self,
        id: u32,
        ty: &Type,
        operator: Operator,
        operands: (Value, Value),
        guard: &Cell<bool>,
    ) -> Step<Value> {
        match operands {
            (Value::Text(left), Value::Text(right)) => self.made_text(format!("{left}{right}")),
            operands => self.operate(id, ty, operator, operands, guard),
        }
    }

    fn print(&mut self, value: &Expr, line: bool) -> Step<()> {
        let shown = self.evaluate(value)?;
        let shown = match shown {
            Value::Borrow(address) => self.load(&address),
            other => other,
        };
        self.stdout.push_str(&shown_text(&value.ty, &shown));
        if line {
            self.stdout.push('\n');
        }
        Ok(())
    }

    fn panic(&mut self, message: &Expr, id: u32, guard: &Cell<bool>) -> Step<()> {
        if guard.get() {
            return self.print(message, true);
        }
        let Value::Text(text) = self.evaluate(message)? else {
            panic!("a panic has a text");
        };
        Err(self.fail(id, text.to_string(), guard))
    }

    fn sort(&mut self, place: &Place, descending: bool) -> Step<()> {
        let element = match place_type(self, place) {
            Type::Array(element, _) => *element,
            other => panic!("{other:?} is sorted"),
        };
        let address = self.place(place)?;
        let Value::Parts(mut parts) = self.load(&address) else {
            panic!("an array has parts");
        };
        parts.sort_by(|left, right| order(&element, left, right));
        if descending {
            parts.reverse();
        }
        self.store(&address, Value::Parts(parts));
        Ok(())
    }

    fn printf(&mut self, values: &[Expr]) -> Step<()> {
        let mut shown = Vec::new();
        for value in values {
            let evaluated = self.evaluate(value)?;
            let ty = if matches!(value.kind, ExprKind::CText(_)) { &Type::Text } else { &value.ty };
            shown.push(match evaluated {
                Value::F64(number) => format!("{number:.3}"),
                other => shown_text(ty, &other),
            });
        }
        self.stdout.push_str(&shown.join(" "));
        self.stdout.push('\n');
        Ok(())
    }
}

/// The type of what stands at a place.
fn place_type(machine: &Machine, place: &Place) -> Type {
    let mut ty = place.root_type.target().clone();
    for step in &place.steps {
        ty = match step {
            super::super::ast::Step::Field(field) => super::places::field_type(machine.tree, &ty, *field),
            super::super::ast::Step::Index(..) => match ty {
                Type::Array(element, _) => *element,
                other => panic!("{other:?} is indexed"),
            },
        };
    }
    ty
}
