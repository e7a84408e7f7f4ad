//! Operators: what they do with the types at hand, and when they panic. It owns the sentences; what an operator does was
//! decided by inference.

use hir::{Expression, ExpressionId, ItemId};
use source::Db;
use syntax::{NodeKind, TokenKind};
use types::{Cast, Detail, Indexing, Operator, Ty};

use super::page::{LANGUAGE, Page, code};
use crate::token::TokenPlace;

/// The page of an operator.
pub(super) fn write(db: &dyn Db, page: &mut Page, place: &TokenPlace<'_>) {
    let kind = place.node_kind();
    if !(kind.is_operator() || matches!(kind, NodeKind::Assign | NodeKind::Index)) {
        return;
    }
    let Some(item) = place.item(db).filter(|item| item.kind(db).may_have_body()) else {
        return;
    };
    let Some(id) = hir::body_source_map(db, item).expression_at(place.node) else {
        return;
    };
    let (head, meaning) = match described(db, item, id, place.kind()) {
        Some(found) => found,
        None => return,
    };
    page.code(LANGUAGE, &head);
    page.text(&meaning);
}

fn described(db: &dyn Db, item: ItemId, id: ExpressionId, token: TokenKind) -> Option<(String, String)> {
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    let ty = |id| inference.seen_type(id).value_type();
    let shown = |id| types::display(db, ty(id));
    let sign = token.description().trim_matches('`');
    Some(match (body[id], inference.detail(id)) {
        (Expression::Binary { left, right, .. }, detail) => {
            let head = format!("{} {sign} {} -> {}", shown(left), shown(right), shown(id));
            (head, binary(token, ty(left), detail)?)
        }
        (Expression::Logical { .. }, _) => (
            format!("bool {sign} bool -> bool"),
            "The right side is evaluated only if the left one does not decide.".to_string(),
        ),
        (Expression::Assign { place, .. }, detail) => {
            let head = format!("{} {sign} {}", shown(place), shown(place));
            (head, assignment(token, ty(place), detail))
        }
        (Expression::Unary { operand, .. }, _) if token == TokenKind::Minus => {
            (format!("-{} -> {}", shown(operand), shown(id)), negation(ty(operand)))
        }
        (Expression::Unary { operand, .. }, _) => {
            let meaning = if ty(operand) == Ty::BOOL { "The other truth value." } else { "Every bit turned over." };
            (format!("!{} -> {}", shown(operand), shown(id)), meaning.to_string())
        }
        (Expression::Cast { value, .. }, Detail::Cast(cast)) => {
            (format!("{} as {}", shown(value), shown(id)), conversion(cast).to_string())
        }
        (Expression::Index { base, index }, Detail::Index(indexing)) => {
            let head = format!("{}[{}] -> {}", shown(base), shown(index), shown(id));
            (head, index_text(indexing).to_string())
        }
        (Expression::Range { inclusive, .. }, detail) => {
            let end = if inclusive { "included" } else { "not included" };
            match detail {
                Detail::Call(_) => (
                    format!("start{sign}end -> {}", shown(id)),
                    format!("A range as a value: from the first up to the last, which is {end}."),
                ),
                _ => (format!("first{sign}last"), format!("From the first number up to the last, which is {end}.")),
            }
        }
        _ => return None,
    })
}

fn binary(token: TokenKind, operand: Ty, detail: Detail) -> Option<String> {
    let Detail::Operator(operator) = detail else {
        return None;
    };
    Some(match operator {
        Operator::Scalar => scalar(token, operand)?,
        Operator::StringConcatenation => "A new `String` of both texts.".to_string(),
        Operator::StringEquality => "Compares the bytes of both texts.".to_string(),
        Operator::StringOrder => "Compares the bytes of both texts, the first difference decides.".to_string(),
        Operator::ContentEquality => "Compares part by part.".to_string(),
        Operator::ContentOrder => "Compares part by part, the first difference decides.".to_string(),
    })
}

/// What an operator does to scalars of a type.
fn scalar(token: TokenKind, ty: Ty) -> Option<String> {
    let range = |what: &str| match ty.int_kind() {
        Some(kind) => {
            format!("Panics with `{what} overflows` if the result is not in the range of {}.", code(kind.name()))
        }
        None => {
            "IEEE 754, rounded to nearest; never fused with others, never reordered, and never a panic.".to_string()
        }
    };
    let wrapping = || "Wraps around: the lowest bits of the result are kept.".to_string();
    Some(match token {
        TokenKind::Plus | TokenKind::PlusEqual => range("addition"),
        TokenKind::Minus | TokenKind::MinusEqual => range("subtraction"),
        TokenKind::Star | TokenKind::StarEqual => range("multiplication"),
        TokenKind::Slash | TokenKind::SlashEqual => match ty.int_kind() {
            Some(kind) if kind.is_signed() => {
                "Rounds towards zero. Panics with `division by zero`, and with `division overflows` for the smallest \
                 number divided by -1."
                    .to_string()
            }
            Some(_) => "Rounds down. Panics with `division by zero`.".to_string(),
            None => range("division"),
        },
        TokenKind::Percent | TokenKind::PercentEqual => match ty.int_kind() {
            Some(_) => "The remainder has the sign of the left side. Panics with `remainder of a division by zero`."
                .to_string(),
            None => "C's `fmod`: the result has the sign of the left side.".to_string(),
        },
        TokenKind::PlusPercent
        | TokenKind::MinusPercent
        | TokenKind::StarPercent
        | TokenKind::PlusPercentEqual
        | TokenKind::MinusPercentEqual
        | TokenKind::StarPercentEqual => wrapping(),
        TokenKind::ShiftLeft | TokenKind::ShiftLeftEqual => {
            "Panics with `shift out of range` unless the right side is at least 0 and below the width; bits that leave \
             are lost."
                .to_string()
        }
        TokenKind::ShiftRight | TokenKind::ShiftRightEqual => {
            let fill = if ty.int_kind().is_some_and(|kind| kind.is_signed()) {
                "The sign comes in from the left."
            } else {
                "Zeros come in from the left."
            };
            format!("{fill} Panics with `shift out of range` unless the right side is at least 0 and below the width.")
        }
        TokenKind::Ampersand | TokenKind::AmpersandEqual => "And, bit by bit.".to_string(),
        TokenKind::Bar | TokenKind::BarEqual => "Or, bit by bit.".to_string(),
        TokenKind::Caret | TokenKind::CaretEqual => "Exclusive or, bit by bit.".to_string(),
        TokenKind::EqualEqual
        | TokenKind::NotEqual
        | TokenKind::Less
        | TokenKind::LessEqual
        | TokenKind::Greater
        | TokenKind::GreaterEqual => {
            if ty.is_float() {
                "The machine's comparison: NaN is equal to nothing, and neither less nor greater.".to_string()
            } else {
                "The machine's comparison of both values.".to_string()
            }
        }
        _ => return None,
    })
}

fn negation(ty: Ty) -> String {
    if ty.is_float() {
        "Turns the sign bit over.".to_string()
    } else {
        "Panics with `negation overflows` for the smallest number.".to_string()
    }
}

fn assignment(token: TokenKind, ty: Ty, detail: Detail) -> String {
    let what = if detail == Detail::Assign(types::Assign::Through) {
        "Stores where the borrow leads."
    } else if detail == Detail::Assign(types::Assign::Repoint) {
        "The borrow leads to another place from here on."
    } else {
        "Stores into the place, after the old value is dropped."
    };
    let order = "The right side is evaluated first, then the place.";
    match scalar(token, ty).filter(|_| token != TokenKind::Equal && ty.is_scalar()) {
        Some(meaning) => format!("{meaning} {order}"),
        None => format!("{what} {order}"),
    }
}

fn conversion(cast: Cast) -> &'static str {
    match cast {
        Cast::Same => "Both types are the same: nothing happens.",
        Cast::IntToInt => "Keeps the value where it fits; else the lowest bits, read in the new type. Never a panic.",
        Cast::EnumToInt => "The tag of the enum: that of its first case is 0 where none is written. Never a panic.",
        Cast::IntToFloat => "The nearest number of the type.",
        Cast::FloatToInt => "Cuts the fraction; values out of range become the nearest one in range, NaN becomes 0.",
        Cast::FloatToFloat => "The nearest number of the type.",
        Cast::PointerToPointer => "The same address.",
        Cast::PointerToInt => "The address as a number.",
        Cast::IntToPointer => "The number as an address; using it needs `unsafe`.",
        Cast::BorrowToPointer => "The address of what is borrowed; nothing keeps it alive.",
    }
}

fn index_text(indexing: Indexing) -> &'static str {
    match indexing {
        Indexing::Array => {
            "Panics with `index … out of bounds of …` unless the index is at least 0 and below the length."
        }
        Indexing::Slice => {
            "A part of the elements, to be lent: from the start up to the end, without it. Panics unless both are within the \
             elements and the start is not behind the end."
        }
        Indexing::PointerSlice => "Elements to be lent; what the pointer leads to is not checked: `unsafe`.",
        Indexing::Pointer => "Nothing is checked: `unsafe`.",
    }
}
