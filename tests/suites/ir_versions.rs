//! Modules as each version of the text and binary forms wrote them, kept in `tests/ir/versions`, and what they become when
//! they are read. Owns the promise that every version since 1 of the text and 11 of the binary form is read; must not write
//! these files: those of older versions stay as they are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Output;

use mir::{binary, text};
use tests::{finish, lang_command};

/// The forms that have versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Text,
    Binary,
}

/// A file of a version.
struct Kept {
    form: Form,
    version: u32,
    /// The file of the text that it becomes. Forms of one time have one, and what is newest becomes itself.
    becomes: &'static str,
}

/// One module for each version of each form: a program and random functions, with every kind of table; since text 2 and
/// binary 12 with things noted, since binary 14 with what C has types of its own for.
const KEPT: [Kept; 6] = [
    Kept { form: Form::Text, version: 1, becomes: "upgraded_1.mir" },
    Kept { form: Form::Text, version: 2, becomes: "text_2.mir" },
    Kept { form: Form::Binary, version: 11, becomes: "upgraded_1.mir" },
    Kept { form: Form::Binary, version: 12, becomes: "text_2.mir" },
    Kept { form: Form::Binary, version: 13, becomes: "text_2.mir" },
    Kept { form: Form::Binary, version: 14, becomes: "own_types.mir" },
];

impl Kept {
    fn name(&self) -> String {
        match self.form {
            Form::Text => format!("text_{}.mir", self.version),
            Form::Binary => format!("binary_{}.mirb", self.version),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let path = folder().join(self.name());
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn is_newest(&self) -> bool {
        match self.form {
            Form::Text => self.version == text::VERSION,
            Form::Binary => self.version == binary::VERSION,
        }
    }
}

fn folder() -> PathBuf {
    tests::root().join("tests/ir/versions")
}

fn becomes(kept: &Kept) -> String {
    std::fs::read_to_string(folder().join(kept.becomes)).expect("what each version becomes is kept")
}

/// A text without what it says again in comments, which is no part of a version.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.split(" ; !").next().unwrap_or(line))).collect()
}

/// `lang ir print`
fn printed(cache: &Path, file: &Path, more: &[&str]) -> Output {
    let mut command = lang_command(cache);
    command.args(["ir", "print"]).arg(file).args(more);
    finish(command).expect("it ends")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Who raises a version adds its file: see COOKBOOK.md.
#[test]
fn a_file_of_each_version_is_kept() {
    let versions = |form| KEPT.iter().filter(|kept| kept.form == form).map(|kept| kept.version).collect::<Vec<_>>();
    assert_eq!(versions(Form::Text), (1..=text::VERSION).collect::<Vec<_>>());
    assert_eq!(versions(Form::Binary), (binary::OLDEST..=binary::VERSION).collect::<Vec<_>>());
    assert_eq!(binary::OLDEST, 11, "older versions than the promise says are none that may be given up");
    for kept in &KEPT {
        let bytes = kept.bytes();
        match kept.form {
            Form::Text => {
                let first = String::from_utf8_lossy(&bytes).lines().next().map(str::to_owned);
                let is_of = first.is_some_and(|line| line.ends_with(&format!(" version {}", kept.version)));
                assert!(is_of, "{}", kept.name());
            }
            Form::Binary => assert_eq!(bytes[4..8], kept.version.to_le_bytes(), "{}", kept.name()),
        }
    }
    let known: BTreeSet<String> = KEPT.iter().flat_map(|kept| [kept.name(), kept.becomes.to_owned()]).collect();
    let entries = std::fs::read_dir(folder()).expect("the folder of versions");
    let found: BTreeSet<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(found, known);
}

#[test]
fn each_version_is_upgraded_by_the_command() {
    let cache = tempfile::tempdir().expect("a temporary folder");
    for kept in &KEPT {
        let expected = without_comments(&becomes(kept));
        let output = printed(cache.path(), &folder().join(kept.name()), &[]);
        assert!(output.status.success(), "{}: {}", kept.name(), said(&output));
        let text = without_comments(&String::from_utf8_lossy(&output.stdout));
        assert!(text == expected, "{} is not {}", kept.name(), kept.becomes);
        // What it became is of the newest versions, and stays as it is in both.
        let file = cache.path().join("upgraded.mirb");
        let output = printed(cache.path(), &folder().join(kept.becomes), &["-o", &file.to_string_lossy()]);
        assert!(output.status.success(), "{}: {}", kept.becomes, said(&output));
        assert_eq!(std::fs::read(&file).expect("a written file")[4..8], binary::VERSION.to_le_bytes());
        let again = printed(cache.path(), &file, &[]);
        assert!(without_comments(&String::from_utf8_lossy(&again.stdout)) == expected, "{}", kept.becomes);
    }
}

/// A change of what is written needs a new version.
#[test]
fn the_newest_are_what_is_written_now() {
    for kept in KEPT.iter().filter(|kept| kept.is_newest()) {
        let bytes = kept.bytes();
        let is_same = match kept.form {
            Form::Text => {
                let text = std::str::from_utf8(&bytes).expect("a text");
                let again = mir::print(&mir::read(text).unwrap_or_else(|error| panic!("{error}")));
                without_comments(&again) == without_comments(text)
            }
            Form::Binary => binary::write(&binary::read(&bytes).unwrap_or_else(|error| panic!("{error}"))) == bytes,
        };
        assert!(is_same, "{} is not written as it is: raise the version of its form", kept.name());
    }
}

#[test]
fn versions_that_are_not_read_are_told_by_their_number() {
    let cache = tempfile::tempdir().expect("a temporary folder");
    let file = cache.path().join("other.mir");
    let texts = format!("versions 1 to {} can be read here; read it with the lang that printed it", text::VERSION);
    let bytes = |age| format!("reads versions 11 to {}: it was made by {age} lang; build again", binary::VERSION);
    let cases = [
        (Form::Text, text::VERSION + 1, &texts),
        (Form::Text, u32::MAX, &texts),
        (Form::Text, 0, &texts),
        (Form::Binary, binary::VERSION + 1, &bytes("a newer")),
        (Form::Binary, u32::MAX, &bytes("a newer")),
        (Form::Binary, binary::OLDEST - 1, &bytes("an older")),
    ];
    for (form, version, expected) in cases {
        let newest = KEPT.iter().find(|kept| kept.form == form && kept.is_newest()).expect("the newest is kept");
        let mut bytes = newest.bytes();
        match form {
            Form::Text => {
                let text = String::from_utf8(bytes).expect("a text");
                let (known, other) = (format!(" version {}\n", newest.version), format!(" version {version}\n"));
                bytes = text.replacen(&known, &other, 1).into_bytes();
            }
            Form::Binary => bytes[4..8].copy_from_slice(&version.to_le_bytes()),
        }
        std::fs::write(&file, bytes).expect("a written file");
        let output = printed(cache.path(), &file, &[]);
        let message = said(&output);
        assert_eq!(output.status.code(), Some(1), "{form:?} {version}: {message}");
        assert!(output.stdout.is_empty(), "{form:?} {version}");
        let number = format!("version {version}");
        assert!(message.contains(expected) && message.contains(&number), "{form:?} {version}: {message}");
    }
}

#[test]
fn damaged_modules_of_each_version_never_panic() {
    let (mut refused, mut read) = (0, 0);
    for kept in &KEPT {
        let whole = kept.bytes();
        for seed in 0..1_000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut damaged = whole.clone();
            for _ in 0..random.usize(1..5) {
                // Behind the version, so that it is of this one.
                let position = random.usize(50..damaged.len());
                damaged[position] = random.u8(..);
            }
            let module = match kept.form {
                Form::Text => mir::read(&String::from_utf8_lossy(&damaged)).ok(),
                Form::Binary => binary::read(&damaged).ok(),
            };
            match module {
                Some(module) => {
                    read += 1;
                    let _ = mir::verify(&module);
                }
                None => refused += 1,
            }
        }
    }
    assert!(refused > 100 && read > 100, "{refused} {read}");
}
