//! C compilers as witnesses: compiling files, joining objects to programs, running programs of this machine and, under an
//! emulator, of others. It owns the commands and their time limits; it must not know what the programs find out.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::children::{self, Running};
use super::linker::program_for;
use super::output;

/// What makes and runs C programs of a target.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// C compilers, each with the arguments that choose the target; the first one also links.
    pub compilers: Vec<Vec<String>>,
    /// What runs programs; empty for this machine.
    pub runner: Vec<String>,
}

/// No C compiler takes so long, nor the programs that the cross-check makes of signatures.
pub const TIME_LIMIT: Duration = Duration::from_secs(120);

impl Toolchain {
    /// What is installed for a target.
    ///
    /// # Errors
    /// Says what is missing, and how it is installed.
    pub fn find(target: &abi::Target) -> Result<Toolchain, String> {
        let triple = target.to_string();
        let host = abi::Target::host();
        let linker = program_for(target, host);
        if !is_installed(&linker) {
            return Err(format!(
                "the C compiler `{linker}` cannot be started; install it (apt install {}), or name another in $CC",
                if Some(*target) == host { "gcc".to_owned() } else { linker.clone() }
            ));
        }
        let mut compilers = vec![vec![linker]];
        if let Some(clang) = ["clang-22", "clang"].into_iter().find(|name| is_installed(name)) {
            compilers.push(vec![clang.to_owned(), format!("--target={triple}")]);
        }
        if Some(*target) == host {
            return Toolchain { compilers, runner: Vec::new() }.tried(&triple, "libc6-dev");
        }
        let architecture = triple.split('-').next().unwrap_or_default();
        let emulator = format!("qemu-{architecture}");
        if !is_installed(&emulator) {
            return Err(format!(
                "programs for {triple} cannot run here: `{emulator}` cannot be started; install it (apt install qemu-user)"
            ));
        }
        Toolchain { compilers, runner: vec![emulator, "-L".to_owned(), format!("/usr/{triple}")] }
            .tried(&triple, &format!("libc6-dev-{}-cross", debian_name(architecture)))
    }

    /// The same, if it can make and run a program. Compilers without the target's headers are left out.
    fn tried(mut self, triple: &str, package: &str) -> Result<Toolchain, String> {
        let folder = output::temporary_folder().map_err(|error| project::disk::reason(&error))?;
        let (source, object) = (folder.path().join("tried.c"), folder.path().join("tried.o"));
        let text = "#include <stdarg.h>\n#include <stdint.h>\n#include <string.h>\nint main(void) { return 0; }\n";
        output::write_file(&source, text.as_bytes()).map_err(|error| project::disk::reason(&error))?;
        let missing = |what: &str, said: String| {
            let last = said.lines().last().unwrap_or_default().to_owned();
            format!("{what} (apt install {package}): {last}")
        };
        let mut working = Vec::new();
        for number in (0..self.compilers.len()).rev() {
            match self.compile(number, "-O0", &source, &object) {
                Ok(()) => working.insert(0, self.compilers[number].clone()),
                Err(said) if number == 0 => {
                    return Err(missing(&format!("the C library for {triple} is not installed"), said));
                }
                Err(_) => {}
            }
        }
        self.compilers = working;
        let program = folder.path().join("tried");
        self.link([object.as_path()], &program)
            .map_err(|said| missing(&format!("programs for {triple} cannot be linked here"), said))?;
        let ended = self.run(&program, &[], TIME_LIMIT)?;
        if ended.status.success() {
            return Ok(self);
        }
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        Err(missing(&format!("programs for {triple} do not run here"), said))
    }

    /// Compiles a C file.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn compile(&self, compiler: usize, level: &str, source: &Path, object: &Path) -> Result<(), String> {
        let mut command = command(&self.compilers[compiler % self.compilers.len()]);
        command.args(["-std=gnu11", "-w", "-Wno-psabi", "-c", level, "-o"]).arg(object).arg(source);
        succeed(command)
    }

    /// Joins objects to a program.
    ///
    /// # Errors
    /// What the linker says.
    pub fn link<'path>(&self, objects: impl IntoIterator<Item = &'path Path>, program: &Path) -> Result<(), String> {
        let mut command = command(&self.compilers[0]);
        command.args(objects).arg("-lm").arg("-o").arg(program);
        succeed(command)
    }

    /// Runs a program without input.
    ///
    /// # Errors
    /// It cannot be started, or does not end.
    pub fn run(&self, program: &Path, arguments: &[String], limit: Duration) -> Result<Output, String> {
        let mut words: Vec<&OsStr> = self.runner.iter().map(OsStr::new).collect();
        words.push(program.as_os_str());
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(arguments);
        finish(command, limit)
    }
}

/// What Debian calls a processor.
fn debian_name(architecture: &str) -> &str {
    match architecture {
        "aarch64" => "arm64",
        "powerpc64le" => "ppc64el",
        "loongarch64" => "loong64",
        other => other,
    }
}

fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn succeed(command: Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    let output = finish(command, TIME_LIMIT)?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{shown} failed:\n{}", said.trim_end()))
}

/// Runs a command to its end and kills it at the limit.
pub(crate) fn finish(mut command: Command, limit: Duration) -> Result<Output, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = children::start(command)
        .map_err(|error| format!("`{name}` cannot be started: {}", project::disk::reason(&error)))?;
    let (_, out, err) = child.pipes();
    std::thread::scope(|scope| {
        let stdout = scope.spawn(move || read(out));
        let stderr = scope.spawn(move || read(err));
        let status = wait(&mut child, limit)
            .map_err(|error| project::disk::reason(&error))?
            .ok_or_else(|| format!("`{name}` did not end within {} seconds", limit.as_secs()))?;
        let joined = |reader: std::thread::ScopedJoinHandle<'_, Vec<u8>>| {
            reader.join().map_err(|_| "a thread of this program panicked".to_owned())
        };
        Ok(Output { status, stdout: joined(stdout)?, stderr: joined(stderr)? })
    })
}

fn read(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        // What could be read before a failure is what there is to look at.
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

fn wait(child: &mut Running, limit: Duration) -> std::io::Result<Option<std::process::ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(5));
    }
}
