//! The Game of Life: patterns whose fate is known.

use libtest_mimic::Failed;

use crate::tools::{Built, example, same};

pub fn works(built: &Built) -> Result<(), Failed> {
    let pattern = |name: &str| example("life/patterns").join(name).to_string_lossy().into_owned();
    let words = |steps: &'static str| ["--no-colour", "--last", "--steps", steps];
    let glider = built.prints(&[&words("4")[..], &["--size", "5x4", &pattern("glider.rle")]].concat(), "")?;
    same(&glider, "generation 4, 5 cells\n·····\n···█·\n····█\n··███\n")?;
    // The gun repeats itself after 30 generations, and has made a glider by then.
    let gun = built.prints(&[&words("30")[..], &[&pattern("gun.rle")]].concat(), "")?;
    same(gun.lines().next().unwrap_or_default(), "generation 30, 41 cells")?;
    let blinker = built.prints(&["--steps", "1", "--delay", "0", "--size", "3x3", "-"], "OOO\n")?;
    let coloured = |text: &str| format!("\u{1b}[32m{text}\u{1b}[0m");
    let (cell, row) = (coloured("█"), coloured("███"));
    let before = format!("generation 0, 3 cells\n···\n{row}\n···\n");
    let behind = format!("generation 1, 3 cells\n·{cell}·\n·{cell}·\n·{cell}·\n");
    same(&blinker, &format!("{before}{behind}"))?;
    std::fs::write(built.folder().join("wrong"), "3o$q!")?;
    same(&built.complains(&["wrong"], 1)?, "life: wrong: in line 1: `q` has no meaning")
}
