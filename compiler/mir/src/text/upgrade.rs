//! Texts of older versions. Owns one step from each version to the next, over tokens, so that the reader knows the newest
//! version only; must not know what the tokens mean beyond what has changed.

use super::lexer::{Lexer, Token, TokenKind, line_and_column};
use super::{ReadError, VERSION};

/// Tokens of one version as those of the next.
type Step = for<'text> fn(&'text str, Vec<Token<'text>>) -> Vec<Token<'text>>;

/// The steps from version 1 on.
const STEPS: [Step; VERSION as usize - 1] = [from_1];

/// The version of a text, which is read here.
pub fn version(text: &str) -> Result<u32, ReadError> {
    let mut lexer = Lexer::new(text);
    // Texts say it behind the name of the module; what is no module is told by who reads it.
    let first = [(); 4].map(|()| lexer.token());
    match &first {
        [_, _, Token { kind: TokenKind::Word("version"), .. }, Token { kind: TokenKind::Number(found), position }] => {
            let known = found.parse().ok().filter(|known| (1..=VERSION).contains(known));
            known.ok_or_else(|| {
                let (line, column) = line_and_column(text, *position);
                let message = format!(
                    "this is a module of version {found}, and versions 1 to {VERSION} can be read here; read it with the \
                     lang that printed it, or print it again with this one"
                );
                ReadError { line, column, message }
            })
        }
        _ => Ok(1),
    }
}

/// The tokens of a text of an older version as they are in [`VERSION`]; the last is the end.
pub fn upgraded(text: &str, version: u32) -> Vec<Token<'_>> {
    let mut lexer = Lexer::new(text);
    let mut tokens = Vec::new();
    loop {
        let token = lexer.token();
        tokens.push(token);
        if token.kind == TokenKind::End {
            break;
        }
    }
    STEPS[version as usize - 1..].iter().fold(tokens, |tokens, step| step(text, tokens))
}

/// In version 1 a node behind a variable was its source type. From 2 on it is something noted, as behind a global, and the
/// type stands behind `as`. A variable is printed on one line, which this step goes by.
fn from_1<'text>(text: &'text str, tokens: Vec<Token<'text>>) -> Vec<Token<'text>> {
    let mut upgraded: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    // Up to where the line goes that tells a variable.
    let mut told_to = 0;
    for token in tokens {
        // A global says that it is a variable, too, and goes on with its linkage.
        if let (TokenKind::Text(_), Some(TokenKind::Word("variable"))) =
            (&token.kind, upgraded.last().map(|last| &last.kind))
        {
            told_to = text[token.position..].find('\n').map_or(text.len(), |length| token.position + length);
        }
        if token.kind == TokenKind::Punctuation('!') && token.position < told_to {
            upgraded.push(Token { kind: TokenKind::Word("as"), ..token });
        }
        upgraded.push(token);
    }
    upgraded
}
