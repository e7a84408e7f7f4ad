//! Microsoft's x64 calling convention, of its own compiler and of MinGW's. Owns which value travels where; must not know
//! how any code generator is told. The first four arguments take the register of their position, general or vector;
//! the other one of that position stays unused. What does not fit one register travels by address.

#[cfg(test)]
mod tests;

use smallvec::{SmallVec, smallvec};

use crate::arena::{Signature, Ty, TyId, TypeArena, Vector};
use crate::classify::has_flexible_array;
use crate::convention::Convention;
use crate::cursor::Cursor;
use crate::description::{
    Call, Carrier, Extend, FnAbi, Location, Memory, Part, Parts, Placement, Unsupported, ValueAbi, VariadicLayout,
};
use crate::lowering::walk::{SignatureWalk, walk_signature};
use crate::registers::Register;
use crate::rules::rule;
use crate::scalars::Layout;
use crate::target::{Compatibility, Target};
use crate::why::{Why, Windows64};

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    let mut walk = Walk { target, arena, cursor: Cursor::arguments(Convention::Windows64) };
    walk_signature(Convention::Windows64, signature, &mut walk)
}

/// What a type is to this convention.
enum Shape {
    /// No value.
    Void,
    /// It fits one register.
    Register(Carrier, Why),
    /// It is passed by the address of a copy of this alignment, and returned as `result` says.
    Address { align: u32, result: ByAddress, why: Why },
}

/// How a value is returned whose address is passed.
enum ByAddress {
    /// In memory.
    Memory,
    /// In `xmm0`, as this.
    Vector(Carrier),
    /// In `xmm0` to `xmm3`, 16 bytes each.
    Vectors,
}

struct Walk<'a> {
    target: &'a Target,
    arena: &'a TypeArena,
    cursor: Cursor,
}

impl SignatureWalk for Walk<'_> {
    fn param(&mut self, ty: TyId, named: bool) -> Result<ValueAbi, Unsupported> {
        let layout = self.arena.layout(self.target, ty);
        let (placement, why) = match self.shape(ty, layout)? {
            Shape::Void => (Placement::Ignore, smallvec![Why::Empty]),
            Shape::Register(carrier, reason) => self.in_register(carrier, reason, named),
            Shape::Address { result: ByAddress::Vectors, .. } => return Err(wide_vector()),
            Shape::Address { align, why: reason, .. } => {
                let mut why = smallvec![reason];
                let pointer = self.next(Carrier::I64, &mut why);
                (Placement::Memory(Memory::ByPointer { pointer, align }), why)
            }
        };
        Ok(self.value(ty, layout, placement, why))
    }

    fn result(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        let layout = self.arena.layout(self.target, ty);
        let in_vector = |number: u8, offset: u32, carrier: Carrier| Part {
            offset,
            len: carrier.bytes(),
            carrier,
            extend: Extend::None,
            location: Location::Register(Convention::Windows64.float_results()[usize::from(number)]),
        };
        let (placement, why) = match self.shape(ty, layout)? {
            Shape::Void => (Placement::Ignore, smallvec![Why::Empty]),
            Shape::Register(carrier, reason) => {
                let location = if carrier.is_integer() {
                    Location::Register(Register::RAX)
                } else {
                    in_vector(0, 0, carrier).location
                };
                (one_part(carrier, location), smallvec![reason, Why::Windows64(Windows64::Result)])
            }
            Shape::Address { result: ByAddress::Vector(carrier), why, .. }
                if rule(Why::Windows64(Windows64::VectorResult), true) =>
            {
                let placement = Placement::Parts(smallvec![in_vector(0, 0, carrier)]);
                (placement, smallvec![why, Why::Windows64(Windows64::VectorResult)])
            }
            Shape::Address { result: ByAddress::Vectors, why, .. } if layout.size <= 64 => {
                let part = |number| in_vector(number, 16 * u32::from(number), Carrier::V128);
                let parts: Parts = (0..layout.size as u8 / 16).map(part).collect();
                (Placement::Parts(parts), smallvec![why, Why::Windows64(Windows64::VectorResult)])
            }
            Shape::Address { result: ByAddress::Vectors, .. } => return Err(wide_vector()),
            Shape::Address { result: ByAddress::Memory | ByAddress::Vector(_), why: reason, .. } => {
                let mut why = smallvec![reason, Why::Windows64(Windows64::Sret)];
                let placement = Placement::Sret {
                    pointer: self.next(Carrier::I64, &mut why),
                    returned_in: rule(Why::Windows64(Windows64::Sret), true).then_some(Register::RAX),
                };
                (placement, why)
            }
        };
        Ok(self.value(ty, layout, placement, why))
    }

    fn behind_named(&mut self, signature: &Signature) -> Result<VariadicLayout, Unsupported> {
        Ok(VariadicLayout::after(signature, &self.cursor))
    }

    fn call(&self, variadic: Option<VariadicLayout>) -> Call {
        self.cursor.call(Convention::Windows64, variadic)
    }
}

impl Walk<'_> {
    fn value(&self, ty: TyId, layout: Layout, placement: Placement, why: SmallVec<[Why; 4]>) -> ValueAbi {
        ValueAbi { size: layout.size, align: layout.align, aggregate: self.arena.is_aggregate(ty), placement, why }
    }

    /// The next position: the register that its kind has there, or 8 bytes behind the home space.
    fn next(&mut self, carrier: Carrier, why: &mut SmallVec<[Why; 4]>) -> Location {
        let cursor = &mut self.cursor;
        let general = carrier.is_integer();
        let free = if general { cursor.general_free() } else { cursor.vector_free() };
        if free == 0 {
            why.push(Why::Windows64(Windows64::FifthArgument));
            let home = Convention::Windows64.shadow_bytes();
            return Location::Stack {
                offset: cursor.take_stack(8, 8)
                    - if rule(Why::Windows64(Windows64::FifthArgument), true) { 0 } else { home },
                size: carrier.bytes(),
                slot: 8,
            };
        }
        why.push(Why::Windows64(Windows64::RegisterOfPosition));
        let skips_other = rule(Why::Windows64(Windows64::RegisterOfPosition), true);
        if general {
            cursor.vector_used += u8::from(skips_other);
            cursor.take_general()
        } else {
            cursor.general_used += u8::from(skips_other);
            cursor.take_vector()
        }
    }

    /// A value in one register; an unnamed floating-point number in both registers of its position.
    fn in_register(&mut self, carrier: Carrier, reason: Why, named: bool) -> (Placement, SmallVec<[Why; 4]>) {
        let mut why = smallvec![reason];
        let position = usize::from(self.cursor.general_used);
        let location = self.next(carrier, &mut why);
        let mut placement = one_part(carrier, location);
        if let (Placement::Parts(parts), Location::Register(_)) = (&mut placement, location)
            && !carrier.is_integer()
            && rule(Why::Windows64(Windows64::VariadicInBoth), !named)
        {
            why.push(Why::Windows64(Windows64::VariadicInBoth));
            let general = Location::Register(Convention::Windows64.general_arguments()[position]);
            parts.push(one(Carrier::integer(carrier.bytes()), general));
        }
        (placement, why)
    }

    fn shape(&self, ty: TyId, layout: Layout) -> Result<Shape, Unsupported> {
        let gcc = self.target.features.compatibility == Compatibility::Gcc;
        let integer = |why| Shape::Register(Carrier::integer(layout.size as u32), why);
        let float = |carrier| {
            if rule(Why::Windows64(Windows64::Float), true) {
                Shape::Register(carrier, Why::Windows64(Windows64::Float))
            } else {
                integer(Why::Windows64(Windows64::Integer))
            }
        };
        let address = |result, why| Shape::Address { align: layout.align, result, why };
        Ok(match self.arena.get(ty) {
            Ty::Void => Shape::Void,
            Ty::Bool | Ty::Int { bits: ..=64, .. } | Ty::Pointer => integer(Why::Windows64(Windows64::Integer)),
            Ty::BitInt { bits: ..=64, .. } => integer(Why::Windows64(Windows64::Integer)),
            Ty::BitInt { .. } => address(ByAddress::Memory, Why::Windows64(Windows64::Wide)),
            Ty::F128 if gcc => address(ByAddress::Memory, Why::Windows64(Windows64::Wide)),
            Ty::Int { .. } | Ty::F128 if !rule(Why::Windows64(Windows64::Wide), true) => {
                Shape::Register(Carrier::V128, Why::Windows64(Windows64::Float))
            }
            Ty::Int { .. } | Ty::F128 => address(ByAddress::Vector(Carrier::V128), Why::Windows64(Windows64::Wide)),
            Ty::X87 => address(ByAddress::Memory, Why::Windows64(Windows64::Wide)),
            Ty::DoubleDouble => {
                return Err(Unsupported::new("the floating-point format of POWER", "it does not exist on x86-64"));
            }
            // gcc 12 does not take them for floating-point numbers here.
            Ty::F16 | Ty::BF16 if gcc => integer(Why::Windows64(Windows64::Integer)),
            Ty::F16 => float(Carrier::F16),
            Ty::BF16 => float(Carrier::BF16),
            Ty::F32 => float(Carrier::F32),
            Ty::F64 => float(Carrier::F64),
            Ty::Vector(vector) => self.vector(vector, layout, gcc)?,
            Ty::Complex(_) | Ty::Array(_) | Ty::Record(_) => {
                let flexible = !gcc && has_flexible_array(self.arena, ty);
                if rule(Why::Windows64(Windows64::Flexible), flexible) {
                    address(ByAddress::Memory, Why::Windows64(Windows64::Flexible))
                } else if rule(Why::Windows64(Windows64::SmallRecord), matches!(layout.size, 1 | 2 | 4 | 8)) {
                    integer(Why::Windows64(Windows64::SmallRecord))
                } else {
                    address(ByAddress::Memory, Why::Windows64(Windows64::OtherRecord))
                }
            }
        })
    }

    /// Microsoft's compiler has vectors of 16 bytes (and of 8, which are integers). Clang widens shorter ones to 16; gcc
    /// passes them as integers.
    fn vector(&self, vector: Vector, layout: Layout, gcc: bool) -> Result<Shape, Unsupported> {
        let integer = Shape::Register(Carrier::integer(layout.size as u32), Why::Windows64(Windows64::Integer));
        let element = self.arena.get(vector.element);
        let is_float = !matches!(element, Ty::Int { .. } | Ty::BitInt { .. } | Ty::Bool | Ty::Pointer);
        if vector.count == 1 && layout.size <= 8 && (is_float || !gcc) {
            // For clang, one element is a scalar.
            return if gcc {
                Err(Unsupported::new(
                    "a vector of one floating-point number",
                    "gcc passes its address, but returns it as an integer",
                ))
            } else {
                self.shape(vector.element, layout)
            };
        }
        let carrier = match layout.size {
            ..=8 if gcc => return Ok(integer),
            ..=2 => Carrier::F16,
            3..=4 => Carrier::F32,
            5..=8 => Carrier::F64,
            9..=16 if vector.count > 1 => Carrier::V128,
            _ if gcc => {
                return Ok(Shape::Address {
                    align: layout.align,
                    result: ByAddress::Memory,
                    why: Why::Windows64(Windows64::VectorByAddress),
                });
            }
            9..=16 => {
                return Err(Unsupported::new(
                    "a vector of one 16-byte element",
                    "clang takes it apart, which no document asks for",
                ));
            }
            17.. => {
                return Ok(Shape::Address {
                    align: layout.align,
                    result: ByAddress::Vectors,
                    why: Why::Windows64(Windows64::VectorByAddress),
                });
            }
        };
        if !rule(Why::Windows64(Windows64::VectorByAddress), true) {
            return Ok(Shape::Register(carrier, Why::Windows64(Windows64::Float)));
        }
        Ok(Shape::Address {
            // The callee may read all of the register that the vector is widened to.
            align: layout.align.max(16),
            result: ByAddress::Vector(carrier),
            why: Why::Windows64(Windows64::VectorByAddress),
        })
    }
}

fn one(carrier: Carrier, location: Location) -> Part {
    Part { offset: 0, len: carrier.bytes(), carrier, extend: Extend::None, location }
}

fn one_part(carrier: Carrier, location: Location) -> Placement {
    Placement::Parts(smallvec![one(carrier, location)])
}

fn wide_vector() -> Unsupported {
    Unsupported::new(
        "a vector of more than 16 bytes",
        "without AVX, clang cuts it into pieces with an address each, which no document asks for",
    )
}
