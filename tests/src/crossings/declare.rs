//! How types are written in C by the names of the header, which follow from how the language writes them.

use super::Program;
use super::types::{Access, Kind, Number, Signature, Type};

/// The name of a type that has one in the header.
pub fn name(program: &Program, ty: &Type) -> String {
    let word = |ty: &Type| identifier(&program.text(ty));
    match ty {
        Type::Option(some) => format!("Option_{}", word(some)),
        Type::Result(ok, err) => format!("Result_{}_{}", word(ok), word(err)),
        Type::Tuple(elements) => format!("tuple_{}", elements.iter().map(word).collect::<Vec<_>>().join("_")),
        Type::Array(element, length) => format!("array_{length}_{}", word(element)),
        Type::Slice(Access::Ref, element) => format!("slice_{}", word(element)),
        Type::Slice(Access::Mut, element) => format!("mut_slice_{}", word(element)),
        Type::Function(..) => format!("closure_{}", word(ty)),
        Type::Object(_, interface) => format!("dyn_{}", program.interfaces[*interface].name),
        Type::Text => "lang_string".to_string(),
        Type::Number(_) | Type::Named(_) | Type::Borrow(..) => word(ty),
    }
}

/// A parameter or result: an array stands in a structure.
pub fn value(program: &Program, ty: &Type, declarator: &str) -> String {
    match ty {
        Type::Array(..) => format!("{} {declarator}", name(program, ty)),
        _ => declare(program, ty, declarator),
    }
}

/// A variable or field.
pub fn declare(program: &Program, ty: &Type, declarator: &str) -> String {
    declared(program, ty, declarator, Access::Mut)
}

/// The same; what is only looked at is `const`.
fn declared(program: &Program, ty: &Type, declarator: &str, access: Access) -> String {
    let word = if access == Access::Ref { "const " } else { "" };
    let plain = |name: &str| format!("{word}{name} {declarator}");
    match ty {
        Type::Number(number) => plain(&number_name(*number)),
        Type::Array(element, length) => declared(program, element, &format!("{declarator}[{length}]"), access),
        // A borrow of a heap type is the object's own pointer.
        Type::Borrow(behind, to) if program.is_heap(to) => {
            let name = name(program, to);
            format!("{}{name} *{word}{declarator}", if *behind == Access::Ref { "const " } else { "" })
        }
        Type::Borrow(behind, to) if matches!(**to, Type::Array(..)) => {
            declared(program, to, &format!("(*{word}{declarator})"), *behind)
        }
        Type::Borrow(behind, to) => declared(program, to, &format!("*{word}{declarator}"), *behind),
        Type::Text => format!("const {} *{word}{declarator}", name(program, ty)),
        Type::Function(Kind::Extern, signature) => {
            let Signature { parameters, result } = &**signature;
            head(program, &format!("(*{word}{declarator})"), &[], parameters, result.as_ref())
        }
        Type::Named(_) if program.is_heap(ty) => format!("{} *{word}{declarator}", name(program, ty)),
        Type::Named(_) | Type::Option(_) | Type::Result(..) | Type::Tuple(_) => plain(&name(program, ty)),
        Type::Slice(..) | Type::Function(..) | Type::Object(..) => plain(&name(program, ty)),
    }
}

fn number_name(number: Number) -> String {
    match number {
        Number::Bool => "bool".to_string(),
        Number::Float { bits: 32 } => "float".to_string(),
        Number::Float { .. } => "double".to_string(),
        Number::Integer { bits, is_signed } => integer(bits, is_signed),
    }
}

/// A function that takes what stands first and the parameters `p0`, `p1`, ….
pub fn head(program: &Program, name: &str, first: &[&str], parameters: &[Type], result: Option<&Type>) -> String {
    let mut list: Vec<String> = first.iter().map(|word| (*word).to_string()).collect();
    list.extend(parameters.iter().enumerate().map(|(at, ty)| value(program, ty, &format!("p{at}"))));
    let list = if list.is_empty() { "void".to_string() } else { list.join(", ") };
    let declarator = format!("{name}({list})");
    match result {
        Some(ty) => value(program, ty, &declarator),
        None => format!("void {declarator}"),
    }
}

pub fn integer(bits: u32, is_signed: bool) -> String {
    match bits {
        128 => format!("{}__int128", if is_signed { "" } else { "unsigned " }),
        _ => format!("{}int{bits}_t", if is_signed { "" } else { "u" }),
    }
}

fn identifier(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect()
}
