//! Standard output and standard error. It owns what becomes of a write that fails: a reader who has gone away is no error
//! and nobody is told, a full disk is one; neither ends this program in the middle. Everything that `lang` prints goes
//! through here, and what comes from strangers is made printable before (`source::printable`).

use std::io::{self, Write};

use source::printable;

/// Writes what was asked for to standard output.
pub fn print(text: &str) -> io::Result<()> {
    print_bytes(text.as_bytes())
}

/// Writes bytes as they are to standard output.
pub fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    print_by(|output| output.write_all(bytes))
}

/// Writes to standard output what comes piece by piece.
pub fn print_by(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    shown(write(&mut output).and_then(|()| output.flush()))
}

/// Writes bytes as they are to standard error.
pub fn report_bytes(bytes: &[u8]) -> io::Result<()> {
    shown(io::stderr().lock().write_all(bytes))
}

/// Writes to standard error what is part of the answer, as diagnostics are.
pub fn report(text: &str) -> io::Result<()> {
    report_bytes(text.as_bytes())
}

/// Writes a remark to standard error. If that cannot be done there is nobody who could be told.
pub fn say(text: &str) {
    let _unheard = io::stderr().lock().write_all(printable::paragraph(text).as_bytes());
}

/// As [`say`], behind a word in colour.
pub fn complain(word: &str, message: &str) {
    let text = format!("{word}: {}\n", printable::paragraph(message));
    let _unheard = io::stderr().lock().write_all(text.as_bytes());
}

/// The outcome of a write, in which a reader who has gone away is no error.
pub fn shown(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Ok(()) | Err(_) => written,
    }
}
