//! Expressions of a wanted type.

use std::cell::Cell;

use super::super::ast::{
    CFunction, Callee, Comparison, Expr, ExprKind, IntType, Operator, Part, Place, Root, StructKind, Type,
};
use super::Generator;
use super::scope::{Access, Lent, Loan};

impl Generator {
    /// An expression of a type; `clear` if the type is expected where it stands.
    pub(super) fn expr(&mut self, ty: &Type, depth: u32, clear: bool) -> Expr {
        for _attempt in 0..3 {
            if let Some(expr) = self.attempt(ty, depth, clear) {
                return expr;
            }
        }
        self.simple(ty, clear)
    }

    fn attempt(&mut self, ty: &Type, depth: u32, clear: bool) -> Option<Expr> {
        let owner = self.tree.is_owner(ty);
        let access = if owner { Access::Move } else { Access::Read };
        let choice = self.below(100);
        if depth == 0 {
            return match choice {
                0..=69 => self.used_place(ty, access, clear),
                _ => Some(self.simple(ty, clear)),
            };
        }
        match choice {
            0..=27 => self.used_place(ty, access, clear),
            28..=41 => self.call_giving(ty, depth, clear),
            42..=46 => self.if_value(ty, depth, clear),
            59..=63 if self.scope.flat == 0 => self.match_value(ty, depth, clear),
            64 | 65 if self.scope.flat == 0 => self.if_let_value(ty, depth, clear),
            47..=50 if self.scope.flat == 0 => {
                let block = self.value_block(ty, depth, clear);
                Some(self.make(ty.clone(), ExprKind::Block(block)))
            }
            51..=53 if !owner => self.constant(ty),
            54..=55 => self.replaced(ty, depth),
            56..=58 => self.part_of_temporary(ty, depth),
            _ => self.operation(ty, depth, clear),
        }
    }

    /// A use of a place. A borrow as a whole stays one where no type is expected, so it is not used there.
    fn used_place(&mut self, ty: &Type, access: Access, clear: bool) -> Option<Expr> {
        let candidate = self.candidate(ty, access)?;
        let borrow = self.scope.variables[candidate.variable].ty.is_borrow();
        if borrow && candidate.steps.is_empty() && !clear {
            return None;
        }
        Some(self.use_of(&candidate))
    }

    /// Operands that are compared or joined by content are lent until that happens.
    pub(super) fn lend_operand(&mut self, operand: &Expr) {
        let ExprKind::Use(place, _) = &operand.kind else {
            return;
        };
        if let Root::Variable(variable) = place.root {
            let path = place
                .steps
                .iter()
                .map_while(|step| match step {
                    super::super::ast::Step::Field(field) => Some(*field),
                    super::super::ast::Step::Index(..) => None,
                })
                .collect();
            self.scope.loans.push(Loan { holder: None, variable, path, lent: Lent::Shared });
        }
    }

    fn constant(&mut self, ty: &Type) -> Option<Expr> {
        let fitting: Vec<usize> = (0..self.tree.constants.len())
            .filter(|index| {
                let constant = &self.tree.constants[*index];
                constant.ty == *ty && !(constant.mutable && self.scope.pure)
            })
            .collect();
        let index = self.choose(&fitting)?;
        let place = Place { root_type: ty.clone(), root: Root::Constant(index), steps: Vec::new(), id: self.id() };
        Some(self.make(ty.clone(), ExprKind::Use(place, false)))
    }

    /// `replace(mut place, value)`.
    fn replaced(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let candidate = self.candidate(ty, Access::Mut)?;
        if candidate.pointed.is_some() || matches!(ty, Type::Pointer(_) | Type::Function(..)) {
            return None;
        }
        let mark = self.scope.loans.len();
        let place = self.place(&candidate);
        self.lend(&candidate, super::scope::Lent::Exclusive, None);
        let value = self.expr(ty, depth - 1, true);
        self.scope.end_loans(mark);
        Some(self.make(ty.clone(), ExprKind::Replace(place, Box::new(value))))
    }

    /// A field of a struct that a call or constructor gives.
    fn part_of_temporary(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let owner = self.tree.is_owner(ty);
        let mut fitting = Vec::new();
        for (index, structure) in self.tree.structs.iter().enumerate() {
            for (field, (_, found)) in structure.fields.iter().enumerate() {
                if found == ty && !structure.packed && (!owner || structure.kind != StructKind::Copy) {
                    fitting.push((index, field));
                }
            }
        }
        let (index, field) = self.choose(&fitting)?;
        let whole = Type::Struct(index);
        let value = self.call_giving(&whole, depth, true).or_else(|| {
            let depth = depth.saturating_sub(1);
            self.operation(&whole, depth, true)
        })?;
        let mut place = self.temporary(value);
        place.steps.push(super::super::ast::Step::Field(field));
        Some(self.make(ty.clone(), ExprKind::Use(place, false)))
    }

    fn if_value(&mut self, ty: &Type, depth: u32, clear: bool) -> Option<Expr> {
        let condition = self.expr(&Type::Bool, depth - 1, true);
        let before = self.scope.state();
        let then = self.value_block(ty, depth, clear);
        let after_then = self.scope.state();
        self.scope.restore(&before);
        let other = self.value_block(ty, depth, clear);
        self.scope.merge(&after_then);
        Some(self.make(ty.clone(), ExprKind::If(Box::new(condition), then, other)))
    }

    fn operation(&mut self, ty: &Type, depth: u32, clear: bool) -> Option<Expr> {
        let depth = depth.saturating_sub(1);
        let kind = match ty {
            Type::Int(int) => return self.integer_operation(*int, depth, clear),
            Type::F32 | Type::F64 => return Some(self.float_operation(ty, depth, clear)),
            Type::Bool => return Some(self.truth(depth)),
            Type::Text => return Some(self.text(depth)),
            Type::Struct(index) => {
                let types: Vec<Type> = self.tree.structs[*index].fields.iter().map(|field| field.1.clone()).collect();
                let (fields, order) = self.ordered(&types, depth);
                ExprKind::Struct(*index, fields, order)
            }
            Type::Union(index) => {
                let field = self.below(self.tree.unions[*index].fields.len());
                let field_type = self.tree.unions[*index].fields[field].1.clone();
                // The bits of a computed number that is none are not the same everywhere.
                let value = match &field_type {
                    Type::Int(_) => self.expr(&field_type, depth, true),
                    _ => self.simple(&field_type, true),
                };
                ExprKind::Union(*index, field, Box::new(value))
            }
            Type::Tuple(parts) => ExprKind::Tuple(parts.iter().map(|part| self.expr(part, depth, clear)).collect()),
            Type::Array(element, count) => {
                let copied = !self.tree.is_owner(element);
                if *count > 1 && copied && self.chance(30) {
                    ExprKind::Repeat(Box::new(self.expr(element, depth, clear)), *count)
                } else {
                    ExprKind::Array((0..*count).map(|_part| self.expr(element, depth, clear)).collect())
                }
            }
            Type::Unit | Type::Pointer(_) | Type::Function(..) | Type::Ref(_) | Type::Mut(_) => return None,
        };
        Some(self.make(ty.clone(), kind))
    }

    /// Values of these types, named or not, generated in the order in which they are evaluated.
    pub(super) fn ordered(&mut self, types: &[Type], depth: u32) -> (Vec<Expr>, Option<Vec<usize>>) {
        let mut order: Vec<usize> = (0..types.len()).collect();
        let named = types.len() > 1 && self.chance(30);
        if named {
            self.rng.shuffle(&mut order);
        }
        let mut values: Vec<Option<Expr>> = types.iter().map(|_ty| None).collect();
        for index in &order {
            values[*index] = Some(self.expr(&types[*index], depth, true));
        }
        (values.into_iter().flatten().collect(), named.then_some(order))
    }

    fn integer_operation(&mut self, int: IntType, depth: u32, clear: bool) -> Option<Expr> {
        let ty = Type::Int(int);
        let kind = match self.below(20) {
            0..=9 => return Some(self.arithmetic(&ty, depth, clear)),
            10 | 11 => {
                let operator = if self.rng.bool() { Operator::ShiftLeft } else { Operator::ShiftRight };
                let left = self.expr(&ty, depth, clear);
                let amount_type = Type::Int(self.integer_type());
                let right = if self.chance(60) {
                    let amount = u128::from(self.rng.u32(0..int.bits));
                    let kind = ExprKind::Int(amount, super::super::ast::Radix::Decimal, false);
                    self.make(amount_type, kind)
                } else {
                    self.expr(&amount_type, depth, false)
                };
                ExprKind::Binary(operator, Box::new(left), Box::new(right), Cell::new(false))
            }
            12 if int.signed => ExprKind::Negate(Box::new(self.expr(&ty, depth, clear)), Cell::new(false)),
            13 => ExprKind::Not(Box::new(self.expr(&ty, depth, clear))),
            14 if int == IntType::I64 => {
                let text = self.expr(&Type::Text, depth, false);
                ExprKind::Length(Box::new(text))
            }
            14 if int == IntType::U64 && !self.scope.pure => {
                let argument = self.c_text();
                ExprKind::Call(Callee::C(CFunction::StrLen), vec![argument], None)
            }
            15 if int == IntType::I64 => self.layout_query(),
            _ => {
                let from = self.scalar();
                ExprKind::Cast(Box::new(self.expr(&from, depth, false)))
            }
        };
        if matches!(kind, ExprKind::Length(_)) && self.scope.pure {
            return None;
        }
        Some(self.make(ty, kind))
    }

    fn c_text(&mut self) -> Expr {
        let byte = IntType { bits: 8, signed: false };
        let ty = Type::Pointer(Box::new(Type::Int(byte)));
        if self.rng.bool() {
            return self.make(ty, ExprKind::CText("c text".to_string()));
        }
        let text = self.simple(&Type::Text, true);
        self.make(ty, ExprKind::CString(Box::new(text)))
    }

    fn layout_query(&mut self) -> ExprKind {
        let ty = self.value_type(2, false);
        match (&ty, self.below(3)) {
            (_, 0) => ExprKind::AlignOf(ty),
            (Type::Struct(index), 1) if !self.tree.structs[*index].fields.is_empty() => {
                ExprKind::OffsetOf(*index, self.rng.usize(0..self.tree.structs[*index].fields.len()))
            }
            (_, _) => ExprKind::SizeOf(ty),
        }
    }

    fn arithmetic(&mut self, ty: &Type, depth: u32, clear: bool) -> Expr {
        let operator = [
            Operator::Add,
            Operator::Add,
            Operator::Subtract,
            Operator::Subtract,
            Operator::Multiply,
            Operator::Multiply,
            Operator::Divide,
            Operator::Remainder,
            Operator::AddWrapping,
            Operator::SubtractWrapping,
            Operator::MultiplyWrapping,
            Operator::And,
            Operator::Or,
            Operator::Xor,
        ][self.below(14)];
        let left = self.expr(ty, depth, clear);
        let right = self.expr(ty, depth, clear || !is_literal(&left));
        self.make(ty.clone(), ExprKind::Binary(operator, Box::new(left), Box::new(right), Cell::new(false)))
    }

    fn float_operation(&mut self, ty: &Type, depth: u32, clear: bool) -> Expr {
        let kind = match self.below(10) {
            0 => ExprKind::Negate(Box::new(self.expr(ty, depth, clear)), Cell::new(false)),
            1 | 2 => {
                let from = loop {
                    let from = self.scalar();
                    if from != Type::Bool {
                        break from;
                    }
                };
                ExprKind::Cast(Box::new(self.expr(&from, depth, false)))
            }
            3 if *ty == Type::F64 && !self.scope.pure => {
                let argument = self.expr(ty, depth, true);
                ExprKind::Call(Callee::C(CFunction::SquareRoot), vec![argument], None)
            }
            _ => {
                let operator =
                    [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Remainder]
                        [self.below(5)];
                let left = self.expr(ty, depth, clear);
                let right = self.expr(ty, depth, clear || !is_literal(&left));
                ExprKind::Binary(operator, Box::new(left), Box::new(right), Cell::new(false))
            }
        };
        self.make(ty.clone(), kind)
    }

    fn truth(&mut self, depth: u32) -> Expr {
        let kind = match self.below(10) {
            // Nothing is expected here, so a borrow would stay one.
            0 => ExprKind::Not(Box::new(self.expr(&Type::Bool, depth, false))),
            1 | 2 => {
                let left = self.expr(&Type::Bool, depth, true);
                let before = self.scope.state();
                let right = self.expr(&Type::Bool, depth, true);
                self.scope.merge(&before);
                if self.rng.bool() {
                    ExprKind::Both(Box::new(left), Box::new(right))
                } else {
                    ExprKind::Either(Box::new(left), Box::new(right))
                }
            }
            3 => {
                let text = self.expr(&Type::Text, depth, false);
                if self.scope.pure {
                    return self.literal(&Type::Bool, true);
                }
                ExprKind::IsEmpty(Box::new(text))
            }
            _ => {
                let ty = self.compared_type();
                let comparison = [
                    Comparison::Equal,
                    Comparison::NotEqual,
                    Comparison::Less,
                    Comparison::LessEqual,
                    Comparison::Greater,
                    Comparison::GreaterEqual,
                ][self.below(6)];
                let left = self.expr(&ty, depth, false);
                let mark = self.scope.loans.len();
                self.lend_operand(&left);
                let right = self.expr(&ty, depth, !is_literal(&left));
                self.scope.end_loans(mark);
                ExprKind::Compare(comparison, Box::new(left), Box::new(right))
            }
        };
        self.make(Type::Bool, kind)
    }

    fn compared_type(&mut self) -> Type {
        match self.below(10) {
            0 | 1 => Type::Text,
            2 | 3 => {
                let found = self.scope.candidates(&self.tree, Access::Read, &|ty| {
                    matches!(ty, Type::Tuple(_) | Type::Array(..)) && Self::is_compared(ty)
                });
                match self.choose(&found) {
                    Some(candidate) => candidate.ty,
                    None => Type::Tuple(vec![self.scalar(), self.scalar()]),
                }
            }
            _ => self.scalar(),
        }
    }

    fn text(&mut self, depth: u32) -> Expr {
        match self.below(10) {
            0..=3 => {
                let left = self.expr(&Type::Text, depth, false);
                let mark = self.scope.loans.len();
                self.lend_operand(&left);
                let right = self.expr(&Type::Text, depth, false);
                self.scope.end_loans(mark);
                self.make(Type::Text, ExprKind::Join(Box::new(left), Box::new(right)))
            }
            4 if !self.scope.pure => {
                let text = self.c_text();
                self.make(Type::Text, ExprKind::FromC(Box::new(text)))
            }
            _ if self.scope.flat < 2 && !self.scope.pure => self.interpolation(depth),
            _ => self.simple(&Type::Text, true),
        }
    }

    /// A text with values in it; these stand on one line.
    pub(super) fn interpolation(&mut self, depth: u32) -> Expr {
        self.scope.flat += 1;
        let mut parts = Vec::new();
        // Strings are lent until all parts have been evaluated.
        let mark = self.scope.loans.len();
        for _part in 0..1 + self.below(3) {
            if self.chance(50) {
                parts.push(Part::Text([" ", "x=", "é", "\"", ", "][self.below(5)].to_string()));
            }
            let ty = if self.chance(20) { Type::Text } else { self.scalar() };
            let value = self.expr(&ty, depth.min(2), false);
            if ty == Type::Text {
                self.lend_operand(&value);
            }
            parts.push(Part::Value(value));
        }
        self.scope.end_loans(mark);
        self.scope.flat -= 1;
        self.make(Type::Text, ExprKind::Interpolate(parts))
    }
}

/// Whether an expression is literals only: these take their type from the other operand, which then has none expected.
fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(..) | ExprKind::Float(..) => true,
        ExprKind::Negate(value, _) | ExprKind::Not(value) => is_literal(value),
        ExprKind::Binary(_, left, right, _) => is_literal(left) && is_literal(right),
        ExprKind::If(_, then, other) => {
            [then, other].iter().all(|block| block.value.as_ref().is_some_and(|value| is_literal(value)))
        }
        ExprKind::Match(_, arms) => {
            arms.iter().all(|arm| arm.body.value.as_ref().is_some_and(|value| is_literal(value)))
        }
        ExprKind::Block(block) => block.value.as_ref().is_some_and(|value| is_literal(value)),
        ExprKind::Tuple(parts) | ExprKind::Array(parts) => parts.iter().any(is_literal),
        _ => false,
    }
}
