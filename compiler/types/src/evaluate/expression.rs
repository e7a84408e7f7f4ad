//! One expression is evaluated. Must not hold arithmetic, places or calls, which have files.

use std::sync::Arc;

use hir::{Expression, ExpressionId, ItemId, List, LogicalOperator, Pattern, PatternId, Statement};

use super::value::Value;
use super::{DEEPEST, Evaluated, Failure, Interpreter, Stop};
use crate::inference::{Adjustment, Assign, Detail, ItemUse, Literal};
use crate::outcome::Outcome;
use crate::problems;
use crate::ty::{Arguments, Ty};

impl Interpreter<'_> {
    /// The value of an expression after its adjustment.
    pub(super) fn value(&mut self, expression: ExpressionId) -> Evaluated {
        self.spend(expression, 1)?;
        if self.depth >= DEEPEST {
            return Err(self.fail(expression, problems::endless_constant));
        }
        self.depth += 1;
        let value = self.adjusted(expression);
        self.depth -= 1;
        value
    }

    /// A function's name as a value.
    fn function_value(&mut self, expression: ExpressionId, (function, types): (ItemId, Arguments)) -> Evaluated {
        if self.frame().table.expression_type(expression).as_closure().is_some() {
            return Err(self.forbid(expression, "a closure"));
        }
        if !types.is_empty() {
            return Err(self.forbid(expression, "the address of a function with type arguments"));
        }
        Ok(Value::Function(function))
    }

    fn adjusted(&mut self, expression: ExpressionId) -> Evaluated {
        match self.frame().table.adjustment(expression) {
            Adjustment::None | Adjustment::Diverge | Adjustment::Reborrow | Adjustment::ReborrowMutable => {
                self.raw(expression)
            }
            Adjustment::Read => {
                let borrow = self.raw(expression)?;
                self.followed(borrow, expression)
            }
            Adjustment::Borrow | Adjustment::PairPointer | Adjustment::BorrowMutable => {
                Ok(Value::Borrow(self.place(expression)?))
            }
            Adjustment::Slice | Adjustment::SliceMutable => {
                let (mut place, first, count) = self.elements(expression)?;
                place.window = Some((first, count));
                Ok(Value::Borrow(place))
            }
            Adjustment::Object
            | Adjustment::ObjectBorrow
            | Adjustment::ObjectReborrow
            | Adjustment::ObjectReborrowMutable => Err(self.forbid(expression, "a `dyn`")),
            Adjustment::Collect => Err(self.forbid(expression, "an `Array`")),
            Adjustment::Address => Err(self.forbid(expression, "an address")),
            Adjustment::Content => {
                let place = self.content(expression)?;
                match self.frame().with.apply(self.frame().table.becomes(expression)).as_borrow() {
                    Some(_) => Ok(Value::Borrow(place)),
                    None => self.read(&place, expression),
                }
            }
        }
    }

    /// The value of an expression by itself.
    pub(super) fn raw(&mut self, expression: ExpressionId) -> Evaluated {
        let (body, table) = (self.frame().body, self.frame().table);
        match body[expression] {
            Expression::Bool(value) => Ok(Value::Bool(value)),
            Expression::Integer(_) | Expression::Float(_) => self.literal(expression),
            Expression::String(text) => Ok(Value::String(Arc::from(&*body[text]))),
            Expression::CString(text) => Ok(Value::CString(Arc::from(body[text].as_bytes()))),
            Expression::Interpolation(parts) => self.interpolation(parts),
            Expression::Field { .. } | Expression::Instantiate { .. }
                if let Some(ItemUse::Function(function, arguments)) = table.item_use(expression) =>
            {
                self.function_value(expression, (function, arguments))
            }
            Expression::Local(_)
            | Expression::Field { .. }
            | Expression::TupleField { .. }
            | Expression::Index { .. } => {
                let place = self.place(expression)?;
                self.read(&place, expression)
            }
            Expression::Item(_) => match table.item_use(expression) {
                Some(ItemUse::Constant(_)) => {
                    let place = self.place(expression)?;
                    self.read(&place, expression)
                }
                Some(ItemUse::Function(function, arguments)) => self.function_value(expression, (function, arguments)),
                Some(ItemUse::Global(item)) => Err(self.global(expression, item)),
                None => Err(self.silent()),
            },
            Expression::Call { .. } | Expression::MethodCall { .. } | Expression::Range { .. } => self.call(expression),
            Expression::Unary { operator, operand } => self.unary(expression, operator, operand),
            Expression::Binary { operator, left, right } => self.binary(expression, operator, left, right),
            Expression::Logical { operator, left, right } => self.logical(operator, left, right),
            Expression::Assign { place, operator, value } => {
                let value = self.value(value)?;
                let target = self.assigned_place(expression, place)?;
                let value = match operator {
                    Some(_) if let Some(call) = table.call_of(expression) => {
                        self.callee_of_values(expression, call.callee, vec![Value::Borrow(target.clone()), value])?
                    }
                    Some(operator) => {
                        let old = self.read(&target, place)?;
                        let ty = self.used_type(place);
                        self.operate(expression, operator, ty, old, value)?
                    }
                    None => value,
                };
                self.write(&target, value, expression)?;
                Ok(Value::Unit)
            }
            Expression::Cast { value, .. } => self.cast(expression, value),
            Expression::Borrow { place, .. } if table.detail(expression) == Detail::Reborrow => self.value(place),
            Expression::Borrow { place, .. } => Ok(Value::Borrow(self.place(place)?)),
            Expression::Move(value) => self.value(value),
            Expression::Block { statements, tail } => self.block(statements, tail, table.expression_type(expression)),
            // What is unsafe in it tells more than the word.
            Expression::Unsafe(inner) => match self.value(inner) {
                Err(Stop::Failure(failure)) if matches!(*failure, Failure::Problem(_)) => Err(Stop::Failure(failure)),
                Ok(_) | Err(_) => Err(self.forbid(expression, "`unsafe`")),
            },
            Expression::If { condition, then, otherwise } => {
                if self.condition(condition)? {
                    self.value(then)
                } else {
                    otherwise.map_or(Ok(Value::Unit), |otherwise| self.value(otherwise))
                }
            }
            Expression::While { condition, body } => {
                while self.condition(condition)? {
                    if self.turn(expression, body)? {
                        break;
                    }
                }
                Ok(Value::Unit)
            }
            Expression::Loop(body) => {
                while !self.turn(expression, body)? {}
                Ok(Value::Unit)
            }
            Expression::For { pattern, iterable, body } => self.for_loop(expression, pattern, iterable, body),
            Expression::Tuple(elements) | Expression::Array(elements) => {
                let values: Evaluated<Vec<Value>> =
                    body.expression_list(elements).iter().map(|&element| self.value(element)).collect();
                let values = values?;
                Ok(if values.is_empty() && table.expression_type(expression) == Ty::UNIT {
                    Value::Unit
                } else {
                    Value::Aggregate(values)
                })
            }
            Expression::Match { scrutinee, arms } => self.match_arms(scrutinee, arms),
            Expression::LetCondition { pattern, value } => {
                let place = self.matched(value)?;
                Ok(Value::Bool(self.fits(pattern, &place, value)?))
            }
            Expression::Repeat { value, .. } => self.repeat(expression, value),
            Expression::Break(target) => Err(Stop::Break(target)),
            Expression::Continue(target) => Err(Stop::Continue(target)),
            Expression::Return(value) => {
                let value = value.map_or(Ok(Value::Unit), |value| self.value(value))?;
                Err(Stop::Return(value))
            }
            Expression::Try(tried) => self.try_value(expression, tried),
            Expression::Throw(value) => {
                let value = self.value(value)?;
                Err(Stop::Return(Value::Case(Outcome::Result.failure(), vec![value])))
            }
            Expression::Case { .. } => self.call(expression),
            Expression::Missing
            | Expression::BuiltinFunction(_)
            | Expression::BuiltinType(_)
            | Expression::GenericParameter { .. }
            | Expression::SelfType
            | Expression::Instantiate { .. } => Err(self.silent()),
            Expression::Closure(_) => Err(self.forbid(expression, "a closure")),
        }
    }

    fn literal(&self, expression: ExpressionId) -> Evaluated {
        let frame = self.frame();
        match frame.table.literal(frame.body, expression) {
            Some(Literal::Int(value)) => Ok(Value::Int(value)),
            Some(Literal::Float(value)) if frame.table.expression_type(expression) == Ty::F32 => {
                Ok(Value::F32(value as f32))
            }
            Some(Literal::Float(value)) => Ok(Value::F64(value)),
            None => Err(self.silent()),
        }
    }

    fn unary(&mut self, expression: ExpressionId, operator: hir::UnaryOperator, operand: ExpressionId) -> Evaluated {
        if self.frame().table.detail(expression) == Detail::Literal {
            return self.literal(expression);
        }
        if let Detail::Call(_) = self.frame().table.detail(expression) {
            return self.call(expression);
        }
        let ty = self.frame().table.expression_type(expression);
        let value = self.value(operand)?;
        self.operate_unary(expression, operator, ty, value)
    }

    fn binary(
        &mut self,
        expression: ExpressionId,
        operator: hir::BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
    ) -> Evaluated {
        if let Detail::Call(_) = self.frame().table.detail(expression) {
            return self.call(expression);
        }
        let ty = self.used_type(left);
        let left = self.value(left)?;
        let left = self.followed(left, expression)?;
        let right = self.value(right)?;
        let right = self.followed(right, expression)?;
        self.operate(expression, operator, ty, left, right)
    }

    fn logical(&mut self, operator: LogicalOperator, left: ExpressionId, right: ExpressionId) -> Evaluated {
        let decided = match operator {
            LogicalOperator::And => false,
            LogicalOperator::Or => true,
        };
        if self.condition(left)? == decided { Ok(Value::Bool(decided)) } else { self.value(right) }
    }

    pub(super) fn condition(&mut self, expression: ExpressionId) -> Evaluated<bool> {
        Ok(matches!(self.value(expression)?, Value::Bool(true)))
    }

    fn block(&mut self, statements: List, tail: Option<ExpressionId>, ty: Ty) -> Evaluated {
        let body = self.frame().body;
        for statement in body.statements(statements) {
            match body[statement] {
                Statement::Expression(expression) => {
                    self.value(expression)?;
                }
                Statement::Let { pattern, initialiser: Some(initialiser), otherwise, .. } => {
                    let value = self.value(initialiser)?;
                    if !self.bind(pattern, value, initialiser)?
                        && let Some(otherwise) = otherwise
                    {
                        self.value(otherwise)?;
                    }
                }
                Statement::Let { initialiser: None, .. } => {}
            }
        }
        let Some(tail) = tail else { return Ok(Value::Unit) };
        let value = self.value(tail)?;
        Ok(if ty == Ty::UNIT { Value::Unit } else { value })
    }

    /// The names of a pattern get what they stand for; whether it fits.
    pub(super) fn bind(&mut self, pattern: PatternId, value: Value, at: ExpressionId) -> Evaluated<bool> {
        match self.frame().body[pattern] {
            Pattern::Binding(local) => self.frame_mut().slots[local.index()] = Some(value),
            Pattern::Wildcard => {}
            _ => {
                let place = self.temporary(value);
                return self.fits(pattern, &place, at);
            }
        }
        Ok(true)
    }

    /// One turn of a loop; whether the loop is left.
    pub(super) fn turn(&mut self, target: ExpressionId, body: ExpressionId) -> Evaluated<bool> {
        match self.value(body) {
            Ok(_) => Ok(false),
            Err(Stop::Continue(to)) if to == target => Ok(false),
            Err(Stop::Break(from)) if from == target => Ok(true),
            Err(stop @ (Stop::Continue(_) | Stop::Break(_) | Stop::Return(_) | Stop::Failure(_))) => Err(stop),
        }
    }

    /// The value of an `Option` or `Result`; else the function returns the failure, converted.
    fn try_value(&mut self, expression: ExpressionId, tried: ExpressionId) -> Evaluated {
        let table = self.frame().table;
        let ty = self.used_type(tried);
        let (Some((outcome, _)), Value::Case(case, mut carried)) = (Outcome::of(self.db, ty), self.value(tried)?)
        else {
            return Err(self.silent());
        };
        if case == outcome.success() {
            return carried.pop().ok_or_else(|| self.silent());
        }
        if let Some(call) = table.call_of(expression) {
            carried = vec![self.callee_of_values(expression, call.callee, carried)?];
        }
        Err(Stop::Return(Value::Case(case, carried)))
    }

    fn repeat(&mut self, expression: ExpressionId, value: ExpressionId) -> Evaluated {
        let crate::ty::TypeKind::Array(_, length) = self.frame().table.expression_type(expression).kind() else {
            return Err(self.silent());
        };
        let value = self.value(value)?;
        let scalars = length.saturating_mul(value.scalars());
        self.spend_scalars(expression, scalars.max(length))?;
        Ok(Value::Aggregate(vec![value; length as usize]))
    }

    /// The place that an assignment writes: through a borrow unless it is pointed elsewhere.
    fn assigned_place(&mut self, assignment: ExpressionId, place: ExpressionId) -> Evaluated<super::value::Place> {
        let through = self.frame().table.detail(assignment) == Detail::Assign(Assign::Through);
        if !through {
            return self.place(place);
        }
        self.raw(place)?.into_borrow().ok_or_else(|| self.silent())
    }
}
