//! The process that holds clang: one question on its standard input, one answer on its standard output, then its end. Owns the
//! loading of the library and the faults that tests ask for; it must not know who asks. What ends clang ends the process,
//! which is why it is one of its own; what clang prints goes to standard error.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use super::wire::{self, Answer, Reply, Request};
use super::{library, macros, mend, resources, walk};

/// The environment variable in which the process is told where the library lies.
pub const LIBRARY_VARIABLE: &str = "LIBCLANG_PATH";

/// Only what is used of it is memory.
const STACK: usize = 512 << 20;

/// Tests name a fault here: `crash`, `hang`, `exit`, `cut` or `nonsense`.
const FAULT: &str = "LANG_C_FAULT";

/// Answers the question on a stream.
///
/// # Errors
/// A stream that cannot be read or written: the other side is gone or is no `lang`.
pub fn serve(input: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let request = wire::read_request(&bytes)
        .map_err(|reason| io::Error::other(format!("this is no question to answer: {reason}")))?;
    let fault = std::env::var(FAULT).unwrap_or_default();
    match fault.as_str() {
        "crash" => std::process::abort(),
        "exit" => std::process::exit(3),
        "hang" => loop {
            std::thread::park();
        },
        _ => {}
    }
    let mut answer = wire::write(&read_with_room(request)?);
    match fault.as_str() {
        "cut" => answer.truncate(answer.len() / 2),
        "nonsense" => answer = b"what was the question?\n".to_vec(),
        _ => {}
    }
    output.write_all(&answer)?;
    output.flush()
}

/// Expressions that go deep take much of the stack: clang is called on a thread with room for them, and makes none of its own
/// (`LIBCLANG_NOTHREADS`, which whoever starts the process sets).
fn read_with_room(request: Request) -> io::Result<Reply> {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || read(&request))?;
    thread.join().map_err(|_| io::Error::other("the thread that reads C has failed"))
}

// The library is loaded for one thread.
fn read(request: &Request) -> Reply {
    let library = load()?;
    let mut arguments = vec!["-x".to_string(), "c".to_string(), format!("--target={}", request.target)];
    if let Some(folder) = resources::folder(&library, &library::version()) {
        arguments.extend(["-resource-dir".to_string(), folder.to_string_lossy().into_owned()]);
    }
    arguments.extend(request.options.iter().cloned());
    if request.in_full {
        // Comments of all forms, also those of installed headers.
        arguments.extend(["-fparse-all-comments", "-fretain-comments-from-system-headers"].map(str::to_string));
    }
    let text = request.text.as_deref();
    let (unit, errors) = mend::read(&request.path, text, &arguments, request.in_full)?;
    if !request.in_full {
        return Ok(Answer { errors, ..walk::answer(&unit) });
    }
    let found = macros::found(&unit, &request.path);
    let evaluated = macros::evaluate(&request.path, text.unwrap_or_default(), &arguments, &found)?;
    Ok(Answer { errors, ..walk::answer_in_full(&unit, evaluated.as_ref(), found) })
}

/// Loads the library that the environment names, and no other: the crate that loads it would look elsewhere on its own.
fn load() -> Result<PathBuf, String> {
    let path = PathBuf::from(std::env::var_os(LIBRARY_VARIABLE).unwrap_or_default());
    if path.to_str().is_none() || path.file_name().is_none() || !path.is_file() {
        return Err(format!("there is no libclang at {}", path.display()));
    }
    clang_sys::load()?;
    let is_it = clang_sys::get_library().is_some_and(|library| library.path() == path);
    let name = "a libclang is called libclang.so or libclang-VERSION.so, with or without a number behind";
    if is_it { Ok(path) } else { Err(format!("{} is no name of a libclang: {name}", path.display())) }
}
