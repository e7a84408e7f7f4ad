//! `lang explain`: what a diagnostic means. The words are those of the kinds; this owns only their arrangement.

use source::Severity;

use super::{Exit, Trouble, print};
use crate::arguments::Explain;

pub(super) fn run(explain: &Explain) -> Result<Exit, Trouble> {
    let Some(code) = &explain.code else {
        let mut list = String::new();
        for kind in driver::all_kinds() {
            list.push_str(&format!("{}  {:<28} {}\n", kind.code, kind.name, kind.title));
        }
        print(&list)?;
        return Ok(Exit::Success);
    };
    let Some(kind) = driver::find_kind(code) else {
        return Err(Trouble(format!("there is no diagnostic `{code}`; `lang explain` lists all")));
    };
    let severity = match kind.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "hint",
    };
    print(&format!("{severity}[{}] {}: {}\n\n{}\n", kind.code, kind.name, kind.title, kind.explanation.trim_end()))?;
    Ok(Exit::Success)
}
