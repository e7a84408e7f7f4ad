//! Lowering of blocks and statements.

use syntax::view::{self, Expression as Syntax, Statement as StatementSyntax};

use super::BodyLowering;
use super::expressions::binary_operator;
use crate::arena::List;
use crate::bodies::*;
use crate::expression::*;
use crate::lower_types::lower_type;
use crate::{LocalId, Name};

impl<'db> BodyLowering<'db> {
    /// The last expression of a block is its value.
    pub(super) fn block(&mut self, block: view::Block<'_>) -> ExpressionId {
        let mark = self.table.mark();
        let first = self.statements.len();
        let mut tail = None;
        for statement in block.statements() {
            if let Some(value) = tail.take() {
                self.statements.push(Statement::Expression(value));
            }
            match statement {
                StatementSyntax::Let(view) => {
                    let lowered = self.let_statement(view);
                    self.statements.push(lowered);
                }
                StatementSyntax::Assign(assign) => {
                    let assignment = self.assign(assign);
                    self.statements.push(Statement::Expression(assignment));
                }
                StatementSyntax::Expression(expression) => tail = Some(self.expression(expression)),
                StatementSyntax::Error(broken) => tail = Some(self.push(Expression::Missing, broken.node())),
            }
        }
        self.table.end_scope(mark);
        let start = self.body.statements.len();
        self.body.statements.extend(self.statements.drain(first..));
        let statements = List::rest_of(&self.body.statements, start);
        self.push(Expression::Block { statements, tail }, block.node())
    }

    /// The value and the `else` block do not see what is declared.
    pub(super) fn let_statement(&mut self, view: view::Let<'_>) -> Statement {
        let type_reference = view.type_syntax().map(|written| lower_type(self, written));
        let initialiser = view.value().map(|value| self.expression(value));
        let otherwise = view.else_block().map(|block| self.expression(Syntax::Block(block)));
        let first_local = self.body.locals.len();
        let pattern = self.optional_pattern(view.pattern(), view.node());
        for attribute in view.attributes() {
            self.allow(attribute, first_local);
        }
        Statement::Let {
            pattern,
            type_reference,
            initialiser,
            otherwise,
        }
    }

    /// `@[allow(…)]` before a `let` counts for what it declares.
    fn allow(&mut self, attribute: view::Attribute<'_>, first_local: usize) {
        if attribute.name().is_none_or(|name| name.text() != "allow") {
            return;
        }
        for argument in attribute.arguments() {
            let Some(token) = argument.value() else { continue };
            for local in first_local..self.body.locals.len() {
                self.body
                    .allowed
                    .push((LocalId::from_index(local), Name::new(token.text())));
            }
        }
    }

    pub(super) fn assign(&mut self, assign: view::Assign<'_>) -> ExpressionId {
        let place = self.optional(assign.place(), assign.node());
        let value = self.optional(assign.value(), assign.node());
        let operator = assign.operator().and_then(binary_operator);
        self.push(Expression::Assign { place, operator, value }, assign.node())
    }
}
