//! The names of one body: one walk over its expressions, which knows for each the token that names it. It must not search
//! from a token to its expression, which would be quadratic.

use hir::{Body, BodySourceMap, Expression, ExpressionId, ItemId, ItemKind, LocalKind, Pattern, PatternId, Statement};
use source::Db;
use syntax::view;
use syntax::{NodeId, NodeKind, TokenId, TokenKind};
use types::{Adjustment, Callee, Inference};

use super::names::{Colour, of_definition, of_item};
use super::tokens::Tokens;
use super::{SemanticKind as Kind, SemanticModifier as Modifier, SemanticModifiers as Modifiers};
use crate::definition::Definition;
use crate::loops::label;

/// Colours the names of an item's body.
pub(super) fn colour(tokens: &mut Tokens<'_>, item: ItemId) {
    if !item.kind(tokens.db).may_have_body() {
        return;
    }
    let db = tokens.db;
    let mut walk = Walk {
        db,
        item,
        body: hir::body(db, item),
        map: hir::body_source_map(db, item),
        inference: types::infer(db, item),
        uses: uses(hir::body(db, item)),
        tokens,
    };
    for (id, expression) in walk.body.expressions() {
        walk.expression(id, expression);
    }
    for (local, _) in walk.body.locals() {
        let node = walk.map.local(local);
        walk.declaration(local, node);
    }
    for (id, pattern) in walk.body.patterns() {
        walk.pattern(id, pattern);
    }
    let references: Vec<NodeId> = walk.body.types.ids().map(|id| walk.map.type_reference(id)).collect();
    for node in references {
        walk.tokens.path(node, item);
    }
}

/// What happens to an expression's value where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It is looked at, or a part of it.
    Read,
    /// It goes elsewhere as it is: to a variable, a call, a result, a part of something.
    HandedOn,
    /// It is lent by a written `ref` or `mut`.
    Lent,
}

struct Walk<'a, 'db> {
    db: &'db dyn Db,
    item: ItemId,
    body: &'db Body,
    map: &'db BodySourceMap,
    inference: &'db Inference,
    /// By expression.
    uses: Vec<Use>,
    tokens: &'a mut Tokens<'db>,
}

impl Walk<'_, '_> {
    fn expression(&mut self, id: ExpressionId, expression: Expression) {
        let node = self.map.expression(id);
        match expression {
            Expression::Local(local) if self.tokens.parse.kind(node) == NodeKind::Name => {
                let definition = Definition::of_local(self.db, self.item, local);
                let colour = of_definition(self.db, definition);
                let is_mutable = self.body[local].is_mutable;
                self.name(node, self.used(id, colour, is_mutable));
            }
            Expression::Item(item) => {
                let colour = of_item(self.db, item);
                self.name(node, self.used(id, colour, false));
            }
            Expression::Case { .. } => self.name(node, Some((Kind::EnumMember, Modifiers::NONE))),
            Expression::BuiltinFunction(builtin) => {
                self.name(node, of_definition(self.db, Definition::BuiltinFunction(builtin)));
            }
            Expression::BuiltinType(builtin) => {
                self.name(node, of_definition(self.db, Definition::BuiltinType(builtin)));
            }
            Expression::GenericParameter { .. } => self.name(node, Some((Kind::TypeParameter, Modifiers::NONE))),
            Expression::SelfType => self.name(node, Some((Kind::SelfKeyword, Modifiers::NONE))),
            Expression::Field { receiver, .. } => {
                let is_case =
                    matches!(self.body[receiver], Expression::Item(item) if item.kind(self.db) == ItemKind::Type);
                let kind = if is_case { Kind::EnumMember } else { Kind::Property };
                let colour = self.used(id, Some((kind, Modifiers::NONE)), false);
                self.name(node, colour);
                if self.tokens.parse.kind(node) == NodeKind::SelfField {
                    self.tokens.set(self.tokens.parse.first_token(node), colour);
                }
            }
            Expression::MethodCall { .. } => {
                let callee = self.inference.callee_of(id).and_then(Callee::as_function);
                let callee = callee.and_then(|method| of_item(self.db, method));
                let name = self.tokens.parse.first_child(node).and_then(|callee| self.name_token(callee));
                self.tokens.set_token(name, callee.or(Some((Kind::Method, Modifiers::NONE))));
                self.argument_names(node, Kind::Parameter);
            }
            Expression::Call { callee, arguments } => {
                let constructs = self.inference.callee_of(id).is_some_and(Callee::constructs);
                self.argument_names(node, if constructs { Kind::Property } else { Kind::Parameter });
                if let Expression::Item(function) = self.body[callee]
                    && hir::item_data(self.db, function)
                        .is_some_and(|data| data.item().function().is_some_and(|head| head.is_variadic))
                {
                    for argument in self.body.arguments(arguments) {
                        if let Expression::CString(_) = self.body[argument.value] {
                            let token = self.tokens.parse.first_token(self.map.expression(argument.value));
                            self.tokens.formats.push(token);
                        }
                    }
                }
            }
            Expression::Break(_) | Expression::Continue(_) => {
                let parse = self.tokens.parse;
                let label = view::Break::cast(parse, node)
                    .and_then(|view| view.label())
                    .or_else(|| view::Continue::cast(parse, node).and_then(|view| view.label()));
                let colour = Some((Kind::Label, Modifiers::NONE));
                self.tokens.set_token(label.map(|label| label.id()), colour);
            }
            Expression::Loop(_) | Expression::While { .. } | Expression::For { .. } => {
                let label = label(self.tokens.parse, node).map(|label| label.id());
                let colour = Some((Kind::Label, Modifiers::NONE.with(Modifier::Declaration)));
                self.tokens.set_token(label, colour);
            }
            _ => {}
        }
    }

    /// The modifiers that say what happens to the value of an expression where it stands.
    fn used(&self, id: ExpressionId, colour: Option<Colour>, is_mutable: bool) -> Option<Colour> {
        let (kind, modifiers) = colour?;
        let ty = self.inference.expression_type(id);
        let is_lent = match self.inference.adjustment(id) {
            Adjustment::Borrow
            | Adjustment::PairPointer
            | Adjustment::BorrowMutable
            | Adjustment::Reborrow
            | Adjustment::ReborrowMutable
            | Adjustment::Slice
            | Adjustment::SliceMutable
            | Adjustment::ObjectBorrow
            | Adjustment::ObjectReborrow
            | Adjustment::ObjectReborrowMutable
            | Adjustment::Address
            | Adjustment::Content => true,
            Adjustment::None | Adjustment::Read | Adjustment::Object | Adjustment::Collect | Adjustment::Diverge => {
                ty.as_borrow().is_some()
            }
        };
        let is_lent = is_lent || self.uses[id.index()] == Use::Lent;
        let is_moved = !is_lent
            && kind != Kind::Function
            && self.uses[id.index()] == Use::HandedOn
            && !ty.is_error()
            && !types::is_copy(self.db, ty);
        let modifiers = modifiers
            .with_if(is_mutable, Modifier::Mutable)
            .with_if(is_lent, Modifier::Reference)
            .with_if(is_moved, Modifier::Consuming);
        Some((kind, modifiers))
    }

    /// The names in a pattern: alternatives declare theirs together, fields stand before a colon.
    fn pattern(&mut self, id: PatternId, pattern: Pattern) {
        let node = self.map.pattern(id);
        match pattern {
            Pattern::Binding(local) | Pattern::As { local, .. } | Pattern::Rest(Some(local))
                if node != self.map.local(local) =>
            {
                self.declaration(local, node);
            }
            Pattern::Path { .. } => {
                let parse = self.tokens.parse;
                for child in parse.children(node) {
                    let name = view::FieldPattern::cast(parse, child).and_then(|field| field.name());
                    self.tokens.set_token(name.map(|name| name.id()), Some((Kind::Property, Modifiers::NONE)));
                }
            }
            Pattern::Missing
            | Pattern::Wildcard
            | Pattern::Binding(_)
            | Pattern::As { .. }
            | Pattern::Literal(_)
            | Pattern::Range { .. }
            | Pattern::Tuple(_)
            | Pattern::Array(_)
            | Pattern::Rest(_)
            | Pattern::Or(_) => {}
        }
    }

    /// Where a variable or parameter is declared.
    fn declaration(&mut self, local: hir::LocalId, node: NodeId) {
        let parse = self.tokens.parse;
        let data = self.body[local];
        let name = match data.kind {
            LocalKind::SelfValue | LocalKind::Parameter(_) => return,
            LocalKind::ClosureParameter => view::Parameter::cast(parse, node).and_then(|it| it.closure_name()),
            LocalKind::Variable => view::bound_name(parse, node),
        };
        let is_borrow = self.inference.local_type(local).as_borrow().is_some();
        let definition = Definition::of_local(self.db, self.item, local);
        let colour = of_definition(self.db, definition).map(|(kind, modifiers)| {
            let modifiers = modifiers.with(Modifier::Declaration).with_if(is_borrow, Modifier::Reference);
            (kind, modifiers)
        });
        self.tokens.set_token(name.map(|name| name.id()), colour);
    }

    /// The names before the arguments of a call.
    fn argument_names(&mut self, call: NodeId, kind: Kind) {
        let parse = self.tokens.parse;
        for child in parse.children(call) {
            let name = view::NamedArgument::cast(parse, child).and_then(|named| named.name());
            self.tokens.set_token(name.map(|name| name.id()), Some((kind, Modifiers::NONE)));
        }
    }

    /// Colours the token that names what a node stands for.
    fn name(&mut self, node: NodeId, colour: Option<Colour>) {
        let name = self.name_token(node);
        self.tokens.set_token(name, colour);
    }

    fn name_token(&self, node: NodeId) -> Option<TokenId> {
        let parse = self.tokens.parse;
        match parse.kind(node) {
            NodeKind::Name => Some(parse.first_token(node)),
            NodeKind::FieldAccess => {
                let name = view::FieldAccess::cast(parse, node)?.name()?;
                (name.kind() != TokenKind::Integer).then(|| name.id())
            }
            NodeKind::SelfField => Some(view::SelfField::cast(parse, node)?.name()?.id()),
            NodeKind::Index => self.name_token(parse.first_child(node)?),
            _ => None,
        }
    }
}

/// What happens to the value of each expression.
fn uses(body: &Body) -> Vec<Use> {
    let mut found = vec![Use::Read; body.expression_count()];
    let mut mark = |id: ExpressionId, how: Use| found[id.index()] = how;
    for (_, expression) in body.expressions() {
        match expression {
            Expression::Call { arguments, .. } => {
                let values = body.arguments(arguments).iter().map(|each| each.value);
                values.for_each(|value| mark(value, Use::HandedOn));
            }
            Expression::MethodCall { receiver, arguments, .. } => {
                mark(receiver, Use::HandedOn);
                let values = body.arguments(arguments).iter().map(|each| each.value);
                values.for_each(|value| mark(value, Use::HandedOn));
            }
            Expression::Assign { value, .. }
            | Expression::Move(value)
            | Expression::Try(value)
            | Expression::Throw(value)
            | Expression::For { iterable: value, .. }
            | Expression::Return(Some(value)) => {
                mark(value, Use::HandedOn);
            }
            Expression::Borrow { place, .. } => mark(place, Use::Lent),
            Expression::Tuple(list) | Expression::Array(list) => {
                let values = body.expression_list(list).iter();
                values.for_each(|value| mark(*value, Use::HandedOn));
            }
            Expression::Block { statements, tail } => {
                tail.into_iter().for_each(|value| mark(value, Use::HandedOn));
                for statement in body.statements(statements) {
                    if let Statement::Let { initialiser: Some(value), .. } = body[statement] {
                        mark(value, Use::HandedOn);
                    }
                }
            }
            _ => {}
        }
    }
    found
}
