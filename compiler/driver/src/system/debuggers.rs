//! The debuggers of this machine. It owns which ones are installed, and becoming one; it must not know what they are asked.

use std::ffi::OsString;
use std::path::Path;
#[cfg(not(unix))]
use std::process::Command;

/// A debugger that `lang debug` can speak to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Debugger {
    /// GNU's.
    Gdb,
    /// LLVM's.
    Lldb,
}

impl Debugger {
    /// All of them, the one that is looked for first in front.
    pub const ALL: [Debugger; 2] = [Debugger::Gdb, Debugger::Lldb];

    /// Its name as a program.
    pub fn name(self) -> &'static str {
        match self {
            Debugger::Gdb => "gdb",
            Debugger::Lldb => "lldb",
        }
    }
}

/// A debugger that is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Which.
    pub debugger: Debugger,
    /// How its program is called; it may have a version behind it.
    pub program: String,
}

/// The debugger that is wanted, else the first that is on the PATH: by its own name, else its latest version.
pub(crate) fn find(wanted: Option<Debugger>) -> Option<Installed> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names: Vec<String> = std::env::split_paths(&path).flat_map(|folder| programs(&folder)).collect();
    let mut candidates = Debugger::ALL.into_iter().filter(|debugger| wanted.is_none_or(|wanted| wanted == *debugger));
    candidates.find_map(|debugger| {
        chosen(debugger.name(), &names).map(|program| Installed { debugger, program: program.to_owned() })
    })
}

/// The name itself, else the one with the highest version behind it.
fn chosen<'names>(name: &str, programs: &'names [String]) -> Option<&'names str> {
    let version = |program: &str| program.strip_prefix(name)?.strip_prefix('-')?.parse::<u32>().ok();
    let own = programs.iter().find(|program| *program == name);
    let versions = programs.iter().filter_map(|program| Some((version(program)?, program)));
    own.or_else(|| versions.max_by_key(|(version, _)| *version).map(|(_, program)| program)).map(String::as_str)
}

/// The programs in a folder whose names begin as those of debuggers do.
fn programs(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let names = names.filter(|name| Debugger::ALL.iter().any(|debugger| name.starts_with(debugger.name())));
    names.filter(|name| is_program(&folder.join(name))).collect()
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// Becomes a debugger: the terminal and its signals are its own. Returns only if that fails.
#[cfg(unix)]
pub(crate) fn become_debugger(program: &str, arguments: &[OsString]) -> std::io::Error {
    use std::os::unix::process::CommandExt;
    std::process::Command::new(program).args(arguments).exec()
}

/// Runs a debugger and ends as it did.
#[cfg(not(unix))]
pub(crate) fn become_debugger(program: &str, arguments: &[OsString]) -> std::io::Error {
    match Command::new(program).args(arguments).status() {
        Ok(status) => std::process::exit(super::process::exit_code(status)),
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn the_latest_version_is_chosen_where_no_program_has_the_name_itself() {
        let programs = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let versions = programs(&["lldb-9", "lldb-22", "lldb-server-23", "lldb-19", "lldb-x", "gdb-multiarch"]);
        assert_eq!(chosen("lldb", &versions), Some("lldb-22"));
        assert_eq!(chosen("gdb", &versions), None);
        assert_eq!(chosen("lldb", &programs(&["lldb-22", "lldb"])), Some("lldb"));
    }
}
