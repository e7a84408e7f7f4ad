//! Plans for Apple's AArch64, on whose stack Cranelift, like the convention, gives an entry its own bytes at their own
//! alignment. Owns the order of entries and the dummies; must not decide where anything travels.

#[cfg(test)]
mod tests;

use smallvec::SmallVec;

use crate::convention::Convention;
use crate::cranelift::entry::{Carries, ClifType, Entry, Plan, entry, part_entry, struct_return};
use crate::description::{Carrier, Extend, FnAbi, Location, Memory, Part, Placement, Unsupported, ValueIndex};

pub(super) fn plan(abi: &FnAbi) -> Result<Plan, Unsupported> {
    let mut params: SmallVec<[Entry; 8]> = SmallVec::new();
    // Its address travels in x8, which is no argument register and is not counted.
    if let Placement::Sret { .. } = abi.result.placement {
        params.push(struct_return());
    }
    let mut lists = Lists::default();
    for (index, param) in abi.params.iter().enumerate() {
        let index = index as u16;
        match &param.placement {
            Placement::Ignore | Placement::Sret { .. } => {}
            Placement::Parts(parts) => {
                for (number, part) in parts.iter().enumerate() {
                    let entry = part_entry(ValueIndex::Param(index), number as u8, part);
                    match part.location {
                        Location::Stack { offset, .. } => lists.stack.push((offset, on_stack(entry, part)?)),
                        Location::Register(_) | Location::Operand(_) => lists.in_register(entry, part.location)?,
                    }
                }
            }
            Placement::Memory(Memory::ByPointer { pointer, .. }) => {
                let entry = entry(ClifType::I64, Carries::Pointer { param: index });
                match *pointer {
                    Location::Stack { offset, .. } => lists.stack.push((offset, entry)),
                    Location::Register(_) | Location::Operand(_) => lists.in_register(entry, *pointer)?,
                }
            }
            Placement::Memory(Memory::OnStack { offset, .. }) => lists.image(index, *offset, param.size as u32),
        }
    }
    lists.finish(&mut params);
    let part = |(index, part): (usize, &Part)| part_entry(ValueIndex::Result, index as u8, part);
    Ok(Plan { params, results: abi.result.parts().iter().enumerate().map(part).collect(), thunk: None, x87_results: 0 })
}

/// A part on the stack. Cranelift would store what it widens in full, beyond the part's own bytes, and has no type of 2
/// bytes for floating-point numbers but an integer.
fn on_stack(entry: Entry, part: &Part) -> Result<Entry, Unsupported> {
    if part.extend != Extend::None {
        return Err(Unsupported::new(
            "an argument on the stack that is widened to 32 bits",
            "Cranelift widens to 64 bits there, over what lies behind; use the LLVM form",
        ));
    }
    let ty = match part.carrier {
        Carrier::F16 | Carrier::BF16 => ClifType::I16,
        Carrier::I8
        | Carrier::I16
        | Carrier::I32
        | Carrier::I64
        | Carrier::F32
        | Carrier::F64
        | Carrier::X87
        | Carrier::F128
        | Carrier::V128
        | Carrier::Lanes { .. } => entry.ty,
    };
    Ok(Entry { ty, ..entry })
}

/// The lists that become one: general registers, vector registers, argument area by offset.
#[derive(Default)]
struct Lists {
    general: [Option<Entry>; 8],
    vector: [Option<Entry>; 8],
    stack: SmallVec<[(u32, Entry); 8]>,
}

impl Lists {
    fn in_register(&mut self, entry: Entry, location: Location) -> Result<(), Unsupported> {
        let of = |registers: &'static [_]| {
            let found = |known: &_| location == Location::Register(*known);
            registers.iter().position(found)
        };
        let general = of(Convention::Apple64.general_arguments());
        let slot = match (general, of(Convention::Apple64.float_arguments())) {
            (Some(index), _) => &mut self.general[index],
            (None, Some(index)) => &mut self.vector[index],
            (None, None) => {
                return Err(Unsupported::new(format!("an argument in {location}"), "Cranelift passes none there"));
            }
        };
        *slot = Some(entry);
        Ok(())
    }

    /// The bytes of a value that lies on the stack, as the largest integers that are aligned there.
    fn image(&mut self, param: u16, start: u32, size: u32) {
        let mut done = 0;
        while done < size {
            let (ty, len) = aligned_integer(start + done, start + size);
            let offset = done;
            self.stack.push((start + done, entry(ty, Carries::Word { param, offset, len })));
            done += len;
        }
    }

    /// Appends the one list. Where an entry lies on the stack, the registers of its class are filled up with dummies, so
    /// that Cranelift goes on to the stack; padding is filled with dummies that are integers.
    fn finish(mut self, params: &mut SmallVec<[Entry; 8]>) {
        self.stack.sort_by_key(|(offset, _)| *offset);
        let mut end = 0;
        let mut area: SmallVec<[Entry; 8]> = SmallVec::new();
        for (offset, stack) in &self.stack {
            while u32::next_multiple_of(end, bytes(stack.ty)) < *offset {
                let (ty, len) = aligned_integer(end, *offset);
                area.push(entry(ty, Carries::Dummy));
                end += len;
            }
            area.push(*stack);
            end = offset + bytes(stack.ty);
        }
        let lists = [(&self.general, ClifType::I64), (&self.vector, ClifType::F64)];
        for (list, ty) in lists {
            let exhausted = area.iter().any(|entry| is_integer(entry.ty) == is_integer(ty));
            let used = list.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
            let count = if exhausted { list.len() } else { used };
            params.extend(list[..count].iter().map(|slot| slot.unwrap_or(entry(ty, Carries::Dummy))));
        }
        params.extend(area);
    }
}

/// The largest integer that is aligned at `start` and ends at `end` or before.
fn aligned_integer(start: u32, end: u32) -> (ClifType, u32) {
    let types = [ClifType::I64, ClifType::I32, ClifType::I16];
    let fits = |ty: &ClifType| start.is_multiple_of(bytes(*ty)) && start + bytes(*ty) <= end;
    let ty = types.into_iter().find(fits).unwrap_or(ClifType::I8);
    (ty, bytes(ty))
}

const fn bytes(ty: ClifType) -> u32 {
    match ty {
        ClifType::I8 => 1,
        ClifType::I16 => 2,
        ClifType::I32 | ClifType::F32 => 4,
        ClifType::I64 | ClifType::F64 => 8,
        ClifType::I8X16 => 16,
    }
}

fn is_integer(ty: ClifType) -> bool {
    match ty {
        ClifType::I8 | ClifType::I16 | ClifType::I32 | ClifType::I64 => true,
        ClifType::F32 | ClifType::F64 | ClifType::I8X16 => false,
    }
}
