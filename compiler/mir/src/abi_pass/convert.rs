//! From the module's types to those of [`abi`]. Owns a cache by type id; must not know what is done with them.

use crate::ids::TypeId;
use crate::scalar::{Scalar, ScalarClass};
use crate::signature::Signature;
use crate::types::{Field, Record, RecordKind, Type, TypeBody, TypeTable};

/// Converts types of one module to those of the ABI description.
pub struct Converter<'types> {
    types: &'types TypeTable,
    target: abi::Target,
    /// The types made so far.
    pub arena: abi::TypeArena,
    known: Vec<State>,
}

#[derive(Clone, Copy)]
enum State {
    New,
    Begun,
    Done(abi::TyId),
}

impl<'types> Converter<'types> {
    /// A converter without any type yet.
    pub fn new(types: &'types TypeTable, target: abi::Target) -> Converter<'types> {
        Converter { types, target, arena: abi::TypeArena::new(), known: vec![State::New; types.len()] }
    }

    /// The same signature in C's types.
    ///
    /// # Errors
    /// A type without a size, or more parameters than C compilers take.
    pub fn signature(&mut self, signature: &Signature) -> Result<abi::Signature, abi::Unsupported> {
        let result = match signature.result {
            None => abi::TyId::VOID,
            Some(ty) => self.passed(ty)?,
        };
        let parameters = signature.parameters.iter().map(|ty| self.passed(*ty)).collect::<Result<Vec<_>, _>>()?;
        Ok(if signature.variadic {
            let fixed = u16::try_from(signature.fixed).map_err(|_| too_many())?;
            abi::Signature::variadic(result, parameters, fixed)
        } else {
            abi::Signature::new(result, parameters)
        })
    }

    /// A type as a parameter or result. C cannot pass a bare array, so one travels inside of a struct.
    fn passed(&mut self, ty: Type) -> Result<abi::TyId, abi::Unsupported> {
        let converted = self.ty(ty)?;
        let abi::Ty::Array(_) = self.arena.get(converted) else {
            return Ok(converted);
        };
        let layout = self.types.layout(ty);
        let align = alignment(layout.align)?;
        Ok(self.arena.add_record(abi::Record {
            kind: abi::RecordKind::Struct,
            size: layout.size,
            align,
            unadjusted_align: align,
            required_align: 1,
            packed: false,
            fields: [field(converted, 0)].into_iter().collect(),
        }))
    }

    fn ty(&mut self, ty: Type) -> Result<abi::TyId, abi::Unsupported> {
        match ty {
            Type::Scalar(scalar) => Ok(scalar_type(scalar)),
            Type::Aggregate(id) => match self.known[id.index()] {
                State::Done(known) => Ok(known),
                State::Begun => Err(unsupported("a type that contains itself", "it has no size")),
                State::New => {
                    self.known[id.index()] = State::Begun;
                    let made = self.aggregate(id)?;
                    self.known[id.index()] = State::Done(made);
                    Ok(made)
                }
            },
        }
    }

    fn aggregate(&mut self, id: TypeId) -> Result<abi::TyId, abi::Unsupported> {
        let types = self.types;
        match types.body(id) {
            None => Err(unsupported("a type that is only declared", "its size is not known")),
            Some(TypeBody::Array { element, count }) => {
                let element = self.ty(*element)?;
                Ok(self.arena.array(element, *count))
            }
            Some(TypeBody::Record(record)) => match record.kind {
                RecordKind::Struct => self.record(abi::RecordKind::Struct, record),
                RecordKind::Union => self.record(abi::RecordKind::Union, record),
                RecordKind::Vector => {
                    let vector = self.vector(record)?;
                    self.laid_out_alike(vector, record)
                }
                RecordKind::Complex => {
                    let complex = self.complex(record)?;
                    self.laid_out_alike(complex, record)
                }
                RecordKind::LongDouble => self.laid_out_alike(self.target.long_double_type(), record),
            },
        }
    }

    fn record(&mut self, kind: abi::RecordKind, record: &Record) -> Result<abi::TyId, abi::Unsupported> {
        let fields = record.fields.iter().map(|known| Ok(field(self.ty(known.ty)?, 8 * known.offset)));
        let fields = fields.collect::<Result<_, abi::Unsupported>>()?;
        Ok(self.arena.add_record(abi::Record {
            kind,
            size: record.size,
            align: alignment(record.align)?,
            unadjusted_align: alignment(record.unadjusted_align)?,
            required_align: 1,
            packed: record.packed,
            fields,
        }))
    }

    fn vector(&mut self, record: &Record) -> Result<abi::TyId, abi::Unsupported> {
        let lanes = match *record.fields {
            [Field { ty: Type::Aggregate(only), .. }] => match self.types.body(only) {
                Some(TypeBody::Array { element: Type::Scalar(scalar), count }) => Some((*scalar, *count)),
                Some(TypeBody::Array { element: Type::Aggregate(_), .. } | TypeBody::Record(_)) | None => None,
            },
            _ => None,
        };
        lanes.and_then(|(lane, count)| self.arena.common_vector(scalar_type(lane), count)).ok_or_else(|| {
            unsupported("a vector of this form", "C compilers agree on several numbers that have 8 or 16 bytes")
        })
    }

    fn complex(&mut self, record: &Record) -> Result<abi::TyId, abi::Unsupported> {
        match *record.fields {
            [Field { ty: real, .. }, Field { ty: imaginary, .. }] if real == imaginary => {
                let part = self.ty(real)?;
                self.arena.get(part).is_float().then(|| self.arena.complex(part))
            }
            _ => None,
        }
        .ok_or_else(|| unsupported("a complex number of this form", "C's are two floating-point numbers of one type"))
    }

    /// C's own type for a record, which must lie in memory as that does.
    fn laid_out_alike(&self, made: abi::TyId, record: &Record) -> Result<abi::TyId, abi::Unsupported> {
        let of_c = self.arena.layout(&self.target, made);
        if (of_c.size, of_c.align) == (record.size, alignment(record.align)?) {
            return Ok(made);
        }
        Err(unsupported("a type of C with another layout than C's", "on this target it has another size or alignment"))
    }
}

fn field(ty: abi::TyId, offset_bits: u64) -> abi::Field {
    abi::Field { ty, offset_bits, bit_width: None, named: true }
}

fn alignment(align: crate::ids::Align) -> Result<u32, abi::Unsupported> {
    u32::try_from(align.bytes())
        .map_err(|_| unsupported("an alignment of 4 GB or more", "no target has memory so aligned"))
}

fn too_many() -> abi::Unsupported {
    unsupported("a function of more than 65,535 parameters", "C compilers end long before")
}

fn unsupported(what: &str, why: &str) -> abi::Unsupported {
    abi::Unsupported { what: what.to_owned(), why: why.to_owned() }
}

fn scalar_type(scalar: Scalar) -> abi::TyId {
    match scalar.class() {
        ScalarClass::Bool => abi::TyId::BOOL,
        ScalarClass::Integer(kind) => abi::TyId::integer(kind),
        ScalarClass::Float(kind) => abi::TyId::float(kind),
        ScalarClass::Pointer => abi::TyId::POINTER,
    }
}
