//! Calls on x86-64 that Cranelift's own cannot make: with a number in `al`, with an argument area that is aligned to
//! more than 16 bytes, and with results in x87 registers. Owns the code that is called in their stead, as bytes; must not
//! know symbols or how code is linked.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a call by System V on x86-64 needs beyond what Cranelift's calls do: a backend calls the thunk's code, with the
/// signature of the plan, and the code calls the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Thunk {
    /// In variadic calls, an upper bound of the number of vector registers that carry arguments, which the function
    /// wants in `al` [System V x86-64 psABI §3.2.3].
    pub vector_count: Option<u8>,
    /// The argument area, if it is aligned to more than the 16 bytes of Cranelift's: the code copies it to where it is
    /// aligned. Without it the code jumps to the function and leaves the stack alone.
    pub area: Option<Area>,
}

/// An argument area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Area {
    /// Its bytes, a multiple of 8.
    pub bytes: u32,
    /// Its alignment in bytes, a power of two above 16.
    pub align: u32,
}

/// What a thunk calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ThunkCallee {
    /// A function that the linker knows: the code refers to it.
    Symbol,
    /// A function whose address is one more argument of type `i64`, appended to the signature of the plan.
    Address(AddressPlace),
}

/// Where the address of the function comes to lie that is appended to a plan's parameters. The function itself does not
/// look there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AddressPlace {
    /// In the general argument register of this number: 0 is `rdi`, 5 is `r9`.
    Register(u8),
    /// In the argument area, so many bytes from its start.
    Stack(u32),
}

/// The code of a thunk; it is position independent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThunkCode {
    /// The instructions.
    pub bytes: Vec<u8>,
    /// Where the four bytes begin that lead to the function: its distance from their end. Absent if the function's address
    /// is an argument.
    pub callee: Option<u32>,
    /// The frame that the code makes, if it makes one.
    pub frame: Option<ThunkFrame>,
}

/// Where in a thunk's code its frame begins and ends, for those who walk the stack. It is an `rbp` frame: the caller's `rbp`
/// lies 16 bytes below the frame's address [System V x86-64 psABI §3.2.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThunkFrame {
    /// From here on the old `rbp` is saved, and the frame's address is `rsp` plus 16.
    pub saved: u32,
    /// From here on the frame's address is `rbp` plus 16.
    pub made: u32,
    /// From here on the frame's address is `rsp` plus 8 again.
    pub left: u32,
}

/// What it does: `copies the argument area of 32 bytes to a multiple of 32 and puts 1 in al`.
impl fmt::Display for Thunk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Area { bytes, align }) = self.area {
            write!(formatter, "copies the argument area of {bytes} bytes to a multiple of {align}")?;
        }
        if self.area.is_some() && self.vector_count.is_some() {
            formatter.write_str(" and ")?;
        }
        match self.vector_count {
            Some(count) => write!(formatter, "puts {count} in al"),
            None => Ok(()),
        }
    }
}

/// Between the top of the x87 registers and memory, on x86-64 by System V: a function without result whose only argument is
/// the address of 10 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum X87Transfer {
    /// Writes the top and takes it away.
    Pop,
    /// Puts what is read on top.
    Push,
}

impl X87Transfer {
    /// The code. Every bit travels as it is.
    pub fn code(self) -> ThunkCode {
        let bytes = match self {
            X87Transfer::Pop => vec![0xdb, 0x3f, 0xc3],  // fstp tbyte ptr [rdi]; ret
            X87Transfer::Push => vec![0xdb, 0x2f, 0xc3], // fld tbyte ptr [rdi]; ret
        };
        ThunkCode { bytes, callee: None, frame: None }
    }
}

/// The numbers of the general argument registers as instructions encode them: `rdi rsi rdx rcx r8 r9`.
const REGISTERS: [u8; 6] = [7, 6, 2, 1, 8, 9];

impl Thunk {
    /// The code that calls a function so.
    ///
    /// # Panics
    /// If the place is no argument register.
    pub fn code(&self, callee: ThunkCallee) -> ThunkCode {
        match self.area {
            None => self.jump(callee),
            Some(area) => self.call(callee, area),
        }
    }

    fn count(&self, code: &mut Vec<u8>) {
        if let Some(count) = self.vector_count {
            code.extend([0xb0, count]); // mov al, count
        }
    }

    fn jump(&self, callee: ThunkCallee) -> ThunkCode {
        let mut code = Vec::new();
        self.count(&mut code);
        let callee = JUMP.write(&mut code, callee);
        ThunkCode { bytes: code, callee, frame: None }
    }

    fn call(&self, callee: ThunkCallee, area: Area) -> ThunkCode {
        let mut code = vec![0x55]; // push rbp
        let saved = code.len() as u32;
        code.extend([0x48, 0x89, 0xe5]); // mov rbp, rsp
        let made = code.len() as u32;
        code.extend([0x48, 0x81, 0xec]); // sub rsp, bytes
        code.extend(area.bytes.to_le_bytes());
        code.extend([0x48, 0x81, 0xe4]); // and rsp, -align
        code.extend(area.align.wrapping_neg().to_le_bytes());
        code.extend([0x41, 0xbb]); // mov r11d, bytes
        code.extend(area.bytes.to_le_bytes());
        // From the end to the start, so that the stack's pages are touched in the order in which it grows.
        code.extend([0x4e, 0x8b, 0x54, 0x1d, 0x08]); // mov r10, [rbp + r11 + 8]
        code.extend([0x4e, 0x89, 0x54, 0x1c, 0xf8]); // mov [rsp + r11 - 8], r10
        code.extend([0x49, 0x83, 0xeb, 0x08]); // sub r11, 8
        code.extend([0x75, 0xf0]); // jnz to the load
        self.count(&mut code);
        let callee = CALL.write(&mut code, callee);
        code.push(0xc9); // leave
        let left = code.len() as u32;
        code.push(0xc3); // ret
        ThunkCode { bytes: code, callee, frame: Some(ThunkFrame { saved, made, left }) }
    }
}

/// How an instruction that goes to a function is encoded.
struct Transfer {
    /// Before the distance to a function that the linker knows.
    near: u8,
    /// Added to the number of the register that holds the address, behind 0xff.
    register: u8,
    /// Before the offset of the word in the stack that holds the address.
    memory: &'static [u8],
    /// Bytes from where that offset counts to the argument area.
    below: u32,
}

/// `jmp function`, `jmp register`, `jmp [rsp + 8 + offset]`: the return address lies below the area.
const JUMP: Transfer = Transfer { near: 0xe9, register: 0xe0, memory: &[0xff, 0xa4, 0x24], below: 8 };
/// `call function`, `call register`, `call [rbp + 16 + offset]`: the old `rbp` and the return address lie below it.
const CALL: Transfer = Transfer { near: 0xe8, register: 0xd0, memory: &[0xff, 0x95], below: 16 };

impl Transfer {
    /// Appends the instruction; gives where its distance stands, if it has one.
    fn write(&self, code: &mut Vec<u8>, callee: ThunkCallee) -> Option<u32> {
        match callee {
            ThunkCallee::Symbol => {
                code.push(self.near);
                let distance = code.len() as u32;
                code.extend([0; 4]);
                return Some(distance);
            }
            ThunkCallee::Address(AddressPlace::Register(number)) => {
                let register = REGISTERS[usize::from(number)];
                if register >= 8 {
                    code.push(0x41);
                }
                code.extend([0xff, self.register + register % 8]);
            }
            ThunkCallee::Address(AddressPlace::Stack(offset)) => {
                code.extend(self.memory);
                code.extend((offset + self.below).to_le_bytes());
            }
        }
        None
    }
}
