//! Sorting and searching with comparisons by functions of the program. The order of comparisons is that of a merge
//! sort, as in the library that Linux programs run with, so that a function that counts its calls counts the same.

use crate::interpret::fault::{FaultKind, Problem, Stop};
use crate::interpret::host::{HostResult, HostValue};
use crate::interpret::machine::Machine;

use super::{Arguments, CLibrary, Table, address_result};

pub const FUNCTIONS: Table = &[("qsort", sort), ("bsearch", search)];

type Answer = Result<HostResult, Stop>;

fn compare(
    library: &mut CLibrary,
    machine: &mut Machine<'_>,
    function: u64,
    left: u64,
    right: u64,
) -> Result<i32, Stop> {
    let arguments = [HostValue::pointer(left), HostValue::pointer(right)];
    Ok(machine.call(function, &arguments, library)? as i32)
}

fn sort(library: &mut CLibrary, arguments: Arguments<'_>, machine: &mut Machine<'_>) -> Answer {
    let (base, count, size, function) = (arguments.u64(0)?, arguments.u64(1)?, arguments.u64(2)?, arguments.u64(3)?);
    let too_large = || Stop::Fault(Problem::new(FaultKind::BadHostCall, "qsort: the array is larger than memory"));
    let bytes = count.checked_mul(size).ok_or_else(too_large)?;
    if count < 2 || size == 0 {
        return Ok(HostResult::Nothing);
    }
    // Elements are compared where they stand, in a copy; only their order is made here.
    let (values, mask) = machine.memory.bytes(base, bytes)?;
    let copy = machine.memory.allocate(bytes)?;
    machine.memory.put_masked(copy, &values, Some(&mask))?;
    let mut order: Vec<u64> = (0..count).collect();
    let mut buffer = order.clone();
    merge_sort(&mut order, &mut buffer, &mut |left, right| {
        let (left, right) = (copy + left * size, copy + right * size);
        compare(library, machine, function, left, right)
    })?;
    machine.memory.free(copy)?;
    for (to, from) in order.into_iter().enumerate() {
        let start = (from * size) as usize..((from + 1) * size) as usize;
        let to = base + to as u64 * size;
        machine.memory.put_masked(to, &values[start.clone()], Some(&mask[start]))?;
    }
    Ok(HostResult::Nothing)
}

fn merge_sort(
    order: &mut [u64],
    buffer: &mut [u64],
    compare: &mut dyn FnMut(u64, u64) -> Result<i32, Stop>,
) -> Result<(), Stop> {
    if order.len() < 2 {
        return Ok(());
    }
    let middle = order.len() / 2;
    merge_sort(&mut order[..middle], buffer, compare)?;
    merge_sort(&mut order[middle..], buffer, compare)?;
    let (mut left, mut right, mut to) = (0, middle, 0);
    while left < middle && right < order.len() {
        let from = if compare(order[left], order[right])? <= 0 { &mut left } else { &mut right };
        buffer[to] = order[*from];
        *from += 1;
        to += 1;
    }
    // What is left of the right half stands where it belongs.
    let rest = middle - left;
    buffer[to..to + rest].copy_from_slice(&order[left..middle]);
    order[..to + rest].copy_from_slice(&buffer[..to + rest]);
    Ok(())
}

fn search(library: &mut CLibrary, arguments: Arguments<'_>, machine: &mut Machine<'_>) -> Answer {
    let (key, base) = (arguments.u64(0)?, arguments.u64(1)?);
    let (mut low, mut high) = (0, arguments.u64(2)?);
    let (size, function) = (arguments.u64(3)?, arguments.u64(4)?);
    while low < high {
        let middle = low + (high - low) / 2;
        let at = base.wrapping_add(middle.wrapping_mul(size));
        match compare(library, machine, function, key, at)? {
            0 => return Ok(address_result(at)),
            ..0 => high = middle,
            1.. => low = middle + 1,
        }
    }
    Ok(address_result(0))
}
