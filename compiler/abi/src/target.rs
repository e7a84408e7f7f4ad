//! Targets: names and the facts of C that depend on them. Owns parsing of target triples; sizes of scalars are in
//! [`crate::scalars`]. Must not know types, nor of calling conventions more than the name of the one in force.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::convention::Convention;

/// A target whose C is known, by architecture, operating system and environment, with the named facts that change how
/// its functions are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Target {
    /// The processor.
    pub architecture: Architecture,
    /// The operating system.
    pub operating_system: OperatingSystem,
    /// The C library or compiler family whose conventions hold.
    pub environment: Environment,
    /// Facts that are no part of the triple.
    pub features: Features,
}

/// Facts about a target that are no part of its triple.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Features {
    /// IBM z: the vector facility, which brings the vector ABI with it (`-march=z13`, `-mvx`).
    pub vector_facility: bool,
    /// Which compiler is followed where clang and gcc disagree.
    pub compatibility: Compatibility,
}

/// The C compiler that is followed where clang and gcc disagree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Compatibility {
    /// clang 22.
    #[default]
    Clang,
    /// gcc 12.
    Gcc,
}

/// Processor architectures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Architecture {
    /// x86-64 (SSE2, no AVX assumed).
    X86_64,
    /// 64-bit Arm.
    Aarch64,
    /// 64-bit RISC-V with hardware doubles.
    Riscv64,
    /// 64-bit IBM z.
    S390x,
    /// 64-bit LoongArch with hardware doubles.
    Loongarch64,
    /// Little-endian 64-bit POWER.
    Powerpc64le,
    /// 32-bit WebAssembly.
    Wasm32,
}

/// Operating systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum OperatingSystem {
    /// Linux.
    Linux,
    /// Windows.
    Windows,
    /// macOS.
    Darwin,
    /// None.
    Unknown,
}

/// The C environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Environment {
    /// glibc, or MinGW on Windows.
    Gnu,
    /// Microsoft's compiler.
    Msvc,
    /// The operating system leaves no choice.
    None,
}

/// What `long double` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LongDouble {
    /// The same as `double`.
    F64,
    /// The x87 format, [`crate::TyId::X87`].
    X87,
    /// IEEE binary128, [`crate::TyId::F128`].
    F128,
    /// Two doubles (IBM), [`crate::TyId::DOUBLE_DOUBLE`].
    DoubleDouble,
}

/// Whose rules lay records out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordRules {
    /// Those of the Itanium C++ ABI and of GNU C.
    Gnu,
    /// The same, with Microsoft's bit-fields: `-mms-bitfields`, which MinGW's compilers default to.
    Mingw,
    /// Microsoft's.
    Microsoft,
}

/// A triple that [`Target::parse`] does not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownTarget {
    /// The text as given.
    pub triple: String,
}

impl fmt::Display for UnknownTarget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown target '{}'; known are", self.triple)?;
        for (index, target) in Target::ALL.iter().enumerate() {
            write!(formatter, "{} {target}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownTarget {}

/// A machine in the words of Rust's standard library.
struct Machine<'a> {
    /// As `std::env::consts::ARCH`.
    architecture: &'a str,
    /// As `std::env::consts::OS`.
    operating_system: &'a str,
    /// Whether the lowest byte of a number comes first.
    little_endian: bool,
    /// Whether Rust follows Microsoft's compiler there.
    msvc: bool,
}

const fn target(architecture: Architecture, operating_system: OperatingSystem, environment: Environment) -> Target {
    Target {
        architecture,
        operating_system,
        environment,
        features: Features { vector_facility: false, compatibility: Compatibility::Clang },
    }
}

impl Target {
    /// `x86_64-linux-gnu`.
    pub const X86_64_LINUX: Target = target(Architecture::X86_64, OperatingSystem::Linux, Environment::Gnu);
    /// `x86_64-apple-darwin`.
    pub const X86_64_DARWIN: Target = target(Architecture::X86_64, OperatingSystem::Darwin, Environment::None);
    /// `x86_64-windows-gnu`, as of MinGW.
    pub const X86_64_WINDOWS_GNU: Target = target(Architecture::X86_64, OperatingSystem::Windows, Environment::Gnu);
    /// `x86_64-windows-msvc`.
    pub const X86_64_WINDOWS_MSVC: Target = target(Architecture::X86_64, OperatingSystem::Windows, Environment::Msvc);
    /// `aarch64-linux-gnu`.
    pub const AARCH64_LINUX: Target = target(Architecture::Aarch64, OperatingSystem::Linux, Environment::Gnu);
    /// `aarch64-apple-darwin`.
    pub const AARCH64_DARWIN: Target = target(Architecture::Aarch64, OperatingSystem::Darwin, Environment::None);
    /// `aarch64-windows-msvc`.
    pub const AARCH64_WINDOWS: Target = target(Architecture::Aarch64, OperatingSystem::Windows, Environment::Msvc);
    /// `riscv64-linux-gnu` with hardware doubles.
    pub const RISCV64_LINUX: Target = target(Architecture::Riscv64, OperatingSystem::Linux, Environment::Gnu);
    /// `s390x-linux-gnu` without the vector facility.
    pub const S390X_LINUX: Target = target(Architecture::S390x, OperatingSystem::Linux, Environment::Gnu);
    /// `s390x-linux-gnu` with the vector facility.
    pub const S390X_LINUX_VECTOR: Target = Target {
        features: Features { vector_facility: true, compatibility: Compatibility::Clang },
        ..Target::S390X_LINUX
    };
    /// `loongarch64-linux-gnu` with hardware doubles.
    pub const LOONGARCH64_LINUX: Target = target(Architecture::Loongarch64, OperatingSystem::Linux, Environment::Gnu);
    /// `powerpc64le-linux-gnu`.
    pub const POWERPC64LE_LINUX: Target = target(Architecture::Powerpc64le, OperatingSystem::Linux, Environment::Gnu);
    /// `wasm32-unknown-unknown`.
    pub const WASM32: Target = target(Architecture::Wasm32, OperatingSystem::Unknown, Environment::None);

    /// Every target that has a name here.
    pub const ALL: [Target; 13] = [
        Target::X86_64_LINUX,
        Target::AARCH64_LINUX,
        Target::RISCV64_LINUX,
        Target::S390X_LINUX,
        Target::S390X_LINUX_VECTOR,
        Target::X86_64_WINDOWS_GNU,
        Target::X86_64_WINDOWS_MSVC,
        Target::AARCH64_WINDOWS,
        Target::AARCH64_DARWIN,
        Target::X86_64_DARWIN,
        Target::LOONGARCH64_LINUX,
        Target::POWERPC64LE_LINUX,
        Target::WASM32,
    ];

    /// The target of a triple such as `x86_64-linux-gnu` or `x86_64-unknown-linux-gnu`. IBM z with its vector facility is
    /// `s390x-linux-gnu+vx`.
    ///
    /// # Errors
    /// [`UnknownTarget`] lists the known ones.
    pub fn parse(triple: &str) -> Result<Target, UnknownTarget> {
        let unknown = || UnknownTarget { triple: triple.to_string() };
        let mut words: Vec<&str> = triple.split('-').collect();
        if words.len() > 2 && matches!(words[1], "unknown" | "pc" | "none" | "ibm") {
            words.remove(1);
        }
        let normal = words.join("-");
        let normal = match normal.as_str() {
            "arm64-apple-darwin" | "arm64-apple-macosx" | "aarch64-apple-macosx" => "aarch64-apple-darwin",
            "x86_64-apple-macosx" => "x86_64-apple-darwin",
            "riscv64gc-linux-gnu" => "riscv64-linux-gnu",
            "x86_64-w64-mingw32" => "x86_64-windows-gnu",
            "wasm32-unknown" => "wasm32-unknown-unknown",
            other => other,
        };
        Target::ALL.into_iter().find(|target| target.name() == normal).ok_or_else(unknown)
    }

    /// The target that this program runs on, if it has a name here.
    pub fn host() -> Option<Target> {
        Target::of_machine(&Machine {
            architecture: std::env::consts::ARCH,
            operating_system: std::env::consts::OS,
            little_endian: cfg!(target_endian = "little"),
            msvc: cfg!(target_env = "msvc"),
        })
    }

    /// The target of a machine, if it has a name here.
    fn of_machine(machine: &Machine) -> Option<Target> {
        let architecture = match machine.architecture {
            "x86_64" => Architecture::X86_64,
            "aarch64" => Architecture::Aarch64,
            "riscv64" => Architecture::Riscv64,
            "s390x" => Architecture::S390x,
            "loongarch64" => Architecture::Loongarch64,
            "powerpc64" => Architecture::Powerpc64le,
            _ => return None,
        };
        let (operating_system, environment) = match machine.operating_system {
            "linux" => (OperatingSystem::Linux, Environment::Gnu),
            "macos" => (OperatingSystem::Darwin, Environment::None),
            "windows" if machine.msvc => (OperatingSystem::Windows, Environment::Msvc),
            "windows" => (OperatingSystem::Windows, Environment::Gnu),
            _ => return None,
        };
        let found = target(architecture, operating_system, environment);
        Target::ALL.into_iter().find(|known| *known == found && known.is_little_endian() == machine.little_endian)
    }

    /// The short triple, as Debian writes it.
    pub const fn triple(&self) -> &'static str {
        match (self.architecture, self.operating_system, self.environment) {
            (Architecture::X86_64, OperatingSystem::Linux, _) => "x86_64-linux-gnu",
            (Architecture::X86_64, OperatingSystem::Windows, Environment::Msvc) => "x86_64-windows-msvc",
            (Architecture::X86_64, OperatingSystem::Windows, _) => "x86_64-windows-gnu",
            (Architecture::X86_64, OperatingSystem::Darwin | OperatingSystem::Unknown, _) => "x86_64-apple-darwin",
            (Architecture::Aarch64, OperatingSystem::Linux, _) => "aarch64-linux-gnu",
            (Architecture::Aarch64, OperatingSystem::Windows, _) => "aarch64-windows-msvc",
            (Architecture::Aarch64, OperatingSystem::Darwin | OperatingSystem::Unknown, _) => "aarch64-apple-darwin",
            (Architecture::Riscv64, _, _) => "riscv64-linux-gnu",
            (Architecture::S390x, _, _) => "s390x-linux-gnu",
            (Architecture::Loongarch64, _, _) => "loongarch64-linux-gnu",
            (Architecture::Powerpc64le, _, _) => "powerpc64le-linux-gnu",
            (Architecture::Wasm32, _, _) => "wasm32-unknown-unknown",
        }
    }

    /// The triple, with the features that are not the default behind it: what [`Target::parse`] reads back.
    pub const fn name(&self) -> &'static str {
        match self.architecture {
            Architecture::S390x if self.features.vector_facility => "s390x-linux-gnu+vx",
            Architecture::X86_64
            | Architecture::Aarch64
            | Architecture::Riscv64
            | Architecture::S390x
            | Architecture::Loongarch64
            | Architecture::Powerpc64le
            | Architecture::Wasm32 => self.triple(),
        }
    }

    /// What clang is told besides the triple, so that it means this target.
    pub const fn clang_options(&self) -> &'static [&'static str] {
        if self.features.vector_facility { &["-march=z13"] } else { &[] }
    }

    /// The same target, following gcc or clang where they disagree.
    pub const fn compatible_with(self, compatibility: Compatibility) -> Target {
        Target { features: Features { compatibility, ..self.features }, ..self }
    }

    /// The calling convention in force.
    pub const fn convention(&self) -> Convention {
        match (self.architecture, self.operating_system) {
            (Architecture::X86_64, OperatingSystem::Windows) => Convention::Windows64,
            (Architecture::X86_64, OperatingSystem::Linux | OperatingSystem::Darwin | OperatingSystem::Unknown) => {
                Convention::SystemV64
            }
            (Architecture::Aarch64, OperatingSystem::Windows) => Convention::WindowsArm64,
            (Architecture::Aarch64, OperatingSystem::Darwin) => Convention::Apple64,
            (Architecture::Aarch64, OperatingSystem::Linux | OperatingSystem::Unknown) => Convention::Aapcs64,
            (Architecture::Riscv64, _) => Convention::RiscvLp64d,
            (Architecture::S390x, _) => Convention::S390x,
            (Architecture::Loongarch64, _) => Convention::LoongarchLp64d,
            (Architecture::Powerpc64le, _) => Convention::PowerElfV2,
            (Architecture::Wasm32, _) => Convention::WasmBasic,
        }
    }

    /// Bytes of a pointer, of `size_t` and of `ptrdiff_t`.
    pub const fn pointer_bytes(&self) -> u64 {
        match self.architecture {
            Architecture::Wasm32 => 4,
            Architecture::X86_64
            | Architecture::Aarch64
            | Architecture::Riscv64
            | Architecture::S390x
            | Architecture::Loongarch64
            | Architecture::Powerpc64le => 8,
        }
    }

    /// Bytes of `long`.
    pub const fn long_bytes(&self) -> u64 {
        match self.operating_system {
            OperatingSystem::Windows => 4,
            OperatingSystem::Linux | OperatingSystem::Darwin | OperatingSystem::Unknown => self.pointer_bytes(),
        }
    }

    /// Whether the lowest byte of a number comes first.
    pub const fn is_little_endian(&self) -> bool {
        !matches!(self.architecture, Architecture::S390x)
    }

    /// Whether plain `char` is signed.
    pub const fn char_is_signed(&self) -> bool {
        match self.architecture {
            Architecture::X86_64 | Architecture::Loongarch64 | Architecture::Wasm32 => true,
            Architecture::Aarch64 => !matches!(self.operating_system, OperatingSystem::Linux),
            Architecture::Riscv64 | Architecture::S390x | Architecture::Powerpc64le => false,
        }
    }

    /// What `long double` is.
    pub const fn long_double(&self) -> LongDouble {
        match (self.architecture, self.operating_system, self.environment) {
            (_, OperatingSystem::Windows, Environment::Msvc)
            | (Architecture::Aarch64, OperatingSystem::Darwin | OperatingSystem::Windows, _) => LongDouble::F64,
            (Architecture::X86_64, _, _) => LongDouble::X87,
            (Architecture::Powerpc64le, _, _) => LongDouble::DoubleDouble,
            (
                Architecture::Aarch64
                | Architecture::Riscv64
                | Architecture::S390x
                | Architecture::Loongarch64
                | Architecture::Wasm32,
                _,
                _,
            ) => LongDouble::F128,
        }
    }

    /// Whose rules lay records out.
    pub(crate) const fn record_rules(&self) -> RecordRules {
        match (self.operating_system, self.environment) {
            (_, Environment::Msvc) => RecordRules::Microsoft,
            (OperatingSystem::Windows, Environment::Gnu | Environment::None) => RecordRules::Mingw,
            (
                OperatingSystem::Linux | OperatingSystem::Darwin | OperatingSystem::Unknown,
                Environment::Gnu | Environment::None,
            ) => RecordRules::Gnu,
        }
    }

    /// Whether unnamed bit-fields, those of width 0 included, raise the alignment of their record (AAPCS64
    /// §10.1.8: containers count, named or not).
    pub(crate) const fn unnamed_bit_fields_align(&self) -> bool {
        match (self.architecture, self.operating_system) {
            (Architecture::Aarch64, OperatingSystem::Darwin) => false,
            (Architecture::Aarch64, _) => true,
            (
                Architecture::X86_64
                | Architecture::Riscv64
                | Architecture::S390x
                | Architecture::Loongarch64
                | Architecture::Powerpc64le
                | Architecture::Wasm32,
                _,
            ) => false,
        }
    }

    /// Whether clang joins bit-fields into units that are loaded from unaligned addresses.
    pub(crate) const fn loads_unaligned_bit_fields(&self) -> bool {
        !matches!(self.architecture, Architecture::Riscv64)
    }

    /// x86-64: whether the corrections of revision 0.98 of the psABI hold, and gcc's class for vectors of one 64-bit
    /// integer. Apple's compilers have never been anything but clang, which came before both.
    pub(crate) const fn follows_revised_system_v(&self) -> bool {
        !matches!(self.operating_system, OperatingSystem::Darwin)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_triple_parses_back() {
        for target in Target::ALL {
            assert_eq!(Target::parse(target.name()), Ok(target));
        }
    }

    #[test]
    fn other_spellings_are_understood() {
        assert_eq!(Target::parse("x86_64-unknown-linux-gnu"), Ok(Target::X86_64_LINUX));
        assert_eq!(Target::parse("x86_64-pc-linux-gnu"), Ok(Target::X86_64_LINUX));
        assert_eq!(Target::parse("aarch64-unknown-linux-gnu"), Ok(Target::AARCH64_LINUX));
        let message = Target::parse("pdp11").map_err(|error| error.to_string());
        assert!(message.is_err_and(|text| text.contains("'pdp11'") && text.contains("x86_64-linux-gnu, aarch64")));
    }

    /// What a program that Rust compiled for a triple calls its host.
    fn host_of(architecture: &str, operating_system: &str, little_endian: bool, msvc: bool) -> Option<&'static str> {
        let machine = Machine { architecture, operating_system, little_endian, msvc };
        Target::of_machine(&machine).map(|target| target.name())
    }

    #[test]
    fn each_host_is_itself() {
        for (of_rust, host, name) in [
            ("x86_64-unknown-linux-gnu", host_of("x86_64", "linux", true, false), "x86_64-linux-gnu"),
            ("aarch64-unknown-linux-gnu", host_of("aarch64", "linux", true, false), "aarch64-linux-gnu"),
            ("riscv64gc-unknown-linux-gnu", host_of("riscv64", "linux", true, false), "riscv64-linux-gnu"),
            ("s390x-unknown-linux-gnu", host_of("s390x", "linux", false, false), "s390x-linux-gnu"),
            ("loongarch64-unknown-linux-gnu", host_of("loongarch64", "linux", true, false), "loongarch64-linux-gnu"),
            ("powerpc64le-unknown-linux-gnu", host_of("powerpc64", "linux", true, false), "powerpc64le-linux-gnu"),
            ("x86_64-apple-darwin", host_of("x86_64", "macos", true, false), "x86_64-apple-darwin"),
            ("aarch64-apple-darwin", host_of("aarch64", "macos", true, false), "aarch64-apple-darwin"),
            ("x86_64-pc-windows-msvc", host_of("x86_64", "windows", true, true), "x86_64-windows-msvc"),
            ("x86_64-pc-windows-gnu", host_of("x86_64", "windows", true, false), "x86_64-windows-gnu"),
            ("aarch64-pc-windows-msvc", host_of("aarch64", "windows", true, true), "aarch64-windows-msvc"),
        ] {
            assert_eq!(host, Some(name), "{of_rust}");
            assert_eq!(Target::parse(of_rust).map(|target| target.name()), Ok(name));
        }
    }

    #[test]
    fn no_host_is_taken_for_another() {
        assert_eq!(host_of("powerpc64", "linux", false, false), None);
        assert_eq!(host_of("aarch64", "windows", true, false), None);
        assert_eq!(host_of("riscv64", "macos", true, false), None);
        assert_eq!(host_of("x86_64", "freebsd", true, false), None);
        assert_eq!(host_of("x86", "linux", true, false), None);
        assert_eq!(host_of("wasm32", "unknown", true, false), None);
    }
}
