//! Lowering of attributes. What they mean is known to whoever reads them.

use syntax::TokenKind;
use syntax::view;

use super::ItemLowering;
use crate::Name;
use crate::arena::List;
use crate::tree::{Attribute, AttributeArgument, AttributeValue};

impl<'tree> ItemLowering<'tree> {
    /// Lowers attributes and puts those of the block `around` before them.
    pub(super) fn attributes(
        &mut self,
        around: List,
        attributes: impl Iterator<Item = view::Attribute<'tree>>,
    ) -> List {
        let mut own = attributes.peekable();
        if own.peek().is_none() {
            return around;
        }
        let start = self.tree.attributes.len();
        self.tree.attributes.extend_from_within(around.range());
        for attribute in own {
            let lowered = self.attribute(attribute);
            self.tree.attributes.push(lowered);
        }
        List::rest_of(&self.tree.attributes, start)
    }

    fn attribute(&mut self, attribute: view::Attribute<'tree>) -> Attribute {
        let start = self.tree.arguments.len();
        for argument in attribute.arguments() {
            self.tree.arguments.push(AttributeArgument {
                name: argument.label().map(|token| Name::new(token.text())),
                value: attribute_value(argument.value()),
            });
        }
        let name = Name::new(attribute.name().map_or("", |token| token.text()));
        Attribute { name, arguments: List::rest_of(&self.tree.arguments, start) }
    }
}

fn attribute_value(token: Option<view::Token<'_>>) -> AttributeValue {
    let Some(token) = token else {
        return AttributeValue::Missing;
    };
    match token.kind() {
        TokenKind::Integer => match syntax::literal::integer(token.text()).map(u64::try_from) {
            Some(Ok(value)) => AttributeValue::Integer(value),
            Some(Err(_)) | None => AttributeValue::Missing,
        },
        TokenKind::String | TokenKind::MultilineString => {
            AttributeValue::String(syntax::literal::string(token.text()).into())
        }
        kind if kind.is_word_like() => AttributeValue::Word(Name::new(token.text())),
        _ => AttributeValue::Missing,
    }
}
