//! Machines that programs of two halves run on: a C compiler, what `lang` is told, and what runs the result.
//!
//! Owns the commands. Must not know what the halves hold.

use crate::{finish, lang_command};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A target with the C compiler that is its witness.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// For people and for the names of tests.
    pub name: &'static str,
    /// What `--target` is given; none for the machine that the tests run on.
    pub target: Option<&'static str>,
    /// The C compiler with the arguments that choose the target.
    pub compiler: &'static [&'static str],
    /// What runs the program; empty for the machine itself.
    pub runner: &'static [&'static str],
}

const EMULATOR: &[&str] = &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"];

/// This machine, with the system's C compiler.
pub const NATIVE: Machine = Machine { name: "native, cc", target: None, compiler: &["cc"], runner: &[] };

/// This machine, with clang.
pub const NATIVE_CLANG: Machine = Machine { name: "native, clang", target: None, compiler: &["clang-22"], runner: &[] };

/// AArch64 under an emulator, with gcc.
pub const AARCH64: Machine = Machine {
    name: "aarch64, gcc",
    target: Some("aarch64-linux-gnu"),
    compiler: &["aarch64-linux-gnu-gcc"],
    runner: EMULATOR,
};

/// AArch64 under an emulator, with clang.
pub const AARCH64_CLANG: Machine = Machine {
    name: "aarch64, clang",
    target: Some("aarch64-linux-gnu"),
    compiler: &["clang-22", "--target=aarch64-linux-gnu"],
    runner: EMULATOR,
};

/// All of them.
pub const ALL: [Machine; 4] = [NATIVE, NATIVE_CLANG, AARCH64, AARCH64_CLANG];

impl Machine {
    /// What this machine lacks here, if anything. `lang` links with gcc, so that must be there even if clang compiles.
    pub fn missing(&self) -> Option<String> {
        let linker = self.target.map(|_| "aarch64-linux-gnu-gcc");
        let programs = [self.compiler.first().copied(), self.runner.first().copied(), linker];
        programs.into_iter().flatten().find_map(|program| {
            let mut command = Command::new(program);
            command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().err().map(|error| format!("`{program}` cannot be started: {error}"))
        })
    }

    /// Compiles a C file to `object`.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn compile_c(&self, source: &Path, object: &Path, arguments: &[&str]) -> Result<(), String> {
        self.c(source, object, &["-c"], arguments)
    }

    /// Compiles a C file to a shared library.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn share_c(&self, source: &Path, library: &Path, arguments: &[&str]) -> Result<(), String> {
        self.c(source, library, &["-shared", "-fPIC"], arguments)
    }

    fn c(&self, source: &Path, output: &Path, product: &[&str], arguments: &[&str]) -> Result<(), String> {
        let mut command = Command::new(self.compiler[0]);
        command
            .args(&self.compiler[1..])
            .args(["-std=gnu11", "-w", "-Wno-psabi"])
            .args(product)
            .args(arguments)
            .arg("-o")
            .arg(output)
            .arg(source);
        succeed(command, "the C compiler")
    }

    /// Builds a file of the language together with an object of C.
    ///
    /// # Errors
    /// What `lang build` says.
    pub fn build(&self, source: &Path, object: &Path, program: &Path) -> Result<(), String> {
        self.build_with(&[], source, object, program)
    }

    /// The same, with more arguments for `lang build`.
    ///
    /// # Errors
    /// What `lang build` says.
    pub fn build_with(&self, more: &[&str], source: &Path, object: &Path, program: &Path) -> Result<(), String> {
        let folder = program.parent().unwrap_or_else(|| Path::new("."));
        let mut command = lang_command(folder);
        command.arg("build").arg(source).arg(object).arg("-o").arg(program).args(more);
        if let Some(target) = self.target {
            command.args(["--target", target]);
        }
        succeed(command, "`lang build`")
    }

    /// Runs a program of this machine to its end.
    ///
    /// # Errors
    /// It cannot be started, or it hangs.
    pub fn run(&self, program: &Path) -> Result<Output, String> {
        finish(self.command(program))
    }

    /// What runs a program of this machine.
    pub fn command(&self, program: &Path) -> Command {
        let mut words = self.runner.iter().map(PathBuf::from).chain([program.to_path_buf()]);
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    }
}

fn succeed(command: Command, what: &str) -> Result<(), String> {
    let output = finish(command)?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{what} failed ({}):\n{}", output.status, String::from_utf8_lossy(&output.stderr))),
    }
}
