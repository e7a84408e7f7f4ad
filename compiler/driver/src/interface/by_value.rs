//! What `ctypes` cannot say or passes wrongly. It owns these limits, each of which was measured with CPython 3.11 and libffi
//! 3.4 on x86-64; nothing is passed by value where nobody measured.
//!
//! A structure of at most 16 bytes travels in registers that libffi chooses from the fields it is shown: of a union it sees
//! them one behind the other, of arrays inside of arrays ctypes shows it the wrong number, and packed ones end the process.
//! Structures without bytes are refused by libffi. A structure whose first half goes to the last register for numbers and
//! whose second half to one for floats overwrites the first of these. Larger ones are copied as they are.

use std::collections::HashMap;

use abi::{Architecture, Location, Signature, lower};

use super::forms::{Body, Form, Interface, Layout, Record, Shape};
use super::layouts::Layouts;

/// A type that is left out, and why.
pub(super) struct Refusal {
    pub what: String,
    pub why: String,
}

impl Refusal {
    pub(super) fn of_global(why: String) -> Refusal {
        Refusal { what: "its type".to_string(), why }
    }
}

/// What a structure has in it, however deep.
#[derive(Clone, Copy, Default)]
struct Inside {
    /// A union of several members.
    union: bool,
    packed: bool,
    /// An array of arrays.
    nested: bool,
}

/// The types of an interface as far as ctypes is concerned.
pub(super) struct Calls<'a> {
    records: HashMap<&'a str, &'a Record>,
    names: HashMap<&'a str, &'a Form>,
    inside: HashMap<&'a str, Inside>,
    /// Structures that cannot be written.
    unwritten: HashMap<String, String>,
    layouts: std::cell::RefCell<&'a mut Layouts>,
}

impl<'a> Calls<'a> {
    pub(super) fn new(interface: &'a Interface, layouts: &'a mut Layouts) -> Calls<'a> {
        let layouts = std::cell::RefCell::new(layouts);
        let mut calls = Calls {
            records: HashMap::new(),
            names: HashMap::new(),
            inside: HashMap::new(),
            unwritten: HashMap::new(),
            layouts,
        };
        for definition in &interface.definitions {
            match &definition.body {
                Body::Record(record) => {
                    if let Some(why) = calls.record(record) {
                        calls.unwritten.insert(definition.name.clone(), why);
                    }
                    let inside = calls.inside(record);
                    calls.inside.insert(&definition.name, inside);
                    calls.records.insert(&definition.name, record);
                }
                Body::Name { form, .. } => {
                    calls.names.insert(&definition.name, form);
                }
            }
        }
        calls
    }

    /// Why a structure cannot be written.
    pub(super) fn why_unwritten(&self, name: &str) -> Option<&str> {
        self.unwritten.get(name).map(String::as_str)
    }

    /// Whether a name of a number cannot be written.
    pub(super) fn is_name_unwritten(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|form| self.unwritten(form).is_some())
    }

    /// Whether a type is a function that Python cannot write: CPython refuses those that give a structure back.
    pub(super) fn is_only_of_c(&self, form: &Form) -> bool {
        let Shape::Pointer(to) = &form.shape else { return false };
        let Shape::Function(_, result) = &to.shape else { return false };
        matches!(&result.shape, Shape::Named(name) if self.records.contains_key(name.as_str()))
    }

    fn record(&self, record: &Record) -> Option<String> {
        let mut align = 1;
        for field in &record.fields {
            let inside = self.unwritten(&field.form);
            if inside.is_some() {
                return inside;
            }
            align = align.max(self.layout(&field.form).align);
        }
        let align = if record.packed { 1 } else { align };
        (align != record.layout.align).then(|| format!("ctypes cannot align to {} bytes", record.layout.align))
    }

    fn layout(&self, form: &Form) -> Layout {
        let mut layouts = self.layouts.borrow_mut();
        layouts.layout(form)
    }

    /// Why a value of a type cannot be written.
    pub(super) fn unwritten(&self, form: &Form) -> Option<String> {
        match &form.shape {
            Shape::Integer { bits: 128, .. } => Some("ctypes has no integer of 128 bits".to_string()),
            Shape::Named(name) => match (self.unwritten.get(name), self.names.get(name.as_str())) {
                (Some(why), _) => Some(why.clone()),
                (None, Some(form)) => self.unwritten(form),
                (None, None) => None,
            },
            Shape::Array(element, _) => self.unwritten(element),
            Shape::Inline(record) => self.record(record),
            Shape::Own(own) => Some(format!("ctypes has no form for {}", own.what())),
            Shape::Void
            | Shape::Bool
            | Shape::Char
            | Shape::Integer { .. }
            | Shape::Float { .. }
            | Shape::Pointer(_)
            | Shape::Function(..) => None,
        }
    }

    /// Why a function cannot be called.
    pub(super) fn refuses(&self, parameters: &[(String, Form)], result: &Form) -> Option<Refusal> {
        let result_name = "the result".to_string();
        let values = parameters.iter().map(|(name, form)| (name, form)).chain([(&result_name, result)]);
        for (name, form) in values {
            if let Some(why) = self.unwritten(form).or_else(|| self.by_value(form)) {
                let what = if name == &result_name { name.clone() } else { format!("`{name}`") };
                return Some(Refusal { what, why });
            }
        }
        self.overwrites(parameters, result)
    }

    /// Why a value is not passed or returned.
    fn by_value(&self, form: &Form) -> Option<String> {
        let Shape::Named(name) = &form.shape else { return None };
        let layout = self.records.get(name.as_str())?.layout;
        let inside = self.inside_form(form);
        let why = if self.layouts.borrow().target().architecture != Architecture::X86_64 {
            "structures by value were not measured on this machine"
        } else if layout.size == 0 {
            "libffi passes no structure without bytes"
        } else if layout.size > 16 {
            return None;
        } else if inside.union {
            "libffi passes a small structure with a union in it in the wrong registers"
        } else if inside.packed {
            "libffi passes no small structure that is packed"
        } else if inside.nested {
            "ctypes passes a small structure with arrays of arrays in it in the wrong registers"
        } else {
            return None;
        };
        Some(why.to_string())
    }

    /// What is in a structure. That of its parts with a name is known, so a type that doubles costs as much as any other.
    fn inside(&self, record: &Record) -> Inside {
        let mut inside =
            Inside { union: record.is_union && record.fields.len() > 1, packed: record.packed, nested: false };
        for field in &record.fields {
            let part = self.inside_form(&field.form);
            inside.nested |= is_nested(&field.form) || part.nested;
            inside.union |= part.union;
            inside.packed |= part.packed;
        }
        inside
    }

    fn inside_form(&self, form: &Form) -> Inside {
        match &form.shape {
            Shape::Named(name) => self.inside.get(name.as_str()).copied().unwrap_or_default(),
            Shape::Inline(record) => self.inside(record),
            Shape::Array(element, _) => self.inside_form(element),
            Shape::Void
            | Shape::Bool
            | Shape::Char
            | Shape::Integer { .. }
            | Shape::Float { .. }
            | Shape::Pointer(_)
            | Shape::Function(..)
            | Shape::Own(_) => Inside::default(),
        }
    }

    /// Whether libffi writes half of a structure over another argument.
    fn overwrites(&self, parameters: &[(String, Form)], result: &Form) -> Option<Refusal> {
        let mut layouts = self.layouts.borrow_mut();
        let result = layouts.form(result);
        let ids: Vec<abi::TyId> = parameters.iter().map(|(_, form)| layouts.form(form)).collect();
        let lowered = lower(layouts.target(), &layouts.arena, &Signature::new(result, ids)).ok()?;
        let place = lowered.params.iter().position(|value| match value.parts() {
            [first, _] if value.size > 8 => {
                matches!(first.location, Location::Register(register) if register.name() == "r9")
            }
            _ => false,
        })?;
        let why = "libffi writes a half of this structure over another argument".to_string();
        Some(Refusal { what: format!("`{}`", parameters[place].0), why })
    }
}

/// Whether a field is an array of arrays.
fn is_nested(form: &Form) -> bool {
    matches!(&form.shape, Shape::Array(element, _) if matches!(element.shape, Shape::Array(..)))
}
