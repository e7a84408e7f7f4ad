//! Plans for Windows x64, where Cranelift, like the convention, goes by an argument's position: one entry each, in order.
//! Owns nothing but this list; must not decide where anything travels.

use smallvec::SmallVec;

use crate::convention::Convention;
use crate::cranelift::entry::{Carries, ClifType, Entry, Plan, entry, part_entry, struct_return};
use crate::description::{FnAbi, Location, Memory, Placement, Unsupported, ValueIndex};

pub(super) fn plan(abi: &FnAbi) -> Result<Plan, Unsupported> {
    let mut params: SmallVec<[Entry; 8]> = SmallVec::with_capacity(abi.params.len() + 1);
    if let Placement::Sret { pointer, .. } = abi.result.placement {
        place(&mut params, struct_return(), pointer)?;
    }
    for (index, param) in abi.params.iter().enumerate() {
        let index = index as u16;
        match &param.placement {
            Placement::Ignore | Placement::Sret { .. } => {}
            // Of an unnamed number that travels twice, the last part is the integer. It is enough: variadic callees put
            // their general registers into the home space and read all they are given from there.
            Placement::Parts(parts) => {
                if let Some((number, part)) = parts.iter().enumerate().next_back() {
                    let entry = part_entry(ValueIndex::Param(index), number as u8, part);
                    place(&mut params, entry, part.location)?;
                }
            }
            Placement::Memory(Memory::ByPointer { pointer, .. }) => {
                let entry = entry(ClifType::I64, Carries::Pointer { param: index });
                place(&mut params, entry, *pointer)?;
            }
            Placement::Memory(Memory::OnStack { .. }) => {
                return Err(unsupported("a value in the argument area itself"));
            }
        }
    }
    let results = match abi.result.parts() {
        [] => SmallVec::new(),
        [part] if part.location == result_of(part_entry(ValueIndex::Result, 0, part).ty) => {
            SmallVec::from_iter([part_entry(ValueIndex::Result, 0, part)])
        }
        [_, ..] => return Err(unsupported("a result in more than rax or xmm0")),
    };
    Ok(Plan { params, results, thunk: None, x87_results: 0 })
}

/// Appends an entry if Cranelift will put it where the description says.
fn place(params: &mut SmallVec<[Entry; 8]>, entry: Entry, location: Location) -> Result<(), Unsupported> {
    let convention = Convention::Windows64;
    let registers = if is_float(entry.ty) { convention.float_arguments() } else { convention.general_arguments() };
    let expected = match registers.get(params.len()) {
        Some(register) => location == Location::Register(*register),
        // The home space has the size of the four registers, so that the offset counts them too.
        None => matches!(location, Location::Stack { offset, .. } if offset == 8 * params.len() as u32),
    };
    if !expected {
        return Err(unsupported(&format!("an argument in {location} as number {}", params.len() + 1)));
    }
    params.push(entry);
    Ok(())
}

fn is_float(ty: ClifType) -> bool {
    match ty {
        ClifType::F32 | ClifType::F64 | ClifType::I8X16 => true,
        ClifType::I8 | ClifType::I16 | ClifType::I32 | ClifType::I64 => false,
    }
}

fn result_of(ty: ClifType) -> Location {
    let convention = Convention::Windows64;
    let registers = if is_float(ty) { convention.float_results() } else { convention.general_results() };
    Location::Register(registers[0])
}

fn unsupported(what: &str) -> Unsupported {
    Unsupported::new(
        format!("{what} on Windows"),
        "Cranelift goes by the position of an argument alone; use the LLVM form",
    )
}
