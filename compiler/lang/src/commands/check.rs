//! `lang check`: every diagnostic, no code. It owns nothing but that, that several targets are checked one after the other, and
//! when the compiler's own forms are checked, too, and what declarations of C are compared with.

use driver::{AskedHeaders, Form};

use super::{Checked, Context, Exit, Trouble, c_worker, check_input_with};
use crate::arguments::Check;

pub(super) fn run(context: &Context, check: &Check) -> Result<Exit, Trouble> {
    let reader = c_worker::reader(&check.reading)?;
    let asked = AskedHeaders {
        reader: reader.as_ref().map_err(String::as_str),
        all: check.headers,
        headers: &check.header,
        options: &check.reading.clang,
    };
    let broken = check.mutate.as_deref().map(form).transpose()?;
    let checked = |target| -> Result<Checked, Trouble> {
        let mut checked = check_input_with(context, check.input.as_deref(), target, &check.reporting, true)?;
        let found = driver::check_headers(&checked.program, &mut checked.run, &asked);
        checked.add(found.reports);
        checked.reports.sort_by(|left, right| left.sort_key().cmp(&right.sort_key()));
        if check.verify {
            let has_errors = checked.has_errors();
            if let Err(reports) = driver::verify(&checked.program, &mut checked.run, has_errors, broken) {
                checked.add(reports);
            }
        }
        Ok(checked)
    };
    let mut first = checked(check.target.first().map(String::as_str))?;
    for target in check.target.iter().skip(1) {
        first.add_what_is_new(&checked(Some(target))?);
    }
    first.finish(context)
}

fn form(word: &str) -> Result<Form, Trouble> {
    let known = Form::WORDS.iter().find(|(known, _)| *known == word).map(|(_, form)| *form);
    let words = || Form::WORDS.map(|(word, _)| word).join(", ");
    known.ok_or_else(|| Trouble(format!("--mutate: there is no form `{word}`; the forms are {}", words())))
}
