//! Typed views: each accessor on the construct it is for, and on broken text.

mod expressions;
mod items;
mod statements;

use super::CORPUS;
use crate::view::{
    BinaryOperator, Bound, Expression, ExternItem, Function, Item, LiteralKind, LogicalOperator, Member, Pattern,
    Receiver, Statement, Token, Type, TypeStorage, TypeSyntax, UnaryOperator,
};
use crate::{NodeKind, Parse, parse};

fn first(parse: &Parse) -> Item<'_> {
    parse.file().items().next().expect("an item")
}

fn function(parse: &Parse) -> Function<'_> {
    let Item::Function(function) = first(parse) else { panic!("no function") };
    function
}

fn record(parse: &Parse) -> Type<'_> {
    let Item::Type(record) = first(parse) else { panic!("no type") };
    record
}

fn texts<'tree>(tokens: impl Iterator<Item = Token<'tree>>) -> Vec<&'tree str> {
    tokens.map(Token::text).collect()
}

/// The only statement of a function whose body is `body`, given to `check`.
fn with_statement(body: &str, check: impl FnOnce(Statement<'_>)) {
    let parse = parse(&format!("fn f {{ {body} }}"));
    check(function(&parse).body().and_then(|body| body.statements().next()).expect("a statement"));
}

fn with_expression(body: &str, check: impl FnOnce(Expression<'_>)) {
    with_statement(body, |statement| {
        let Statement::Expression(expression) = statement else { panic!("no expression: {statement:?}") };
        check(expression);
    });
}

fn written(syntax: Option<TypeSyntax<'_>>) -> String {
    syntax.map_or(String::new(), |syntax| syntax.tree().node_text(syntax.node()).to_string())
}

fn code(expression: Option<Expression<'_>>) -> String {
    expression.map_or(String::new(), |expression| expression.tree().node_text(expression.node()).to_string())
}

#[test]
fn every_node_of_the_corpus_has_a_view() {
    let parse = parse(CORPUS);
    for node in parse.nodes() {
        let is_seen = Item::cast(&parse, node).is_some()
            || Statement::cast(&parse, node).is_some()
            || Pattern::cast(&parse, node).is_some();
        let is_part = matches!(
            parse.kind(node),
            NodeKind::File
                | NodeKind::Attribute
                | NodeKind::AttributeArgument
                | NodeKind::ImportName
                | NodeKind::OpaqueType
                | NodeKind::ExternVariable
                | NodeKind::Field
                | NodeKind::Case
                | NodeKind::GenericParameterList
                | NodeKind::GenericParameter
                | NodeKind::RefBound
                | NodeKind::ParameterList
                | NodeKind::Parameter
                | NodeKind::FieldPattern
                | NodeKind::RestPattern
                | NodeKind::Interpolation
                | NodeKind::NamedArgument
                | NodeKind::MatchArm
        );
        assert!(is_seen != is_part, "{:?} {}", parse.kind(node), parse.node_text(node));
    }
}
