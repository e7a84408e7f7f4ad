//! System V's classification of a value into eightbytes (x86-64 psABI 1.0 §3.2.3). Owns classes and how they
//! merge; must not know registers. By byte offset, padding included: summing member sizes misplaces members.

use crate::arena::{Array, Record, RecordKind, Ty, TyId, TypeArena, Vector};
use crate::rules::rule;
use crate::target::{Compatibility, Target};
use crate::why::{SystemV, Why};

/// The class of one eightbyte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Padding only.
    None,
    /// General registers.
    Integer,
    /// Low half of a vector register.
    Sse,
    /// High half of the vector register before it.
    SseUp,
    /// The mantissa of an x87 number.
    X87,
    /// The exponent of an x87 number.
    X87Up,
    /// A complex x87 number.
    ComplexX87,
    /// The value travels in memory.
    Memory,
}

/// The classes of a value's two eightbytes. If the value is larger, `low` is [`Class::Memory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Classes {
    pub low: Class,
    pub high: Class,
    /// For each eightbyte the end of its last member, in bytes from the start of the eightbyte.
    pub ends: [u8; 2],
    /// Whether a floating-point number of 16 bits stands at the start.
    pub short_float_first: bool,
    /// Why the value has class MEMORY, if it has.
    pub why_memory: Why,
}

/// Classifies a whole value.
pub(crate) fn classify(target: &Target, arena: &TypeArena, ty: TyId) -> Classes {
    let mut classifier = Classifier {
        target,
        arena,
        ends: [0; 2],
        short_float_first: false,
        why_memory: Why::SystemV(SystemV::LargeAggregate),
    };
    let (low, mut high) = classifier.classify(ty, 0);
    // The upper half of an x87 number without the lower one: where that is no reason for memory, it is a float's.
    if high == Class::X87Up && low != Class::X87 {
        high = Class::Sse;
    }
    Classes {
        low,
        high,
        ends: classifier.ends,
        short_float_first: classifier.short_float_first,
        why_memory: classifier.why_memory,
    }
}

type Pair = (Class, Class);

const MEMORY: Pair = (Class::Memory, Class::None);

struct Classifier<'a> {
    target: &'a Target,
    arena: &'a TypeArena,
    ends: [u8; 2],
    short_float_first: bool,
    why_memory: Why,
}

impl Classifier<'_> {
    fn classify(&mut self, ty: TyId, offset: u64) -> Pair {
        match self.arena.get(ty) {
            Ty::Void => (Class::None, Class::None),
            Ty::Bool => self.leaf(Class::Integer, offset, 1),
            Ty::Int { bits: 128, signed: _ } => self.wide_integer(),
            Ty::Int { bits, signed: _ } => self.leaf(Class::Integer, offset, u64::from(bits) / 8),
            Ty::BitInt { bits: 129.., signed: _ } => self.memory(Why::SystemV(SystemV::LargeAggregate)),
            Ty::BitInt { bits: 65..=128, signed: _ } => self.wide_integer(),
            Ty::BitInt { bits, signed: _ } => self.leaf(Class::Integer, offset, self.target.bit_int_layout(bits).size),
            Ty::Pointer => self.leaf(Class::Integer, offset, 8),
            Ty::F16 | Ty::BF16 => {
                self.short_float_first |= offset == 0;
                self.leaf(Class::Sse, offset, 2)
            }
            Ty::F32 => self.leaf(Class::Sse, offset, 4),
            Ty::F64 => self.leaf(Class::Sse, offset, 8),
            Ty::F128 => self.whole_register(),
            Ty::X87 => self.both(Class::X87, Class::X87Up),
            // No format of x86-64: refused before.
            Ty::DoubleDouble => self.memory(Why::SystemV(SystemV::LargeAggregate)),
            Ty::Complex(element) => self.complex(element, offset),
            Ty::Vector(vector) => self.vector(ty, vector, offset),
            Ty::Array(array) => self.array(ty, array, offset),
            Ty::Record(record) => self.record(self.arena.record(record), offset),
        }
    }

    fn memory(&mut self, why: Why) -> Pair {
        self.why_memory = why;
        MEMORY
    }

    fn both(&mut self, low: Class, high: Class) -> Pair {
        self.ends = [8; 2];
        (low, high)
    }

    fn wide_integer(&mut self) -> Pair {
        if rule(Why::SystemV(SystemV::Int128Pair), true) {
            self.both(Class::Integer, Class::Integer)
        } else {
            self.memory(Why::SystemV(SystemV::LargeAggregate))
        }
    }

    /// 16 bytes of a vector register.
    fn whole_register(&mut self) -> Pair {
        let up = rule(Why::SystemV(SystemV::SseUpEightbyte), true);
        self.both(Class::Sse, if up { Class::SseUp } else { Class::Sse })
    }

    /// A scalar that lies in one eightbyte, or (unaligned parts of complex numbers) in two.
    fn leaf(&mut self, class: Class, offset: u64, size: u64) -> Pair {
        let last = offset + size - 1;
        self.mark(offset, last);
        let class = match class {
            Class::Sse if !rule(Why::SystemV(SystemV::SseEightbyte), true) => Class::Integer,
            class => class,
        };
        match (offset / 8, last / 8) {
            (0, 0) => (class, Class::None),
            (0, _) => (class, class),
            (_, _) => (Class::None, class),
        }
    }

    fn mark(&mut self, first: u64, last: u64) {
        if first < 8 {
            self.ends[0] = self.ends[0].max((last + 1).min(8) as u8);
        }
        if last >= 8 {
            self.ends[1] = self.ends[1].max((last - 7).min(8) as u8);
        }
    }

    fn complex(&mut self, element: TyId, offset: u64) -> Pair {
        let size = self.arena.layout(self.target, element).size;
        if self.arena.get(element) == Ty::X87 {
            return (Class::ComplexX87, Class::ComplexX87);
        }
        if size > 8 {
            return self.memory(Why::SystemV(SystemV::LargeAggregate));
        }
        let (low, high) = self.classify(element, offset);
        let (second_low, second_high) = self.classify(element, offset + size);
        (merge(low, second_low), merge(high, second_high))
    }

    fn vector(&mut self, ty: TyId, vector: Vector, offset: u64) -> Pair {
        let size = self.arena.layout(self.target, ty).size;
        match size {
            1 | 2 | 4 => self.leaf(Class::Integer, offset, size),
            // gcc passes a vector of one double in memory, and clang follows.
            8 if self.arena.get(vector.element) == Ty::F64 => self.memory(Why::SystemV(SystemV::WideVector)),
            8 if vector.count == 1 && !self.target.follows_revised_system_v() => self.leaf(Class::Integer, offset, 8),
            8 => self.leaf(Class::Sse, offset, 8),
            17.. if rule(Why::SystemV(SystemV::WideVector), true) => self.memory(Why::SystemV(SystemV::WideVector)),
            _ => self.whole_register(),
        }
    }

    fn array(&mut self, ty: TyId, array: Array, offset: u64) -> Pair {
        let element = self.arena.layout(self.target, array.element);
        let size = self.arena.layout(self.target, ty).size;
        if is_unaligned(offset, element.align) {
            return self.memory(Why::SystemV(SystemV::UnalignedMember));
        }
        if is_large(size) || array.flexible {
            return self.memory(Why::SystemV(SystemV::LargeAggregate));
        }
        let (mut low, mut high) = (Class::None, Class::None);
        // Elements without bytes all lie at the same place: one stands for all.
        let count = if element.size == 0 { array.count.min(1) } else { array.count };
        for index in 0..count {
            let (element_low, element_high) = self.classify(array.element, offset + index * element.size);
            (low, high) = (merge(low, element_low), merge(high, element_high));
            if low == Class::Memory || high == Class::Memory {
                break;
            }
        }
        let gcc = self.target.features.compatibility == Compatibility::Gcc;
        if gcc && count > 1 && (low == Class::Memory || high == Class::Memory) {
            return self.repeated(array, offset, size);
        }
        self.finish(size, low, high)
    }

    /// Where an element lies unaligned behind others, as in arrays of packed records: gcc looks at the first one only and
    /// repeats its classes, clang and the document see a value of class MEMORY.
    fn repeated(&mut self, array: Array, offset: u64, size: u64) -> Pair {
        let element = self.arena.layout(self.target, array.element).size;
        let (low, high) = self.classify(array.element, offset);
        if low == Class::Memory || high == Class::Memory {
            return (low, high);
        }
        self.mark(offset, offset + size - 1);
        let start = offset / 8;
        let classes = if start > 0 { [high, high] } else { [low, high] };
        let of_element = if offset % 8 + element > 8 { 2 } else { 1 };
        let class = |eightbyte: u64| match eightbyte.checked_sub(start) {
            Some(number) if 8 * eightbyte < offset + size => classes[(number % of_element) as usize],
            Some(_) | None => Class::None,
        };
        self.finish(size, class(0), class(1))
    }

    fn record(&mut self, record: &Record, offset: u64) -> Pair {
        let (mut low, mut high) = (Class::None, Class::None);
        for field in record.fields.iter().filter(|field| field.named || field.bit_width.is_none()) {
            if is_large(record.size) {
                return self.memory(Why::SystemV(SystemV::LargeAggregate));
            }
            let first_bit = 8 * offset + field.offset_bits;
            let (field_low, field_high) = match field.bit_width {
                // Bit-fields may straddle eightbytes and are never unaligned.
                Some(0) => continue,
                Some(width) => self.bits(first_bit, first_bit + u64::from(width) - 1),
                None => {
                    if is_unaligned(first_bit / 8, self.arena.layout(self.target, field.ty).align) {
                        return self.memory(Why::SystemV(SystemV::UnalignedMember));
                    }
                    self.classify(field.ty, first_bit / 8)
                }
            };
            (low, high) = (merge(low, field_low), merge(high, field_high));
            if low == Class::Memory || high == Class::Memory {
                break;
            }
        }
        debug_assert!(record.kind == RecordKind::Union || low != Class::SseUp);
        self.finish(record.size, low, high)
    }

    fn bits(&mut self, first: u64, last: u64) -> Pair {
        self.mark(first / 8, last / 8);
        match (first / 64, last / 64) {
            (0, 0) => (Class::Integer, Class::None),
            (0, _) => (Class::Integer, Class::Integer),
            (_, _) => (Class::None, Class::Integer),
        }
    }

    /// §3.2.3, step 5 of the classification of aggregates.
    fn finish(&mut self, size: u64, low: Class, high: Class) -> Pair {
        if low == Class::Memory || high == Class::Memory {
            return MEMORY;
        }
        // Larger values stay out of registers even if padding is all there is.
        if is_large(size) {
            return self.memory(Why::SystemV(SystemV::LargeAggregate));
        }
        let half = self.target.follows_revised_system_v() && high == Class::X87Up && low != Class::X87;
        if rule(Why::SystemV(SystemV::X87InAggregate), half) {
            return self.memory(Why::SystemV(SystemV::X87InAggregate));
        }
        if high == Class::SseUp && low != Class::Sse {
            return (low, Class::Sse);
        }
        (low, high)
    }
}

/// More than two eightbytes.
fn is_large(size: u64) -> bool {
    rule(Why::SystemV(SystemV::LargeAggregate), size > 16)
}

fn is_unaligned(offset: u64, align: u32) -> bool {
    rule(Why::SystemV(SystemV::UnalignedMember), !offset.is_multiple_of(u64::from(align)))
}

/// §3.2.3, step 4 of the classification of aggregates.
fn merge(one: Class, other: Class) -> Class {
    match (one, other) {
        (one, other) if one == other => one,
        (Class::None, class) | (class, Class::None) => class,
        (Class::Memory, _) | (_, Class::Memory) => Class::Memory,
        (Class::Integer, _) | (_, Class::Integer) if rule(Why::SystemV(SystemV::IntegerEightbyte), true) => {
            Class::Integer
        }
        (Class::X87 | Class::X87Up | Class::ComplexX87, _) | (_, Class::X87 | Class::X87Up | Class::ComplexX87) => {
            Class::Memory
        }
        (Class::Integer | Class::Sse | Class::SseUp, Class::Integer | Class::Sse | Class::SseUp) => Class::Sse,
    }
}
