//! An interface as a header of C99 and everything later, and of C++. It owns the header's frame and how C writes types; what
//! ISO has no form for (integers of 128 bits, arrays without elements) is marked as an extension, so that `-pedantic` is
//! content.

use c::write::{attributes, comment, integer};

use super::forms::{
    Body, Constant, Definition, Field, Form, Interface, Layout, Own, Record, Shape, Symbol, SymbolKind,
};

/// Numbers below this are written as they are.
const PLAIN: u128 = 1 << 31;

/// What integers of 128 bits are called: ISO knows no word for them.
pub(super) const I128: &str = "lang_i128";
pub(super) const U128: &str = "lang_u128";

/// The header.
pub(super) fn write(interface: &Interface) -> String {
    let Interface { name, target, .. } = interface;
    let guard: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' })
        .collect();
    // A header that is included may be called as ours.
    let prefix = match interface.of_others.is_empty() {
        true if guard.starts_with(|letter: char| letter.is_ascii_digit()) => "_",
        true => "",
        false => "LANG_",
    };
    let guard = format!("{prefix}{guard}");
    let mut text = format!(
        "// {name}.h: the functions of {name} that C can call and its globals, for {target}. Made by `lang header`.\n\n\
         #ifndef {guard}_H\n#define {guard}_H\n\n"
    );
    text.extend(interface.includes.iter().map(|header| format!("#include <{header}>\n")));
    for of_others in &interface.of_others {
        text.extend(of_others.defines.iter().map(|(name, value)| {
            let bare = name.split('(').next().unwrap_or(name);
            format!("#ifndef {bare}\n#define {name} {value}\n#endif\n")
        }));
        text.extend(of_others.headers.iter().map(|header| format!("#include {header}\n")));
    }
    let forward: String = interface.known.iter().filter(|known| known.header.is_none()).map(forward).collect();
    let definitions: Vec<String> = interface.definitions.iter().map(definition).collect();
    let symbols: Vec<String> = interface.symbols.iter().map(symbol).collect();
    let (definitions, symbols) = (definitions.join("\n"), symbols.join("\n"));
    let wide = match [&definitions, &symbols].iter().any(|part| part.contains(I128) || part.contains(U128)) {
        true => format!(
            "#ifndef LANG_INT128_DEFINED\n#define LANG_INT128_DEFINED\n__extension__ typedef __int128 {I128};\n\
             __extension__ typedef unsigned __int128 {U128};\n#endif\n"
        ),
        false => String::new(),
    };
    // Of arrays without elements C++ warns wherever they stand.
    let definitions = match interface.definitions.iter().any(|definition| definition.body.has_no_elements()) {
        true => format!(
            "#ifdef __GNUC__\n#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wpedantic\"\n#endif\n\n\
             {definitions}\n#ifdef __GNUC__\n#pragma GCC diagnostic pop\n#endif\n"
        ),
        false => definitions,
    };
    // Types stand before `extern "C"`, where clang warns of structures without bytes as if C++ gave them one.
    let begins_c = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n".to_string();
    for part in [asserted(interface), wide, forward, definitions, begins_c, symbols] {
        if !part.is_empty() {
            text.push('\n');
            text.push_str(&part);
        }
    }
    text.push_str(&format!("\n#ifdef __cplusplus\n}}\n#endif\n\n#endif // {guard}_H\n"));
    text
}

/// Has C's compiler compare its own types with what the program was made for: other macros may have made others of them.
fn asserted(interface: &Interface) -> String {
    if interface.of_c.is_empty() {
        return String::new();
    }
    let lines = |assert: &str, align: &str| -> String {
        let each = interface.of_c.iter().map(|(word, Layout { size, align: bytes })| {
            let asked = format!("sizeof({word}) == {size} && {align}({word}) == {bytes}");
            format!("{assert}({asked}, \"{word} lies as the program has it\");\n")
        });
        each.collect()
    };
    format!(
        "#if defined __cplusplus\n{}#elif defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L\n{}#endif\n",
        lines("static_assert", "alignof"),
        lines("_Static_assert", "_Alignof")
    )
}

fn forward(known: &super::forms::Known) -> String {
    format!("typedef {} {name} {name};\n", keyword(known.is_union), name = known.name)
}

fn keyword(is_union: bool) -> &'static str {
    if is_union { "union" } else { "struct" }
}

fn said(documentation: Option<&String>, indent: &str) -> String {
    documentation.map_or_else(String::new, |text| comment(text, indent))
}

fn definition(definition: &Definition) -> String {
    let mut text = said(definition.documentation.as_ref(), "");
    match &definition.body {
        Body::Record(record) => {
            let body = fields(record, 1);
            let attributes = attributes(record.packed, record.align.map(u64::from));
            text.push_str(&format!("{} {} {{\n{body}}}{attributes};\n", keyword(record.is_union), definition.name));
        }
        Body::Name { form, none } => {
            let none = none.as_ref().map_or_else(String::new, |none| format!("/* NULL is `{none}`. */\n"));
            // C++ has no complex numbers of its own.
            let extension = if let Shape::Own(Own::Complex(_)) = form.shape { "__extension__ " } else { "" };
            text.push_str(&format!("{none}{extension}typedef {};\n", declare(form, &definition.name)));
        }
    }
    text.extend(definition.constants.iter().map(constant));
    match definition.is_shared {
        true => {
            let mark = format!("LANG_{}_DEFINED", definition.name);
            format!("#ifndef {mark}\n#define {mark}\n{text}#endif\n")
        }
        false => text,
    }
}

fn fields(record: &Record, depth: usize) -> String {
    record.fields.iter().map(|field| self::field(field, depth)).collect()
}

fn field(field: &Field, depth: usize) -> String {
    let indent = "    ".repeat(depth);
    if let Shape::Inline(record) = &field.form.shape {
        let body = fields(record, depth + 1);
        return format!("{indent}{} {{\n{body}{indent}}} {};\n", keyword(record.is_union), field.name);
    }
    let none = field.none.as_ref().map_or_else(String::new, |none| format!(" /* NULL is `{none}`. */"));
    format!("{}{indent}{};{none}\n", said(field.documentation.as_ref(), &indent), declare(&field.form, &field.name))
}

impl Body {
    fn has_no_elements(&self) -> bool {
        match self {
            Body::Record(record) => record.fields.iter().any(|field| has_no_elements(&field.form)),
            Body::Name { .. } => false,
        }
    }
}

/// Whether ISO refuses an array in a field like this.
fn has_no_elements(form: &Form) -> bool {
    match &form.shape {
        Shape::Array(element, length) => length.unwrap_or(0) == 0 || has_no_elements(element),
        Shape::Inline(record) => record.fields.iter().any(|field| has_no_elements(&field.form)),
        Shape::Void
        | Shape::Bool
        | Shape::Char
        | Shape::Integer { .. }
        | Shape::Float { .. }
        | Shape::Named(_)
        | Shape::Pointer(_)
        | Shape::Function(..)
        | Shape::Own(_) => false,
    }
}

fn symbol(symbol: &Symbol) -> String {
    let Symbol { name, symbol: known, .. } = symbol;
    if symbol.is_declared {
        let what = format!("`{name}`: a header above declares it.");
        let said = symbol.said().map_or(what.clone(), |said| format!("{what}\n{said}"));
        return comment(&said, "");
    }
    let declared = match &symbol.kind {
        SymbolKind::Function { parameters, result, returns } => {
            let list: Vec<String> = parameters.iter().map(|(name, form)| declare(form, name)).collect();
            let never = if *returns { "" } else { "__attribute__((noreturn)) " };
            format!("{never}{}", declare(result, &format!("{name}({})", listed(&list))))
        }
        // C may change it as the program does.
        SymbolKind::Global(form) => format!("extern {}", declare(form, name)),
    };
    // The symbol, where it is not the name in C.
    let label = if name == known { String::new() } else { format!(" __asm__(\"{known}\")") };
    format!("{}{declared}{label};\n", said(symbol.said().as_ref(), ""))
}

fn listed(list: &[String]) -> String {
    if list.is_empty() { "void".to_string() } else { list.join(", ") }
}

/// `name` declared with a type.
fn declare(form: &Form, name: &str) -> String {
    let plain = |word: &str| {
        let declared = format!("{}{word} {name}", if form.is_const { "const " } else { "" });
        declared.trim_end().to_string()
    };
    match &form.shape {
        Shape::Void => plain("void"),
        Shape::Bool => plain("bool"),
        Shape::Char => plain("char"),
        Shape::Integer { bits: 128, signed } => plain(if *signed { I128 } else { U128 }),
        Shape::Integer { bits, signed } => plain(integer(*bits, *signed)),
        Shape::Float { bits: 32 } => plain("float"),
        Shape::Float { .. } => plain("double"),
        Shape::Named(word) => plain(word),
        Shape::Pointer(to) => {
            let star = if form.is_const { "*const " } else { "*" };
            match &to.shape {
                Shape::Array(..) | Shape::Function(..) => declare(to, &format!("({star}{name})")),
                Shape::Void
                | Shape::Bool
                | Shape::Char
                | Shape::Integer { .. }
                | Shape::Float { .. }
                | Shape::Named(_)
                | Shape::Pointer(_)
                | Shape::Inline(_)
                | Shape::Own(_) => {
                    let pointer = format!("{star}{name}");
                    declare(to, if name.is_empty() { pointer.trim_end() } else { &pointer })
                }
            }
        }
        Shape::Array(element, length) => {
            let length = length.map_or_else(String::new, |length| length.to_string());
            declare(element, &format!("{name}[{length}]"))
        }
        Shape::Function(parameters, result) => {
            let list: Vec<String> = parameters.iter().map(|form| declare(form, "")).collect();
            declare(result, &format!("{name}({})", listed(&list)))
        }
        // Only as a field.
        Shape::Inline(record) => plain(&record.name),
        Shape::Own(Own::LongDouble) => plain("long double"),
        Shape::Own(Own::Complex(part)) => declare(part, &format!("_Complex {name}")),
        Shape::Own(Own::Vector(lane, count)) => declare(
            lane,
            &format!("__attribute__((vector_size({count} * sizeof({})))) {name}", declare(lane, "").trim_end()),
        ),
    }
}

/// The number of a case, of its own type.
fn constant(constant: &Constant) -> String {
    let Constant { name, value, bits, signed, .. } = constant;
    let ty = match bits {
        128 => {
            if *signed {
                I128
            } else {
                U128
            }
        }
        _ => integer(*bits, *signed),
    };
    let number = if *signed && (*value as i128).unsigned_abs() < PLAIN {
        format!("(({ty}){})", *value as i128)
    } else if *value < PLAIN {
        format!("(({ty}){value})")
    } else if *bits == 128 {
        let (high, low) = ((value >> 64) as u64, *value as u64);
        format!("(({ty})(({U128})UINT64_C({high:#x}) << 64 | UINT64_C({low:#x})))")
    } else {
        format!("(({ty})UINT64_C({:#x}))", *value as u64)
    };
    format!("{}#define {name} {number}\n", said(constant.documentation.as_ref(), ""))
}
