//! The C compilers that executable programs of each target are made with, and how such programs are run here. Owns
//! the command lines; a tool that is not installed is a printed reason, never a failure.

use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use abi::{Architecture, Compatibility, Target};

/// A compiler and the program that runs what it makes, if it is not the machine itself.
pub struct Toolchain {
    pub target: Target,
    pub compiler: &'static str,
    pub arguments: &'static [&'static str],
    pub runner: &'static [&'static str],
}

const AARCH64: &[&str] = &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"];
const RISCV64: &[&str] = &["qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"];
const S390X: &[&str] = &["qemu-s390x", "-L", "/usr/s390x-linux-gnu"];
const POWERPC64LE: &[&str] = &["qemu-ppc64le", "-L", "/usr/powerpc64le-linux-gnu"];
const WINE: &[&str] = &["/usr/lib/wine/wine64"];

/// Every toolchain whose programs run here.
pub const TOOLCHAINS: &[Toolchain] = &[
    toolchain(Target::X86_64_LINUX, "gcc", &[], &[]),
    toolchain(Target::X86_64_LINUX, "clang-22", &[], &[]),
    toolchain(Target::X86_64_WINDOWS_GNU, "x86_64-w64-mingw32-gcc", &[], WINE),
    toolchain(Target::X86_64_WINDOWS_GNU, "clang-22", &["--target=x86_64-w64-windows-gnu"], WINE),
    toolchain(Target::AARCH64_LINUX, "aarch64-linux-gnu-gcc", &[], AARCH64),
    toolchain(Target::AARCH64_LINUX, "clang-22", &["--target=aarch64-linux-gnu"], AARCH64),
    toolchain(Target::RISCV64_LINUX, "riscv64-linux-gnu-gcc", &[], RISCV64),
    toolchain(Target::RISCV64_LINUX, "clang-22", &["--target=riscv64-linux-gnu"], RISCV64),
    toolchain(Target::S390X_LINUX, "s390x-linux-gnu-gcc", &["-march=z10"], S390X),
    toolchain(Target::S390X_LINUX, "clang-22", &["--target=s390x-linux-gnu", "-march=z10"], S390X),
    toolchain(Target::S390X_LINUX_VECTOR, "s390x-linux-gnu-gcc", &["-march=z13"], S390X),
    toolchain(Target::S390X_LINUX_VECTOR, "clang-22", &["--target=s390x-linux-gnu", "-march=z13"], S390X),
    toolchain(Target::POWERPC64LE_LINUX, "powerpc64le-linux-gnu-gcc", &[], POWERPC64LE),
    toolchain(Target::POWERPC64LE_LINUX, "clang-22", &["--target=powerpc64le-linux-gnu", "-mfloat128"], POWERPC64LE),
    // Debian has no C library and no gcc for it, and its emulator none of the vector instructions.
    toolchain(
        Target::LOONGARCH64_LINUX,
        "clang-22",
        &[
            "--target=loongarch64-linux-gnu",
            "-march=loongarch64",
            "-mno-lsx",
            "-ffreestanding",
            "-nostdlib",
            "-static",
            "-fuse-ld=lld-22",
        ],
        &["qemu-loongarch64"],
    ),
];

const fn toolchain(
    target: Target,
    compiler: &'static str,
    arguments: &'static [&'static str],
    runner: &'static [&'static str],
) -> Toolchain {
    Toolchain { target, compiler, arguments, runner }
}

impl Toolchain {
    /// Those of one target.
    pub fn of(target: Target) -> impl Iterator<Item = &'static Toolchain> {
        TOOLCHAINS.iter().filter(move |toolchain| toolchain.target == target)
    }

    /// Whether the compiler is gcc rather than clang.
    pub fn is_gcc(&self) -> bool {
        self.compiler.ends_with("gcc")
    }

    /// The target, with the compiler that is followed where gcc and clang disagree.
    pub fn followed(&self) -> Target {
        self.target.compatible_with(if self.is_gcc() { Compatibility::Gcc } else { Compatibility::Clang })
    }

    /// Makes a program of C and assembly files; the answer is why the compiler does not start.
    pub fn build(&self, files: &[&Path], program: &Path) -> Result<(), String> {
        let output = Command::new(self.compiler)
            .args(self.arguments)
            .args(["-std=gnu2x", "-O1", "-w", "-Wno-psabi", "-fno-strict-aliasing"])
            .args(self.position())
            .arg("-o")
            .arg(program)
            .args(files)
            .output()
            .map_err(|error| format!("skipped: {} cannot be started: {error}", self.compiler))?;
        let errors = String::from_utf8_lossy(&output.stderr);
        let errors = errors.lines().take(20).collect::<Vec<_>>().join("\n");
        assert!(output.status.success(), "{} for {}: {errors}", self.compiler, self.target);
        Ok(())
    }

    /// Programs of fixed addresses, as the assembly wants them.
    fn position(&self) -> &'static [&'static str] {
        match self.target.architecture {
            Architecture::X86_64 if self.target == Target::X86_64_WINDOWS_GNU => &[],
            Architecture::X86_64
            | Architecture::Aarch64
            | Architecture::Riscv64
            | Architecture::S390x
            | Architecture::Loongarch64
            | Architecture::Powerpc64le
            | Architecture::Wasm32 => &["-no-pie", "-fno-pic"],
        }
    }

    /// What a program prints and how it ends, or why nothing runs it here. It prints into a file beside it: the server that
    /// Wine starts with a program outlives it by seconds, holds a pipe open as long, and serves the next program meanwhile.
    pub fn run(&self, program: &Path, argument: &str) -> Result<(String, ExitStatus), String> {
        let printed = program.with_extension("printed");
        let file = File::create(&printed).map_err(|error| error.to_string())?;
        let mut command = match self.runner {
            [] if Target::host() != Some(self.target) => {
                return Err(format!("skipped: this machine does not run {} programs", self.target));
            }
            [] => Command::new(program),
            [runner, options @ ..] => {
                let mut command = Command::new(runner);
                command.args(options).arg(program);
                command
            }
        };
        let status = command
            .env("WINEPREFIX", concat!(env!("CARGO_TARGET_TMPDIR"), "/wine"))
            .env("WINEDEBUG", "-all")
            // A program that dies is no news, and needs no debugger.
            .env("WINEDLLOVERRIDES", "winedbg.exe,mscoree,mshtml=d")
            .arg(argument)
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(Stdio::null())
            .status()
            .map_err(|error| format!("skipped: {} programs cannot be run: {error}", self.target))?;
        let text = std::fs::read(&printed).map_err(|error| error.to_string())?;
        Ok((String::from_utf8_lossy(&text).into_owned(), status))
    }
}
