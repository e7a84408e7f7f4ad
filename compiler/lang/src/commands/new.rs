//! `lang new`: a fresh project. What is in it, `project` knows.

use project::template::{self, NotCreated};
use source::printable;

use super::{Exit, Trouble};
use crate::arguments::New;
use crate::output;

pub(super) fn run(new: &New) -> Result<Exit, Trouble> {
    match template::create(&new.folder, new.name.as_deref(), new.library) {
        Ok(name) => {
            let kind = if new.library { "library" } else { "program" };
            output::say(&format!("made the {kind} `{name}` in {}\n", printable::line(&new.folder.to_string_lossy())));
            Ok(Exit::Success)
        }
        Err(NotCreated::Usage(message) | NotCreated::Refused(message)) => Err(Trouble(message)),
    }
}
