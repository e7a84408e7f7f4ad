//! `sort` beside GNU's, by random options, keys and files.

use std::process::Command;

use fastrand::Rng;
use libtest_mimic::Failed;

use crate::tools::{Built, fed};

const LETTERS: [&str; 22] = [
    "a", "b", "A", "B", " ", "  ", "\t", "\n", "\n", "1", "9", "0", "-", ".", ",", ",", "-1", "10", "1.5", "ab", "ä",
    "00",
];

fn place(random: &mut Rng) -> String {
    let field = random.u8(1..4);
    let mut text = if random.u8(0..3) == 0 { format!("{field}.{}", random.u8(1..4)) } else { field.to_string() };
    text.extend("nrfb".chars().filter(|_| random.u8(0..6) == 0));
    text
}

fn key(random: &mut Rng) -> String {
    let first = place(random);
    if random.bool() { format!("-k{first},{}", place(random)) } else { format!("-k{first}") }
}

pub fn works(built: &Built) -> Result<(), Failed> {
    let mut random = Rng::with_seed(29);
    let files: [&[&str]; 5] = [&["one"], &["one", "two"], &["-"], &[], &["--", "two"]];
    for _ in 0..built.some_of(150) {
        for name in ["one", "two"] {
            let length = [30, 300, 3000][random.usize(0..3)];
            let text: String = (0..random.usize(0..length)).map(|_| LETTERS[random.usize(0..LETTERS.len())]).collect();
            std::fs::write(built.folder().join(name), text)?;
        }
        let keys: Vec<String> = (0..random.usize(0..3)).map(|_| key(&mut random)).collect();
        let mut words: Vec<&str> =
            ["-n", "-r", "-u", "-s", "-f", "-b"].into_iter().filter(|_| random.u8(0..4) == 0).collect();
        words.extend([&["-t", ","][..], &["-t "], &[], &[], &[]][random.usize(0..5)]);
        words.extend(keys.iter().map(String::as_str));
        words.extend(files[random.usize(0..files.len())]);
        let input = std::fs::read(built.folder().join("two"))?;
        let mut command = Command::new("sort");
        command.args(&words).current_dir(built.folder()).env("LC_ALL", "C");
        let (wanted, found) = (fed(command, &input)?, built.run(&words, &input)?);
        if found.status.code() != wanted.status.code() || found.stdout != wanted.stdout {
            let shown = |output: &[u8]| String::from_utf8_lossy(output).into_owned();
            return Err(format!("{words:?}:\n{}\nis not\n{}", shown(&found.stdout), shown(&wanted.stdout)).into());
        }
    }
    Ok(())
}
