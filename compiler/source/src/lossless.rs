//! What syntax trees give back of the text that they were made of, which is all of it if the parser keeps its promise. It must
//! not know what is in a tree.

use syntax::Piece;

use crate::{Db, SourceFile, chunks, parse};

/// The text of a file as the trees of its chunks have it, token by token with what stands between.
pub fn text_of_trees(db: &dyn Db, file: SourceFile) -> String {
    let mut text = String::with_capacity(file.text(db).len());
    for chunk in chunks(db, file) {
        let parse = parse(db, *chunk);
        for piece in parse.pieces() {
            let range = match piece {
                Piece::Token(token) => parse.token_range(token),
                Piece::Trivia(_, range) => range,
            };
            text.push_str(&parse.text()[range.index()]);
        }
    }
    text
}
