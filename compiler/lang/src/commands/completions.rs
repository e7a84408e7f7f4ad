//! `lang completions`: scripts for shells, derived from the command line's own description.

use clap::CommandFactory;

use super::{Exit, Trouble, print};
use crate::arguments::{Arguments, Completions};

pub(super) fn run(completions: &Completions) -> Result<Exit, Trouble> {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut Arguments::command(), "lang", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
