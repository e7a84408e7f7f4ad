//! Types and signatures as the cross-check handles them: values of their own that can be generated, shrunk, written as C
//! and built as MIR. Owns C's layout of them, said a second time on purpose, and their leaves; must not know registers.

use std::fmt;
use std::sync::Arc;

use mir::{RecordKind, Scalar, TypeBody, TypeTable};

/// The type of a parameter or result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A scalar.
    Scalar(Scalar),
    /// So many of one type; C passes it inside of a record only.
    Array(Arc<Type>, u64),
    /// A structure or union.
    Record(Arc<Record>),
}

/// A structure or union, or what lies in memory as one, laid out by C's rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// Structure or union, or C's own type that it stands for: a vector has one array, a complex number two numbers, a
    /// `long double` members for the bytes that count.
    pub kind: RecordKind,
    /// Without padding between members.
    pub packed: bool,
    /// `aligned(N)` on the type, in bytes.
    pub align: Option<u64>,
    /// The members.
    pub fields: Vec<Type>,
}

/// One signature.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The parameters; of a variadic call, all arguments.
    pub parameters: Vec<Type>,
    /// The result.
    pub result: Option<Type>,
    /// How many parameters are declared, if the function is variadic. Only C has code for such functions.
    pub fixed: Option<usize>,
}

/// Size and alignment in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Size, tail padding included.
    pub size: u64,
    /// Alignment.
    pub align: u64,
}

/// A scalar inside of a value.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// First byte.
    pub offset: u64,
    /// What stands there.
    pub scalar: Scalar,
    /// What C writes before the variable: `__imag__ ` for a part of a complex number.
    pub prefix: &'static str,
    /// How C names it, behind the variable: `.f1[2]`.
    pub path: String,
}

/// Values of more scalars than this say nothing new and make slow programs.
const MOST_LEAVES: u64 = 1024;

impl Type {
    /// Size and alignment, as C lays it out.
    pub fn layout(&self) -> Layout {
        match self {
            Type::Scalar(scalar) => Layout { size: scalar.bytes(), align: scalar.bytes() },
            Type::Array(element, count) => {
                let element = element.layout();
                Layout { size: element.size * count, align: element.align }
            }
            Type::Record(record) => record.layout().0,
        }
    }

    /// The scalars of a value in order. Of a union one member counts, which `turn` chooses.
    pub fn leaves(&self, turn: usize) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.add_leaves(turn, 0, ("", ""), &mut leaves);
        leaves
    }

    fn add_leaves(&self, turn: usize, offset: u64, (prefix, path): (&'static str, &str), leaves: &mut Vec<Leaf>) {
        match self {
            Type::Scalar(scalar) => leaves.push(Leaf { offset, scalar: *scalar, prefix, path: path.to_owned() }),
            Type::Array(element, count) => {
                let size = element.layout().size;
                for index in 0..*count {
                    element.add_leaves(turn, offset + index * size, (prefix, &format!("{path}[{index}]")), leaves);
                }
            }
            Type::Record(record) => {
                let (_, offsets) = record.layout();
                let chosen = match record.kind {
                    RecordKind::Union => Some(turn % record.fields.len().max(1)),
                    RecordKind::Struct | RecordKind::Vector | RecordKind::Complex | RecordKind::LongDouble => None,
                };
                for (index, (field, inside)) in record.fields.iter().zip(offsets).enumerate() {
                    let member = format!("{path}.f{index}");
                    let name = match (record.kind, index) {
                        (RecordKind::Struct | RecordKind::Union, _) => (prefix, member.as_str()),
                        (RecordKind::Complex, 0) => ("__real__ ", path),
                        (RecordKind::Complex, _) => ("__imag__ ", path),
                        // C has no names for bytes of a number: whoever names one names all.
                        (RecordKind::Vector | RecordKind::LongDouble, _) => (prefix, path),
                    };
                    if chosen.is_none_or(|chosen| chosen == index) {
                        field.add_leaves(turn, offset + inside, name, leaves);
                    }
                }
            }
        }
    }

    fn leaf_count(&self) -> u64 {
        match self {
            Type::Scalar(_) => 1,
            Type::Array(element, count) => element.leaf_count().saturating_mul(*count),
            Type::Record(record) => record.fields.iter().map(Type::leaf_count).sum(),
        }
    }

    /// The type of a module's parameter or result.
    ///
    /// # Errors
    /// Says why C has no such type, or why it is not worth a try.
    pub fn of_mir(types: &TypeTable, ty: mir::Type) -> Result<Type, String> {
        let found = Type::converted(types, ty)?;
        if found.leaf_count() > MOST_LEAVES {
            return Err(format!("a type of more than {MOST_LEAVES} scalars"));
        }
        Ok(match found {
            // C cannot pass a bare array, so one travels inside of a struct.
            Type::Array(..) => Type::Record(Arc::new(Record::plain(vec![found]))),
            Type::Scalar(_) | Type::Record(_) => found,
        })
    }

    fn converted(types: &TypeTable, ty: mir::Type) -> Result<Type, String> {
        let id = match ty {
            mir::Type::Scalar(scalar) => return Ok(Type::Scalar(scalar)),
            mir::Type::Aggregate(id) => id,
        };
        match types.body(id) {
            None => Err("a type without a known body".to_owned()),
            Some(TypeBody::Array { element, count }) => {
                if *count > MOST_LEAVES {
                    return Err(format!("an array of more than {MOST_LEAVES} elements"));
                }
                Ok(Type::Array(Arc::new(Type::converted(types, *element)?), *count))
            }
            Some(TypeBody::Record(known)) => {
                let fields = known.fields.iter().map(|field| Type::converted(types, field.ty));
                let record = Record {
                    kind: known.kind,
                    packed: known.packed,
                    align: (known.align > known.unadjusted_align).then(|| known.align.bytes()),
                    fields: fields.collect::<Result<_, _>>()?,
                };
                let (layout, offsets) = record.layout();
                let same = layout.size == known.size
                    && layout.align == known.align.bytes()
                    && offsets.iter().copied().eq(known.fields.iter().map(|field| field.offset));
                if same {
                    Ok(Type::Record(Arc::new(record)))
                } else {
                    Err("a type whose members do not stand where C puts them".to_owned())
                }
            }
        }
    }
}

impl Record {
    /// A structure without attributes.
    pub fn plain(fields: Vec<Type>) -> Record {
        Record { kind: RecordKind::Struct, packed: false, align: None, fields }
    }

    /// The largest alignment of a member, which attributes of the type itself do not count for.
    pub fn unadjusted_align(&self) -> u64 {
        let members = self.fields.iter().map(Type::layout);
        match self.kind {
            RecordKind::Struct | RecordKind::Union if self.packed => 1,
            RecordKind::Struct | RecordKind::Union | RecordKind::Complex => {
                members.map(|member| member.align).max().unwrap_or(1)
            }
            // On most targets; on the others, whoever describes such a type refuses what does not lie as C's.
            RecordKind::Vector => members.map(|member| member.size).sum::<u64>().max(1),
            RecordKind::LongDouble => 16,
        }
    }

    /// Size, alignment and the offset of each member.
    pub fn layout(&self) -> (Layout, Vec<u64>) {
        let mut end: u64 = 0;
        let mut size = 0;
        let mut offsets = Vec::with_capacity(self.fields.len());
        for field in &self.fields {
            let layout = field.layout();
            let offset = match self.kind {
                RecordKind::Union => 0,
                RecordKind::Struct if self.packed => end,
                RecordKind::Struct | RecordKind::Vector | RecordKind::Complex | RecordKind::LongDouble => {
                    end.next_multiple_of(layout.align)
                }
            };
            offsets.push(offset);
            end = offset + layout.size;
            size = size.max(end);
        }
        let align = self.unadjusted_align().max(self.align.unwrap_or(1));
        let layout = Layout { size: size.next_multiple_of(align), align };
        (layout, offsets)
    }
}

impl Case {
    /// The signature of a function or call of a module.
    ///
    /// # Errors
    /// As [`Type::of_mir`].
    pub fn of_mir(types: &TypeTable, signature: &mir::Signature) -> Result<Case, String> {
        let parameters = signature.parameters.iter().map(|ty| Type::of_mir(types, *ty));
        Ok(Case {
            parameters: parameters.collect::<Result<_, _>>()?,
            result: signature.result.map(|ty| Type::of_mir(types, ty)).transpose()?,
            fixed: signature.variadic.then_some(signature.fixed as usize),
        })
    }

    /// The parameters, then the result.
    pub fn values(&self) -> impl Iterator<Item = &Type> {
        self.parameters.iter().chain(&self.result)
    }

    /// What a value is called in reports.
    pub fn value_name(&self, value: usize) -> String {
        if value == self.parameters.len() { "result".to_owned() } else { format!("parameter {value}") }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Scalar(scalar) => write!(formatter, "{scalar}"),
            Type::Array(element, count) => write!(formatter, "[{element}; {count}]"),
            Type::Record(record) => {
                if record.packed {
                    formatter.write_str("packed ")?;
                }
                if let Some(align) = record.align {
                    write!(formatter, "aligned({align}) ")?;
                }
                let word = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                    RecordKind::Vector => "vector",
                    RecordKind::Complex => "complex",
                    RecordKind::LongDouble => "long double",
                };
                write!(formatter, "{word} {{")?;
                for (index, field) in record.fields.iter().enumerate() {
                    write!(formatter, "{} {field}", if index == 0 { "" } else { "," })?;
                }
                formatter.write_str(if record.fields.is_empty() { "}" } else { " }" })
            }
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("fn(")?;
        for (index, parameter) in self.parameters.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let dots = if self.fixed == Some(index) { "..., " } else { "" };
            write!(formatter, "{comma}{dots}{parameter}")?;
        }
        formatter.write_str(")")?;
        match &self.result {
            Some(result) => write!(formatter, " -> {result}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_and_leaves_are_those_of_c() {
        let inner = Type::Record(Arc::new(Record::plain(vec![Type::Scalar(Scalar::I8), Type::Scalar(Scalar::F64)])));
        let outer = Record {
            align: Some(32),
            ..Record::plain(vec![Type::Scalar(Scalar::U16), Type::Array(Arc::new(inner), 2)])
        };
        let (layout, offsets) = outer.layout();
        assert_eq!((layout.size, layout.align, offsets), (64, 32, vec![0, 8]));
        let outer = Type::Record(Arc::new(outer));
        assert_eq!(outer.to_string(), "aligned(32) struct { u16, [struct { i8, f64 }; 2] }");
        let leaves: Vec<_> = outer.leaves(0).iter().map(|leaf| (leaf.offset, leaf.path.clone())).collect();
        let expected = [(0, ".f0"), (8, ".f1[0].f0"), (16, ".f1[0].f1"), (24, ".f1[1].f0"), (32, ".f1[1].f1")];
        assert_eq!(leaves, expected.map(|(offset, path)| (offset, path.to_owned())));
    }

    #[test]
    fn one_member_of_a_union_counts() {
        let union = Record {
            kind: RecordKind::Union,
            packed: false,
            align: None,
            fields: vec![Type::Scalar(Scalar::U8), Type::Scalar(Scalar::U64)],
        };
        assert_eq!(union.layout().0, Layout { size: 8, align: 8 });
        let union = Type::Record(Arc::new(union));
        assert_eq!(union.leaves(2).len(), 1);
        assert_eq!(union.leaves(3)[0].path, ".f1");
    }
}
