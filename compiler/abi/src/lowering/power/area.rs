//! The walk over the parameter save area of POWER. Owns the counting of doublewords and of floating-point and vector
//! registers; must not know signatures.

use smallvec::{SmallVec, smallvec};

use crate::arena::{Signature, Ty, TyId, TypeArena};
use crate::classify::{Homogeneous, unsupported_format};
use crate::convention::Convention;
use crate::cursor::Cursor;
use crate::description::{
    Carrier, Extend, Location, Memory, Part, Parts, Placement, Unsupported, ValueAbi, VariadicLayout,
};
use crate::lowering::power::members::{area_align, members};
use crate::rules::rule;
use crate::scalars::Layout;
use crate::target::{Compatibility, Target};
use crate::why::{Power, Why};

/// Bytes between the stack pointer and the parameter save area.
pub(super) const HEADER: u32 = Convention::PowerElfV2.shadow_bytes();
/// Bytes of the part of the parameter save area that general registers stand for.
pub(super) const IN_REGISTERS: u32 = 8 * Convention::PowerElfV2.general_arguments().len() as u32;

/// The walk over the parameter save area.
pub(super) struct Area<'a> {
    pub target: &'a Target,
    pub arena: &'a TypeArena,
    /// Its `stack` counts the doublewords, those that are registers included.
    pub cursor: Cursor,
    /// Whether the arguments belong to the `...`.
    pub unnamed: bool,
    /// Whether some argument lies in the area itself.
    pub is_needed: bool,
    /// The clauses that decided about the argument at hand.
    pub why: SmallVec<[Why; 4]>,
}

impl<'a> Area<'a> {
    pub fn new(target: &'a Target, arena: &'a TypeArena, cursor: Cursor) -> Area<'a> {
        Area { target, arena, cursor, unnamed: false, is_needed: false, why: SmallVec::new() }
    }

    /// What named parameters have used when the walk stands behind them.
    pub fn variadic(&mut self, signature: &Signature) -> VariadicLayout {
        self.cursor.general_used = ((self.cursor.stack - HEADER).min(IN_REGISTERS) / 8) as u8;
        VariadicLayout::after(signature, &self.cursor)
    }

    /// The next argument.
    pub fn value(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        let layout = self.arena.layout(self.target, ty);
        if layout.size > u64::from(u32::MAX / 4 - self.cursor.stack / 4) {
            return Err(Unsupported::new("an argument of this size", "the parameter save area is limited to 2 GiB"));
        }
        let placement = self.place(ty, layout)?;
        Ok(ValueAbi {
            size: layout.size,
            align: layout.align,
            aggregate: self.arena.is_aggregate(ty),
            placement,
            why: std::mem::take(&mut self.why),
        })
    }

    fn place(&mut self, ty: TyId, layout: Layout) -> Result<Placement, Unsupported> {
        let size = layout.size as u32;
        let parts = match self.arena.get(ty) {
            Ty::Void => return Ok(Placement::Ignore),
            Ty::Array(_) | Ty::Record(_) => return Ok(self.aggregate(ty, layout)),
            Ty::Vector(_) if rule(Why::Power(Power::WideVector), size > 16) => {
                self.why.push(Why::Power(Power::WideVector));
                let (align, pointer) = (layout.align, self.doublewords(8, 8)[0].location);
                return Ok(Placement::Memory(Memory::ByPointer { pointer, align }));
            }
            Ty::Bool => self.integer(size, 1, false),
            Ty::Int { bits, signed } => self.integer(size, bits, signed),
            Ty::BitInt { bits, signed } if bits <= 128 => self.integer(size, bits, signed),
            Ty::Pointer => self.doublewords(size, 8),
            Ty::Vector(_) if rule(Why::Power(Power::SmallVector), size < 16) => {
                self.why.push(Why::Power(Power::SmallVector));
                self.doublewords(size, 8)
            }
            Ty::F32 | Ty::F64 | Ty::F128 | Ty::DoubleDouble | Ty::Vector(_) => {
                self.members(&Homogeneous { base: ty, bytes: layout.size, count: 1 })
            }
            Ty::Complex(element) if rule(Why::Power(Power::Complex), true) => return self.complex(element),
            Ty::Complex(_) => self.doublewords(size, 8),
            Ty::BitInt { .. } => {
                return Err(Unsupported::new("a `_BitInt` of more than 128 bits", "no C compiler for POWER has it"));
            }
            format @ (Ty::F16 | Ty::BF16 | Ty::X87) => return Err(unsupported_format(self.target, format)),
        };
        Ok(Placement::Parts(parts))
    }

    fn integer(&mut self, size: u32, bits: u16, signed: bool) -> Parts {
        let mut parts = self.doublewords(size, 8);
        if rule(Why::Power(Power::Widened), bits < 64) {
            self.why.push(Why::Power(Power::Widened));
            parts[0].extend = if signed { Extend::Sign } else { Extend::Zero };
        }
        parts
    }

    /// The two elements, as two arguments. Neither clang nor gcc widens integers here.
    fn complex(&mut self, element: TyId) -> Result<Placement, Unsupported> {
        let layout = self.arena.layout(self.target, element);
        let mut parts = Parts::new();
        for number in 0..2 {
            let Placement::Parts(element) = self.place(element, layout)? else {
                return Err(Unsupported::new("such a complex number", "C has none"));
            };
            parts.extend(element.into_iter().map(|part| Part {
                offset: part.offset + number * layout.size as u32,
                extend: Extend::None,
                ..part
            }));
        }
        self.why = smallvec![Why::Power(Power::Complex)];
        Ok(Placement::Parts(parts))
    }

    fn aggregate(&mut self, ty: TyId, layout: Layout) -> Placement {
        let align = area_align(self.target, self.arena, ty);
        if align == 16 {
            self.why.push(Why::Power(Power::Quadword));
        }
        let start = self.cursor.take_stack(0, align);
        if rule(Why::Power(Power::Empty), layout.size == 0) {
            self.why.push(Why::Power(Power::Empty));
            return Placement::Ignore;
        }
        let free = (self.cursor.vector_free(), self.cursor.wide_used);
        let size = layout.size as u32;
        let parts = match members(self.target, self.arena, ty, true) {
            Some(found) => {
                self.why.push(Why::Power(Power::Homogeneous));
                self.members(&found)
            }
            None => {
                self.why.push(Why::Power(Power::Doublewords));
                if !rule(Why::Power(Power::Doublewords), start < HEADER + IN_REGISTERS) {
                    return self.in_memory(size, align);
                }
                self.doublewords(size, align)
            }
        };
        let no_register = free == (self.cursor.vector_free(), self.cursor.wide_used);
        if no_register && start >= HEADER + IN_REGISTERS {
            self.cursor.stack = start;
            return self.in_memory(size, align);
        }
        Placement::Parts(parts)
    }

    fn in_memory(&mut self, size: u32, align: u32) -> Placement {
        let slot = size.next_multiple_of(8);
        self.is_needed = true;
        self.why.push(Why::Power(Power::SaveArea));
        Placement::Memory(Memory::OnStack { offset: self.cursor.take_stack(slot, align), slot, align })
    }

    /// One floating-point or vector register per member while there are any, then doublewords.
    fn members(&mut self, found: &Homogeneous) -> Parts {
        let size = (found.bytes * found.count) as u32;
        let base = self.arena.get(found.base);
        let is_vector = base == Ty::F128 || base.is_vector();
        let carrier = if base == Ty::F32 {
            Carrier::F32
        } else if base == Ty::F128 {
            Carrier::F128
        } else if is_vector {
            Carrier::V128
        } else {
            Carrier::F64
        };
        if rule(Why::Power(Power::Unnamed), self.unnamed) {
            self.why.push(Why::Power(Power::Unnamed));
            return self.doublewords(size, if is_vector { 16 } else { 8 });
        }
        let start = self.cursor.take_stack(size.next_multiple_of(8), if is_vector { 16 } else { 8 });
        let mut parts = Parts::new();
        let mut done = 0;
        while done < size
            && let Some(location) = self.register(is_vector)
        {
            parts.push(Part { offset: done, len: carrier.bytes(), carrier, extend: Extend::None, location });
            done += carrier.bytes();
        }
        let half = done < size && !done.is_multiple_of(8);
        // clang leaves out what the stack would hold twice.
        let whole = start + done < HEADER + IN_REGISTERS || self.target.features.compatibility == Compatibility::Gcc;
        if rule(Why::Power(Power::FullDoubleword), half && whole) {
            self.why.push(Why::Power(Power::FullDoubleword));
            done -= 4;
        }
        parts.extend(self.doublewords_of(start, done, size));
        parts
    }

    fn register(&mut self, is_vector: bool) -> Option<Location> {
        let (location, why) = if !is_vector && rule(Why::Power(Power::FloatRegister), self.cursor.vector_free() > 0) {
            (self.cursor.take_vector(), Why::Power(Power::FloatRegister))
        } else if rule(Why::Power(Power::VectorRegister), is_vector) {
            (self.cursor.take_wide()?, Why::Power(Power::VectorRegister))
        } else {
            return None;
        };
        if !self.why.contains(&why) {
            self.why.push(why);
        }
        Some(location)
    }

    /// The next doublewords, as many as the bytes need.
    pub fn doublewords(&mut self, size: u32, align: u32) -> Parts {
        let start = self.cursor.take_stack(size.next_multiple_of(8), align);
        self.doublewords_of(start, 0, size)
    }

    /// Doublewords of a value that begins at `start`, from its byte `from` on.
    fn doublewords_of(&mut self, start: u32, from: u32, size: u32) -> Parts {
        let mut parts = Parts::new();
        let mut offset = from;
        while offset < size {
            let end = (offset / 8 * 8 + 8).min(size);
            let len = end - offset;
            parts.push(Part {
                offset,
                len,
                carrier: Carrier::integer(len),
                extend: Extend::None,
                location: self.doubleword(start + offset, len),
            });
            offset = end;
        }
        parts
    }

    fn doubleword(&mut self, offset: u32, len: u32) -> Location {
        let register = self.cursor.general((offset - HEADER) / 8);
        let (location, why) = match register.filter(|_| rule(Why::Power(Power::GeneralRegister), true)) {
            Some(register) => (register, Why::Power(Power::GeneralRegister)),
            None => {
                self.is_needed = true;
                let slot = 8 - offset % 8;
                let size = len;
                (Location::Stack { offset, size, slot }, Why::Power(Power::SaveArea))
            }
        };
        if !self.why.contains(&why) {
            self.why.push(why);
        }
        location
    }
}
