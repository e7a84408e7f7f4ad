//! The control of the proof of locations: one decision of a description is changed, and the proof must fail. Owns the
//! changes; a proof that passes with one of them proves nothing about that decision.

use abi::{Architecture, Extend, FnAbi, Location, Memory, Part, Placement, Register, Target, ValueAbi};

/// A wrong decision.
pub struct Flip {
    pub name: &'static str,
    /// The only architecture that has the decision, or whose C compilers show it.
    pub only: Option<Architecture>,
    /// Changes the first value that the decision is about; false if the signature has none.
    pub apply: fn(&mut FnAbi, &Target) -> bool,
}

pub const FLIPS: [Flip; 10] = [
    Flip {
        name: "a float travels in a general register",
        only: None,
        apply: |abi, target| {
            let general = general(target, 3);
            first_part(abi, |part| {
                in_register(part) && !part.carrier.is_integer() && set(&mut part.location, general)
            })
        },
    },
    Flip {
        name: "an integer travels in a vector register",
        only: None,
        apply: |abi, target| {
            let vector = if is_x86_64(target) {
                Register::xmm(5)
            } else {
                Register::v(5)
            };
            first_part(abi, |part| {
                in_register(part) && part.carrier.is_integer() && set(&mut part.location, Location::Register(vector))
            })
        },
    },
    Flip {
        name: "the halves of a pair are exchanged",
        only: None,
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
        only: None,
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
        only: None,
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
        only: None,
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
        only: None,
        apply: |abi, target| {
            let pointer = general(target, 0);
            first_value(abi, |value| match &mut value.placement {
                Placement::Memory(memory) => match *memory {
                    Memory::OnStack { align, .. } => set(memory, Memory::ByPointer { pointer, align }),
                    Memory::ByPointer { align, .. } => set(
                        memory,
                        Memory::OnStack {
                            offset: 0,
                            slot: value.size.next_multiple_of(8) as u32,
                            align,
                        },
                    ),
                },
                Placement::Parts(_) | Placement::Ignore | Placement::Sret { .. } => false,
            })
        },
    },
    Flip {
        name: "the address of the result travels in another register",
        only: None,
        apply: |abi, target| match &mut abi.result.placement {
            Placement::Sret { pointer, .. } => set(pointer, general(target, 1)),
            Placement::Parts(_) | Placement::Ignore | Placement::Memory(_) => false,
        },
    },
    Flip {
        // On x86-64 C returns the address, but the C callers do not look at it: they know where the result is.
        name: "the address of the result comes back",
        only: Some(Architecture::Aarch64),
        apply: |abi, _| match &mut abi.result.placement {
            Placement::Sret { returned_in, .. } => set(returned_in, Some(Register::x(0))),
            Placement::Parts(_) | Placement::Ignore | Placement::Memory(_) => false,
        },
    },
    Flip {
        name: "a small integer is widened with the wrong bits",
        only: Some(Architecture::X86_64),
        apply: |abi, _| {
            first_part(abi, |part| match part.extend {
                Extend::None => false,
                Extend::Zero => set(&mut part.extend, Extend::Sign),
                Extend::Sign => set(&mut part.extend, Extend::Zero),
            })
        },
    },
];

fn is_x86_64(target: &Target) -> bool {
    target.architecture == Architecture::X86_64
}

fn set<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}

fn general(target: &Target, number: usize) -> Location {
    Location::Register(if is_x86_64(target) {
        [Register::RDI, Register::RSI, Register::RDX, Register::RCX][number]
    } else {
        Register::x(number as u8)
    })
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
