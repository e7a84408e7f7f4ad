//! C text of types. Owns the declarations, one name per different record; must not know what is done with values.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use mir::{RecordKind, Scalar};

use super::model::{Record, Type};

/// The records that a file has declared so far.
#[derive(Default)]
pub struct Declared {
    names: HashMap<Arc<Record>, String>,
    /// The declarations.
    pub text: String,
}

impl Declared {
    /// The name of the type of a parameter or result.
    pub fn name(&mut self, ty: &Type) -> String {
        match ty {
            Type::Scalar(scalar) => scalar_name(*scalar).to_owned(),
            Type::Record(record) => self.record(record),
            Type::Array(..) => self.record(&Arc::new(Record::plain(vec![ty.clone()]))),
        }
    }

    /// A variable or member with its type.
    fn declare(&mut self, ty: &Type, variable: &str) -> String {
        match ty {
            Type::Array(element, count) => self.declare(element, &format!("{variable}[{count}]")),
            Type::Scalar(_) | Type::Record(_) => format!("{} {variable}", self.name(ty)),
        }
    }

    fn record(&mut self, record: &Arc<Record>) -> String {
        if let Some(known) = self.names.get(record) {
            return known.clone();
        }
        let mut members = String::new();
        for (index, field) in record.fields.iter().enumerate() {
            let _ = write!(members, " {};", self.declare(field, &format!("f{index}")));
        }
        let attributes = c::write::attributes(record.packed, record.align);
        let word = match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        let name = format!("R{}", self.names.len());
        let _ = writeln!(self.text, "typedef {word} {{{members} }}{attributes} {name};");
        self.names.insert(Arc::clone(record), name.clone());
        name
    }
}

/// C's name of a scalar.
pub fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "_Bool",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::Pointer => "void *",
        _ => c::write::integer(scalar.bits(), scalar.is_signed()),
    }
}
