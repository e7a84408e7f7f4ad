//! `grep` beside GNU's, by random patterns, options and files.

use std::path::Path;
use std::process::Command;

use fastrand::Rng;
use libtest_mimic::Failed;

use crate::tools::{Built, fed};

const LETTERS: [&str; 24] = [
    "a", "b", "c", "ab", "A", "B", " ", "\n", "\n", "x1", "9", ".", "*", "[", "\\", "ä", "+", "(", ")", "|", "$", "^",
    "\n", "a",
];
const OPTIONS: [&str; 9] = ["-i", "-v", "-n", "-c", "-r", "-l", "-q", "-h", "-H"];
const CLASSES: [&str; 6] = ["[ab]", "[^a-c]", "[[:digit:]]", "[]a]", "[a-c9]", "[^[:alpha:] ]"];
const ESCAPES: [&str; 6] = ["\\.", "\\*", "\\[", "\\\\", "\\^", "\\$"];
const FIXED: [&str; 8] = ["a", "ab", "^", "x1.", "*", "(", "|$", "a\nb"];

fn pick<'a>(random: &mut Rng, from: &[&'a str]) -> &'a str {
    from[random.usize(0..from.len())]
}

fn atom(random: &mut Rng, is_extended: bool, depth: usize) -> String {
    match random.u8(0..9) {
        0..=3 => pick(random, &["a", "b", "c", "A", "B", "x", "1", "9"]).to_owned(),
        4 => ".".to_owned(),
        5 => pick(random, &CLASSES).to_owned(),
        6 => pick(random, &ESCAPES).to_owned(),
        7 if depth < 2 => {
            let inner = either(random, is_extended, depth + 1);
            if is_extended { format!("({inner})") } else { format!("\\({inner}\\)") }
        }
        _ => "b".to_owned(),
    }
}

fn sequence(random: &mut Rng, is_extended: bool, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.usize(1..4) {
        text.push_str(&atom(random, is_extended, depth));
        let before = if is_extended { "" } else { "\\" };
        match random.u8(0..8) {
            0 => text.push('*'),
            1 => text.push_str(&format!("{before}+")),
            2 => text.push_str(&format!("{before}?")),
            3 => text.push_str(&format!("{before}{{{}{before}}}", pick(random, &["2", "1,2", ",2", "1,"]))),
            _ => {}
        }
    }
    text
}

fn either(random: &mut Rng, is_extended: bool, depth: usize) -> String {
    let mut text = sequence(random, is_extended, depth);
    if random.u8(0..4) == 0 {
        text.push_str(if is_extended { "|" } else { "\\|" });
        text.push_str(&sequence(random, is_extended, depth));
    }
    if depth == 0 && random.u8(0..6) == 0 {
        text.insert(0, '^');
    }
    if depth == 0 && random.u8(0..6) == 0 {
        text.push('$');
    }
    text
}

/// What GNU's says, and its exit code.
fn expected(folder: &Path, words: &[&str], input: &[u8]) -> Result<(Option<i32>, Vec<u8>), Failed> {
    let mut command = Command::new("grep");
    command.args(words).current_dir(folder).env("LC_ALL", "C");
    let output = fed(command, input)?;
    Ok((output.status.code(), output.stdout))
}

pub fn works(built: &Built) -> Result<(), Failed> {
    let mut random = Rng::with_seed(23);
    let folder = built.folder();
    std::fs::create_dir_all(folder.join("sub/deep"))?;
    for name in ["one", "two", "sub/three", "sub/deep/four"] {
        let text: String = (0..random.usize(0..3000)).map(|_| pick(&mut random, &LETTERS)).collect();
        std::fs::write(folder.join(name), text)?;
    }
    std::fs::write(folder.join("empty"), "")?;
    let input = std::fs::read(folder.join("two"))?;
    let files: [&[&str]; 6] = [&["one"], &["one", "two"], &["-"], &["empty", "none", "one"], &[], &["sub", "two"]];
    for _ in 0..built.some_of(150) {
        let is_extended = random.bool();
        let is_fixed = random.u8(0..5) == 0;
        let pattern = if is_fixed { pick(&mut random, &FIXED).to_owned() } else { either(&mut random, is_extended, 0) };
        let mut words: Vec<&str> = OPTIONS.into_iter().filter(|_| random.u8(0..4) == 0).collect();
        words.push(if is_fixed {
            "-F"
        } else if is_extended {
            "-E"
        } else {
            "-G"
        });
        words.push(if random.bool() { "-e" } else { "--" });
        words.push(&pattern);
        // Folders are for `-r`.
        let files = &files[..if words.contains(&"-r") { 6 } else { 5 }];
        words.extend(files[random.usize(0..files.len())]);
        let (code, mut wanted) = expected(folder, &words, &input)?;
        let output = built.run(&words, &input)?;
        let mut found = output.stdout;
        if words.contains(&"-r") {
            // In which order a folder is walked through nobody says.
            for text in [&mut wanted, &mut found] {
                let mut lines: Vec<Vec<u8>> = text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                lines.sort();
                *text = lines.join(&b'\n');
            }
        }
        if output.status.code() != code || found != wanted {
            let (wanted, found) = (String::from_utf8_lossy(&wanted), String::from_utf8_lossy(&found));
            return Err(
                format!("{words:?}: {:?}, not {code:?}\n{found}\nis not\n{wanted}", output.status.code()).into()
            );
        }
    }
    Ok(())
}
