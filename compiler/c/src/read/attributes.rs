//! The attributes of GNU C that change layouts and calls, and those that are known not to. An attribute that nobody here
//! knows is refused: it might change how values travel.

use lang_c::ast::{Expression, Extension};
use lang_c::span::{Node, Span};

use super::Unreadable;
use super::types::Translator;
use crate::harmless::is_harmless;

/// What attributes say of a type, a member or a declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Attributes {
    pub packed: bool,
    /// `aligned(N)`, in bytes.
    pub align: Option<u32>,
    /// `vector_size(N)`, in bytes.
    pub vector_bytes: Option<u64>,
    /// `ext_vector_type(N)`, elements.
    pub vector_elements: Option<u64>,
    /// `mode(M)`.
    pub mode: Option<String>,
    /// `_BitInt(N)`, in bits.
    pub bit_int: Option<u64>,
}

impl Translator<'_> {
    /// Adds what extensions say.
    pub fn attributes(&mut self, extensions: &[Node<Extension>], into: &mut Attributes) -> Result<(), Unreadable> {
        for extension in extensions {
            let attribute = match &extension.node {
                Extension::Attribute(attribute) => attribute,
                Extension::AsmLabel(_) | Extension::AvailabilityAttribute(_) => continue,
            };
            let name = attribute.name.node.trim_matches('_');
            let first = attribute.arguments.first();
            let span = extension.span;
            match name {
                "packed" => into.packed = true,
                "aligned" => {
                    let Some(first) = first else {
                        let help = "write the number of bytes: aligned(16)";
                        return Err(self.problem(span, "aligned without a number is not read", help));
                    };
                    let align = self.constant(first)?;
                    let fits = u32::try_from(align).ok().filter(|align| align.is_power_of_two());
                    let align = fits.ok_or_else(|| {
                        self.problem(span, format!("{align} is no alignment"), "write a power of two, in bytes")
                    })?;
                    into.align = Some(into.align.unwrap_or(1).max(align));
                }
                "vector_size" => into.vector_bytes = Some(self.number(first, span)?),
                "ext_vector_type" => into.vector_elements = Some(self.number(first, span)?),
                "BitInt" => into.bit_int = Some(self.number(first, span)?),
                "mode" => into.mode = first.and_then(word).map(|mode| mode.trim_matches('_').to_string()),
                harmless if is_harmless(harmless) => {}
                _ => {
                    let message = format!("the attribute `{name}` may change how values travel, and is not known here");
                    return Err(self.problem(span, message, "remove it if it does not concern calls"));
                }
            }
        }
        Ok(())
    }

    /// A number that is not negative.
    fn number(&mut self, expression: Option<&Node<Expression>>, span: Span) -> Result<u64, Unreadable> {
        let value = match expression {
            Some(expression) => u64::try_from(self.constant(expression)?).ok(),
            None => None,
        };
        value.ok_or_else(|| self.problem(span, "this attribute needs a number", "write it in parentheses"))
    }
}

fn word(expression: &Node<Expression>) -> Option<&str> {
    match &expression.node {
        Expression::Identifier(identifier) => Some(&identifier.node.name),
        _ => None,
    }
}
