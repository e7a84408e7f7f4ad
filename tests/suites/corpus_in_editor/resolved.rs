//! The list of names (`--emit resolved`) beside what editors answer, and put to use: all listed uses of a variable, changed
//! in the text together with its declaration, leave the program as it is; all but one do not.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tests::session::Session;
use tests::{corpus, finish, lang_command};

use super::renames::printed;
use super::{Sample, at, programs, words};

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    offset: usize,
    written: String,
    kind: String,
    /// `path:line:column`, or `-`.
    place: String,
}

/// The list of a session's file, read back.
fn listed(session: &Session) -> Vec<Listed> {
    let text = session.text();
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect();
    let dump = ide::resolved_names(&session.db, session.file);
    let read = dump.lines().map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [at, written, kind, _, place] = fields[..] else { panic!("five fields: {line}") };
        let (row, column) = at.split_once(':').expect("a line and a column");
        let start = starts[row.parse::<usize>().expect("a line") - 1];
        let column: usize = column.parse().expect("a column");
        let offset = text[start..].char_indices().nth(column - 1).map_or(text.len(), |(offset, _)| start + offset);
        Listed { offset, written: written.to_owned(), kind: kind.to_owned(), place: place.to_owned() }
    });
    read.collect()
}

/// Where the editor says that a name is declared, in the words of the list.
fn answered(session: &Session, offset: usize) -> Option<(usize, String)> {
    let found = ide::definition(&session.db, at(session, offset))?;
    let [target] = &found.targets[..] else { panic!("one target: {found:?}") };
    let text = target.file.text(&session.db);
    let before = &text[..target.focus_range.start as usize];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Some((found.origin.start as usize, format!("{}:{line}:{column}", target.file.path(&session.db))))
}

#[test]
fn the_list_says_what_editors_answer() {
    let mut sample = Sample::of(12);
    let (mut compared, mut wrong) = (0, Vec::new());
    for path in programs() {
        let session = Session::open(&path);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let all = listed(&session);
        // There is what is asked of a value that never comes.
        let nothing = all.iter().filter(|each| each.kind == "nothing" && name != "never_operands.lang");
        wrong.extend(nothing.map(|each| format!("{name}: {each:?}")));
        for each in sample.some(&all) {
            compared += 1;
            let told = answered(&session, each.offset).map_or_else(|| "-".to_owned(), |(_, place)| place);
            if told != each.place {
                wrong.push(format!("{name}: {each:?}, and the editor says {told}"));
            }
        }
        // Nothing is left out.
        let offsets: HashSet<usize> = all.iter().map(|each| each.offset).collect();
        let text = session.text();
        for (offset, word) in sample.some(&words(&text)) {
            let is_jump = matches!(word, "break" | "continue" | "return" | "try" | "throw");
            if !is_jump
                && answered(&session, offset).is_some_and(|(origin, _)| origin == offset)
                && !offsets.contains(&offset)
            {
                wrong.push(format!("{name}:{offset} `{word}` is not listed"));
            }
        }
    }
    println!("{compared} names compared");
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A name as long as another that no word of the text is.
fn fresh(name: &str, taken: &BTreeSet<&str>) -> Option<String> {
    let letters = "zyxwvqkjabcdefghilmnoprstu".chars();
    let mut names = letters.map(|letter| {
        name.char_indices().map(|(at, old)| if at == 0 && old == '_' { '_' } else { letter }).collect::<String>()
    });
    names.find(|name| {
        !taken.contains(name.as_str()) && name != "_" && !["as", "fn", "if", "in"].contains(&name.as_str())
    })
}

/// The text with another name, as long, at some places.
fn changed(text: &str, places: &[usize], name: &str) -> String {
    let mut text = text.to_owned();
    for place in places {
        text.replace_range(*place..*place + name.len(), name);
    }
    text
}

/// Whether the program is as it was, but for a name at some places.
fn is_as_it_was(session: &Session, before: &[Listed], places: &[usize], name: &str) -> bool {
    let mut expected = before.to_vec();
    for each in expected.iter_mut().filter(|each| places.contains(&each.offset)) {
        name.clone_into(&mut each.written);
    }
    session.is_correct() && listed(session) == expected
}

#[test]
fn variables_change_at_the_listed_places() {
    let mut sample = Sample::of(2);
    // Without a wish one program in twelve runs.
    let first = sample.random.usize(..12);
    let (mut made, mut caught, mut run) = (0, 0, 0);
    let mut wrong = Vec::new();
    let all = corpus::programs().into_iter().filter(|program| program.path.is_file());
    for (number, program) in all.enumerate() {
        let mut session = Session::open(&program.path);
        let text = session.text();
        let before = listed(&session);
        let taken: BTreeSet<&str> = words(&text).into_iter().map(|(_, word)| word).collect();
        let mut variables: BTreeMap<&str, Vec<&Listed>> = BTreeMap::new();
        for each in before.iter().filter(|each| each.kind == "local" && each.written.is_ascii()) {
            variables.entry(&each.place).or_default().push(each);
        }
        let variables: Vec<Vec<&Listed>> = variables.into_values().collect();
        for uses in sample.some(&variables) {
            let Some(name) = fresh(&uses[0].written, &taken) else { continue };
            let places: Vec<usize> = uses.iter().map(|each| each.offset).collect();
            made += 1;
            let whole = changed(&text, &places, &name);
            session.edit(&whole);
            if !is_as_it_was(&session, &before, &places, &name) {
                wrong.push(format!("{}: `{}` at {places:?}: {}", program.name, uses[0].written, session.diagnostics()));
            }
            // The mutation: a list that has lost a use.
            if let [kept @ .., _] = &places[..]
                && !kept.is_empty()
            {
                session.edit(&changed(&text, kept, &name));
                if is_as_it_was(&session, &before, kept, &name) {
                    wrong.push(format!("{}: `{}` without its last use is not noticed", program.name, uses[0].written));
                }
                caught += 1;
            }
            session.edit(&text);
            if number % 12 == first && !program.name.starts_with("bench/") {
                run += 1;
                match printed(&whole, &program.path) {
                    Ok(told) if told == (program.exit, program.stdout.clone()) => {}
                    told => wrong.push(format!("{}: `{}` as `{name}`: {told:?}", program.name, uses[0].written)),
                }
            }
        }
    }
    println!("{made} variables, {caught} with a use left out, {run} programs run");
    assert!(made > 0 && caught > 0 && run > 0);
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Programs with errors are listed, too; what means nothing says so.
#[test]
fn what_means_nothing_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "type V {\n  let @x: f32\n  fn by(f: f32) -> f32 { @x * f }\n}\nfn main {\n  let v = V(x: 1.0)\n  all: loop { break all }\n  \
                println(v.by(w) + v.z)\n}\n";
    std::fs::write(folder.path().join("main.lang"), text).expect("a written file");
    let mut command = lang_command(folder.path());
    command.current_dir(folder.path()).args(["build", "--emit", "resolved", "main.lang"]);
    let output = finish(command).expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    expect_test::expect![[r#"
        1:6	V	structure	main.V	main.lang:1:6
        2:8	x	field	main.V.x	main.lang:2:8
        2:11	f32	builtin-type	f32	-
        3:6	by	method	main.V.by	main.lang:3:6
        3:9	f	parameter	-	main.lang:3:9
        3:12	f32	builtin-type	f32	-
        3:20	f32	builtin-type	f32	-
        3:26	@	self	-	main.lang:3:6
        3:27	x	field	main.V.x	main.lang:2:8
        3:31	f	parameter	-	main.lang:3:9
        5:4	main	function	main.main	main.lang:5:4
        6:7	v	local	-	main.lang:6:7
        6:11	V	structure	main.V	main.lang:1:6
        6:13	x	field	main.V.x	main.lang:2:8
        7:3	all	label	-	main.lang:7:3
        7:21	all	label	-	main.lang:7:3
        8:3	println	builtin-function	println	-
        8:11	v	local	-	main.lang:6:7
        8:13	by	method	main.V.by	main.lang:3:6
        8:16	w	nothing	-	-
        8:21	v	local	-	main.lang:6:7
        8:23	z	nothing	-	-
    "#]]
    .assert_eq(&String::from_utf8_lossy(&output.stdout));
}
