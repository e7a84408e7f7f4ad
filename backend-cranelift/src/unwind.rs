//! How to find a caller's frame. Owns the translation of Cranelift's prologue events into rows of artifacts, and of
//! rows into DWARF call frame instructions and the sections `.eh_frame` and `.debug_frame`, so that debuggers walk the stack. Must not know which
//! function it is about. The section is written here, relative to its own position, because Cranelift's object
//! writer gives absolute addresses, which position-independent executables may not contain.

use cranelift_codegen::CodegenError;
use cranelift_codegen::binemit::CodeOffset;
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::isa::unwind::UnwindInst;
use mir::artifact::{UnwindChange, UnwindRow};

use crate::Machine;

const ADVANCE: u8 = 0x40;
const OFFSET: u8 = 0x80;
const ADVANCE_1: u8 = 0x02;
const ADVANCE_2: u8 = 0x03;
const ADVANCE_4: u8 = 0x04;
const OFFSET_EXTENDED: u8 = 0x05;
const RESTORE_EXTENDED: u8 = 0x06;
const DEFINE_ADDRESS: u8 = 0x0c;
const DEFINE_REGISTER: u8 = 0x0d;
const DEFINE_OFFSET: u8 = 0x0e;
const AARCH64_TOGGLE_SIGNING: u8 = 0x2d;
/// All offsets are multiples of a word and are stored divided by it.
const DATA_ALIGNMENT: i32 = 8;

/// What call frame information depends on.
struct Frame {
    code_alignment: u32,
    frame_pointer: u16,
    link_register: Option<u16>,
    return_address: u8,
    /// The instructions that hold when a function is entered.
    on_entry: &'static [u8],
}

fn frame(machine: Machine) -> Frame {
    match machine {
        Machine::X86_64 => Frame {
            code_alignment: 1,
            frame_pointer: 6,
            link_register: None,
            return_address: 16,
            // The frame's address is rsp + 8; the return address lies one word below it.
            on_entry: &[DEFINE_ADDRESS, 7, 8, OFFSET | 16, 1],
        },
        Machine::Aarch64 => Frame {
            code_alignment: 4,
            frame_pointer: 29,
            link_register: Some(30),
            return_address: 30,
            // The frame's address is sp.
            on_entry: &[DEFINE_ADDRESS, 31, 0],
        },
    }
}

/// The rules of one function: how its prologue changes where the caller's frame is found.
pub(crate) fn rows(
    machine: Machine,
    isa: &dyn TargetIsa,
    events: &[(CodeOffset, UnwindInst)],
) -> Result<Vec<UnwindRow>, CodegenError> {
    let frame = frame(machine);
    let mut rows = Vec::with_capacity(events.len() + 2);
    let mut clobbers_below_frame = 0;
    for (code_offset, event) in events {
        let mut change = |change| rows.push(UnwindRow { code_offset: *code_offset, change });
        match event {
            UnwindInst::PushFrameRegs { offset_upward_to_caller_sp } => {
                let up = *offset_upward_to_caller_sp as i32;
                change(UnwindChange::FrameOffset(up));
                change(UnwindChange::Saved { register: frame.frame_pointer, offset: -up });
                if let Some(register) = frame.link_register {
                    change(UnwindChange::Saved { register, offset: DATA_ALIGNMENT - up });
                }
            }
            UnwindInst::DefineNewFrame { offset_upward_to_caller_sp, offset_downward_to_clobbers } => {
                change(UnwindChange::FrameRegister(frame.frame_pointer));
                clobbers_below_frame = (offset_upward_to_caller_sp + offset_downward_to_clobbers) as i32;
            }
            UnwindInst::SaveReg { clobber_offset, reg } => {
                let register =
                    isa.map_regalloc_reg_to_dwarf((*reg).into()).map_err(CodegenError::RegisterMappingError)?;
                change(UnwindChange::Saved { register, offset: *clobber_offset as i32 - clobbers_below_frame });
            }
            // The frame is found from the frame pointer, so the stack pointer's moves say nothing new; the other
            // two occur on targets or with extensions that are not used here.
            UnwindInst::StackAlloc { .. }
            | UnwindInst::RegStackOffset { .. }
            | UnwindInst::Aarch64SetPointerAuth { .. } => {}
        }
    }
    Ok(rows)
}

/// The call frame instructions of rules.
fn instructions(rows: &[UnwindRow], code_alignment: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(rows.len() * 3 + 2);
    let mut position = 0;
    for row in rows {
        advance(&mut bytes, &mut position, row.code_offset, code_alignment);
        match row.change {
            UnwindChange::FrameAddress { register, offset } => {
                bytes.push(DEFINE_ADDRESS);
                unsigned(&mut bytes, u32::from(register));
                unsigned(&mut bytes, offset as u32);
            }
            UnwindChange::FrameOffset(offset) => {
                bytes.push(DEFINE_OFFSET);
                unsigned(&mut bytes, offset as u32);
            }
            UnwindChange::FrameRegister(register) => {
                bytes.push(DEFINE_REGISTER);
                unsigned(&mut bytes, u32::from(register));
            }
            UnwindChange::Saved { register, offset } => saved(&mut bytes, register, offset),
            UnwindChange::Restored(register) => {
                bytes.push(RESTORE_EXTENDED);
                unsigned(&mut bytes, u32::from(register));
            }
            // The one form of it: the state of signing changes at this place.
            UnwindChange::ReturnAddressSigned(_) => bytes.push(AARCH64_TOGGLE_SIGNING),
        }
    }
    bytes
}

fn advance(bytes: &mut Vec<u8>, position: &mut u32, to: u32, code_alignment: u32) {
    let delta = (to - *position) / code_alignment;
    *position = to;
    match delta {
        0 => {}
        1..0x40 => bytes.push(ADVANCE | delta as u8),
        0x40..0x100 => bytes.extend([ADVANCE_1, delta as u8]),
        0x100..0x1_0000 => {
            bytes.push(ADVANCE_2);
            bytes.extend((delta as u16).to_le_bytes());
        }
        0x1_0000.. => {
            bytes.push(ADVANCE_4);
            bytes.extend(delta.to_le_bytes());
        }
    }
}

/// Says that a register's old value lies at `offset` (negative) from the frame's address.
fn saved(bytes: &mut Vec<u8>, register: u16, offset: i32) {
    let words = (-offset / DATA_ALIGNMENT) as u32;
    if register < 0x40 {
        bytes.push(OFFSET | register as u8);
    } else {
        bytes.push(OFFSET_EXTENDED);
        unsigned(bytes, u32::from(register));
    }
    unsigned(bytes, words);
}

fn unsigned(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// An `.eh_frame` section under construction.
pub(crate) struct EhFrame {
    /// The section's bytes so far.
    pub bytes: Vec<u8>,
    /// Where a 32-bit distance to a function's start belongs, and that start in `.text`.
    pub starts: Vec<(u32, u64)>,
    code_alignment: u32,
}

impl EhFrame {
    /// Begins a section: writes the entry that all functions share.
    pub(crate) fn new(machine: Machine) -> EhFrame {
        let frame = frame(machine);
        let mut body = vec![1, b'z', b'R', 0];
        unsigned(&mut body, frame.code_alignment);
        // The data alignment, -8, as a signed LEB128; then the return address's register, the length of the
        // augmentation and how starts are given: relative to their own position, in 4 signed bytes.
        body.extend([0x78, frame.return_address, 1, 0x1b]);
        body.extend(frame.on_entry);
        let mut section = EhFrame { bytes: Vec::new(), starts: Vec::new(), code_alignment: frame.code_alignment };
        section.entry(0, &body);
        section
    }

    /// Adds a function of `length` bytes at `start` in `.text`.
    pub(crate) fn add(&mut self, start: u64, length: u32, rows: &[UnwindRow]) {
        let instructions = instructions(rows, self.code_alignment);
        let back_to_shared = self.bytes.len() as u32 + 4;
        self.starts.push((self.bytes.len() as u32 + 8, start));
        let mut body = Vec::with_capacity(instructions.len() + 9);
        body.extend([0; 4]);
        body.extend(length.to_le_bytes());
        body.push(0);
        body.extend(instructions);
        self.entry(back_to_shared, &body);
    }

    fn entry(&mut self, identification: u32, body: &[u8]) {
        entry(&mut self.bytes, identification, body);
    }
}

/// Who reads the rules of code whose addresses are known.
#[derive(Clone, Copy)]
pub(crate) enum Reader {
    /// Debuggers: a section `.debug_frame`.
    Debugger,
    /// This process itself: a section `.eh_frame`, with its end.
    Process,
}

/// The rules of code whose addresses are known: of each function its start, its length and its rules.
pub(crate) fn addressed_frames<'a>(
    machine: Machine,
    reader: Reader,
    functions: impl Iterator<Item = (u64, u64, &'a [UnwindRow])>,
) -> Vec<u8> {
    let frame = frame(machine);
    let mut bytes = Vec::new();
    let shared = match reader {
        Reader::Debugger => u32::MAX,
        Reader::Process => 0,
    };
    let mut body = vec![1, 0];
    unsigned(&mut body, frame.code_alignment);
    body.extend([0x78, frame.return_address]);
    body.extend(frame.on_entry);
    entry(&mut bytes, shared, &body);
    for (start, length, rows) in functions {
        let mut body = Vec::with_capacity(16 + 3 * rows.len());
        body.extend(start.to_le_bytes());
        body.extend(length.to_le_bytes());
        body.extend(instructions(rows, frame.code_alignment));
        let to_shared = match reader {
            Reader::Debugger => 0,
            Reader::Process => bytes.len() as u32 + 4,
        };
        entry(&mut bytes, to_shared, &body);
    }
    match reader {
        Reader::Debugger => {}
        Reader::Process => bytes.extend([0; 4]),
    }
    bytes
}

/// Writes the length, the identification and the body, padded to whole words.
fn entry(bytes: &mut Vec<u8>, identification: u32, body: &[u8]) {
    let whole = (8 + body.len()).next_multiple_of(8);
    // The length does not count itself.
    bytes.extend((whole as u32 - 4).to_le_bytes());
    bytes.extend(identification.to_le_bytes());
    bytes.extend(body);
    // Zero is the instruction that does nothing.
    bytes.extend(std::iter::repeat_n(0, whole - 8 - body.len()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_take_the_shortest_form() {
        let mut bytes = Vec::new();
        let mut position = 0;
        for to in [4, 4, 0x50, 0x200, 0x2_0000] {
            advance(&mut bytes, &mut position, to, 1);
        }
        assert_eq!(bytes, [0x44, 2, 0x4c, 3, 0xb0, 1, 4, 0, 0xfe, 1, 0]);
    }

    #[test]
    fn entries_are_whole_words_and_point_back_to_the_shared_one() {
        let mut section = EhFrame::new(Machine::X86_64);
        let shared = section.bytes.len();
        section.add(0x40, 0x10, &[UnwindRow { code_offset: 1, change: UnwindChange::FrameOffset(16) }]);
        assert_eq!(shared % 8, 0);
        assert_eq!(section.bytes.len() % 8, 0);
        let word = |at: usize| u32::from_le_bytes(section.bytes[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(word(shared) as usize, section.bytes.len() - shared - 4);
        assert_eq!(word(shared + 4) as usize, shared + 4);
        assert_eq!(section.starts, [(shared as u32 + 8, 0x40)]);
        assert_eq!(word(shared + 12), 0x10);
    }
}
