//! Values of macros as constants. Owns their literals; the values are clang's.

use c::clang::wire::{Kind, Macro, Value};

use super::selection::Selection;
use super::text;
use super::types::Types;

/// The constant that a macro is; nothing if the macro is empty.
pub(super) fn constant(types: &mut Types<'_>, each: &Macro, selection: &Selection) -> Result<Option<String>, String> {
    // `#define RED RED` beside an enumerator is for `#ifdef`.
    if types.names.is_ordinary(&each.name) {
        return Ok(None);
    }
    let (ty, value) = match &each.value {
        Value::Empty => return Ok(None),
        Value::None => return Err("a macro that is no constant".to_string()),
        Value::Strange(why) => return Err(why.clone()),
        Value::Integer(ty, value) => {
            let form = types.form(*ty)?;
            let is_bool = types.kind(*ty) == &Kind::Bool;
            (form.text, if is_bool { (*value != 0).to_string() } else { value.to_string() })
        }
        Value::Float(ty, value) => {
            let form = types.form(*ty)?;
            let literal = match () {
                () if value.is_nan() => return Err("a macro for what no literal is".to_string()),
                () if value.is_infinite() => (if *value > 0.0 { "1.0 / 0.0" } else { "-1.0 / 0.0" }).to_string(),
                () if form.text == "f32" => format!("{:?}", *value as f32),
                () => format!("{value:?}"),
            };
            (form.text, literal)
        }
        Value::Text(value) => ("Pointer[u8]".to_string(), literal(value)),
        Value::Address(ty, value) => {
            let form = types.form(*ty)?.text;
            let number = value.cast_signed();
            let function = match types.kind(*ty).clone() {
                Kind::Pointer { callback: Some(callback), .. } => types.optional_function(&callback).ok(),
                _ => None,
            };
            let value = match function {
                Some(_) if number == 0 => "Option.None".to_string(),
                Some(function) => format!("Option.Some({number} as {})", function.text),
                None => format!("{number} as {form}"),
            };
            (form, value)
        }
    };
    let Some(name) = types.names.of_macro(&each.name) else {
        return Err("a macro with the name of something else".to_string());
    };
    let documented = text::documentation(None, &selection.shown(&each.place));
    Ok(Some(format!("{documented}pub let {name}: {ty} = {value}\n")))
}

/// A string of C's.
fn literal(value: &str) -> String {
    let mut text = String::from("c\"");
    for letter in value.chars() {
        match letter {
            '\\' => text.push_str("\\\\"),
            '"' => text.push_str("\\\""),
            '$' => text.push_str("\\$"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            plain if plain.is_ascii_graphic() || plain == ' ' => text.push(plain),
            other => text.push_str(&format!("\\u{{{:x}}}", u32::from(other))),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn strings_keep_every_letter() {
        assert_eq!(super::literal("a\"\\$\u{1}é\n"), "c\"a\\\"\\\\\\$\\u{1}\\u{e9}\\n\"");
    }
}
