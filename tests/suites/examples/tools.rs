//! How examples are built and run, and how what they say is compared.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use libtest_mimic::Failed;
use tempfile::TempDir;
use tests::lang_command;

/// The exit code by which valgrind reports, which no program here has.
const REPORTED: i32 = 99;

/// How a program is built, and what runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Cranelift,
    Release,
    Valgrind,
}

impl Engine {
    pub const ALL: [Engine; 3] = [Engine::Cranelift, Engine::Release, Engine::Valgrind];
}

/// The folder of an example.
pub fn example(name: impl AsRef<Path>) -> PathBuf {
    tests::root().join("tests/examples").join(name)
}

/// A program that was built, with an empty folder to run it in.
pub struct Built {
    pub engine: Engine,
    program: PathBuf,
    // Holds the program.
    _made: TempDir,
    folder: TempDir,
}

impl Built {
    pub fn new(name: &str, engine: Engine) -> Result<Built, Failed> {
        let made = tempfile::tempdir()?;
        let program = made.path().join(name);
        let mut command = lang_command(made.path());
        command.arg("build").arg(example(name)).arg("-o").arg(&program);
        if engine == Engine::Release {
            command.arg("--release");
        }
        succeeded(fed(command, b"")?)?;
        Ok(Built { engine, program, _made: made, folder: tempfile::tempdir()? })
    }

    /// The empty folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// How many of so many random cases this engine has time for.
    pub fn some_of(&self, cases: usize) -> usize {
        if self.engine == Engine::Valgrind { cases.div_ceil(20) } else { cases }
    }

    /// Runs it in the folder.
    pub fn run(&self, words: &[&str], input: &[u8]) -> Result<Output, Failed> {
        let mut command = if self.engine == Engine::Valgrind {
            let mut command = Command::new("valgrind");
            command.args(["--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect"]);
            command.arg(format!("--error-exitcode={REPORTED}")).arg(&self.program);
            command
        } else {
            Command::new(&self.program)
        };
        command.args(words).current_dir(self.folder()).env("LC_ALL", "C").env_remove("NO_COLOR");
        let output = fed(command, input)?;
        match output.status.code() {
            Some(code) if code != REPORTED && code != 101 => Ok(output),
            _ => Err(format!("{words:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into()),
        }
    }

    /// What it prints; it must say nothing is wrong.
    pub fn prints(&self, words: &[&str], input: &str) -> Result<String, Failed> {
        succeeded(self.run(words, input.as_bytes())?)
    }

    /// What it complains of, in one line; it must end with this exit code.
    pub fn complains(&self, words: &[&str], code: i32) -> Result<String, Failed> {
        let output = self.run(words, b"")?;
        let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        if output.status.code() == Some(code) { Ok(said) } else { Err(format!("{}: {said}", output.status).into()) }
    }
}

pub fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Runs a command with bytes on its standard input.
pub fn fed(mut command: Command, input: &[u8]) -> Result<Output, Failed> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let mut sink = child.stdin.take().ok_or("there is a pipe")?;
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Who does not want to read need not.
        let _ = sink.write_all(&input);
    });
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer ends")?;
    Ok(output)
}

/// What a command printed, if nothing was wrong.
pub fn succeeded(output: Output) -> Result<String, Failed> {
    if !output.status.success() {
        let (said, printed) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
        return Err(format!("{}\n{said}{printed}", output.status).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Compares what was printed.
pub fn same(found: &str, expected: &str) -> Result<(), Failed> {
    if found == expected { Ok(()) } else { Err(format!("expected:\n{expected}\nfound:\n{found}").into()) }
}
