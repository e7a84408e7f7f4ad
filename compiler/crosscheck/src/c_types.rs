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
        if let Some(own) = own_type(record) {
            return self.typedef(record, &own);
        }
        let mut members = String::new();
        for (index, field) in record.fields.iter().enumerate() {
            let _ = write!(members, " {};", self.declare(field, &format!("f{index}")));
        }
        let attributes = c::write::attributes(record.packed, record.align);
        let word = if record.kind == RecordKind::Union { "union" } else { "struct" };
        self.typedef(record, &format!("{word} {{{members} }}{attributes}"))
    }

    fn typedef(&mut self, record: &Arc<Record>, ty: &str) -> String {
        let name = format!("R{}", self.names.len());
        let _ = writeln!(self.text, "typedef {ty} {name};");
        self.names.insert(Arc::clone(record), name.clone());
        name
    }
}

/// C's own type that a record stands for.
fn own_type(record: &Record) -> Option<String> {
    let number = |ty: &Type| match ty {
        Type::Scalar(scalar) => Some(scalar_name(*scalar).to_owned()),
        Type::Record(part) => own_type(part),
        Type::Array(..) => None,
    };
    match (record.kind, record.fields.as_slice()) {
        (RecordKind::Vector, [lanes @ Type::Array(lane, _)]) => {
            Some(format!("{} __attribute__((vector_size({})))", number(lane)?, lanes.layout().size))
        }
        (RecordKind::Complex, [part, _]) => Some(format!("_Complex {}", number(part)?)),
        (RecordKind::LongDouble, _) => Some("long double".to_owned()),
        (RecordKind::Struct | RecordKind::Union | RecordKind::Vector | RecordKind::Complex, _) => None,
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
