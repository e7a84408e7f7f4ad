//! `lang new`: a fresh project. What is in it, `project` knows.

use project::template::{self, NotCreated};

use super::{Exit, Trouble};
use crate::arguments::New;

pub(super) fn run(new: &New) -> Result<Exit, Trouble> {
    match template::create(&new.folder, new.name.as_deref(), new.library) {
        Ok(name) => {
            let kind = if new.library { "library" } else { "program" };
            eprintln!("made the {kind} `{name}` in {}", new.folder.display());
            Ok(Exit::Success)
        }
        Err(NotCreated::Usage(message) | NotCreated::Refused(message)) => Err(Trouble(message)),
    }
}
