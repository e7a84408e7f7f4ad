//! `lang check`: every diagnostic, no code. It owns nothing but that, and that several targets are checked one after the
//! other.

use super::{Context, Exit, Trouble, check_input_with};
use crate::arguments::Check;

pub(super) fn run(context: &Context, check: &Check) -> Result<Exit, Trouble> {
    let input = check.input.as_deref();
    let first = check.target.first().map(String::as_str);
    let mut checked = check_input_with(context, input, first, &check.reporting, true)?;
    for target in check.target.iter().skip(1) {
        let other = check_input_with(context, input, Some(target), &check.reporting, true)?;
        checked.add_what_is_new(&other);
    }
    checked.finish(context)
}
