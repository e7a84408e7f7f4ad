//! Lowering of expressions without control flow. Each form has a function of its own: trees are up to
//! [`syntax::MAX_DEPTH`] deep, and one large function would have a large frame.

use syntax::view::{self, Expression as Syntax, TypeSyntax};
use syntax::{NodeId, NodeKind, Parse, TokenKind};

use super::BodyLowering;
use crate::arena::List;
use crate::bodies::*;
use crate::expression::*;
use crate::lower_types::{lower_list, lower_optional};
use crate::problems::{module_as_value, self_outside_method, wrong_index};
use crate::{ItemClass, Name};

impl<'db> BodyLowering<'db> {
    pub(super) fn optional(&mut self, expression: Option<Syntax<'_>>, node: NodeId) -> ExpressionId {
        match expression {
            Some(expression) => self.expression(expression),
            None => self.push(Expression::Missing, node),
        }
    }

    pub(super) fn expression(&mut self, expression: Syntax<'_>) -> ExpressionId {
        self.node(expression.node())
    }

    /// An expression by its node. The frequent forms are read from the nodes themselves: views, which find each part
    /// anew, would double the cost of lowering.
    pub(super) fn node(&mut self, node: NodeId) -> ExpressionId {
        match self.parse.kind(node) {
            NodeKind::Name => self.name(node),
            NodeKind::Literal => self.literal(node),
            NodeKind::Binary => self.binary(node),
            NodeKind::Paren => self.inner(node),
            NodeKind::Call => self.call(node),
            NodeKind::FieldAccess => self.field_access(node),
            NodeKind::Cast => self.cast(node),
            NodeKind::Unary => self.unary(node),
            NodeKind::Index => self.index(node),
            NodeKind::Block => self.block(node),
            _ => match Syntax::cast(self.parse, node) {
                Some(expression) => self.rare(expression),
                None => self.push(Expression::Missing, node),
            },
        }
    }

    fn rare(&mut self, expression: Syntax<'_>) -> ExpressionId {
        match expression {
            Syntax::Literal(_)
            | Syntax::Name(_)
            | Syntax::Paren(_)
            | Syntax::FieldAccess(_)
            | Syntax::Index(_)
            | Syntax::Call(_)
            | Syntax::Unary(_)
            | Syntax::Cast(_)
            | Syntax::Binary(_)
            | Syntax::Block(_) => self.node(expression.node()),
            Syntax::InterpolatedString(string) => self.interpolation(string),
            Syntax::SelfValue(view) => self.self_value(view.node()),
            Syntax::SelfField(field) => self.self_field(field),
            Syntax::Tuple(tuple) => self.tuple(tuple),
            Syntax::Array(array) => self.array(array),
            Syntax::Repeat(repeat) => self.repeat(repeat),
            Syntax::Range(range) => self.range(range),
            Syntax::If(view) => self.if_expression(view),
            Syntax::Match(view) => self.match_expression(view),
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

    /// The first child of a node, `Missing` where a broken tree lacks it.
    fn inner(&mut self, node: NodeId) -> ExpressionId {
        match self.parse.first_child(node) {
            Some(inner) => self.node(inner),
            None => self.push(Expression::Missing, node),
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
            Some(name) => self.push(Expression::Field { receiver, name: Name::new(name.text()) }, field.node()),
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
        self.aggregate(Expression::Tuple(elements), tuple.node())
    }

    fn array(&mut self, array: view::Array<'_>) -> ExpressionId {
        let elements = self.expression_list(array.elements());
        self.aggregate(Expression::Array(elements), array.node())
    }

    fn repeat(&mut self, repeat: view::Repeat<'_>) -> ExpressionId {
        let value = self.optional(repeat.element(), repeat.node());
        let count = self.optional(repeat.length(), repeat.node());
        self.aggregate(Expression::Repeat { value, count }, repeat.node())
    }

    fn aggregate(&mut self, expression: Expression, node: NodeId) -> ExpressionId {
        let id = self.push(expression, node);
        self.body.aggregates.push(id);
        id
    }

    fn field_access(&mut self, node: NodeId) -> ExpressionId {
        let parse = self.parse;
        let name = view::FieldAccess::cast(parse, node).and_then(|access| access.name());
        let Some(base) = parse.first_child(node) else {
            return self.push(Expression::Missing, node);
        };
        let receiver = match (self.module_or_value(base), name) {
            (Ok(module), Some(name)) => return self.module_member(module, name, node),
            (Ok(_), None) => return self.push(Expression::Missing, node),
            (Err(receiver), _) => receiver,
        };
        // Half-typed code ends in a point: what stands before it keeps its type, which the editor asks for.
        let Some(name) = name else {
            let name = Name::new("");
            return self.push(Expression::Field { receiver, name }, node);
        };
        let expression = match name.kind() {
            TokenKind::Integer => match name.text().parse() {
                Ok(index) => Expression::TupleField { receiver, index },
                Err(_) => Expression::TupleField { receiver, index: u32::MAX },
            },
            kind if kind.is_word_like() => Expression::Field { receiver, name: self.names.name(name.text()) },
            _ => Expression::Missing,
        };
        self.push(expression, node)
    }

    fn index(&mut self, node: NodeId) -> ExpressionId {
        let base = self.inner(node);
        self.index_of(base, node)
    }

    /// `base[…]`: type arguments if `base` names something that takes them, else an index.
    fn index_of(&mut self, base: ExpressionId, node: NodeId) -> ExpressionId {
        let Some(index) = view::Index::cast(self.parse, node) else {
            return base;
        };
        if self.takes_type_arguments(base) {
            let arguments = lower_list(self, index.type_arguments());
            return self.push(Expression::Instantiate { base, arguments }, index.node());
        }
        let mut arguments = index.arguments();
        let mut place = self.optional(arguments.next(), index.node());
        for superfluous in arguments {
            // Which index is meant nobody knows, nor whether one is.
            place = self.push(Expression::Missing, index.node());
            let problem = wrong_index::at(self.span(superfluous.node()));
            self.diagnostics.push(problem);
            self.expression(superfluous);
        }
        self.push(Expression::Index { base, index: place }, index.node())
    }

    fn takes_type_arguments(&self, base: ExpressionId) -> bool {
        match self.body[base] {
            Expression::Item(item) => item.kind(self.db).class() != ItemClass::Value,
            Expression::Case { .. }
            | Expression::BuiltinFunction(_)
            | Expression::BuiltinType(_)
            | Expression::GenericParameter { .. }
            | Expression::SelfType => true,
            _ => false,
        }
    }

    fn call(&mut self, node: NodeId) -> ExpressionId {
        let parse = self.parse;
        let Some(callee) = parse.first_child(node) else {
            return self.push(Expression::Missing, node);
        };
        let access = match parse.kind(callee) {
            NodeKind::FieldAccess => Some(callee),
            NodeKind::Index => parse.first_child(callee).filter(|base| parse.kind(*base) == NodeKind::FieldAccess),
            _ => None,
        };
        match access.and_then(|access| view::FieldAccess::cast(parse, access)) {
            Some(access) => self.method_call(node, callee, access),
            None => {
                let callee_id = self.node(callee);
                let arguments = self.arguments(callee);
                self.push(Expression::Call { callee: callee_id, arguments }, node)
            }
        }
    }

    /// `receiver.name(…)`, `receiver.name[T](…)`, or the same with a module before the point.
    fn method_call(&mut self, node: NodeId, callee: NodeId, access: view::FieldAccess<'db>) -> ExpressionId {
        let index = (callee != access.node()).then_some(callee);
        let name = access.name().filter(|name| name.kind().is_word_like());
        let (Some(base), Some(name)) = (self.parse.first_child(access.node()), name) else {
            let callee_id = self.node(callee);
            let arguments = self.arguments(callee);
            return self.push(Expression::Call { callee: callee_id, arguments }, node);
        };
        let receiver = match self.module_or_value(base) {
            Err(receiver) => receiver,
            Ok(module) => {
                let mut callee_id = self.module_member(module, name, access.node());
                if let Some(index) = index {
                    callee_id = self.index_of(callee_id, index);
                }
                let arguments = self.arguments(callee);
                return self.push(Expression::Call { callee: callee_id, arguments }, node);
            }
        };
        let type_arguments = index
            .and_then(|index| view::Index::cast(self.parse, index))
            .map(|index| lower_list(self, index.type_arguments()));
        let arguments = self.arguments(callee);
        let name = self.names.name(name.text());
        let id = self.push(Expression::MethodCall { receiver, name, arguments }, node);
        if let Some(type_arguments) = type_arguments {
            self.body.method_type_arguments.push((id, type_arguments));
        }
        id
    }

    /// The arguments, which stand behind the callee.
    fn arguments(&mut self, callee: NodeId) -> List {
        let parse = self.parse;
        let first = self.scratch.len();
        let mut next = parse.next_sibling(callee);
        while let Some(node) = next {
            let argument = if parse.kind(node) == NodeKind::NamedArgument {
                let name = parse.token_text(parse.first_token(node));
                Argument { name: Some(self.names.name(name)), value: self.inner(node) }
            } else {
                Argument { name: None, value: self.node(node) }
            };
            self.scratch.push(argument);
            next = parse.next_sibling(node);
        }
        let start = self.body.arguments.len();
        self.body.arguments.extend(self.scratch.drain(first..));
        List::rest_of(&self.body.arguments, start)
    }

    fn unary(&mut self, node: NodeId) -> ExpressionId {
        let operand = self.inner(node);
        let expression = match self.parse.token_kind(self.parse.first_token(node)) {
            TokenKind::Not => Expression::Unary { operator: UnaryOperator::Not, operand },
            TokenKind::Try => Expression::Try(operand),
            TokenKind::Ref => Expression::Borrow { mutable: false, place: operand },
            TokenKind::Mut => Expression::Borrow { mutable: true, place: operand },
            TokenKind::Move => Expression::Move(operand),
            _ => Expression::Unary { operator: UnaryOperator::Negate, operand },
        };
        self.push(expression, node)
    }

    fn cast(&mut self, node: NodeId) -> ExpressionId {
        let value = self.inner(node);
        let target = self.parse.first_child(node).and_then(|value| self.parse.next_sibling(value));
        let target = target.and_then(|target| TypeSyntax::cast(self.parse, target));
        let target = lower_optional(self, target, node);
        self.push(Expression::Cast { value, target }, node)
    }

    fn binary(&mut self, node: NodeId) -> ExpressionId {
        let parse = self.parse;
        let Some(first) = parse.first_child(node) else {
            return self.push(Expression::Missing, node);
        };
        let sign = parse.token_kind(parse.end_token(first));
        let left = self.node(first);
        let right = match parse.next_sibling(first) {
            Some(second) => self.node(second),
            None => self.push(Expression::Missing, node),
        };
        let expression = match (BinaryOperator::of_token(sign), LogicalOperator::of_token(sign)) {
            // The parser has reported that comparisons do not chain; what was meant is anyone's guess.
            (Some(operator), _) if operator.is_comparison() && compares(parse, first) => Expression::Missing,
            (Some(operator), _) => Expression::Binary { operator, left, right },
            (None, Some(operator)) => Expression::Logical { operator, left, right },
            (None, None) => Expression::Missing,
        };
        self.push(expression, node)
    }

    fn range(&mut self, range: view::Range<'_>) -> ExpressionId {
        let start = range.start().map(|start| self.expression(start));
        let end = range.end().map(|end| self.expression(end));
        self.push(Expression::Range { start, end, inclusive: range.is_inclusive() }, range.node())
    }
}

/// Whether a node is a comparison without parentheses around it.
fn compares(parse: &Parse, node: NodeId) -> bool {
    view::Binary::cast(parse, node).and_then(view::Binary::operator).is_some_and(BinaryOperator::is_comparison)
}
