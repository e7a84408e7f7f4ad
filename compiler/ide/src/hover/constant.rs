//! Values known while compiling, as a person writes them, and numbers in other bases. It owns the notation; the values are
//! `types`'.

use source::Db;
use types::{ConstantValue, NamedType, Structure, Ty, TypeKind};

/// Texts longer than this are cut.
const MOST_LETTERS: usize = 120;
/// Aggregates show no more parts than this.
const MOST_PARTS: usize = 16;

/// A value as the language writes it; `None` for one that is not known.
pub(super) fn text(db: &dyn Db, value: &ConstantValue, ty: Ty) -> Option<String> {
    Some(match value {
        ConstantValue::Error => return None,
        ConstantValue::Unit => "()".to_string(),
        ConstantValue::Bool(value) => value.to_string(),
        ConstantValue::Int(bits) => decimal(*bits, ty),
        ConstantValue::F32(bits) => float(f64::from(f32::from_bits(*bits)), Some(f32::from_bits(*bits))),
        ConstantValue::F64(bits) => float(f64::from_bits(*bits), None),
        ConstantValue::String(text) => quoted(text),
        ConstantValue::CString(bytes) => format!("c{}", quoted(&String::from_utf8_lossy(bytes))),
        ConstantValue::Address(0) => "Pointer.null()".to_string(),
        ConstantValue::Address(address) => format!("{address:#x}"),
        ConstantValue::Function(item) => item.name(db).text().to_string(),
        ConstantValue::Aggregate(parts) => aggregate(db, parts, ty)?,
        ConstantValue::Case(case, parts) => {
            let enumeration = types::enumeration(db, ty)?;
            let name = format!("{}.{}", types::display(db, ty), enumeration.cases.get(*case as usize)?.name.text());
            if parts.is_empty() {
                return Some(name);
            }
            let carried = parts.iter().zip(enumeration.payload(*case));
            let carried: Option<Vec<String>> = carried.map(|(part, field)| text(db, part, field.ty)).collect();
            format!("{name}({})", carried?.join(", "))
        }
        ConstantValue::Union(index, value) => {
            let TypeKind::Named(NamedType { item, .. }) = ty.kind() else { return None };
            let field = types::type_definition(db, item).fields.get(*index as usize)?;
            let name = item.name(db).text();
            format!("{name}({}: {})", field.name.text(), text(db, value, field.ty)?)
        }
    })
}

fn aggregate(db: &dyn Db, parts: &[ConstantValue], ty: Ty) -> Option<String> {
    let shown = |types: &mut dyn Iterator<Item = (String, Ty)>| -> Option<String> {
        let mut texts = Vec::new();
        for (value, (label, ty)) in parts.iter().zip(types).take(MOST_PARTS) {
            texts.push(format!("{label}{}", text(db, value, ty)?));
        }
        if parts.len() > MOST_PARTS {
            texts.push("…".to_string());
        }
        Some(texts.join(", "))
    };
    Some(match ty.structure() {
        Structure::Named(named) => {
            let fields = &types::type_definition(db, named).fields;
            let mut fields = fields.iter().map(|field| (format!("{}: ", field.name.text()), field.ty));
            format!("{}({})", named.item.name(db).text(), shown(&mut fields)?)
        }
        Structure::Array(element, _) => {
            let mut elements = std::iter::repeat((String::new(), element));
            format!("[{}]", shown(&mut elements)?)
        }
        Structure::Tuple(elements) => {
            let mut elements = elements.iter().map(|ty| (String::new(), *ty));
            format!("({})", shown(&mut elements)?)
        }
        Structure::Whole | Structure::Object(_) => return None,
    })
}

/// An integer of a type; its bits are extended by the type's sign.
pub(super) fn decimal(bits: u128, ty: Ty) -> String {
    if ty.int_kind().is_some_and(|kind| kind.is_signed()) { (bits as i128).to_string() } else { bits.to_string() }
}

/// A number in the shortest form that reads back as the same.
pub(super) fn float(value: f64, single: Option<f32>) -> String {
    let text = match single {
        Some(single) => format!("{single:?}"),
        None => format!("{value:?}"),
    };
    text.to_lowercase()
}

/// A text in quotes with escapes, cut if it is long.
pub(super) fn quoted(text: &str) -> String {
    let mut plain = String::from("\"");
    for (count, letter) in text.chars().enumerate() {
        if count == MOST_LETTERS {
            plain.push('…');
            break;
        }
        match letter {
            '\n' => plain.push_str("\\n"),
            '\t' => plain.push_str("\\t"),
            '\r' => plain.push_str("\\r"),
            '\0' => plain.push_str("\\0"),
            '"' | '\\' | '$' => plain.extend(['\\', letter]),
            letter if letter.is_control() => plain.push_str(&format!("\\u{{{:x}}}", u32::from(letter))),
            letter => plain.push(letter),
        }
    }
    plain.push('"');
    plain
}

/// A number of more than one digit in the bases it is not written in.
pub(super) fn other_forms(value: &ConstantValue, ty: Ty) -> Option<String> {
    match value {
        ConstantValue::Int(bits) => bases(*bits, ty),
        ConstantValue::F32(bits) => Some(format!("Bits: `{bits:#010x}`.")),
        ConstantValue::F64(bits) => Some(format!("Bits: `{bits:#018x}`.")),
        _ => None,
    }
}

/// An integer in hexadecimal, octal and binary; a negative one as the bits of its type.
pub(super) fn bases(bits: u128, ty: Ty) -> Option<String> {
    let width = ty.int_kind()?.bits();
    let bits = bits & (u128::MAX >> (128 - width));
    if bits < 10 {
        return None;
    }
    let mut forms = vec![format!("`{bits:#x}`"), format!("`{bits:#o}`")];
    if bits < 1 << 32 {
        forms.push(format!("`0b{}`", grouped(&format!("{bits:b}"))));
    }
    Some(forms.join(" · "))
}

/// Binary digits in groups of four from the right.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(4) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}
