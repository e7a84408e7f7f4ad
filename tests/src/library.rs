//! The examples in the comments of the standard library, run by `lang test --std`. Must not know what they show, nor which
//! code they are compiled to.

use std::path::Path;
use std::process::Command;

use crate::lang_command;

/// The least number of examples that there are.
pub const FEWEST_EXAMPLES: usize = 880;

/// `lang test` with these options, of the examples whose names contain `filter`, in a folder that keeps what is built.
///
/// # Panics
/// If the folder cannot be written to.
pub fn test_examples(folder: &Path, options: &[&str], filter: &str) -> Command {
    std::fs::write(folder.join("empty.lang"), "").expect("the folder can be written to");
    let mut command = lang_command(&folder.join("cache"));
    command.args(["test", "--std"]).args(options).args(["empty.lang", filter]).current_dir(folder);
    command
}

/// How many examples have passed, by what `lang test` says.
pub fn passed(said: &str) -> usize {
    said.lines().filter(|line| line.ends_with("... ok")).count()
}
