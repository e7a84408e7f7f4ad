//! `lang check`: every diagnostic, no code. It owns nothing but that.

use super::{Context, Exit, Trouble, check_input_with};
use crate::arguments::Check;

pub(super) fn run(context: &Context, check: &Check) -> Result<Exit, Trouble> {
    let checked = check_input_with(
        context,
        check.input.as_deref(),
        check.target.as_deref(),
        &check.reporting,
        true,
    )?;
    checked.finish(context)
}
