//! The one-line summary of an attached description. Owns its notation; the full report is [`abi::report`]'s.
//! Parts are joined by `:`, `&` is an address, `[a..b)` are bytes of the argument area, `-` travels nowhere.

use std::fmt::{self, Write};

use abi::{FnAbi, Location, Memory, Placement, ValueAbi};

/// The summary of a description.
pub fn summary(abi: &FnAbi) -> String {
    let mut out = String::new();
    for (index, value) in abi.params.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write_value(&mut out, value).expect("a String takes everything");
    }
    out.push_str(if abi.params.is_empty() { "-> " } else { " -> " });
    write_value(&mut out, &abi.result).expect("a String takes everything");
    out
}

fn write_value(out: &mut String, value: &ValueAbi) -> fmt::Result {
    match &value.placement {
        Placement::Ignore => out.write_char('-'),
        Placement::Parts(parts) => {
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    out.write_char(':')?;
                }
                write_location(out, part.location)?;
            }
            Ok(())
        }
        Placement::Memory(Memory::ByPointer { pointer, align: _ }) => {
            out.write_char('&')?;
            write_location(out, *pointer)
        }
        Placement::Memory(Memory::OnStack { offset, slot, align: _ }) => {
            write!(out, "[{offset}..{})", offset + slot)
        }
        Placement::Sret { pointer, returned_in } => {
            out.write_char('&')?;
            write_location(out, *pointer)?;
            match returned_in {
                Some(register) => write!(out, " in {register}"),
                None => Ok(()),
            }
        }
    }
}

fn write_location(out: &mut String, location: Location) -> fmt::Result {
    match location {
        Location::Register(register) => write!(out, "{register}"),
        Location::Stack { offset, size: _, slot } => write!(out, "[{offset}..{})", offset + slot),
        Location::Operand(number) => write!(out, "operand {number}"),
    }
}
