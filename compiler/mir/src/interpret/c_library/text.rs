//! NUL-terminated texts, and bytes as characters of the C locale.

use crate::interpret::fault::Problem;
use crate::interpret::machine::Machine;

use super::{Arguments, Table, address_result, i32_result};

pub const FUNCTIONS: Table = &[
    ("strlen", |_, arguments, machine| Ok(address_result(text(arguments, 0, machine)?.len() as u64))),
    ("strnlen", |_, arguments, machine| {
        let (at, most) = (arguments.u64(0)?, arguments.u64(1)?);
        let mut length = 0;
        while length < most && machine.memory.defined(at.wrapping_add(length), 1)? != [0] {
            length += 1;
        }
        Ok(address_result(length))
    }),
    ("strcmp", |_, arguments, machine| {
        let order = text(arguments, 0, machine)?.cmp(text(arguments, 1, machine)?);
        Ok(i32_result(order as i32))
    }),
    ("strncmp", |_, arguments, machine| {
        let most = arguments.u64(2)? as usize;
        let cut = |text: &[u8]| text[..text.len().min(most)].to_vec();
        let order = cut(text(arguments, 0, machine)?).cmp(&cut(text(arguments, 1, machine)?));
        Ok(i32_result(order as i32))
    }),
    ("strcpy", |_, arguments, machine| {
        let to = arguments.u64(0)?;
        let bytes = with_nul(text(arguments, 1, machine)?);
        machine.memory.put(to, &bytes)?;
        Ok(address_result(to))
    }),
    ("strncpy", |_, arguments, machine| {
        let (to, size) = (arguments.u64(0)?, arguments.u64(2)? as usize);
        let mut bytes = text(arguments, 1, machine)?.to_vec();
        bytes.truncate(size);
        machine.memory.fill(to, 0, size as u64)?;
        machine.memory.put(to, &bytes)?;
        Ok(address_result(to))
    }),
    ("strcat", |_, arguments, machine| {
        let to = arguments.u64(0)?;
        let end = to + text(arguments, 0, machine)?.len() as u64;
        let bytes = with_nul(text(arguments, 1, machine)?);
        machine.memory.put(end, &bytes)?;
        Ok(address_result(to))
    }),
    ("strdup", |_, arguments, machine| {
        let bytes = with_nul(text(arguments, 0, machine)?);
        let copy = machine.memory.allocate(bytes.len() as u64)?;
        machine.memory.put(copy, &bytes)?;
        Ok(address_result(copy))
    }),
    ("strchr", |_, arguments, machine| {
        let wanted = arguments.i32(1)? as u8;
        let found = with_nul(text(arguments, 0, machine)?).iter().position(|byte| *byte == wanted);
        place(arguments, found)
    }),
    ("strrchr", |_, arguments, machine| {
        let wanted = arguments.i32(1)? as u8;
        let found = with_nul(text(arguments, 0, machine)?).iter().rposition(|byte| *byte == wanted);
        place(arguments, found)
    }),
    ("strstr", |_, arguments, machine| {
        let (whole, part) = (text(arguments, 0, machine)?, text(arguments, 1, machine)?);
        let found = match part {
            [] => Some(0),
            part => whole.windows(part.len()).position(|window| window == part),
        };
        place(arguments, found)
    }),
    ("toupper", |_, arguments, _| {
        let byte = arguments.i32(0)?;
        Ok(i32_result(u8::try_from(byte).map_or(byte, |byte| i32::from(byte.to_ascii_uppercase()))))
    }),
    ("tolower", |_, arguments, _| {
        let byte = arguments.i32(0)?;
        Ok(i32_result(u8::try_from(byte).map_or(byte, |byte| i32::from(byte.to_ascii_lowercase()))))
    }),
    ("isdigit", |_, arguments, _| class(arguments, u8::is_ascii_digit)),
    ("isalpha", |_, arguments, _| class(arguments, u8::is_ascii_alphabetic)),
    ("isalnum", |_, arguments, _| class(arguments, u8::is_ascii_alphanumeric)),
    ("isspace", |_, arguments, _| class(arguments, |byte| byte.is_ascii_whitespace() || *byte == 0x0b)),
    ("isupper", |_, arguments, _| class(arguments, u8::is_ascii_uppercase)),
    ("islower", |_, arguments, _| class(arguments, u8::is_ascii_lowercase)),
];

type Answer = Result<crate::interpret::HostResult, crate::interpret::Stop>;

/// The text that an argument is the address of.
pub fn text<'machine>(
    arguments: Arguments<'_>,
    index: usize,
    machine: &'machine Machine<'_>,
) -> Result<&'machine [u8], Problem> {
    machine.memory.text(arguments.u64(index)?)
}

fn with_nul(text: &[u8]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    bytes.push(0);
    bytes
}

fn place(arguments: Arguments<'_>, found: Option<usize>) -> Answer {
    let start = arguments.u64(0)?;
    Ok(address_result(found.map_or(0, |index| start + index as u64)))
}

fn class(arguments: Arguments<'_>, is_in: impl Fn(&u8) -> bool) -> Answer {
    let byte = arguments.i32(0)?;
    Ok(i32_result(i32::from(u8::try_from(byte).is_ok_and(|byte| is_in(&byte)))))
}
