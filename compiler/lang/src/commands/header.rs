//! `lang header`: a header of C, or a module of Python or Rust, for the functions of a program that these can call. It owns
//! where it is written to.

use std::path::Path;

use driver::{HeaderLanguage, Made};
use source::Severity;

use super::{Context, Exit, Trouble, check_input, print};
use crate::arguments::Header;

pub(super) fn run(context: &Context, header: &Header) -> Result<Exit, Trouble> {
    let mut checked = check_input(context, header.input.as_deref(), header.target.as_deref(), &header.reporting)?;
    // Warnings of the program are not asked for; errors say why a function is not in the header.
    checked.reports.retain(|report| report.severity == Severity::Error);
    if checked.has_errors() {
        return checked.finish(context);
    }
    if let Some(path) = &header.pkg_config {
        let text = driver::pkg_config(&checked.program);
        let made = Made { text: &text, mark: driver::OF_PKG_CONFIG, maker: "`lang header --pkg-config`" };
        if let Err(reports) = driver::write_made(&checked.program, &mut checked.run, path, made) {
            checked.add(reports);
            return checked.finish(context);
        }
    }
    let language = match (header.python, header.rust) {
        (true, _) => HeaderLanguage::Python,
        (false, true) => HeaderLanguage::Rust,
        (false, false) => HeaderLanguage::C,
    };
    let (text, reports) = driver::header(&checked.program, language);
    checked.add(reports);
    match header.output.as_deref() {
        Some(path) if path != Path::new("-") => {
            let made = Made { text: &text, mark: driver::OF_HEADER, maker: "`lang header`" };
            if let Err(reports) = driver::write_made(&checked.program, &mut checked.run, path, made) {
                checked.add(reports);
            }
        }
        Some(_) | None => print(&text)?,
    }
    checked.finish(context)
}
