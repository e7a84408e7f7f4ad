//! A program that loads plug-ins written in C.

use std::process::Command;

use libtest_mimic::Failed;

use crate::tools::{Built, example, fed, same, succeeded};

pub fn works(built: &Built) -> Result<(), Failed> {
    for name in ["echo", "gain"] {
        let source = example("effects/plugins").join(format!("{name}.c"));
        let mut command = Command::new("cc");
        command.args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror"]).arg(source);
        command.arg("-o").arg(built.folder().join(format!("{name}.so")));
        succeeded(fed(command, b"")?)?;
    }
    let printed = built.prints(&["./echo.so=0.5", "./gain.so=3", "--wav", "tone.wav"], "")?;
    let expected = "\
        tone         peak 0.497  left 0.204  right 0.204\n\
        echo         peak 0.675  left 0.317  right 0.346\n\
        ./gain.so says: this will be loud\n\
        gain         peak 1.000  left 0.805  right 0.778\n";
    same(&printed, expected)?;
    let file = std::fs::read(built.folder().join("tone.wav"))?;
    if file.len() != 32_044 || !file.starts_with(b"RIFF") {
        return Err(format!("{} bytes", file.len()).into());
    }
    same(&built.complains(&["./echo.so=2"], 1)?, "effects: `./echo.so` refuses to work")?;
    same(&built.complains(&["./gain.so=loud"], 1)?, "effects: in `./gain.so=loud`: there is no digit at byte 1")
}
