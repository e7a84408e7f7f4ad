//! Allocation, and bytes in memory.

use crate::interpret::fault::{Problem, Stop};
use crate::interpret::host::HostResult;
use crate::interpret::machine::Machine;

use super::{Arguments, Table, address_result, i32_result};

pub const FUNCTIONS: Table = &[
    ("malloc", |_, arguments, machine| Ok(address_result(machine.memory.allocate(arguments.u64(0)?)?))),
    ("aligned_alloc", |_, arguments, machine| Ok(address_result(machine.memory.allocate(arguments.u64(1)?)?))),
    ("calloc", |_, arguments, machine| {
        let bytes = arguments.u64(0)?.saturating_mul(arguments.u64(1)?);
        Ok(address_result(machine.memory.allocate_zeros(bytes)?))
    }),
    ("realloc", |_, arguments, machine| reallocate(arguments, machine)),
    ("free", |_, arguments, machine| {
        let address = arguments.u64(0)?;
        if address != 0 {
            machine.memory.free(address)?;
        }
        Ok(HostResult::Nothing)
    }),
    ("memcpy", |_, arguments, machine| {
        let (to, from, bytes) = three(arguments)?;
        let distance = machine.memory.real(to).abs_diff(machine.memory.real(from));
        if distance > 0 && distance < bytes {
            return Err(Stop::Fault(arguments.wrong("the places overlap; use memmove")));
        }
        machine.memory.copy(to, from, bytes)?;
        Ok(address_result(to))
    }),
    ("memmove", |_, arguments, machine| {
        let (to, from, bytes) = three(arguments)?;
        machine.memory.copy(to, from, bytes)?;
        Ok(address_result(to))
    }),
    // The same in each run, so that runs can be compared.
    ("getentropy", |_, arguments, machine| {
        let (to, count) = (arguments.u64(0)?, arguments.u64(1)?);
        if count > 256 {
            return Ok(i32_result(-1));
        }
        let bytes: Vec<u8> = (0..count).map(|place| (place as u8).wrapping_mul(0x9d) ^ 0x5a).collect();
        machine.memory.put(to, &bytes)?;
        Ok(i32_result(0))
    }),
    ("memset", |_, arguments, machine| {
        let (to, byte, bytes) = three(arguments)?;
        machine.memory.fill(to, byte as u8, bytes)?;
        Ok(address_result(to))
    }),
    ("memcmp", |_, arguments, machine| {
        let (left, right, bytes) = three(arguments)?;
        let (left, right) = (machine.memory.defined(left, bytes)?, machine.memory.defined(right, bytes)?);
        Ok(i32_result(left.cmp(right) as i32))
    }),
    ("memchr", |_, arguments, machine| {
        let (at, byte, bytes) = three(arguments)?;
        let found = machine.memory.defined(at, bytes)?.iter().position(|known| *known == byte as u8);
        Ok(address_result(found.map_or(0, |index| at + index as u64)))
    }),
];

fn three(arguments: Arguments<'_>) -> Result<(u64, u64, u64), Problem> {
    Ok((arguments.u64(0)?, arguments.u64(1)?, arguments.u64(2)?))
}

fn reallocate(arguments: Arguments<'_>, machine: &mut Machine<'_>) -> Result<HostResult, Stop> {
    let (old, bytes) = (arguments.u64(0)?, arguments.u64(1)?);
    let memory = &mut machine.memory;
    let new = memory.allocate(bytes)?;
    if old != 0 {
        let kept = memory.allocation_size(old)?.min(bytes);
        memory.copy(new, old, kept)?;
        memory.free(old)?;
    }
    Ok(address_result(new))
}
