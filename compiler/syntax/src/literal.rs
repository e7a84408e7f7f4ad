//! What literals stand for: pure functions from the text of a token to its value. They never fail: where the lexer has
//! reported a mistake they answer with what comes nearest.

mod numbers;
mod strings;
mod text_format;

pub use numbers::{float, integer};
pub(crate) use strings::escape;
pub use strings::{Place, c_string, character, closing_indentation, multiline_part, string, unescape};
pub use text_format::{Align, MOST, NumberForm, TextFormat, text_format};
