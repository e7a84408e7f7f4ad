//! The control of the proof of locations: one decision of a description is changed, and the proof must fail. Owns the
//! changes; a proof that passes with one of them proves nothing about that decision.

use abi::{Convention, Extend, FnAbi, Location, Memory, Part, Placement, RegisterClass, Target, ValueAbi};

/// A wrong decision.
pub struct Flip {
    pub name: &'static str,
    /// Why a target has no such decision, or why its C compilers do not show it.
    pub absent: fn(&Target) -> Option<&'static str>,
    /// Changes the first value that the decision is about; false if the signature has none.
    pub apply: fn(&mut FnAbi, &Target) -> bool,
}

const fn nowhere(_: &Target) -> Option<&'static str> {
    None
}

/// Where no record is cut into pieces.
fn whole_values(target: &Target) -> Option<&'static str> {
    match target.convention() {
        Convention::Windows64 | Convention::S390x => Some("no value is cut into pieces"),
        Convention::SystemV64
        | Convention::Aapcs64
        | Convention::Apple64
        | Convention::WindowsArm64
        | Convention::RiscvLp64d
        | Convention::LoongarchLp64d
        | Convention::PowerElfV2
        | Convention::WasmBasic => None,
    }
}

/// Where every record that goes to memory goes behind a pointer.
fn behind_pointers(target: &Target) -> Option<&'static str> {
    match target.convention() {
        Convention::Windows64 | Convention::S390x => Some("no record lies on the stack as a whole"),
        Convention::SystemV64
        | Convention::Aapcs64
        | Convention::Apple64
        | Convention::WindowsArm64
        | Convention::RiscvLp64d
        | Convention::LoongarchLp64d
        | Convention::PowerElfV2
        | Convention::WasmBasic => None,
    }
}

fn not_widened(target: &Target) -> Option<&'static str> {
    match target.convention() {
        Convention::Aapcs64 | Convention::Windows64 | Convention::WindowsArm64 | Convention::WasmBasic => {
            Some("the bits above a small integer mean nothing")
        }
        Convention::SystemV64
        | Convention::Apple64
        | Convention::RiscvLp64d
        | Convention::S390x
        | Convention::LoongarchLp64d
        | Convention::PowerElfV2 => None,
    }
}

fn result_address(target: &Target) -> Option<&'static str> {
    match target.convention() {
        Convention::Aapcs64 | Convention::Apple64 | Convention::WindowsArm64 => None,
        Convention::SystemV64 | Convention::Windows64 => {
            Some("C callers do not look at it: they know where the result is")
        }
        Convention::RiscvLp64d
        | Convention::S390x
        | Convention::LoongarchLp64d
        | Convention::PowerElfV2
        | Convention::WasmBasic => Some("the register may hold the address still, by chance"),
    }
}

pub const FLIPS: [Flip; 11] = [
    Flip {
        name: "a float travels in a general register",
        absent: nowhere,
        apply: |abi, target| {
            let general = general(target, 3);
            first_part(abi, |part| in_register(part) && !part.carrier.is_integer() && set(&mut part.location, general))
        },
    },
    Flip {
        name: "an integer travels in a vector register",
        absent: nowhere,
        apply: |abi, target| {
            let float = Location::Register(*last(target.convention().float_arguments()));
            first_part(abi, |part| in_register(part) && part.carrier.is_integer() && set(&mut part.location, float))
        },
    },
    Flip {
        name: "the halves of a pair are exchanged",
        absent: whole_values,
        apply: |abi, _| {
            first_value(abi, |value| match &mut value.placement {
                Placement::Parts(parts) if parts.len() == 2 => {
                    let (low, high) = (parts[0].location, parts[1].location);
                    (parts[0].location, parts[1].location) = (high, low);
                    true
                }
                Placement::Parts(_) | Placement::Ignore | Placement::Memory(_) | Placement::Sret { .. } => false,
            })
        },
    },
    Flip {
        name: "a piece begins one byte earlier",
        absent: whole_values,
        apply: |abi, _| {
            first_part(abi, |part| {
                part.offset > 0 && {
                    part.offset -= 1;
                    true
                }
            })
        },
    },
    Flip {
        name: "a value in memory lies 8 bytes further",
        absent: behind_pointers,
        apply: |abi, _| {
            first_value(abi, |value| match &mut value.placement {
                Placement::Memory(Memory::OnStack { offset, .. }) => {
                    *offset += 8;
                    true
                }
                Placement::Parts(_) | Placement::Ignore | Placement::Memory(_) | Placement::Sret { .. } => false,
            })
        },
    },
    Flip {
        name: "a scalar on the stack lies 8 bytes further",
        absent: nowhere,
        apply: |abi, _| {
            first_part(abi, |part| match &mut part.location {
                Location::Stack { offset, .. } => {
                    *offset += 8;
                    true
                }
                Location::Register(_) | Location::Operand(_) => false,
            })
        },
    },
    Flip {
        name: "a value behind a pointer lies on the stack, or the other way round",
        absent: nowhere,
        apply: |abi, target| {
            let pointer = general(target, 0);
            first_value(abi, |value| match &mut value.placement {
                Placement::Memory(memory) => match *memory {
                    Memory::OnStack { align, .. } => set(memory, Memory::ByPointer { pointer, align }),
                    Memory::ByPointer { align, .. } => {
                        set(memory, Memory::OnStack { offset: 0, slot: value.size.next_multiple_of(8) as u32, align })
                    }
                },
                Placement::Parts(_) | Placement::Ignore | Placement::Sret { .. } => false,
            })
        },
    },
    Flip {
        name: "the address of the result travels in another register",
        absent: nowhere,
        apply: |abi, target| match &mut abi.result.placement {
            Placement::Sret { pointer, .. } => set(pointer, general(target, 1)),
            Placement::Parts(_) | Placement::Ignore | Placement::Memory(_) => false,
        },
    },
    Flip {
        name: "the address of the result comes back",
        absent: result_address,
        apply: |abi, target| {
            let first = target.convention().general_results()[0];
            match &mut abi.result.placement {
                Placement::Sret { returned_in, .. } => set(returned_in, Some(first)),
                Placement::Parts(_) | Placement::Ignore | Placement::Memory(_) => false,
            }
        },
    },
    Flip {
        name: "a result travels in a register of the other class",
        absent: nowhere,
        apply: |abi, target| {
            let (general, float) = (target.convention().general_results(), target.convention().float_results());
            match &mut abi.result.placement {
                Placement::Parts(parts) => match parts[0].location {
                    Location::Register(register) if register.class() == RegisterClass::X87 => false,
                    Location::Register(register) => {
                        let other = if register.is_general() { float[0] } else { general[0] };
                        set(&mut parts[0].location, Location::Register(other))
                    }
                    Location::Stack { .. } | Location::Operand(_) => false,
                },
                Placement::Sret { .. } | Placement::Ignore | Placement::Memory(_) => false,
            }
        },
    },
    Flip {
        name: "a small integer is widened with the wrong bits",
        absent: not_widened,
        apply: |abi, _| {
            first_part(abi, |part| match part.extend {
                Extend::None => false,
                Extend::Zero => set(&mut part.extend, Extend::Sign),
                Extend::Sign => set(&mut part.extend, Extend::Zero),
            })
        },
    },
];

fn set<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}

/// A general register that carries arguments.
fn general(target: &Target, number: usize) -> Location {
    Location::Register(target.convention().general_arguments()[number])
}

fn last<T>(list: &[T]) -> &T {
    list.last().expect("every convention that runs has such registers")
}

fn in_register(part: &Part) -> bool {
    matches!(part.location, Location::Register(_))
}

fn first_value(abi: &mut FnAbi, mut change: impl FnMut(&mut ValueAbi) -> bool) -> bool {
    abi.params.iter_mut().any(&mut change)
}

fn first_part(abi: &mut FnAbi, mut change: impl FnMut(&mut Part) -> bool) -> bool {
    first_value(abi, |value| match &mut value.placement {
        Placement::Parts(parts) => parts.iter_mut().any(&mut change),
        Placement::Ignore | Placement::Memory(_) | Placement::Sret { .. } => false,
    })
}
