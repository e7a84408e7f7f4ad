//! What `break`, `continue` and `return` leave, and who leaves a loop or function. It must not know what editors do with
//! it; a name behind `break` is a label and `name_use`'s.

use source::Db;
use syntax::{NodeId, NodeKind, Parse, TokenKind, view};

use crate::goto::{Targets, target_of_range};
use crate::loops::label;
use crate::navigation_target::SymbolKind;
use crate::position::FileRange;
use crate::token::TokenPlace;

/// Where a jump leads: the keyword of the loop, the name of the function.
pub(crate) fn target(db: &dyn Db, place: &TokenPlace<'_>) -> Option<Targets> {
    if !matches!(place.kind(), TokenKind::Break | TokenKind::Continue | TokenKind::Return | TokenKind::Throw) {
        return None;
    }
    let left = left_by(place.parse, place.node)?;
    let keyword = keyword(place.parse, left)?;
    let origin = place.file_range(db);
    let range = place.parse.token_range(keyword).shifted(place.start);
    let kind = match place.parse.kind(left) {
        NodeKind::Loop | NodeKind::While | NodeKind::For => SymbolKind::Label,
        _ => SymbolKind::Function,
    };
    let range = FileRange { file: origin.file, range: range.start..range.end };
    let name = place.parse.token_text(keyword).to_string();
    Some(Targets { origin: origin.range, targets: vec![target_of_range(range, name, kind)] })
}

/// The keyword that a loop or function begins with.
pub(crate) fn keyword(parse: &Parse, node: NodeId) -> Option<syntax::TokenId> {
    let wanted: &[TokenKind] = match parse.kind(node) {
        NodeKind::Loop => &[TokenKind::Loop],
        NodeKind::While => &[TokenKind::While],
        NodeKind::For => &[TokenKind::For],
        NodeKind::Function | NodeKind::Closure => &[TokenKind::Fn],
        _ => return None,
    };
    let range = parse.range(node);
    parse
        .tokens()
        .skip(parse.first_token(node).number() as usize)
        .take_while(|token| parse.token_range(*token).start < range.end)
        .find(|token| wanted.contains(&parse.token_kind(*token)))
}

/// The loop, closure or function that a jump's node leaves or continues.
pub(crate) fn left_by(parse: &Parse, node: NodeId) -> Option<NodeId> {
    let wanted = view::Break::cast(parse, node)
        .map(|jump| jump.label())
        .or_else(|| view::Continue::cast(parse, node).map(|jump| jump.label()));
    let mut around = parse.ancestors(node);
    match (parse.kind(node), wanted) {
        (NodeKind::Return | NodeKind::Throw, _) => {
            around.find(|each| matches!(parse.kind(*each), NodeKind::Function | NodeKind::Closure))
        }
        (_, Some(wanted)) => around
            .take_while(|each| !matches!(parse.kind(*each), NodeKind::Function | NodeKind::Closure))
            .filter(|each| matches!(parse.kind(*each), NodeKind::Loop | NodeKind::While | NodeKind::For))
            .find(|each| {
                wanted.is_none_or(|wanted| label(parse, *each).is_some_and(|label| label.text() == wanted.text()))
            }),
        _ => None,
    }
}

/// Everything that leaves or continues the loop or function that a keyword belongs to, the keyword and the label first.
pub(crate) fn exits(place: &TokenPlace<'_>) -> Option<Vec<syntax::TextRange>> {
    let parse = place.parse;
    let left = match place.kind() {
        TokenKind::Break | TokenKind::Continue | TokenKind::Return | TokenKind::Throw => left_by(parse, place.node)?,
        TokenKind::Loop | TokenKind::While | TokenKind::For | TokenKind::Fn => {
            keyword(parse, place.node).filter(|keyword| *keyword == place.token)?;
            place.node
        }
        _ => return None,
    };
    let mut ranges = Vec::new();
    if let Some(label) = label(parse, left) {
        ranges.push(label.range());
    }
    ranges.push(parse.token_range(keyword(parse, left)?));
    let inside = parse.nodes().filter(|node| parse.range(left).cover(parse.range(*node)) == parse.range(left));
    for node in inside {
        let is_jump =
            matches!(parse.kind(node), NodeKind::Break | NodeKind::Continue | NodeKind::Return | NodeKind::Throw);
        if is_jump && left_by(parse, node) == Some(left) {
            ranges.push(parse.token_range(parse.first_token(node)));
        }
    }
    ranges.sort();
    Some(ranges.into_iter().map(|range| range.shifted(place.start)).collect())
}
