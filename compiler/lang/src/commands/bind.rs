//! `lang bind`: a module for headers of C. It owns where the module is written to, and that nothing else is replaced by it; what
//! is in it, `driver` knows, and in which form, `syntax`.

use std::path::Path;

use driver::{BOUND, Binding};
use project::disk::{self, Access};
use source::printable;

use super::{Context, Exit, Trouble, c_worker, print};
use crate::arguments::{Bind, MessageFormat};
use crate::render::{self, Style};

pub(super) fn run(context: &Context, bind: &Bind) -> Result<Exit, Trouble> {
    let reader = c_worker::reader(&bind.reading)?
        .map_err(|reason| Trouble(format!("headers are bound with clang's library: {reason}")))?;
    for library in &bind.link {
        if library.is_empty()
            || !library.chars().all(|letter| letter.is_ascii_alphanumeric() || "_+-.".contains(letter))
        {
            return Err(Trouble(format!("`{}` is no name of a library", printable::line(library))));
        }
    }
    let binding = Binding {
        headers: &bind.headers,
        options: &bind.reading.clang,
        only: &bind.only,
        link: &bind.link,
        target: crate::backends::target(bind.target.as_deref())?,
        folder: Path::new(""),
    };
    let text = match driver::bind(&reader, &binding) {
        Ok(bound) => syntax::format::format(&bound.text),
        Err(problems) => {
            let style = Style { format: bind.message_format, colors: context.colors, hints: false };
            let kinds = match style.format {
                MessageFormat::Sarif => driver::all_kinds(),
                MessageFormat::Human | MessageFormat::Short | MessageFormat::Json | MessageFormat::Github => Vec::new(),
            };
            render::print(&problems, style, &kinds)?;
            return Ok(Exit::Errors);
        }
    };
    match bind.output.as_deref() {
        Some(path) if path != Path::new("-") => write(path, &text)?,
        Some(_) | None => print(&text)?,
    }
    Ok(Exit::Success)
}

/// A module that somebody wrote by hand is no output.
fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    let shown = printable::line(&path.display().to_string()).into_owned();
    if !driver::may_replace(path, |old| old.starts_with(BOUND)) {
        return Err(Trouble(format!(
            "{shown} is there and was not written by `lang bind`; choose another name with -o"
        )));
    }
    let place = disk::place_of_output(path, Path::new("."));
    place
        .and_then(|place| disk::write_to(&place, text.as_bytes(), Access::Data))
        .map_err(|error| Trouble(format!("cannot write {shown}: {}", disk::reason(&error))))
}
