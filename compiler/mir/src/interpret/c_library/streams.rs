//! Streams: standard output and error, which are collected, standard input, which is empty or what the host gives, and
//! temporary files, which are in memory. Of descriptors only the standard ones are open.

use std::fmt;
use std::io::{self, Read};

use crate::interpret::fault::{Problem, Stop};
use crate::interpret::host::HostResult;
use crate::interpret::machine::Machine;
use crate::interpret::memory::Memory;

use super::format;
use super::text::text;
use super::{Arguments, CLibrary, Table, address_result, i32_result, i64_result};

const STANDARD: [&str; 3] = ["stdin", "stdout", "stderr"];
const STDIN: u64 = 0;
const STDOUT: u64 = 1;
const STDERR: u64 = 2;
const END_OF_FILE: i32 = -1;
/// `errno` of what is no open descriptor, and of what cannot be read.
const BAD_DESCRIPTOR: i32 = 9;
const INPUT_OUTPUT: i32 = 5;

/// What was written, and to what.
#[derive(Debug, Default)]
pub struct Streams {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    input: Input,
    /// The addresses of `FILE`s with their streams.
    files: Vec<(u64, Stream)>,
}

#[derive(Debug)]
enum Stream {
    Standard(u64),
    Temporary { bytes: Vec<u8>, at: usize },
}

/// What standard input gives, read when it is asked for.
#[derive(Default)]
struct Input(Option<Box<dyn Read + Send>>);

impl fmt::Debug for Input {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "given" } else { "empty" })
    }
}

impl Input {
    /// As `read` of C: at most so many bytes, of which there may be more than come at once; none at the end.
    fn some(&mut self, most: usize) -> io::Result<Vec<u8>> {
        /// What a program asks for says nothing about how much there is.
        const AT_ONCE: usize = 1 << 16;
        let Some(input) = &mut self.0 else {
            return Ok(Vec::new());
        };
        let mut bytes = vec![0; most.min(AT_ONCE)];
        loop {
            match input.read(&mut bytes) {
                Ok(count) => {
                    bytes.truncate(count);
                    return Ok(bytes);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// As `fread` of C: so many bytes, less only at the end or where no more can be read.
    fn all(&mut self, most: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        while bytes.len() < most {
            match self.some(most - bytes.len()) {
                Ok(more) if !more.is_empty() => bytes.extend(more),
                Ok(_) | Err(_) => break,
            }
        }
        bytes
    }
}

impl Streams {
    pub fn give_input(&mut self, input: Box<dyn Read + Send>) {
        self.input = Input(Some(input));
    }

    pub fn take_output(&mut self) -> (Vec<u8>, Vec<u8>) {
        (std::mem::take(&mut self.stdout), std::mem::take(&mut self.stderr))
    }

    /// The address of the variable of a standard stream.
    pub fn standard(&mut self, name: &str, memory: &mut Memory) -> Result<u64, Problem> {
        let number = STANDARD.iter().position(|known| *known == name).unwrap_or_default() as u64;
        let file = memory.add_datum(8)?;
        self.files.push((file, Stream::Standard(number)));
        let variable = memory.add_datum(8)?;
        memory.put(variable, &file.to_le_bytes())?;
        Ok(variable)
    }

    fn stream(&mut self, arguments: Arguments<'_>, index: usize) -> Result<&mut Stream, Problem> {
        let address = arguments.u64(index)?;
        let known = self.files.iter_mut().find(|(file, _)| *file == address);
        known.map(|(_, stream)| stream).ok_or_else(|| arguments.wrong(format!("{address:#x} is no open stream")))
    }

    fn write(&mut self, arguments: Arguments<'_>, index: usize, bytes: &[u8]) -> Result<(), Problem> {
        match self.stream(arguments, index)? {
            Stream::Temporary { bytes: file, at } => {
                let end = (*at + bytes.len()).max(file.len());
                file.resize(end, 0);
                file[*at..*at + bytes.len()].copy_from_slice(bytes);
                *at += bytes.len();
            }
            Stream::Standard(STDERR) => self.stderr.extend_from_slice(bytes),
            Stream::Standard(STDOUT) => self.stdout.extend_from_slice(bytes),
            Stream::Standard(_) => return Err(arguments.wrong("standard input is not written to")),
        }
        Ok(())
    }

    /// What is left to read, at most so many bytes; they count as read.
    fn read(&mut self, arguments: Arguments<'_>, index: usize, most: usize) -> Result<Vec<u8>, Problem> {
        match self.stream(arguments, index)? {
            Stream::Temporary { bytes, at } => {
                let rest = bytes.get(*at..).unwrap_or_default();
                let read = rest[..rest.len().min(most)].to_vec();
                *at += read.len();
                Ok(read)
            }
            Stream::Standard(STDIN) => Ok(self.input.all(most)),
            Stream::Standard(_) => Err(arguments.wrong("standard output is not read from")),
        }
    }
}

type Answer = Result<HostResult, Stop>;

pub const FUNCTIONS: Table = &[
    ("printf", |library, arguments, machine| {
        let bytes = format::format(arguments, 0, machine)?;
        library.streams.stdout.extend_from_slice(&bytes);
        Ok(i32_result(bytes.len() as i32))
    }),
    ("fprintf", |library, arguments, machine| {
        let bytes = format::format(arguments, 1, machine)?;
        library.streams.write(arguments, 0, &bytes)?;
        Ok(i32_result(bytes.len() as i32))
    }),
    ("sprintf", |_, arguments, machine| {
        let mut bytes = format::format(arguments, 1, machine)?;
        let length = bytes.len();
        bytes.push(0);
        machine.memory.put(arguments.u64(0)?, &bytes)?;
        Ok(i32_result(length as i32))
    }),
    ("snprintf", |_, arguments, machine| {
        let mut bytes = format::format(arguments, 2, machine)?;
        let (length, size) = (bytes.len(), arguments.u64(1)?);
        if size > 0 {
            bytes.truncate((size - 1).min(length as u64) as usize);
            bytes.push(0);
            machine.memory.put(arguments.u64(0)?, &bytes)?;
        }
        Ok(i32_result(length as i32))
    }),
    ("puts", |library, arguments, machine| {
        library.streams.stdout.extend_from_slice(text(arguments, 0, machine)?);
        library.streams.stdout.push(b'\n');
        Ok(i32_result(1))
    }),
    ("fputs", |library, arguments, machine| {
        library.streams.write(arguments, 1, text(arguments, 0, machine)?)?;
        Ok(i32_result(1))
    }),
    ("putchar", |library, arguments, _| {
        let byte = arguments.i32(0)? as u8;
        library.streams.stdout.push(byte);
        Ok(i32_result(i32::from(byte)))
    }),
    ("fputc", put_character),
    ("putc", put_character),
    ("fwrite", |library, arguments, machine| {
        let (size, count) = (arguments.u64(1)?, arguments.u64(2)?);
        let bytes = machine.memory.defined(arguments.u64(0)?, size.saturating_mul(count))?;
        library.streams.write(arguments, 3, bytes)?;
        Ok(address_result(if size == 0 { 0 } else { count }))
    }),
    ("fread", |library, arguments, machine| {
        let (size, count) = (arguments.u64(1)?, arguments.u64(2)?);
        let most = usize::try_from(size.saturating_mul(count)).unwrap_or(usize::MAX);
        let bytes = library.streams.read(arguments, 3, most)?;
        machine.memory.put(arguments.u64(0)?, &bytes)?;
        Ok(address_result((bytes.len() as u64).checked_div(size).unwrap_or_default()))
    }),
    ("getchar", |library, _, _| {
        let byte = library.streams.input.all(1);
        Ok(i32_result(byte.first().map_or(END_OF_FILE, |byte| i32::from(*byte))))
    }),
    ("fgetc", |library, arguments, _| {
        let byte = library.streams.read(arguments, 0, 1)?;
        Ok(i32_result(byte.first().map_or(END_OF_FILE, |byte| i32::from(*byte))))
    }),
    ("fgets", |library, arguments, machine| {
        let mut line = Vec::new();
        while line.len() + 1 < arguments.i32(1)?.max(1) as usize && line.last() != Some(&b'\n') {
            match library.streams.read(arguments, 2, 1)?.first() {
                Some(byte) => line.push(*byte),
                None => break,
            }
        }
        if line.is_empty() {
            return Ok(address_result(0));
        }
        line.push(0);
        machine.memory.put(arguments.u64(0)?, &line)?;
        Ok(address_result(arguments.u64(0)?))
    }),
    // What is collected needs no flushing.
    ("fflush", |_, _, _| Ok(i32_result(0))),
    ("ferror", |_, _, _| Ok(i32_result(0))),
    ("tmpfile", |library, _, machine| {
        let file = machine.memory.add_datum(8)?;
        let stream = Stream::Temporary { bytes: Vec::new(), at: 0 };
        library.streams.files.push((file, stream));
        Ok(address_result(file))
    }),
    ("fclose", |library, arguments, _| {
        library.streams.stream(arguments, 0)?;
        let address = arguments.u64(0)?;
        library.streams.files.retain(|(file, _)| *file != address);
        Ok(i32_result(0))
    }),
    ("ftell", |library, arguments, _| match library.streams.stream(arguments, 0)? {
        Stream::Temporary { at, .. } => Ok(i64_result(*at as i64)),
        Stream::Standard(_) => Ok(i64_result(-1)),
    }),
    ("rewind", |library, arguments, _| {
        if let Stream::Temporary { at, .. } = library.streams.stream(arguments, 0)? {
            *at = 0;
        }
        Ok(HostResult::Nothing)
    }),
    ("fseek", |library, arguments, _| {
        let (offset, from) = (arguments.i64(1)?, arguments.i32(2)?);
        match library.streams.stream(arguments, 0)? {
            Stream::Standard(_) => Ok(i32_result(-1)),
            Stream::Temporary { bytes, at } => {
                let base = match from {
                    0 => 0,
                    1 => *at,
                    _ => bytes.len(),
                };
                match base.checked_add_signed(offset as isize) {
                    Some(place) => {
                        *at = place;
                        Ok(i32_result(0))
                    }
                    None => Ok(i32_result(-1)),
                }
            }
        }
    }),
    // No descriptor is open but the standard ones, which stay.
    ("close", |library, arguments, machine| match arguments.i32(0)? {
        0..=2 => Ok(i32_result(0)),
        _ => {
            library.set_errno(machine, BAD_DESCRIPTOR)?;
            Ok(i32_result(-1))
        }
    }),
    ("read", |library, arguments, machine| {
        let most = usize::try_from(arguments.u64(2)?).unwrap_or(usize::MAX);
        let wrong = match arguments.i32(0)? {
            0 => match library.streams.input.some(most) {
                Ok(bytes) => {
                    machine.memory.put(arguments.u64(1)?, &bytes)?;
                    return Ok(address_result(bytes.len() as u64));
                }
                Err(error) => error.raw_os_error().unwrap_or(INPUT_OUTPUT),
            },
            _ => BAD_DESCRIPTOR,
        };
        library.set_errno(machine, wrong)?;
        Ok(i64_result(-1))
    }),
    ("write", |library, arguments, machine| {
        let length = arguments.u64(2)?;
        let bytes = machine.memory.defined(arguments.u64(1)?, length)?;
        match arguments.i32(0)? {
            1 => library.streams.stdout.extend_from_slice(bytes),
            2 => library.streams.stderr.extend_from_slice(bytes),
            _ => {
                library.set_errno(machine, BAD_DESCRIPTOR)?;
                return Ok(i64_result(-1));
            }
        }
        Ok(address_result(length))
    }),
];

fn put_character(library: &mut CLibrary, arguments: Arguments<'_>, _: &mut Machine<'_>) -> Answer {
    let byte = arguments.i32(0)? as u8;
    library.streams.write(arguments, 1, &[byte])?;
    Ok(i32_result(i32::from(byte)))
}
