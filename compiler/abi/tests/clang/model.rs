//! C types and signatures that can be printed as C and built as the library's types. Owns both translations,
//! so that what clang sees and what the library sees cannot drift apart.

use std::fmt::Write;

use abi::{FieldSpec, RecordKind, RecordSpec, Signature, Target, TyId, TypeArena};

#[derive(Clone, Debug, PartialEq)]
pub enum CType {
    Void,
    /// A C name and the library's id.
    Scalar(&'static str, TyId),
    /// An enumeration as C, with `%` for the name of its constant, and the integer that stands for it.
    Enumeration(&'static str, TyId),
    BitInt(u16, bool),
    Complex(&'static str, TyId),
    Vector(&'static str, TyId, u32),
    Record(Box<CRecord>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct CRecord {
    pub kind: RecordKind,
    pub fields: Vec<CField>,
    pub packed: bool,
    /// `#pragma pack`.
    pub pack: Option<u32>,
    pub align: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CField {
    pub ty: CType,
    pub dimensions: Vec<u64>,
    /// An array of unknown length (of arrays of `dimensions`).
    pub flexible: bool,
    pub align: Option<u32>,
    pub packed: bool,
    pub bits: Option<u16>,
    pub named: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CSignature {
    pub result: CType,
    pub params: Vec<CType>,
    /// Number of named parameters, if the function is variadic.
    pub variadic: Option<usize>,
}

impl CField {
    pub fn new(ty: CType) -> CField {
        CField { ty, dimensions: Vec::new(), flexible: false, align: None, packed: false, bits: None, named: true }
    }
}

impl CSignature {
    pub fn build(&self, target: &Target) -> (TypeArena, Signature) {
        let mut arena = TypeArena::new();
        let result = self.result.build(target, &mut arena);
        let params: Vec<TyId> = self.params.iter().map(|param| param.build(target, &mut arena)).collect();
        let signature = match self.variadic {
            Some(fixed) => Signature::variadic(result, params, fixed as u16),
            None => Signature::new(result, params),
        };
        (arena, signature)
    }
}

impl CType {
    pub fn build(&self, target: &Target, arena: &mut TypeArena) -> TyId {
        match self {
            CType::Void => TyId::VOID,
            CType::Scalar(_, id) | CType::Enumeration(_, id) => *id,
            CType::BitInt(bits, signed) => arena.bit_int(*bits, *signed),
            CType::Complex(_, element) => arena.complex(*element),
            CType::Vector(_, element, count) => arena.vector(*element, *count),
            CType::Record(record) => {
                let fields: Vec<FieldSpec> = record
                    .fields
                    .iter()
                    .map(|field| {
                        let mut ty = field.ty.build(target, arena);
                        for count in field.dimensions.iter().rev() {
                            ty = arena.array(ty, *count);
                        }
                        if field.flexible {
                            ty = arena.flexible_array(ty);
                        }
                        FieldSpec {
                            ty,
                            align: field.align,
                            packed: field.packed,
                            bit_width: field.bits,
                            named: field.named,
                        }
                    })
                    .collect();
                let spec = RecordSpec {
                    kind: record.kind,
                    fields: &fields,
                    packed: record.packed,
                    pack: record.pack,
                    align: record.align,
                };
                let layout = spec.layout(target, arena);
                arena.add_record(layout)
            }
        }
    }

    /// Writes what has to be declared before the type can be named; answers the name.
    pub fn declare(&self, prefix: &str, count: &mut usize, out: &mut String) -> String {
        let fresh = |count: &mut usize| {
            *count += 1;
            format!("{prefix}_{count}")
        };
        match self {
            CType::Void => "void".to_string(),
            CType::Scalar(name, _) => (*name).to_string(),
            CType::Enumeration(text, _) => {
                let name = fresh(count);
                writeln!(out, "typedef {} {name};", text.replace('%', &format!("{name}_0"))).unwrap();
                name
            }
            CType::BitInt(bits, true) => format!("signed _BitInt({bits})"),
            CType::BitInt(bits, false) => format!("unsigned _BitInt({bits})"),
            CType::Complex(element, _) => format!("{element} _Complex"),
            CType::Vector(element, _, elements) => {
                let name = fresh(count);
                writeln!(out, "typedef {element} {name} VECTOR({element}, {elements});").unwrap();
                name
            }
            CType::Record(record) => {
                let mut body = String::new();
                for (index, field) in record.fields.iter().enumerate() {
                    let ty = field.ty.declare(prefix, count, out);
                    let name = if field.named { format!("f{index}") } else { String::new() };
                    write!(body, " {ty} {name}").unwrap();
                    if field.flexible {
                        body.push_str("[]");
                    }
                    for dimension in &field.dimensions {
                        write!(body, "[{dimension}]").unwrap();
                    }
                    if let Some(bits) = field.bits {
                        write!(body, " : {bits}").unwrap();
                    }
                    if field.packed {
                        body.push_str(" __attribute__((packed))");
                    }
                    if let Some(align) = field.align {
                        write!(body, " __attribute__((aligned({align})))").unwrap();
                    }
                    body.push(';');
                }
                let name = fresh(count);
                let keyword = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                let mut attributes = String::new();
                if record.packed {
                    attributes.push_str(" __attribute__((packed))");
                }
                if let Some(align) = record.align {
                    write!(attributes, " __attribute__((aligned({align})))").unwrap();
                }
                let (before, after) = match record.pack {
                    Some(bytes) => (format!("#pragma pack(push, {bytes})\n"), "#pragma pack(pop)\n"),
                    None => (String::new(), ""),
                };
                writeln!(out, "{before}typedef {keyword}{attributes} {{{body} }} {name};\n{after}").unwrap();
                name
            }
        }
    }
}
