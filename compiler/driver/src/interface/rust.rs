//! An interface as a module of declarations for Rust, as `-sys` crates have. It owns how Rust writes types, and the questions
//! that the compiler answers before such a module is used: sizes, alignments and offsets are those of the description.
//!
//! What Rust has no form for is refused by a comment in its place: a structure that is packed and aligned, or packed around an
//! aligned one, is known by its address only, and a function that takes or returns it by value is left out.

use std::collections::{HashMap, HashSet};

use super::forms::{Body, Constant, Form, Interface, Record, Shape, Symbol, SymbolKind};
use super::words::{Names, of_module};

/// The module.
pub(super) fn write(interface: &Interface) -> String {
    let Interface { name, target, .. } = interface;
    let mut writer = Writer {
        names: Names::of_rust(of_module(interface).into_iter()),
        aligned: HashSet::new(),
        refused: HashMap::new(),
        text: String::new(),
    };
    writer.text = format!(
        "//! The functions and globals of {name} that C can reach, for {target}. Made by `lang header --rust`.\n\
         //!\n//! Sizes, alignments and offsets are checked when this is compiled, by Rust 1.82 or later.\n\
         #![allow(non_camel_case_types, non_snake_case, non_upper_case_globals, dead_code, improper_ctypes)]\n"
    );
    let mut defined: HashSet<&str> = HashSet::new();
    for definition in &interface.definitions {
        writer.text.push('\n');
        match &definition.body {
            Body::Record(record) => {
                defined.insert(&definition.name);
                writer.record(record, definition.documentation.as_deref());
            }
            Body::Name { form: Form { shape: Shape::Own(own), .. }, .. } => {
                writer.refuse(&definition.name, format!("Rust has no form for {}", own.what()));
                writer.closed(&definition.name, definition.documentation.as_deref());
            }
            Body::Name { form, none } => {
                writer.say(definition.documentation.as_deref(), "");
                if let Some(none) = none {
                    writer.say(Some(&format!("Null is `{none}`.")), "");
                }
                let line = format!("pub type {} = {};\n", writer.names.get(&definition.name), writer.form(form));
                writer.text.push_str(&line);
            }
        }
        definition.constants.iter().for_each(|constant| writer.constant(constant));
    }
    for known in interface.known.iter().filter(|known| !defined.contains(known.name.as_str())) {
        writer.text.push('\n');
        writer.closed(&known.name, None);
    }
    writer.symbols(interface);
    writer.text
}

struct Writer {
    names: Names,
    /// Structures with an alignment of their own, and those around them: nothing packed may hold one.
    aligned: HashSet<String>,
    /// Those that Rust cannot write, and why.
    refused: HashMap<String, String>,
    text: String,
}

impl Writer {
    /// A comment that stands before what it is of.
    fn say(&mut self, documentation: Option<&str>, indent: &str) {
        for line in documentation.into_iter().flat_map(str::lines) {
            self.text.push_str(format!("{indent}/// {}", line.replace(is_refused, " ")).trim_end());
            self.text.push('\n');
        }
    }

    /// A structure of which only addresses are known.
    fn closed(&mut self, name: &str, documentation: Option<&str>) {
        self.say(documentation, "");
        let name = self.names.get(name);
        self.text.push_str(&format!(
            "#[repr(C)]\npub struct {name} {{\n    _closed: [u8; 0],\n    \
             _marker: ::core::marker::PhantomData<(*mut u8, ::core::marker::PhantomPinned)>,\n}}\n"
        ));
    }

    /// Says why only addresses of a type are known.
    fn refuse(&mut self, name: &str, why: String) {
        self.text.push_str(&format!("// By its address only: {why}.\n"));
        self.refused.insert(name.to_string(), why);
    }

    fn record(&mut self, record: &Record, documentation: Option<&str>) {
        for field in &record.fields {
            if let Shape::Inline(inner) = &field.form.shape {
                self.record(inner, None);
                self.text.push('\n');
            }
        }
        let inside =
            |known: &dyn Fn(&str) -> bool| record.fields.iter().any(|field| of_value(&field.form).is_some_and(known));
        let holds_aligned = inside(&|name| self.aligned.contains(name));
        if record.align.is_some() || holds_aligned {
            self.aligned.insert(record.name.clone());
        }
        let why = match (record.packed, record.align.is_some()) {
            (true, true) => Some("Rust has no structure that is packed and aligned"),
            (true, false) if holds_aligned => Some("Rust has no packed structure around an aligned one"),
            _ if inside(&|name| self.refused.contains_key(name)) => Some("it holds what Rust has no form for"),
            _ => None,
        };
        if let Some(why) = why {
            self.refuse(&record.name, why.to_string());
            return self.closed(&record.name, documentation);
        }
        self.say(documentation, "");
        let mut form = "C".to_string();
        if record.packed {
            form.push_str(", packed");
        }
        if let Some(align) = record.align {
            form.push_str(&format!(", align({align})"));
        }
        let word = if record.is_union { "union" } else { "struct" };
        let name = self.names.get(&record.name).to_string();
        let fields = Names::of_rust(record.fields.iter().map(|field| field.name.as_str()));
        self.text.push_str(&format!("#[repr({form})]\n#[derive(Clone, Copy)]\npub {word} {name} {{\n"));
        for field in &record.fields {
            self.say(field.documentation.as_deref(), "    ");
            if let Some(none) = &field.none {
                self.say(Some(&format!("Null is `{none}`.")), "    ");
            }
            let line = format!("    pub {}: {},\n", fields.get(&field.name), self.form(&field.form));
            self.text.push_str(&line);
        }
        let Record { layout, .. } = record;
        self.text.push_str(&format!(
            "}}\nconst _: () = {{\n    assert!(::core::mem::size_of::<{name}>() == {});\n    \
             assert!(::core::mem::align_of::<{name}>() == {});\n",
            layout.size, layout.align
        ));
        for field in &record.fields {
            let (field, offset) = (fields.get(&field.name), field.offset);
            self.text.push_str(&format!("    assert!(::core::mem::offset_of!({name}, {field}) == {offset});\n"));
        }
        self.text.push_str("};\n");
    }

    fn constant(&mut self, constant: &Constant) {
        self.say(constant.documentation.as_deref(), "");
        let Constant { name, value, bits, signed, .. } = constant;
        let (name, ty) = (self.names.get(name), integer(*bits, *signed));
        let line = match signed {
            true => format!("pub const {name}: {ty} = {};\n", *value as i128),
            false => format!("pub const {name}: {ty} = {value};\n"),
        };
        self.text.push_str(&line);
    }

    fn symbols(&mut self, interface: &Interface) {
        if interface.symbols.is_empty() {
            return;
        }
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
        if interface.name.chars().all(is_plain) {
            self.text.push_str(&format!("\n#[link(name = \"{}\")]", interface.name));
        }
        self.text.push_str("\nunsafe extern \"C\" {\n");
        for symbol in &interface.symbols {
            self.symbol(symbol);
        }
        self.text.push_str("}\n");
    }

    fn symbol(&mut self, symbol: &Symbol) {
        let forms: Vec<&Form> = match &symbol.kind {
            SymbolKind::Function { parameters, result, .. } => {
                parameters.iter().map(|(_, form)| form).chain([result]).collect()
            }
            SymbolKind::Global(form) => vec![form],
        };
        if let Some((name, why)) = forms.iter().find_map(|form| self.refused.get_key_value(of_value(form)?)) {
            let line = format!("    // Not here: {}: its {name} cannot be written: {why}.\n", symbol.symbol);
            return self.text.push_str(&line);
        }
        self.say(symbol.said().as_deref(), "    ");
        let name = self.names.get(&symbol.name);
        if name != symbol.symbol {
            self.text.push_str(&format!("    #[link_name = \"{}\"]\n", symbol.symbol));
        }
        let line = match &symbol.kind {
            SymbolKind::Function { parameters, result, returns } => {
                let names = Names::of_rust(parameters.iter().map(|(name, _)| name.as_str()));
                let list: Vec<String> =
                    parameters.iter().map(|(name, form)| format!("{}: {}", names.get(name), self.form(form))).collect();
                let result = if *returns { self.result(result) } else { " -> !".to_string() };
                format!("    pub fn {name}({}){result};\n", list.join(", "))
            }
            SymbolKind::Global(form) => format!("    pub static mut {name}: {};\n", self.form(form)),
        };
        self.text.push_str(&line);
    }

    fn result(&self, form: &Form) -> String {
        if matches!(form.shape, Shape::Void) { String::new() } else { format!(" -> {}", self.form(form)) }
    }

    fn form(&self, form: &Form) -> String {
        match &form.shape {
            Shape::Void => "::core::ffi::c_void".to_string(),
            Shape::Bool => "bool".to_string(),
            Shape::Char => "::core::ffi::c_char".to_string(),
            Shape::Integer { bits, signed } => integer(*bits, *signed),
            Shape::Float { bits } => format!("f{bits}"),
            Shape::Named(name) => self.names.get(name).to_string(),
            Shape::Inline(record) => self.names.get(&record.name).to_string(),
            Shape::Pointer(to) => {
                if let Shape::Function(parameters, result) = &to.shape {
                    let list: Vec<String> = parameters.iter().map(|form| self.form(form)).collect();
                    let result = self.result(result);
                    return format!("::core::option::Option<unsafe extern \"C\" fn({}){result}>", list.join(", "));
                }
                format!("*{} {}", if is_const(to) { "const" } else { "mut" }, self.form(to))
            }
            Shape::Array(element, length) => format!("[{}; {}]", self.form(element), length.unwrap_or(0)),
            // Only behind a pointer.
            Shape::Function(..) | Shape::Own(_) => "::core::ffi::c_void".to_string(),
        }
    }
}

/// Letters that rustc refuses in comments: control characters, and those that turn the direction of a text.
fn is_refused(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn integer(bits: u32, signed: bool) -> String {
    format!("{}{bits}", if signed { 'i' } else { 'u' })
}

/// Whether what a pointer leads to is not written: of an array the elements say so.
fn is_const(form: &Form) -> bool {
    if let Shape::Array(element, _) = &form.shape { is_const(element) } else { form.is_const }
}

/// The structure of which a value has one in it.
fn of_value(form: &Form) -> Option<&str> {
    match &form.shape {
        Shape::Named(name) => Some(name),
        Shape::Inline(record) => Some(&record.name),
        Shape::Array(element, _) => of_value(element),
        Shape::Void
        | Shape::Bool
        | Shape::Char
        | Shape::Integer { .. }
        | Shape::Float { .. }
        | Shape::Pointer(_)
        | Shape::Function(..)
        | Shape::Own(_) => None,
    }
}
