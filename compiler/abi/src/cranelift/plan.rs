//! Makes a plan from a description. Owns the order of entries and the dummies; must not decide where anything
//! travels: each location is the description's, and an entry is placed so that Cranelift counts up to it.

use smallvec::SmallVec;

use crate::convention::Convention;
use crate::cranelift::entry::{Carries, ClifType, Entry, Plan, Purpose, entry, part_entry, struct_return};
use crate::cranelift::thunk::{Area, Thunk};
use crate::cranelift::{apple64, windows64};
use crate::description::{Carrier, FnAbi, Location, Memory, Part, Placement, Unsupported, ValueAbi, ValueIndex};
use crate::registers::{Register, RegisterClass};

/// Values of more bytes than this are copied into the argument area by Cranelift itself, where it can.
const MOST_WORD_BYTES: u64 = 128;

/// The alignment in bytes of the argument area of Cranelift's calls.
const CRANELIFT_STACK_ALIGN: u32 = 16;

/// Makes the plan of a function that [`crate::lower`] described.
///
/// # Errors
/// [`Unsupported`] where Cranelift cannot be brought to land on the description.
pub fn plan(abi: &FnAbi) -> Result<Plan, Unsupported> {
    match abi.convention {
        Convention::SystemV64
        | Convention::Aapcs64
        | Convention::WindowsArm64
        | Convention::RiscvLp64d
        | Convention::S390x => {}
        Convention::Windows64 => return windows64::plan(abi),
        Convention::Apple64 => return apple64::plan(abi),
        Convention::LoongarchLp64d | Convention::PowerElfV2 | Convention::WasmBasic => {
            return Err(Unsupported::new(
                "this target in Cranelift",
                "Cranelift makes no code for it; use the LLVM form",
            ));
        }
    }
    let mut params: SmallVec<[Entry; 8]> = SmallVec::new();
    let mut builder = Builder::new(abi.convention);
    if let Placement::Sret { pointer, .. } = abi.result.placement {
        match builder.general_index(pointer) {
            Some(index) => builder.general[index] = Some(struct_return()),
            // x8 is no argument register and is not counted.
            None => params.push(struct_return()),
        }
    }
    for (index, param) in abi.params.iter().enumerate() {
        builder.param(index as u16, param)?;
    }
    let area_bytes = builder.finish(&mut params);
    let parts = abi.result.parts();
    let x87_results = parts.iter().take_while(|part| is_in_x87(part)).count();
    let results = parts.iter().enumerate().skip(x87_results).map(|(index, part)| {
        check_result(abi.convention, part)?;
        Ok(part_entry(ValueIndex::Result, index as u8, part))
    });
    let results = results.collect::<Result<_, Unsupported>>()?;
    Ok(Plan { params, results, thunk: thunk(abi, area_bytes)?, x87_results: x87_results as u8 })
}

fn is_in_x87(part: &Part) -> bool {
    match part.location {
        Location::Register(register) => register.class() == RegisterClass::X87,
        Location::Stack { .. } | Location::Operand(_) => false,
    }
}

/// What calls have to do that Cranelift's do not.
fn thunk(abi: &FnAbi, area_bytes: u32) -> Result<Option<Thunk>, Unsupported> {
    let vector_count = abi.call.vector_registers;
    let align = abi.call.stack_align;
    let area = (align > CRANELIFT_STACK_ALIGN && area_bytes > 0).then_some(Area { bytes: area_bytes, align });
    if area.is_some() && abi.convention != Convention::SystemV64 {
        return Err(Unsupported::new(
            format!("an argument area aligned to {align} bytes"),
            "Cranelift aligns it to 16 bytes; use the LLVM backend",
        ));
    }
    Ok((vector_count.is_some() || area.is_some()).then_some(Thunk { vector_count, area }))
}

fn check_result(convention: Convention, part: &Part) -> Result<(), Unsupported> {
    check_carrier(convention, part)?;
    match (convention, part.location) {
        (Convention::SystemV64, Location::Register(register))
            if register.class() == RegisterClass::Vector && register > Register::xmm(1) =>
        {
            Err(Unsupported::new(
                "a vector of more than 32 bytes as a result",
                "Cranelift returns at most two vector registers; use the LLVM backend",
            ))
        }
        (_, Location::Register(_) | Location::Stack { .. } | Location::Operand(_)) => Ok(()),
    }
}

/// IBM z: narrow values stand at the left of floating-point and vector registers, where an entry of the next larger type
/// does not hold them.
fn check_carrier(convention: Convention, part: &Part) -> Result<(), Unsupported> {
    let narrow = match part.carrier {
        Carrier::F16 | Carrier::BF16 => true,
        Carrier::V128 => part.len < 16,
        Carrier::I8
        | Carrier::I16
        | Carrier::I32
        | Carrier::I64
        | Carrier::F32
        | Carrier::F64
        | Carrier::Lanes { .. }
        | Carrier::X87
        | Carrier::F128 => false,
    };
    match convention {
        Convention::S390x if narrow => Err(Unsupported::new(
            "a half float, or a vector of fewer than 16 bytes, on IBM z",
            "Cranelift has no type that stands at the left of its register; use the LLVM form",
        )),
        Convention::S390x
        | Convention::SystemV64
        | Convention::Windows64
        | Convention::Aapcs64
        | Convention::Apple64
        | Convention::WindowsArm64
        | Convention::RiscvLp64d
        | Convention::LoongarchLp64d
        | Convention::PowerElfV2
        | Convention::WasmBasic => Ok(()),
    }
}

fn position(registers: &[Register], location: Location) -> Option<usize> {
    match location {
        Location::Register(register) => registers.iter().position(|known| *known == register),
        Location::Stack { .. } | Location::Operand(_) => None,
    }
}

/// The vector registers in the order in which Cranelift hands them out, where those of floating-point numbers are others:
/// on IBM z by number, unlike the ABI.
const WIDE: [Register; 8] = [
    Register::v(24),
    Register::v(25),
    Register::v(26),
    Register::v(27),
    Register::v(28),
    Register::v(29),
    Register::v(30),
    Register::v(31),
];

/// One entry of the argument area.
struct StackEntry {
    /// Where its slot begins.
    offset: u32,
    bytes: u32,
    /// Padding and words of memory have no type of their own: they take that of an exhausted register class.
    typed: bool,
    entry: Entry,
}

/// The lists that become one: general registers, those of floating-point numbers, those of vectors where they are others,
/// argument area.
struct Builder {
    convention: Convention,
    general_count: usize,
    vector_count: usize,
    general: [Option<Entry>; 8],
    vector: [Option<Entry>; 8],
    wide: [Option<Entry>; 8],
    stack: SmallVec<[StackEntry; 8]>,
}

impl Builder {
    fn new(convention: Convention) -> Builder {
        Builder {
            convention,
            general_count: convention.general_arguments().len(),
            vector_count: convention.float_arguments().len(),
            general: [None; 8],
            vector: [None; 8],
            wide: [None; 8],
            stack: SmallVec::new(),
        }
    }

    /// Position of a general argument register in the order in which Cranelift hands them out.
    fn general_index(&self, location: Location) -> Option<usize> {
        position(self.convention.general_arguments(), location)
    }

    fn vector_index(&self, location: Location) -> Option<usize> {
        position(self.convention.float_arguments(), location)
    }

    /// Whether vectors have registers of their own.
    fn has_wide(&self) -> bool {
        !self.convention.vector_arguments().is_empty()
    }

    fn wide_index(&self, location: Location) -> Option<usize> {
        position(&WIDE, location).filter(|_| self.has_wide())
    }

    fn param(&mut self, index: u16, param: &ValueAbi) -> Result<(), Unsupported> {
        match &param.placement {
            Placement::Ignore | Placement::Sret { .. } => Ok(()),
            Placement::Parts(parts) => {
                for (number, part) in parts.iter().enumerate() {
                    check_carrier(self.convention, part)?;
                    let entry = part_entry(ValueIndex::Param(index), number as u8, part);
                    self.place(entry, part.location)?;
                }
                Ok(())
            }
            Placement::Memory(Memory::ByPointer { pointer, .. }) => {
                self.place(entry(ClifType::I64, Carries::Pointer { param: index }), *pointer)
            }
            Placement::Memory(Memory::OnStack { offset, .. }) => {
                self.on_stack(index, param, *offset);
                Ok(())
            }
        }
    }

    fn place(&mut self, entry: Entry, location: Location) -> Result<(), Unsupported> {
        let indices = (self.general_index(location), self.vector_index(location), self.wide_index(location));
        let register = match indices {
            (Some(index), _, _) => Some(&mut self.general[index]),
            (None, Some(index), _) => Some(&mut self.vector[index]),
            (None, None, Some(index)) => Some(&mut self.wide[index]),
            (None, None, None) => None,
        };
        if let Some(register) = register {
            if register.is_some() {
                return Err(Unsupported::new(
                    format!("two arguments in {location}"),
                    "one of them would be lost; the description is wrong",
                ));
            }
            *register = Some(entry);
        } else if let Location::Stack { offset, slot, .. } = location {
            self.stack.push(StackEntry { offset: offset / 8 * 8, bytes: slot, typed: true, entry });
        } else {
            return Err(Unsupported::new("an argument in such a register", "Cranelift passes none there"));
        }
        Ok(())
    }

    fn on_stack(&mut self, index: u16, param: &ValueAbi, start: u32) {
        let size = param.size as u32;
        let mut done = 0;
        // Cranelift copies on x86-64 only; the records that AAPCS64 puts on the stack are small.
        if param.size > MOST_WORD_BYTES && self.convention == Convention::SystemV64 {
            let bytes = size / 8 * 8;
            let purpose = Purpose::StructArgument { bytes };
            let block = Entry { purpose, ..entry(ClifType::I64, Carries::Block { param: index }) };
            self.stack.push(StackEntry { offset: start, bytes, typed: true, entry: block });
            done = bytes;
        }
        while done < size {
            let len = (size - done).min(8);
            let word = entry(ClifType::I64, Carries::Word { param: index, offset: done, len });
            self.stack.push(StackEntry { offset: start + done, bytes: 8, typed: false, entry: word });
            done += 8;
        }
    }

    /// Appends the one list. Where the argument area is used, the register class whose type its entries have is
    /// filled up with dummies, so that Cranelift goes on to the stack. Gives the bytes of the argument area.
    fn finish(mut self, params: &mut SmallVec<[Entry; 8]>) -> u32 {
        let used = |list: &[Option<Entry>]| list.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let mut general_end = used(&self.general);
        let mut vector_end = used(&self.vector);
        let mut wide_end = used(&self.wide);
        let word_like = |stack: &StackEntry| stack.entry.purpose == Purpose::Normal;
        let is_float = |ty| matches!(ty, ClifType::F32 | ClifType::F64 | ClifType::I8X16);
        for stack in self.stack.iter().filter(|stack| stack.typed && word_like(stack)) {
            if stack.entry.ty == ClifType::I8X16 && self.has_wide() {
                wide_end = WIDE.len();
            } else if is_float(stack.entry.ty) {
                vector_end = self.vector_count;
            } else {
                general_end = self.general_count;
            }
        }
        let words = self.stack.iter().any(|stack| !stack.typed) || self.has_gaps();
        let word_type = if general_end == self.general_count || !words {
            ClifType::I64
        } else if self.vector_count - vector_end < self.general_count - general_end {
            vector_end = self.vector_count;
            ClifType::F64
        } else {
            general_end = self.general_count;
            ClifType::I64
        };
        let or_dummy = |slot: &Option<Entry>, ty| slot.unwrap_or(entry(ty, Carries::Dummy));
        params.extend(self.general[..general_end].iter().map(|slot| or_dummy(slot, ClifType::I64)));
        params.extend(self.vector[..vector_end].iter().map(|slot| or_dummy(slot, ClifType::F64)));
        params.extend(self.wide[..wide_end].iter().map(|slot| or_dummy(slot, ClifType::I8X16)));
        self.stack.sort_by_key(|stack| stack.offset);
        let mut end = self.convention.shadow_bytes();
        for stack in &self.stack {
            while end < stack.offset {
                params.push(entry(word_type, Carries::Dummy));
                end += 8;
            }
            let ty = if stack.typed { stack.entry.ty } else { word_type };
            params.push(Entry { ty, ..stack.entry });
            end += stack.bytes;
        }
        end
    }

    fn has_gaps(&self) -> bool {
        let mut end = self.convention.shadow_bytes();
        // Parameters are placed in ascending order, so the list is sorted already.
        self.stack.iter().any(|stack| {
            let gap = stack.offset != end;
            end = stack.offset + stack.bytes;
            gap
        })
    }
}
