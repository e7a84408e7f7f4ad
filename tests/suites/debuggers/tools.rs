//! Programs that read debug information but are no debuggers: what valgrind and addr2line say of functions and lines.

use std::process::Command;

use libtest_mimic::Failed;

use super::{Maker, build};

/// Reads what it has freed, in line 7, called from line 14.
const MISUSED: &str = "\
extern {
  fn malloc(size: u64) -> Pointer[i64]
  fn free(memory: Pointer[i64])
}

fn misuse(memory: Pointer[i64]) -> i64 {
  unsafe { memory[0] }
}

fn main {
  let memory = unsafe { malloc(8) }
  unsafe { memory[0] = 5 }
  unsafe { free(memory) }
  println(misuse(memory))
}
";

/// Both name the functions and lines of a program.
pub fn named(maker: Maker) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("misused.lang");
    std::fs::write(&source, MISUSED)?;
    let program = build(&source, folder.path(), maker.options())?;
    let said = Command::new("valgrind").arg("-q").arg(&program).output()?;
    let said = String::from_utf8_lossy(&said.stderr).replace(&format!("{}/", folder.path().display()), "");
    for wanted in
        ["misused.misuse (misused.lang:7)", "misused.main (misused.lang:14)", "misused.main (misused.lang:13)"]
    {
        if !said.contains(wanted) {
            return Err(format!("valgrind does not say {wanted}:\n{said}").into());
        }
    }
    let place = Command::new("nm").arg(&program).output()?;
    let place = String::from_utf8_lossy(&place.stdout).into_owned();
    let place = place.lines().find(|line| line.ends_with(" misused.misuse")).ok_or("the function has no symbol")?;
    let place = place.split(' ').next().unwrap_or_default();
    let said = Command::new("addr2line").args(["-f", "-e"]).arg(&program).arg(place).output()?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    match said.lines().collect::<Vec<_>>().as_slice() {
        [function, line] if function.ends_with("misuse") && line.ends_with("misused.lang:6") => Ok(()),
        _ => Err(format!("addr2line says {said}").into()),
    }
}
