//! The changes themselves. Owns how each decision is got wrong so that the description stays one that a code generator
//! can read: registers that nobody else uses, room on the stack behind everything else.

use smallvec::smallvec;

use crate::convention::Convention;
use crate::description::{Carrier, Extend, FnAbi, Location, Memory, Part, Placement, ValueAbi};
use crate::mutation::kind::Mutation;
use crate::registers::Register;

pub(super) fn apply(mutation: Mutation, abi: &mut FnAbi) -> bool {
    match mutation {
        Mutation::ExchangedRegisters => exchanged_registers(abi),
        Mutation::ExchangedHalves => abi.params.iter_mut().any(exchanged_halves),
        Mutation::WrongClass => wrong_class(abi),
        Mutation::PieceOffset => first_piece(abi, |part| {
            part.offset > 0 && {
                part.offset -= 1;
                true
            }
        }),
        Mutation::PieceLength => first_piece(abi, |part| {
            part.len > 1 && {
                part.len -= 1;
                true
            }
        }),
        Mutation::RegistersToStack => registers_to_stack(abi),
        Mutation::SplitPair => split_pair(abi),
        Mutation::PointerToStack => pointer_to_stack(abi),
        Mutation::StackToPointer => stack_to_pointer(abi),
        Mutation::ResultPointer => result_pointer(abi),
        Mutation::ResultEcho => result_echo(abi),
        Mutation::ResultToMemory => result_to_memory(abi),
        Mutation::ResultToRegisters => result_to_registers(abi),
        Mutation::ExtensionLeftOut => first_part(abi, |part| match part.extend {
            Extend::None => false,
            Extend::Zero | Extend::Sign => set(&mut part.extend, Extend::None),
        }),
        Mutation::ExtensionExchanged => first_part(abi, |part| match part.extend {
            Extend::None => false,
            Extend::Zero => set(&mut part.extend, Extend::Sign),
            Extend::Sign => set(&mut part.extend, Extend::Zero),
        }),
        Mutation::RecordOffset => abi.params.iter_mut().any(|value| match &mut value.placement {
            Placement::Memory(Memory::OnStack { offset, .. }) => {
                *offset += 8;
                true
            }
            Placement::Parts(_)
            | Placement::Ignore
            | Placement::Memory(Memory::ByPointer { .. })
            | Placement::Sret { .. } => false,
        }),
        Mutation::ScalarOffset => first_part(abi, |part| match &mut part.location {
            Location::Stack { offset, .. } => {
                *offset += 8;
                true
            }
            Location::Register(_) | Location::Operand(_) => false,
        }),
        Mutation::StackAlignment => stack_alignment(abi),
        Mutation::AreaAlignment => area_alignment(abi),
        Mutation::CopyLength => abi.params.iter_mut().any(|value| match value.placement {
            Placement::Memory(_) if value.size > 1 => {
                value.size -= 1;
                true
            }
            Placement::Memory(_) | Placement::Parts(_) | Placement::Ignore | Placement::Sret { .. } => false,
        }),
        Mutation::VectorCount => match &mut abi.call.vector_registers {
            Some(count) if *count > 0 => set(count, 0),
            Some(_) | None => false,
        },
    }
}

fn set<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}

fn parts_mut(value: &mut ValueAbi) -> &mut [Part] {
    match &mut value.placement {
        Placement::Parts(parts) => parts,
        Placement::Ignore | Placement::Memory(_) | Placement::Sret { .. } => &mut [],
    }
}

fn first_part(abi: &mut FnAbi, mut change: impl FnMut(&mut Part) -> bool) -> bool {
    abi.params.iter_mut().flat_map(parts_mut).any(&mut change)
}

/// The same for pieces of records: a scalar is its only piece, whatever offset and length that claims.
fn first_piece(abi: &mut FnAbi, mut change: impl FnMut(&mut Part) -> bool) -> bool {
    abi.params.iter_mut().filter(|value| value.aggregate).flat_map(parts_mut).any(&mut change)
}

fn in_general(part: &Part) -> bool {
    matches!(part.location, Location::Register(register) if register.is_general())
}

/// Every place that an argument, or the address of the result, occupies.
fn places(abi: &FnAbi) -> Vec<Location> {
    let mut places = Vec::new();
    for value in abi.params.iter().chain([&abi.result]) {
        match &value.placement {
            Placement::Parts(parts) if !std::ptr::eq(value, &abi.result) => {
                places.extend(parts.iter().map(|part| part.location));
            }
            Placement::Memory(Memory::OnStack { offset, slot, .. }) => {
                places.push(Location::Stack { offset: *offset, size: *slot, slot: *slot })
            }
            Placement::Memory(Memory::ByPointer { pointer, .. }) | Placement::Sret { pointer, .. } => {
                places.push(*pointer);
            }
            Placement::Parts(_) | Placement::Ignore => {}
        }
    }
    places
}

fn stack_end(abi: &FnAbi) -> u32 {
    let end = |place| match place {
        Location::Stack { offset, slot, .. } => offset + slot,
        Location::Register(_) | Location::Operand(_) => 0,
    };
    places(abi).into_iter().map(end).fold(abi.call.shadow_bytes, u32::max)
}

/// A register of the list that nothing else travels in.
fn free(abi: &FnAbi, registers: &[Register]) -> Option<Location> {
    let taken = places(abi);
    registers.iter().copied().map(Location::Register).find(|register| !taken.contains(register))
}

fn exchanged_registers(abi: &mut FnAbi) -> bool {
    let mut first: Option<(usize, usize)> = None;
    for value in 0..abi.params.len() {
        let Some(part) = abi.params[value].parts().iter().position(in_general) else {
            continue;
        };
        match first {
            None => first = Some((value, part)),
            Some((other, its)) => {
                let one = abi.params[value].parts()[part].location;
                let two = abi.params[other].parts()[its].location;
                parts_mut(&mut abi.params[value])[part].location = two;
                parts_mut(&mut abi.params[other])[its].location = one;
                return true;
            }
        }
    }
    false
}

fn exchanged_halves(value: &mut ValueAbi) -> bool {
    let [low, high] = parts_mut(value) else {
        return false;
    };
    std::mem::swap(&mut low.location, &mut high.location);
    true
}

fn wrong_class(abi: &mut FnAbi) -> bool {
    let (general, vector) =
        (free(abi, abi.convention.general_arguments()), free(abi, abi.convention.float_arguments()));
    first_part(abi, |part| {
        let (carrier, location) = match part.carrier {
            Carrier::I32 => (Carrier::F32, vector),
            Carrier::I64 => (Carrier::F64, vector),
            Carrier::F32 => (Carrier::I32, general),
            Carrier::F64 => (Carrier::I64, general),
            Carrier::I8
            | Carrier::I16
            | Carrier::F16
            | Carrier::BF16
            | Carrier::X87
            | Carrier::F128
            | Carrier::V128
            | Carrier::Lanes { .. } => return false,
        };
        match (part.location, location) {
            (Location::Register(_), Some(location)) => {
                part.carrier = carrier;
                set(&mut part.location, location)
            }
            (Location::Register(_) | Location::Stack { .. } | Location::Operand(_), _) => false,
        }
    })
}

fn on_stack(abi: &FnAbi, size: u64) -> Memory {
    Memory::OnStack { offset: stack_end(abi), slot: size.next_multiple_of(8) as u32, align: 8 }
}

fn registers_to_stack(abi: &mut FnAbi) -> bool {
    let found = abi.params.iter().position(|value| {
        value.aggregate && value.parts().iter().any(|part| matches!(part.location, Location::Register(_)))
    });
    let Some(found) = found else {
        return false;
    };
    let memory = on_stack(abi, abi.params[found].size);
    set(&mut abi.params[found].placement, Placement::Memory(memory))
}

fn split_pair(abi: &mut FnAbi) -> bool {
    let Some(register) = free(abi, abi.convention.general_arguments()) else {
        return false;
    };
    abi.params.iter_mut().any(|value| match value.placement {
        Placement::Memory(Memory::OnStack { offset, .. }) if (9..=16).contains(&value.size) => {
            let len = value.size as u32 - 8;
            let half = |offset, len, location| Part {
                offset,
                len,
                carrier: Carrier::integer(len),
                extend: Extend::None,
                location,
            };
            let rest = Location::Stack { offset, size: len, slot: 8 };
            set(&mut value.placement, Placement::Parts(smallvec![half(0, 8, register), half(8, len, rest)]))
        }
        Placement::Memory(_) | Placement::Parts(_) | Placement::Ignore | Placement::Sret { .. } => false,
    })
}

fn pointer_to_stack(abi: &mut FnAbi) -> bool {
    let by_pointer =
        |value: &ValueAbi| matches!(value.placement, Placement::Memory(Memory::ByPointer { .. })) && value.align <= 8;
    let Some(found) = abi.params.iter().position(by_pointer) else {
        return false;
    };
    let memory = on_stack(abi, abi.params[found].size);
    set(&mut abi.params[found].placement, Placement::Memory(memory))
}

fn stack_to_pointer(abi: &mut FnAbi) -> bool {
    let end = Location::Stack { offset: stack_end(abi), size: 8, slot: 8 };
    let pointer = free(abi, abi.convention.general_arguments()).unwrap_or(end);
    abi.params.iter_mut().any(|value| match value.placement {
        Placement::Memory(Memory::OnStack { align, .. }) => {
            set(&mut value.placement, Placement::Memory(Memory::ByPointer { pointer, align }))
        }
        Placement::Memory(Memory::ByPointer { .. })
        | Placement::Parts(_)
        | Placement::Ignore
        | Placement::Sret { .. } => false,
    })
}

fn result_pointer(abi: &mut FnAbi) -> bool {
    let other = free(abi, abi.convention.general_arguments());
    match (&mut abi.result.placement, other) {
        (Placement::Sret { pointer, .. }, Some(other)) => set(pointer, other),
        (Placement::Sret { .. } | Placement::Parts(_) | Placement::Ignore | Placement::Memory(_), _) => false,
    }
}

fn result_echo(abi: &mut FnAbi) -> bool {
    let general_result = abi.convention.general_results().first().copied();
    match &mut abi.result.placement {
        Placement::Sret { returned_in, .. } => match returned_in {
            Some(_) => set(returned_in, None),
            None => match general_result {
                Some(register) => set(returned_in, Some(register)),
                None => false,
            },
        },
        Placement::Parts(_) | Placement::Ignore | Placement::Memory(_) => false,
    }
}

fn result_to_memory(abi: &mut FnAbi) -> bool {
    if !abi.result.aggregate || !abi.result.is_in_parts() {
        return false;
    }
    let convention = abi.convention;
    let pointer = match convention.sret_register() {
        Some(register) if !convention.general_arguments().contains(&register) => Location::Register(register),
        Some(_) | None => match free(abi, convention.general_arguments()) {
            Some(register) => register,
            None => return false,
        },
    };
    let returned_in = (convention == Convention::SystemV64).then_some(Register::RAX);
    set(&mut abi.result.placement, Placement::Sret { pointer, returned_in })
}

fn result_to_registers(abi: &mut FnAbi) -> bool {
    let Placement::Sret { .. } = abi.result.placement else {
        return false;
    };
    let registers = abi.convention.general_results().iter().copied().take(2);
    let size = abi.result.size as u32;
    let parts = registers.enumerate().filter_map(|(index, register)| {
        let offset = 8 * index as u32;
        let len = size.checked_sub(offset).filter(|left| *left > 0)?.min(8);
        Some(Part {
            offset,
            len,
            carrier: Carrier::integer(len),
            extend: Extend::None,
            location: Location::Register(register),
        })
    });
    let parts = parts.collect();
    set(&mut abi.result.placement, Placement::Parts(parts))
}

fn area_alignment(abi: &mut FnAbi) -> bool {
    for value in &mut abi.params {
        if let Placement::Memory(Memory::OnStack { align, .. }) = &mut value.placement {
            *align = (*align).min(16);
        }
    }
    abi.call.stack_align > 16 && set(&mut abi.call.stack_align, 16)
}

fn stack_alignment(abi: &mut FnAbi) -> bool {
    let taken = places(abi);
    let is_free = |wanted: u32| {
        !taken.iter().any(|place| match *place {
            Location::Stack { offset, slot, .. } => (offset..offset + slot).contains(&wanted),
            Location::Register(_) | Location::Operand(_) => false,
        })
    };
    abi.params.iter_mut().any(|value| match &mut value.placement {
        Placement::Memory(Memory::OnStack { offset, align, .. })
            if *align == 16 && *offset >= 8 && is_free(*offset - 8) =>
        {
            *offset -= 8;
            set(align, 8)
        }
        Placement::Parts(parts) if value.align == 16 => {
            let on_stack = |part: &Part| match part.location {
                Location::Stack { offset, .. } => Some(offset),
                Location::Register(_) | Location::Operand(_) => None,
            };
            match parts.first().and_then(on_stack) {
                Some(first) if first >= 8 && is_free(first - 8) => {
                    for part in parts {
                        if let Location::Stack { offset, .. } = &mut part.location {
                            *offset -= 8;
                        }
                    }
                    true
                }
                Some(_) | None => false,
            }
        }
        Placement::Memory(_) | Placement::Parts(_) | Placement::Ignore | Placement::Sret { .. } => false,
    })
}
