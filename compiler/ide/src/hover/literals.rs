//! Literals: their value in other notations, and their type. It owns the words; values come from inference, so that what is
//! shown is what is compiled.

use hir::{Align, Expression, ItemId, NumberForm, TextFormat};
use source::Db;
use syntax::{NodeKind, TokenKind};
use types::{Literal, Ty};

use super::constant;
use super::page::{LANGUAGE, Page, bytes, code};
use crate::token::TokenPlace;

/// The page of a literal.
pub(super) fn write(db: &dyn Db, page: &mut Page, place: &TokenPlace<'_>) {
    let text = place.text();
    match place.kind() {
        TokenKind::Integer if place.node_kind() == NodeKind::Literal => number(db, page, place),
        TokenKind::Float => number(db, page, place),
        TokenKind::Character => {
            number(db, page, place);
            if let Some(letter) = syntax::literal::character(text) {
                let length = bytes(letter.len_utf8() as u64);
                page.text(&format!("code point U+{:04X}, {length} in UTF-8", u32::from(letter)));
            }
        }
        TokenKind::String | TokenKind::MultilineString => {
            let value = syntax::literal::string(text);
            page.code(LANGUAGE, &format!("{}: String", constant::quoted(&value)));
            page.text(&length_of(&value));
            page.text("Static: it is never counted or freed, and ends in a NUL for C.");
        }
        TokenKind::CString => {
            let value = syntax::literal::c_string(text);
            page.code(LANGUAGE, &format!("c{}: Pointer[u8]", constant::quoted(&value)));
            page.text(&format!("{}, and a NUL behind them", length_of(&value)));
        }
        TokenKind::TextFormat => {
            if let Ok(format) = syntax::literal::text_format(text) {
                page.text(&in_words(format));
            }
        }
        TokenKind::StringText | TokenKind::StringStart | TokenKind::StringEnd => {
            page.text("A `String` that is put together at run time from its parts.");
        }
        _ => {}
    }
}

/// What a format of a value in a text says.
fn in_words(format: TextFormat) -> String {
    let mut said = Vec::new();
    if let Some(width) = format.width {
        let place = match format.align {
            Some(Align::Left) => ", the text on the left",
            Some(Align::Centre) => ", the text in the middle",
            Some(Align::Right) => ", the text on the right",
            None => "",
        };
        let fill = match (format.has_zeros, format.fill) {
            (true, _) => ", filled up with zeros behind the sign".to_owned(),
            (false, ' ') => String::new(),
            (false, fill) => format!(", filled up with `{fill}`"),
        };
        let points = if width == 1 { "code point" } else { "code points" };
        said.push(format!("at least {width} {points}{place}{fill}"));
    }
    if format.has_plus {
        said.push("a sign before positive numbers too".to_owned());
    }
    match format.form {
        Some(NumberForm::Binary) => said.push("the bits as binary digits".to_owned()),
        Some(NumberForm::Octal) => said.push("the bits as octal digits".to_owned()),
        Some(NumberForm::Hexadecimal) => said.push("the bits as hexadecimal digits".to_owned()),
        Some(NumberForm::UpperHexadecimal) => said.push("the bits as hexadecimal digits in capitals".to_owned()),
        Some(NumberForm::Exponent) => said.push("with an exponent of ten".to_owned()),
        None => {}
    }
    if let Some(digits) = format.digits {
        said.push(format!("of a float {digits} digits behind the point, of a text at most {digits} code points"));
    }
    format!("Format: {}.", said.join("; "))
}

fn length_of(value: &str) -> String {
    let characters = value.chars().count();
    let length = bytes(value.len() as u64);
    if characters == value.len() { length } else { format!("{length} of UTF-8, {characters} characters") }
}

fn number(db: &dyn Db, page: &mut Page, place: &TokenPlace<'_>) {
    let Some((value, ty)) = value(db, place) else {
        // Outside of bodies, as in `[T; 4]`, or in broken code.
        if let Some(value) = syntax::literal::integer(place.text()) {
            page.code(LANGUAGE, &value.to_string());
            page.text(&constant::bases(value, Ty::U128).unwrap_or_default());
        }
        return;
    };
    let shown = types::display(db, ty);
    match value {
        Literal::Int(bits) => {
            page.code(LANGUAGE, &format!("{}: {shown}", constant::decimal(bits, ty)));
            page.text(&constant::bases(bits, ty).unwrap_or_default());
        }
        Literal::Float(value) => {
            let single = (ty == Ty::F32).then_some(value as f32);
            page.code(LANGUAGE, &format!("{}: {shown}", constant::float(value, single)));
            let bits = match single {
                Some(single) => format!("{:#010x}", single.to_bits()),
                None => format!("{:#018x}", value.to_bits()),
            };
            page.text(&format!("bits {}", code(&bits)));
            inexact(page, place, value, single);
        }
    }
}

/// Says which number it is really, if it is not the one that is written.
fn inexact(page: &mut Page, place: &TokenPlace<'_>, value: f64, single: Option<f32>) {
    let exact = match single {
        Some(single) => format!("{single:.60}"),
        None => format!("{value:.60}"),
    };
    let exact = exact.trim_end_matches('0');
    let written = place.text().replace('_', "");
    let is_plain = !written.contains(['e', 'E']) && written.contains('.');
    if is_plain && exact != written.trim_end_matches('0') && exact.len() < 62 {
        page.text(&format!("The nearest number of the type: {}.", code(exact)));
    }
}

/// The value and type of the literal: that of the `-` and the number together, where one stands before it.
fn value(db: &dyn Db, place: &TokenPlace<'_>) -> Option<(Literal, Ty)> {
    let item: ItemId = place.item(db).filter(|item| item.kind(db).may_have_body())?;
    let map = hir::body_source_map(db, item);
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    let own = map.expression_at(place.node)?;
    let negated = place.parse.parent(place.node).and_then(|parent| map.expression_at(parent));
    let negated = negated.filter(|id| matches!(body[*id], Expression::Unary { operand, .. } if operand == own));
    let literal = |id| inference.literal(body, id).map(|value| (value, inference.expression_type(id)));
    let found = negated
        .filter(|id| inference.detail(*id) == types::Detail::Literal)
        .and_then(literal)
        .or_else(|| literal(own))?;
    (!found.1.is_error()).then_some(found)
}
