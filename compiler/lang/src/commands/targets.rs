//! `lang targets`: every target, and what works on it: checking and descriptions everywhere, code where a code generator
//! makes it. The facts are those of `abi` and the code
//! generators; this owns only their table.

use abi::Target;
use mir::Backend;
use serde_json::json;

use super::{Exit, Trouble, print};
use crate::arguments::{ReportFormat, Targets};
use crate::backends;
use crate::output;

struct Row {
    target: Target,
    is_host: bool,
    cranelift: bool,
    llvm: bool,
}

pub(super) fn run(targets: &Targets) -> Result<Exit, Trouble> {
    let host = Target::host();
    let llvm = backends::llvm();
    let rows: Vec<Row> = Target::ALL
        .into_iter()
        .map(|target| Row {
            target,
            is_host: Some(target) == host,
            cranelift: backends::cranelift().supports(&target).is_ok(),
            llvm: llvm.as_ref().is_ok_and(|llvm| llvm.supports(&target).is_ok()),
        })
        .collect();
    if let Err(reason) = &llvm {
        output::complain("note", reason);
    }
    print(&match targets.format {
        ReportFormat::Text => text(&rows),
        ReportFormat::Json => json_text(&rows),
    })?;
    Ok(Exit::Success)
}

fn text(rows: &[Row]) -> String {
    let mut text =
        format!("{:<24} {:<6} {:<6} {:<10} {:<6} {}\n", "target", "check", "abi", "cranelift", "llvm", "run");
    let word = |yes: bool| if yes { "yes" } else { "-" };
    for row in rows {
        let line = format!(
            "{:<24} {:<6} {:<6} {:<10} {:<6} {}",
            row.target.to_string(),
            word(true),
            word(true),
            word(row.cranelift),
            word(row.llvm),
            word(row.is_host && row.cranelift)
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn json_text(rows: &[Row]) -> String {
    let list: Vec<serde_json::Value> = rows
        .iter()
        .map(|row| {
            let names = [("cranelift", row.cranelift), ("llvm", row.llvm)];
            let backends: Vec<&str> = names.iter().filter(|(_, can)| *can).map(|(name, _)| *name).collect();
            json!({
                "target": row.target.to_string(),
                "host": row.is_host,
                "check": true,
                "abi": true,
                "backends": backends,
                "run": row.is_host && row.cranelift,
            })
        })
        .collect();
    format!("{:#}\n", serde_json::Value::from(list))
}
