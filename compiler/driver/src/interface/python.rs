//! An interface as a module of Python that loads the shared library by `ctypes`. It owns the module's frame and how `ctypes`
//! names types; which values `ctypes` passes wrongly, [`super::by_value`] knows.
//!
//! Sizes, alignments and offsets are compared with the description when the module is loaded. What has no form in `ctypes` is
//! told in a comment, and asking the module for it raises an `AttributeError` with the reason.

use std::collections::{HashMap, HashSet};

use super::by_value::{Calls, Refusal};
use super::forms::{Body, Definition, Form, Interface, Known, Record, Shape, Symbol, SymbolKind};
use super::layouts::Layouts;
use super::words::{Names, of_module};

/// What is said where a function of Python would have to stand and cannot.
const ONLY_OF_C: &str = "an address: ctypes makes no function of Python that gives a structure back";

/// A parameter that leads to bytes, which Python has as `bytes` and as arrays of characters.
const OCTETS: &str = "\n\nclass _Octets:\n    @staticmethod\n    def from_param(_value):\n        \
    _pointer = _ctypes.POINTER(_ctypes.c_uint8)\n        \
    if isinstance(_value, bytes):\n            return _ctypes.c_char_p(_value)\n        \
    if isinstance(_value, _ctypes.Array) and _value._type_ is _ctypes.c_char:\n            \
    return _ctypes.cast(_value, _pointer)\n        \
    return _pointer.from_param(_value)\n";

/// The module.
pub(super) fn write(interface: &Interface, layouts: &mut Layouts) -> String {
    let mut writer = Writer {
        names: Names::of_python(of_module(interface).into_iter()),
        calls: Calls::new(interface, layouts),
        text: head(interface),
        refused: Vec::new(),
        checks: String::new(),
    };
    let mut unions: HashMap<&str, &Definition> = HashMap::new();
    for definition in &interface.definitions {
        unions.insert(&definition.name, definition);
    }
    for known in &interface.known {
        writer.class(known, unions.get(known.name.as_str()).copied());
    }
    let known: HashSet<&str> = interface.known.iter().map(|known| known.name.as_str()).collect();
    for definition in &interface.definitions {
        debug_assert!(known.contains(definition.name.as_str()) || matches!(definition.body, Body::Name { .. }));
        writer.definition(definition);
    }
    writer.check();
    if interface.symbols.iter().any(takes_octets) {
        writer.text.push_str(OCTETS);
    }
    for symbol in &interface.symbols {
        writer.symbol(symbol);
    }
    let list: String =
        writer.refused.iter().map(|(name, why)| format!("    {}: {},\n", quoted(name), quoted(why))).collect();
    writer.text.push_str(&format!(
        "\n\n_refused = {{\n{list}}}\n\n\ndef __getattr__(_name):\n    \
         _why = _refused.get(_name)\n    \
         raise AttributeError(_name + (\" cannot be used by ctypes: \" + _why if _why else \" is not in this library\"))\n"
    ));
    writer.text
}

/// What stands before all declarations: how the library is found.
fn head(interface: &Interface) -> String {
    let Interface { name, target, .. } = interface;
    let about = format!(
        "The functions and globals of {name} that C can reach, for {target}. Made by `lang header --python`.\n\n\
         The library is the one that the variable LANG_LIBRARY_{} of the environment names, else the one beside this file, \
         else the one that the system finds.",
        variable(name)
    );
    let machine = target.split('-').next().unwrap_or_default();
    format!(
        "{}\n\nimport ctypes as _ctypes\nimport os as _os\nimport platform as _platform\n\n\
         if (_platform.machine(), _platform.system()) != ({}, \"Linux\"):\n    \
         raise ImportError(\"this module is for \" + {})\n\n\
         _path = _os.environ.get({})\nif not _path:\n    \
         _path = _os.path.join(_os.path.dirname(_os.path.abspath(__file__)), {file})\n    \
         if not _os.path.exists(_path):\n        _path = {file}\n_library = _ctypes.CDLL(_path)\n",
        quoted(&about),
        quoted(machine),
        quoted(target),
        quoted(&format!("LANG_LIBRARY_{}", variable(name))),
        file = quoted(&format!("lib{name}.so")),
    )
}

fn variable(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' }).collect()
}

struct Writer<'a> {
    names: Names,
    calls: Calls<'a>,
    text: String,
    /// What is left out, and why.
    refused: Vec<(String, String)>,
    /// Sizes, alignments and offsets.
    checks: String,
}

impl Writer<'_> {
    /// A class that has its fields later: pointers lead to it before.
    fn class(&mut self, known: &Known, definition: Option<&Definition>) {
        if let Some(Definition { body: Body::Record(record), .. }) = definition {
            self.parts(record);
        }
        let said = definition.and_then(|definition| definition.documentation.as_deref());
        let refused = self.calls.why_unwritten(&known.name).map(|why| format!("By its address only: {why}."));
        let said: Vec<&str> = said.into_iter().chain(refused.as_deref()).collect();
        self.empty_class(&known.name, known.is_union, &said.join("\n\n"));
        if let Some(Definition { body: Body::Record(record), .. }) = definition {
            let text = record.fields.iter().find(|field| is_text(&field.form));
            if let Some(field) = text {
                self.text.push_str(&format!(
                    "\n    @property\n    def text(self):\n        \"\"\"The text.\"\"\"\n        \
                     return _ctypes.string_at(_ctypes.addressof(self) + {}, self.length).decode()\n",
                    field.offset
                ));
            }
        }
    }

    fn parts(&mut self, record: &Record) {
        for field in &record.fields {
            if let Shape::Inline(inner) = &field.form.shape {
                self.parts(inner);
                self.empty_class(&inner.name, inner.is_union, "");
            }
        }
    }

    fn empty_class(&mut self, name: &str, is_union: bool, said: &str) {
        let base = if is_union { "Union" } else { "Structure" };
        let name = self.names.get(name);
        let body = if said.is_empty() { "pass".to_string() } else { quoted(said) };
        self.text.push_str(&format!("\n\nclass {name}(_ctypes.{base}):\n    {body}\n"));
    }

    fn say(&mut self, said: Option<&str>) {
        for line in said.into_iter().flat_map(str::lines) {
            self.text.push_str(format!("# {}", harmless(line)).trim_end());
            self.text.push('\n');
        }
    }

    fn definition(&mut self, definition: &Definition) {
        self.text.push_str("\n\n");
        match &definition.body {
            Body::Record(record) => match self.calls.why_unwritten(&definition.name).map(str::to_string) {
                Some(why) => self.text.push_str(&format!("# {}: {why}.\n", self.names.get(&definition.name))),
                None => self.fields(record),
            },
            Body::Name { form, none } => {
                self.say(definition.documentation.as_deref());
                if let Some(none) = none {
                    self.say(Some(&format!("Null is `{none}`.")));
                }
                match self.calls.unwritten(form) {
                    Some(why) => self.refused.push((self.names.get(&definition.name).to_string(), why)),
                    None => {
                        if self.calls.is_only_of_c(form) {
                            self.say(Some(ONLY_OF_C));
                        }
                        let line = format!("{} = {}\n", self.names.get(&definition.name), self.given(form));
                        self.text.push_str(&line);
                    }
                }
            }
        }
        for constant in &definition.constants {
            self.say(constant.documentation.as_deref());
            let number =
                if constant.signed { (constant.value as i128).to_string() } else { constant.value.to_string() };
            self.text.push_str(&format!("{} = {number}\n", self.names.get(&constant.name)));
        }
    }

    fn fields(&mut self, record: &Record) {
        for field in &record.fields {
            if let Shape::Inline(inner) = &field.form.shape {
                self.fields(inner);
            }
        }
        let class = self.names.get(&record.name).to_string();
        let fields = Names::of_python(record.fields.iter().map(|field| field.name.as_str()));
        let mut list = String::new();
        let mut offsets = String::new();
        for field in record.fields.iter().filter(|field| !is_text(&field.form)) {
            let name = quoted(fields.get(&field.name));
            for line in field.documentation.iter().flat_map(|said| said.lines()) {
                list.push_str(&format!("    # {}\n", harmless(line)));
            }
            if let Some(none) = &field.none {
                list.push_str(&format!("    # Null is `{}`.\n", harmless(none)));
            }
            if self.calls.is_only_of_c(&field.form) {
                list.push_str(&format!("    # {ONLY_OF_C}.\n"));
            }
            list.push_str(&format!("    ({name}, {}),\n", self.given(&field.form)));
            offsets.push_str(&format!("{name}: {}, ", field.offset));
        }
        if record.packed {
            self.text.push_str(&format!("{class}._pack_ = 1\n"));
        }
        self.text.push_str(&format!("{class}._fields_ = [\n{list}]\n"));
        let offsets = offsets.trim_end_matches(", ");
        let (size, align) = (record.layout.size, record.layout.align);
        self.checks.push_str(&format!("    ({class}, {size}, {align}, {{{offsets}}}),\n"));
    }

    /// Has Python compare what it made of the types with the description.
    fn check(&mut self) {
        self.text.push_str(&format!(
            "\n\nfor _type, _size, _align, _offsets in [\n{}]:\n    \
             _made = {{_field: getattr(_type, _field).offset for _field in _offsets}}\n    \
             if (_ctypes.sizeof(_type), _ctypes.alignment(_type), _made) != (_size, _align, _offsets):\n        \
             raise ImportError(\"ctypes lays out \" + _type.__name__ + \" differently\")\n",
            self.checks
        ));
    }

    fn symbol(&mut self, symbol: &Symbol) {
        self.text.push_str("\n\n");
        let name = self.names.get(&symbol.name).to_string();
        let refused = match &symbol.kind {
            SymbolKind::Function { parameters, result, .. } => self.calls.refuses(parameters, result),
            SymbolKind::Global(form) => self.calls.unwritten(form).map(Refusal::of_global),
        };
        if let Some(Refusal { what, why }) = refused {
            self.text.push_str(&format!("# {name} cannot be used by ctypes: {}: {why}.\n", harmless(&what)));
            return self.refused.push((name, format!("{what}: {why}")));
        }
        match &symbol.kind {
            SymbolKind::Function { parameters, result, .. } => {
                let list: Vec<String> =
                    parameters.iter().map(|(name, form)| format!("{name}: {}", shown(form))).collect();
                let head = format!("{name}({}) -> {}", list.join(", "), shown(result));
                let said = symbol.said().map_or(head.clone(), |said| format!("{head}\n\n{said}"));
                let types: Vec<String> = parameters
                    .iter()
                    .map(|(_, form)| if is_octets(form) { "_Octets".to_string() } else { self.given(form) })
                    .collect();
                let of_c = parameters.iter().filter(|(_, form)| self.calls.is_only_of_c(form));
                let of_c: String = of_c.map(|(name, _)| format!("# `{}` is {ONLY_OF_C}.\n", harmless(name))).collect();
                self.text.push_str(&of_c);
                let lookup = format!("getattr(_library, {})", quoted(&symbol.symbol));
                self.text.push_str(&format!(
                    "{name} = {lookup}\n{name}.__doc__ = {}\n{name}.argtypes = [{}]\n{name}.restype = {}\n",
                    quoted(&said),
                    types.join(", "),
                    self.result(result)
                ));
            }
            SymbolKind::Global(form) => {
                self.say(symbol.said().as_deref());
                let ty = self.form(form);
                self.text.push_str(&format!("{name} = ({ty}).in_dll(_library, {})\n", quoted(&symbol.symbol)));
            }
        }
    }

    fn result(&self, form: &Form) -> String {
        if matches!(form.shape, Shape::Void) { "None".to_string() } else { self.form(form) }
    }

    /// What Python gives or keeps.
    fn given(&self, form: &Form) -> String {
        if self.calls.is_only_of_c(form) { "_ctypes.c_void_p".to_string() } else { self.form(form) }
    }

    fn form(&self, form: &Form) -> String {
        match &form.shape {
            Shape::Void => "None".to_string(),
            Shape::Bool => "_ctypes.c_bool".to_string(),
            Shape::Char => "_ctypes.c_char".to_string(),
            Shape::Integer { bits, signed } => format!("_ctypes.c_{}int{bits}", if *signed { "" } else { "u" }),
            Shape::Float { bits: 32 } => "_ctypes.c_float".to_string(),
            Shape::Float { .. } => "_ctypes.c_double".to_string(),
            Shape::Named(name) => self.names.get(name).to_string(),
            Shape::Inline(record) => self.names.get(&record.name).to_string(),
            Shape::Pointer(to) => self.pointer(to),
            Shape::Array(element, length) => format!("({} * {})", self.form(element), length.unwrap_or(0)),
            Shape::Function(..) | Shape::Own(_) => "_ctypes.c_void_p".to_string(),
        }
    }

    fn pointer(&self, to: &Form) -> String {
        let address = || "_ctypes.c_void_p".to_string();
        if let Shape::Function(parameters, result) = &to.shape {
            let named: Vec<(String, Form)> = parameters.iter().map(|form| (String::new(), form.clone())).collect();
            // What ctypes would pass wrongly is an address to it.
            if self.calls.refuses(&named, result).is_some() {
                return address();
            }
            let list: String = parameters.iter().map(|form| format!(", {}", self.form(form))).collect();
            // What a function of Python gives back is no pointer with a type.
            let result = if matches!(result.shape, Shape::Pointer(_)) { address() } else { self.result(result) };
            return format!("_ctypes.CFUNCTYPE({result}{list})");
        }
        // A structure that cannot be written has a class nevertheless.
        let is_unwritten = match &to.shape {
            Shape::Named(name) => self.calls.is_name_unwritten(name),
            Shape::Void => true,
            Shape::Bool
            | Shape::Char
            | Shape::Integer { .. }
            | Shape::Float { .. }
            | Shape::Pointer(_)
            | Shape::Array(..)
            | Shape::Function(..)
            | Shape::Inline(_)
            | Shape::Own(_) => self.calls.unwritten(to).is_some(),
        };
        if is_unwritten { address() } else { format!("_ctypes.POINTER({})", self.form(to)) }
    }
}

/// Whether a value leads to bytes.
fn is_octets(form: &Form) -> bool {
    matches!(&form.shape, Shape::Pointer(to) if matches!(to.shape, Shape::Integer { bits: 8, signed: false }))
}

fn takes_octets(symbol: &Symbol) -> bool {
    match &symbol.kind {
        SymbolKind::Function { parameters, .. } => parameters.iter().any(|(_, form)| is_octets(form)),
        SymbolKind::Global(_) => false,
    }
}

/// Whether a field is the bytes of a text, as many as there are.
fn is_text(form: &Form) -> bool {
    matches!(form.shape, Shape::Array(_, None))
}

/// A type for people.
fn shown(form: &Form) -> String {
    match &form.shape {
        Shape::Void => "None".to_string(),
        Shape::Bool => "bool".to_string(),
        Shape::Char => "char".to_string(),
        Shape::Integer { bits, signed } => format!("{}{bits}", if *signed { "i" } else { "u" }),
        Shape::Float { bits } => format!("f{bits}"),
        Shape::Named(name) => name.clone(),
        Shape::Inline(record) => record.name.clone(),
        Shape::Own(own) => own.what().to_string(),
        Shape::Pointer(to) if matches!(to.shape, Shape::Function(..)) => shown(to),
        Shape::Pointer(to) => format!("POINTER({})", shown(to)),
        Shape::Array(element, length) => format!("{} * {}", shown(element), length.unwrap_or(0)),
        Shape::Function(parameters, result) => {
            let list: Vec<String> = parameters.iter().map(shown).collect();
            format!("function({}) -> {}", list.join(", "), shown(result))
        }
    }
}

/// A text of Python.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            letter if letter.is_control() => quoted.push_str(&format!("\\u{:04x}", letter as u32)),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

/// A line of a comment, which no letter may end.
fn harmless(line: &str) -> String {
    line.replace(|letter: char| letter.is_control(), " ")
}
