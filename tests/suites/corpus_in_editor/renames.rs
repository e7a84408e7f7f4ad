//! Every name, changed to a fresh one at every place: the program has no errors, prints the same, and is the old one
//! when the name is changed back.

use std::collections::BTreeMap;
use std::path::Path;

use ide::{FilePosition, TextEdit, apply, prepare_rename, rename};
use tests::session::Session;
use tests::{corpus, finish, lang_command};

use super::{Sample, at, programs, words};

/// Why a name of a program is not its own to change.
const NOT_ITS_OWN: [&str; 2] = ["a trait of the standard library", "is what `for` calls"];

/// One change of a program, with the places from which it is made.
struct Change {
    old: String,
    fresh: &'static str,
    edits: Vec<TextEdit>,
    places: Vec<usize>,
}

impl Change {
    /// The places of the name that is changed; nothing if more changes than names.
    fn written(&self) -> Option<Vec<usize>> {
        let places = self.edits.iter().map(|edit| edit.range.start as usize);
        let only_names = self.edits.iter().all(|edit| edit.text == self.fresh);
        only_names.then(|| places.collect())
    }
}

/// A closure's parameter without a type is spelled as a type by itself would be.
#[test]
fn parameters_of_closures_without_types() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("main.lang");
    let text = "fn sum(by: ref fn (i64) -> i64) -> i64 { by(1) }\nfn main { println(sum(fn (i) { i * 2 }) + sum(fn (i) { i })) }\n";
    std::fs::write(&path, text).expect("a written file");
    let session = Session::open(&path);
    let declared = text.find("(i)").expect("a parameter") + 1;
    for offset in [declared, text.find("i * 2").expect("a use")] {
        let change = rename(&session.db, at(&session, offset), "n").expect("it can be changed");
        let renamed = apply(text, &change.files[0].1);
        assert_eq!(renamed, text.replace("(i) { i * 2 }", "(n) { n * 2 }"));
    }
}

#[test]
fn a_name_is_changed_at_every_place() {
    let mut sample = Sample::of(12);
    let (mut asked, mut made, mut back) = (0, 0, 0);
    let mut wrong = Vec::new();
    for path in programs() {
        let mut session = Session::open(&path);
        let text = session.text();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut changes: BTreeMap<String, Change> = BTreeMap::new();
        for (offset, word) in sample.some(&words(&text)) {
            let Ok(target) = prepare_rename(&session.db, at(&session, offset)) else { continue };
            if target.range.start as usize != offset {
                continue;
            }
            let fresh = match word.chars().next() {
                Some('_') => "_zz_fresh",
                Some(letter) if letter.is_uppercase() => "Zz_fresh",
                Some(_) | None => "zz_fresh",
            };
            asked += 1;
            match rename(&session.db, at(&session, offset), fresh) {
                Ok(change) => {
                    let own = change.files.iter().filter(|(file, _)| *file == session.file);
                    let edits: Vec<TextEdit> = own.flat_map(|(_, edits)| edits.clone()).collect();
                    if change.files.len() != 1 || edits.is_empty() {
                        wrong.push(format!("{name}:{offset} `{word}` changes {} files", change.files.len()));
                        continue;
                    }
                    let key = format!("{edits:?}");
                    let change =
                        changes.entry(key).or_insert(Change { old: target.name, fresh, edits, places: Vec::new() });
                    change.places.push(offset);
                }
                Err(error) if NOT_ITS_OWN.iter().any(|reason| error.to_string().contains(reason)) => {}
                Err(error) => wrong.push(format!("{name}:{offset} `{word}`: {error}")),
            }
        }
        for change in changes.values() {
            made += 1;
            let place = format!("{name}:{} `{}`", change.places[0], change.old);
            wrong.extend(everywhere_alike(&session, change).map(|what| format!("{place}: {what}")));
            let renamed = apply(&text, &change.edits);
            session.edit(&renamed);
            if !session.is_correct() {
                let problems = session.diagnostics();
                let first = problems.lines().find(|line| line.starts_with('E')).unwrap_or_default().to_string();
                wrong.push(format!("{place}: {first}"));
            } else if change.written().is_some() {
                back += 1;
                if let Err(what) = changed_back(&session, change, &text) {
                    wrong.push(format!("{place}: {what}"));
                }
            }
            session.edit(&text);
        }
    }
    println!("{asked} names, {made} changes, {back} of them back");
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Wherever a name is written that is changed, asking there changes the same.
fn everywhere_alike(session: &Session, change: &Change) -> Option<String> {
    for place in change.written()? {
        if change.places.contains(&place) {
            continue;
        }
        match rename(&session.db, at(session, place), change.fresh) {
            Ok(other) if other.files.len() == 1 && other.files[0].1 == change.edits => {}
            Ok(other) => return Some(format!("from {place} another change: {:?}", other.files.first()?.1)),
            Err(error) => return Some(format!("from {place}: {error}")),
        }
    }
    None
}

fn changed_back(session: &Session, change: &Change, text: &str) -> Result<(), String> {
    let first = change.edits.first().ok_or("nothing changes")?;
    let position = FilePosition { file: session.file, offset: first.range.start };
    let back = rename(&session.db, position, &change.old).map_err(|error| format!("back: {error}"))?;
    let edits = back.files.first().map_or(&[][..], |(_, edits)| edits);
    if apply(&session.text(), edits) == text { Ok(()) } else { Err(format!("back is another text: {edits:?}")) }
}

/// Programs with one name changed, which print what they printed but for that name.
#[test]
fn a_program_with_a_fresh_name_prints_the_same() {
    let mut sample = Sample::of(1);
    let programs: Vec<_> = corpus::programs().into_iter().filter(|program| program.path.is_file()).collect();
    let (mut run, mut wrong) = (0, Vec::new());
    // Without a wish one program in eight.
    let every = if sample.most == 1 { 8 } else { 1 };
    let first = sample.random.usize(..every);
    sample.most = 1;
    for program in programs.iter().skip(first).step_by(every).filter(|program| !program.name.starts_with("bench/")) {
        let session = Session::open(&program.path);
        let text = session.text();
        let all = words(&text);
        for (offset, word) in sample.some(&all) {
            let fresh = if word.starts_with(char::is_uppercase) { "Zz_fresh" } else { "zz_fresh" };
            let Ok(change) = rename(&session.db, at(&session, offset), fresh) else { continue };
            let Some((_, edits)) = change.files.first() else { continue };
            run += 1;
            let renamed = apply(&text, edits);
            let told = printed(&renamed, &program.path);
            let wanted = (program.exit, program.stdout.clone());
            match told {
                Ok((exit, stdout)) if (exit, stdout.replace(fresh, word)) == wanted => {}
                told => wrong.push(format!("{}:{offset} `{word}`: {told:?}", program.name)),
            }
        }
    }
    println!("{run} programs run");
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

pub(super) fn printed(text: &str, path: &Path) -> Result<(i32, String), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    // Messages of the program may name its file.
    let file = folder.path().join(path.file_name().unwrap_or_default());
    std::fs::write(&file, text).map_err(|error| error.to_string())?;
    let mut command = lang_command(folder.path());
    command.arg("run").arg(file);
    let output = finish(command)?;
    let code = output.status.code().ok_or("it was killed")?;
    Ok((code, String::from_utf8_lossy(&output.stdout).into_owned()))
}
