//! The client of the process in which clang's library reads C: its crashes, its hangs and its memory stay out of this one. It
//! owns which process is asked, the limit for its answer and the words for its failures; it must not know what is declared.
//! Each question has a process to itself, which ends with its answer: starting one costs a tenth of what clang needs for a
//! header, and nothing that clang broke lives on.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use abi::Target;
use c::clang::{Answer, LIBRARY_VARIABLE, Request, wire};

use crate::system::c_process;

/// Clang reads the largest headers in a second or two; a machine with too much to do may need many times as long.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// What the process does that is asked: one question on a stream, one answer on another.
pub use c::clang::serve as serve_c;

/// What reads C.
#[derive(Clone, Debug)]
pub struct CReader {
    /// What is started.
    program: PathBuf,
    /// What it is told.
    arguments: Vec<String>,
    library: PathBuf,
    limit: Duration,
}

impl CReader {
    /// A reader with the library that is named, or else one that is installed. `program` becomes the process when it is called
    /// with these arguments.
    ///
    /// # Errors
    /// There is no library; says where, and what to do.
    pub fn find(library: Option<&Path>, program: PathBuf, arguments: &[&str]) -> Result<CReader, String> {
        Ok(CReader {
            program,
            arguments: arguments.iter().map(ToString::to_string).collect(),
            library: c_process::find_library(library)?,
            limit: TIME_LIMIT,
        })
    }

    /// The same with another limit for each answer.
    pub fn with_limit(self, limit: Duration) -> CReader {
        CReader { limit, ..self }
    }

    /// Reads a file, or text in its place. The options are clang's.
    ///
    /// # Errors
    /// The process failed, or clang could not go on; in words for people.
    pub fn read(&self, path: &str, text: Option<&str>, target: &Target, options: &[String]) -> Result<Answer, String> {
        self.ask(path, text, target, options, false)
    }

    /// Reads text with all that there is to say of it: comments and macros, too.
    ///
    /// # Errors
    /// As [`CReader::read`].
    pub fn read_in_full(&self, path: &str, text: &str, target: &Target, options: &[String]) -> Result<Answer, String> {
        self.ask(path, Some(text), target, options, true)
    }

    fn ask(
        &self,
        path: &str,
        text: Option<&str>,
        target: &Target,
        options: &[String],
        in_full: bool,
    ) -> Result<Answer, String> {
        let mut all: Vec<String> = Vec::new();
        all.extend(target.clang_options().iter().map(|option| option.to_string()));
        all.extend(cross_headers(target));
        all.extend(options.iter().cloned());
        let request = Request {
            path: path.to_string(),
            text: text.map(str::to_string),
            target: target.triple().to_string(),
            options: all,
            in_full,
        };
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env(LIBRARY_VARIABLE, &self.library).env("LIBCLANG_NOTHREADS", "1");
        let bytes = c_process::ask(command, wire::write(&request), self.limit)
            .map_err(|reason| format!("the process that holds it {reason}"))?;
        wire::read_reply(&bytes).map_err(|reason| format!("its answer cannot be read: {reason}"))?
    }
}

/// A device or a pipe may have no end, so nobody is asked to read one.
///
/// # Errors
/// Says which of these headers, looked for beside a file in this folder, is one.
pub(crate) fn no_special_file(folder: &Path, headers: &[String]) -> Result<(), String> {
    let is_special = |header: &&String| {
        let path = folder.join(header);
        path.exists() && !path.is_file() && !path.is_dir()
    };
    match headers.iter().find(is_special) {
        Some(special) => Err(format!("{} is no file", source::printable::line(special))),
        None => Ok(()),
    }
}

/// Where Debian has the headers of another machine's C library; clang looks for this machine's only.
fn cross_headers(target: &Target) -> Vec<String> {
    let headers = format!("/usr/{}/include", target.triple());
    match Some(*target) != Target::host() && Path::new(&headers).is_dir() {
        true => vec!["-isystem".to_string(), headers],
        false => Vec::new(),
    }
}
