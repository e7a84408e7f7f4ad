//! Lowering of expressions without control flow. Each form has a function of its own: trees are up to
//! [`syntax::MAX_DEPTH`] deep, and one large function would have a large frame.

use syntax::NodeId;
use syntax::TokenKind;
use syntax::view::{self, Expression as Syntax};

use super::BodyLowering;
use crate::arena::List;
use crate::bodies::*;
use crate::expression::*;
use crate::lower_types::{lower_list, lower_optional};
use crate::problems::{module_as_value, self_outside_method, wrong_index};
use crate::{ItemKind, Name};

impl<'db> BodyLowering<'db> {
    pub(super) fn optional(&mut self, expression: Option<Syntax<'_>>, node: NodeId) -> ExpressionId {
        match expression {
            Some(expression) => self.expression(expression),
            None => self.push(Expression::Missing, node),
        }
    }

    pub(super) fn expression(&mut self, expression: Syntax<'_>) -> ExpressionId {
        match expression {
            Syntax::Literal(literal) => self.literal(literal),
            Syntax::InterpolatedString(string) => self.interpolation(string),
            Syntax::Name(name) => self.name(name),
            Syntax::SelfValue(view) => self.self_value(view.node()),
            Syntax::SelfField(field) => self.self_field(field),
            Syntax::Paren(paren) => self.optional(paren.inner(), paren.node()),
            Syntax::Tuple(tuple) => self.tuple(tuple),
            Syntax::Array(array) => self.array(array),
            Syntax::Repeat(repeat) => self.repeat(repeat),
            Syntax::FieldAccess(access) => self.field_access(access),
            Syntax::Index(index) => self.index(index),
            Syntax::Call(call) => self.call(call),
            Syntax::Unary(unary) => self.unary(unary),
            Syntax::Cast(cast) => self.cast(cast),
            Syntax::Binary(binary) => self.binary(binary),
            Syntax::Range(range) => self.range(range),
            Syntax::If(view) => self.if_expression(view),
            Syntax::Match(view) => self.match_expression(view),
            Syntax::Block(block) => self.block(block),
            Syntax::Unsafe(view) => self.unsafe_block(view),
            Syntax::Loop(view) => self.loop_expression(view),
            Syntax::While(view) => self.while_expression(view),
            Syntax::For(view) => self.for_expression(view),
            Syntax::Closure(closure) => self.closure(closure),
            Syntax::Return(view) => {
                let value = view.value().map(|value| self.expression(value));
                self.push(Expression::Return(value), view.node())
            }
            Syntax::Throw(view) => {
                let value = self.optional(view.value(), view.node());
                self.push(Expression::Throw(value), view.node())
            }
            Syntax::Break(view) => self.jump(view.label(), view.node(), Expression::Break, "break"),
            Syntax::Continue(view) => self.jump(view.label(), view.node(), Expression::Continue, "continue"),
            Syntax::LetCondition(view) => self.let_condition(view),
            Syntax::Type(written) => {
                let problem = module_as_value::of_type(self.span(written.node()));
                self.diagnostics.push(problem);
                self.push(Expression::Missing, written.node())
            }
            Syntax::Error(broken) => self.push(Expression::Missing, broken.node()),
        }
    }

    pub(super) fn self_value(&mut self, node: NodeId) -> ExpressionId {
        let expression = match self.body.self_local {
            Some(local) => Expression::Local(local),
            None => {
                let problem = self_outside_method::at(self.span(node));
                self.diagnostics.push(problem);
                Expression::Missing
            }
        };
        self.push(expression, node)
    }

    fn self_field(&mut self, field: view::SelfField<'_>) -> ExpressionId {
        let receiver = self.self_value(field.node());
        match field.name() {
            Some(name) => self.push(
                Expression::Field {
                    receiver,
                    name: Name::new(name.text()),
                },
                field.node(),
            ),
            None => self.push(Expression::Missing, field.node()),
        }
    }

    fn expression_list<'tree>(&mut self, elements: impl Iterator<Item = Syntax<'tree>>) -> List {
        let ids: Vec<_> = elements.map(|element| self.expression(element)).collect();
        let start = self.body.expression_lists.len();
        self.body.expression_lists.extend(ids);
        List::rest_of(&self.body.expression_lists, start)
    }

    fn tuple(&mut self, tuple: view::Tuple<'_>) -> ExpressionId {
        let elements = self.expression_list(tuple.elements());
        self.push(Expression::Tuple(elements), tuple.node())
    }

    fn array(&mut self, array: view::Array<'_>) -> ExpressionId {
        let elements = self.expression_list(array.elements());
        self.push(Expression::Array(elements), array.node())
    }

    fn repeat(&mut self, repeat: view::Repeat<'_>) -> ExpressionId {
        let value = self.optional(repeat.element(), repeat.node());
        let count = self.optional(repeat.length(), repeat.node());
        self.push(Expression::Repeat { value, count }, repeat.node())
    }

    fn field_access(&mut self, access: view::FieldAccess<'_>) -> ExpressionId {
        let node = access.node();
        let (Some(base), Some(name)) = (access.base(), access.name()) else {
            self.optional(access.base(), node);
            return self.push(Expression::Missing, node);
        };
        if let Some(module) = self.module_named_by(base) {
            return self.module_member(module, name, node);
        }
        let receiver = self.expression(base);
        let expression = match name.kind() {
            TokenKind::Integer => match name.text().parse() {
                Ok(index) => Expression::TupleField { receiver, index },
                Err(_) => Expression::TupleField {
                    receiver,
                    index: u32::MAX,
                },
            },
            kind if kind.is_word_like() => Expression::Field {
                receiver,
                name: Name::new(name.text()),
            },
            _ => Expression::Missing,
        };
        self.push(expression, node)
    }

    fn index(&mut self, index: view::Index<'_>) -> ExpressionId {
        let base = self.optional(index.base(), index.node());
        self.index_of(base, index)
    }

    /// `base[…]`: type arguments if `base` names something that takes them, else an index.
    fn index_of(&mut self, base: ExpressionId, index: view::Index<'_>) -> ExpressionId {
        if self.takes_type_arguments(base) {
            let arguments = lower_list(self, index.type_arguments());
            return self.push(Expression::Instantiate { base, arguments }, index.node());
        }
        let mut arguments = index.arguments();
        let place = self.optional(arguments.next(), index.node());
        for superfluous in arguments {
            let problem = wrong_index::at(self.span(superfluous.node()));
            self.diagnostics.push(problem);
            self.expression(superfluous);
        }
        self.push(Expression::Index { base, index: place }, index.node())
    }

    fn takes_type_arguments(&self, base: ExpressionId) -> bool {
        match self.body[base] {
            Expression::Item(item) => match item.kind(self.db) {
                ItemKind::Function
                | ItemKind::Type
                | ItemKind::Alias
                | ItemKind::ExternFunction
                | ItemKind::OpaqueType
                | ItemKind::Trait
                | ItemKind::Impl
                | ItemKind::Test => true,
                ItemKind::Constant | ItemKind::ExternGlobal => false,
            },
            Expression::Case { .. }
            | Expression::BuiltinFunction(_)
            | Expression::BuiltinType(_)
            | Expression::GenericParameter { .. }
            | Expression::SelfType => true,
            _ => false,
        }
    }

    fn call(&mut self, call: view::Call<'_>) -> ExpressionId {
        let node = call.node();
        let Some(method) = call.method() else {
            let callee = self.optional(call.callee(), node);
            let arguments = self.arguments(call);
            return self.push(Expression::Call { callee, arguments }, node);
        };
        if let Some(module) = self.module_named_by(method.receiver) {
            let inner = call.callee().map_or(node, |callee| callee.node());
            let mut callee = self.module_member(module, method.name, inner);
            if let Some(index) = method.index {
                callee = self.index_of(callee, index);
            }
            let arguments = self.arguments(call);
            return self.push(Expression::Call { callee, arguments }, node);
        }
        if !method.name.kind().is_word_like() {
            let callee = self.optional(call.callee(), node);
            let arguments = self.arguments(call);
            return self.push(Expression::Call { callee, arguments }, node);
        }
        let receiver = self.expression(method.receiver);
        let type_arguments = method.index.map(|index| lower_list(self, index.type_arguments()));
        let arguments = self.arguments(call);
        let name = Name::new(method.name.text());
        let id = self.push(
            Expression::MethodCall {
                receiver,
                name,
                arguments,
            },
            node,
        );
        if let Some(type_arguments) = type_arguments {
            self.body.method_type_arguments.push((id, type_arguments));
        }
        id
    }

    fn arguments(&mut self, call: view::Call<'_>) -> List {
        let first = self.scratch.len();
        for argument in call.arguments() {
            let value = self.expression(argument.value);
            let name = argument.label.map(|token| Name::new(token.text()));
            self.scratch.push(Argument { name, value });
        }
        let start = self.body.arguments.len();
        self.body.arguments.extend(self.scratch.drain(first..));
        List::rest_of(&self.body.arguments, start)
    }

    fn unary(&mut self, unary: view::Unary<'_>) -> ExpressionId {
        let operand = self.optional(unary.operand(), unary.node());
        let expression = match unary.operator() {
            view::UnaryOperator::Negate => Expression::Unary {
                operator: UnaryOperator::Negate,
                operand,
            },
            view::UnaryOperator::Not => Expression::Unary {
                operator: UnaryOperator::Not,
                operand,
            },
            view::UnaryOperator::Try => Expression::Try(operand),
            view::UnaryOperator::Ref => Expression::Borrow {
                mutable: false,
                place: operand,
            },
            view::UnaryOperator::Mut => Expression::Borrow {
                mutable: true,
                place: operand,
            },
            view::UnaryOperator::Move => Expression::Move(operand),
        };
        self.push(expression, unary.node())
    }

    fn cast(&mut self, cast: view::Cast<'_>) -> ExpressionId {
        let value = self.optional(cast.value(), cast.node());
        let target = lower_optional(self, cast.type_syntax(), cast.node());
        self.push(Expression::Cast { value, target }, cast.node())
    }

    fn binary(&mut self, binary: view::Binary<'_>) -> ExpressionId {
        let left = self.optional(binary.left(), binary.node());
        let right = self.optional(binary.right(), binary.node());
        let expression = match binary.operator() {
            None => Expression::Missing,
            Some(view::BinaryOperator::And) => Expression::Logical {
                operator: LogicalOperator::And,
                left,
                right,
            },
            Some(view::BinaryOperator::Or) => Expression::Logical {
                operator: LogicalOperator::Or,
                left,
                right,
            },
            Some(operator) => match binary_operator(operator) {
                Some(operator) => Expression::Binary { operator, left, right },
                None => Expression::Missing,
            },
        };
        self.push(expression, binary.node())
    }

    fn range(&mut self, range: view::Range<'_>) -> ExpressionId {
        let start = range.start().map(|start| self.expression(start));
        let end = range.end().map(|end| self.expression(end));
        self.push(
            Expression::Range {
                start,
                end,
                inclusive: range.is_inclusive(),
            },
            range.node(),
        )
    }
}

/// The operator; `None` for the two that do not always evaluate both sides.
pub(super) fn binary_operator(operator: view::BinaryOperator) -> Option<BinaryOperator> {
    Some(match operator {
        view::BinaryOperator::Add => BinaryOperator::Add,
        view::BinaryOperator::Subtract => BinaryOperator::Subtract,
        view::BinaryOperator::Multiply => BinaryOperator::Multiply,
        view::BinaryOperator::Divide => BinaryOperator::Divide,
        view::BinaryOperator::Remainder => BinaryOperator::Remainder,
        view::BinaryOperator::AddWrapping => BinaryOperator::AddWrapping,
        view::BinaryOperator::SubtractWrapping => BinaryOperator::SubtractWrapping,
        view::BinaryOperator::MultiplyWrapping => BinaryOperator::MultiplyWrapping,
        view::BinaryOperator::ShiftLeft => BinaryOperator::ShiftLeft,
        view::BinaryOperator::ShiftRight => BinaryOperator::ShiftRight,
        view::BinaryOperator::BitAnd => BinaryOperator::BitAnd,
        view::BinaryOperator::BitXor => BinaryOperator::BitXor,
        view::BinaryOperator::BitOr => BinaryOperator::BitOr,
        view::BinaryOperator::Equal => BinaryOperator::Equal,
        view::BinaryOperator::NotEqual => BinaryOperator::NotEqual,
        view::BinaryOperator::Less => BinaryOperator::Less,
        view::BinaryOperator::LessEqual => BinaryOperator::LessEqual,
        view::BinaryOperator::Greater => BinaryOperator::Greater,
        view::BinaryOperator::GreaterEqual => BinaryOperator::GreaterEqual,
        view::BinaryOperator::And | view::BinaryOperator::Or => return None,
    })
}
