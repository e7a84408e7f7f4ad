//! Calls the system's C compiler to link. It owns the argument list and the reading of its complaints; it must not know
//! where the objects come from. The C compiler is used rather than the linker itself, because only it knows where the
//! start files and the C library of the system are.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use mir::{DebugInformation, Sanitizer};

use super::children;
use super::typed::typed;

/// What to link besides the program's own object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkInputs {
    /// Object files, archives, shared libraries and C files, in the order given.
    pub objects: Vec<PathBuf>,
    /// Folders to look for libraries in.
    pub search_paths: Vec<PathBuf>,
    /// Names of C libraries, as after `-l`.
    pub libraries: Vec<String>,
    /// Whether the C files among the objects are optimised.
    pub optimise: bool,
    /// What watches the program, C files too.
    pub sanitize: Option<Sanitizer>,
    /// What debuggers are told of the C files.
    pub debug: DebugInformation,
    /// Whether the result has no symbols but those that are looked for when programs start, and no debug information.
    pub strip: bool,
}

impl LinkInputs {
    /// Links a C library, too; each once.
    pub(crate) fn want(&mut self, library: String) {
        if !self.libraries.contains(&library) {
            self.libraries.push(library);
        }
    }
}

/// Why there is no executable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkProblem {
    /// The C compiler could not be started.
    NoLinker {
        /// Its name.
        program: String,
        /// The system's reason.
        reason: String,
    },
    /// The C compiler ended with an error.
    Failed {
        /// The command, as one would type it.
        command: String,
        /// What it said.
        output: String,
    },
}

/// Links `objects` and `inputs` to an executable at `destination`, in a folder of our own.
pub fn link(program: &str, objects: &[PathBuf], inputs: &LinkInputs, destination: &Path) -> Result<(), LinkProblem> {
    call(program, &arguments(objects, inputs, destination)).map(|_| ())
}

/// Joins objects to one, which is linked as all of them together.
pub fn join(program: &str, objects: &[PathBuf], destination: &Path) -> Result<(), LinkProblem> {
    let mut all: Vec<OsString> = vec!["-r".into(), "-nostdlib".into()];
    all.extend(arguments(objects, &LinkInputs::default(), destination));
    call(program, &all).map(|_| ())
}

/// Joins what a program in memory is linked with to one shared library. Of archives it takes what the program wants. It
/// is an error if something is missing, as in an executable.
pub fn share(
    program: &str,
    own: &[PathBuf],
    inputs: &LinkInputs,
    wanted: &[&str],
    destination: &Path,
) -> Result<(), LinkProblem> {
    let options = ["-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs", "-Wl,--no-as-needed"];
    let mut all: Vec<OsString> = options.map(OsString::from).to_vec();
    all.extend(wanted.iter().map(|symbol| format!("-Wl,-u,{symbol}").into()));
    all.extend(arguments(own, inputs, destination));
    call(program, &all).map(|_| ())
}

/// Links one object and what it needs to a shared library, which is found by `name` when programs start and tells of no other
/// symbols than the version script does. It is an error if something is missing, as in an executable.
pub fn library(
    program: &str,
    object: &Path,
    inputs: &LinkInputs,
    (name, script): (&str, &Path),
    destination: &Path,
) -> Result<(), LinkProblem> {
    let mut all: Vec<OsString> = ["-shared", "-Wl,-z,defs"].map(OsString::from).to_vec();
    all.push(format!("-Wl,-soname,{name}").into());
    let mut versions = OsString::from("-Wl,--version-script=");
    versions.push(script);
    all.push(versions);
    all.extend(arguments(&[object.to_path_buf()], inputs, destination));
    call(program, &all).map(|_| ())
}

/// Compiles a C file as what it is linked with says, so that the object can stand in programs and in shared libraries. Gives
/// what the compiler said.
pub fn compile_c(program: &str, source: &Path, inputs: &LinkInputs, object: &Path) -> Result<Vec<u8>, LinkProblem> {
    let level = if inputs.optimise { "-O2" } else { "-O0" };
    let mut arguments: Vec<OsString> = ["-c", "-fPIC", level].map(OsString::from).to_vec();
    arguments.extend(inputs.sanitize.map(watched_by));
    // A sanitizer's reports say lines.
    let debug = if inputs.sanitize.is_some() { DebugInformation::Full } else { inputs.debug };
    match debug {
        DebugInformation::None => {}
        DebugInformation::Lines => arguments.push("-g1".into()),
        DebugInformation::Full => arguments.push("-g".into()),
    }
    arguments.extend(["-o".into(), object.into(), source.into()]);
    call(program, &arguments)
}

/// Gives what was said on standard error.
fn call(program: &str, arguments: &[OsString]) -> Result<Vec<u8>, LinkProblem> {
    let mut command = Command::new(program);
    // What it says about missing symbols is read.
    command.args(arguments).env("LC_ALL", "C");
    let result = children::output(command).map_err(|error| LinkProblem::NoLinker {
        program: program.to_string(),
        reason: project::disk::reason(&error),
    })?;
    if result.status.success() {
        return Ok(result.stderr);
    }
    Err(LinkProblem::Failed {
        command: typed(program, arguments),
        output: String::from_utf8_lossy(&result.stderr).trim_end().to_string(),
    })
}

fn arguments(objects: &[PathBuf], inputs: &LinkInputs, output: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec!["-o".into(), output.into()];
    arguments.extend(inputs.sanitize.map(watched_by));
    arguments.extend(inputs.strip.then(|| OsString::from("-s")));
    arguments.extend(objects.iter().chain(&inputs.objects).map(OsString::from));
    for folder in &inputs.search_paths {
        let mut argument = OsString::from("-L");
        argument.push(folder);
        arguments.push(argument);
    }
    for library in &inputs.libraries {
        arguments.push(format!("-l{library}").into());
    }
    arguments
}

fn watched_by(sanitizer: Sanitizer) -> OsString {
    format!("-fsanitize={}", sanitizer.name()).into()
}

/// The C compiler that links with the library of a sanitizer, on the machine that this runs on: `$CC`, if that is a clang that
/// has it, else the clang of this version of LLVM, else any.
pub fn sanitizing(sanitizer: Sanitizer) -> Option<String> {
    let library = match sanitizer {
        Sanitizer::Address => "asan",
        Sanitizer::Thread => "tsan",
    };
    let file = format!("-print-file-name=libclang_rt.{library}-{}.a", std::env::consts::ARCH);
    let wanted = std::env::var("CC").ok().filter(|program| !program.trim().is_empty());
    wanted.into_iter().chain(["clang-22".to_owned(), "clang".to_owned()]).find(|program| {
        let mut command = Command::new(program);
        command.arg(&file);
        // What is not found is answered by its name.
        children::output(command).is_ok_and(|answer| answer.status.success() && answer.stdout.contains(&b'/'))
    })
}

/// The C compiler for a target: `$CC` or `cc` for the machine that this runs on, if it is one whose C is known, else the usual
/// cross compiler.
pub fn program_for(target: &abi::Target, host: Option<abi::Target>) -> String {
    if Some(*target) == host {
        return match std::env::var("CC") {
            Ok(program) if !program.trim().is_empty() => program,
            Ok(_) | Err(_) => "cc".to_string(),
        };
    }
    let triple = target.triple();
    match target.operating_system {
        abi::OperatingSystem::Windows => {
            let architecture = triple.split('-').next().unwrap_or_default();
            format!("{architecture}-w64-mingw32-gcc")
        }
        abi::OperatingSystem::Linux | abi::OperatingSystem::Darwin | abi::OperatingSystem::Unknown => {
            format!("{triple}-gcc")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::program_for;
    use abi::Target;

    #[test]
    fn another_machine_has_its_cross_compiler() {
        for host in [None, Some(Target::X86_64_LINUX), Some(Target::AARCH64_DARWIN), Some(Target::X86_64_WINDOWS_MSVC)]
        {
            assert_eq!(program_for(&Target::AARCH64_LINUX, host), "aarch64-linux-gnu-gcc");
            assert_eq!(program_for(&Target::S390X_LINUX_VECTOR, host), "s390x-linux-gnu-gcc");
            assert_eq!(program_for(&Target::X86_64_WINDOWS_GNU, host), "x86_64-w64-mingw32-gcc");
        }
        assert_eq!(program_for(&Target::X86_64_LINUX, Some(Target::AARCH64_LINUX)), "x86_64-linux-gnu-gcc");
    }

    #[test]
    fn a_machine_is_its_own_whichever_it_is() {
        for target in Target::ALL {
            let own = program_for(&target, Some(target));
            assert!(!own.ends_with("-gcc") || std::env::var_os("CC").is_some(), "{target}: {own}");
        }
    }
}
