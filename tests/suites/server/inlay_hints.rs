//! `textDocument/inlayHint`.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

const TEXT: &str = r#"type copy Line { let @numbers: [f64; 6] }
type User {
  let @active: bool
  let @name: String
}

fn show(line: Line, user: User, loud: bool) { println("${line.numbers[0]} ${user.name} ${loud}") }

fn show_all(line: Line) {
  let user = User(active: true, name: "a")
  let twice = line.numbers[0] * 2.0
  let other = line
  println(twice)
  show(other, user, false)
}
"#;

/// A client whose user wants to see all copies, whatever becomes of them.
fn inserted() -> Client {
    let options =
        Options { initialization_options: json!({"inlayHints": {"copies": "inserted"}}), ..Options::default() };
    let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
    client.open("main.lang");
    client
}

fn hints(client: &mut Client, first: u32, last: u32) -> Vec<Value> {
    let params = json!({
        "textDocument": {"uri": client.uri("main.lang")},
        "range": {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}},
    });
    let hints = client.ask("textDocument/inlayHint", params);
    hints.as_array().cloned().unwrap_or_default()
}

/// `line:column label` of each.
fn shown(hints: &[Value]) -> Vec<String> {
    let text = |hint: &Value| {
        let label = hint["label"].as_str().expect("a plain label");
        format!("{}:{} {label}", hint["position"]["line"], hint["position"]["character"])
    };
    hints.iter().map(text).collect()
}

#[test]
fn every_kind_where_it_belongs() {
    let mut client = inserted();
    let found = hints(&mut client, 0, 99);
    assert_eq!(
        shown(&found),
        [
            "2:19 +7 B padding",
            "6:98 ⟵ drop user",
            "10:11 : f64",
            "11:11 : Line",
            "11:18 ⟵ copy 48 B",
            "13:7 line:",
            "13:12 ⟵ copy 48 B",
            "13:18 ⟵ move",
            "13:20 loud:",
        ]
    );
    let copy = &found[6];
    let tooltip = copy["tooltip"]["value"].as_str().expect("it explains itself");
    assert!(tooltip.contains("the callee owns its argument"), "{tooltip}");
    assert!(tooltip.contains("psABI"), "{tooltip}");
    assert_eq!(found[2]["kind"], 1);
    assert_eq!(found[2]["textEdits"][0]["newText"], ": f64");
    assert_eq!(found[5]["kind"], 2);
    assert_eq!(found[5]["paddingRight"], true);
}

#[test]
fn only_the_lines_on_the_screen() {
    let mut client = inserted();
    assert_eq!(shown(&hints(&mut client, 0, 5)), ["2:19 +7 B padding"]);
}

#[test]
fn each_kind_can_be_switched_off() {
    let all = json!({
        "types": false, "parameters": false, "copies": false, "moves": false, "drops": false, "padding": false,
    });
    let expected = [
        ("types", ": f64"),
        ("parameters", "loud:"),
        ("copies", "⟵ copy 48 B"),
        ("moves", "⟵ move"),
        ("drops", "⟵ drop user"),
        ("padding", "+7 B padding"),
    ];
    for (name, label) in expected {
        let mut only = all.clone();
        only[name] = if name == "copies" { json!("inserted") } else { json!(true) };
        let options = Options { initialization_options: json!({"inlayHints": only}), ..Options::default() };
        let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
        client.open("main.lang");
        let found = shown(&hints(&mut client, 0, 99));
        assert!(!found.is_empty(), "{name} shows nothing");
        assert!(found.iter().any(|hint| hint.ends_with(label)), "{name}: {found:?}");
        let others = expected.iter().filter(|(other, _)| *other != name);
        for (other, label) in others {
            assert!(!found.iter().any(|hint| hint.ends_with(label)), "{name} shows {other}: {found:?}");
        }
    }
}

#[test]
fn small_copies_are_left_out() {
    let options = Options {
        initialization_options: json!({"inlayHints": {"copies": "inserted", "minimumCopyBytes": 49}}),
        ..Options::default()
    };
    let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
    client.open("main.lang");
    let found = shown(&hints(&mut client, 0, 99));
    assert!(!found.iter().any(|hint| hint.contains("copy")), "{found:?}");
}

/// What each hint says, without its place.
fn words(hints: &[Value]) -> Vec<String> {
    hints.iter().map(|hint| hint["label"].as_str().unwrap_or_default().to_string()).collect()
}

#[test]
fn hints_stay_while_the_text_is_broken() {
    let mut client = inserted();
    let whole = words(&hints(&mut client, 0, 99));
    assert!(whole.iter().any(|label| label == "⟵ copy 48 B"), "{whole:?}");
    // A new line is being written: a name that is not there yet, half a statement, an open bracket, an open string.
    let at = TEXT.find("  println(twice)").expect("a line of the text");
    for typed in ["  let x = tw\n", "  let x =\n", "  println(\n", "  println(\"half\n", "  if twice {\n"] {
        let broken = format!("{}{typed}{}", &TEXT[..at], &TEXT[at..]);
        client.change("main.lang", &broken);
        let now = hints(&mut client, 0, 99);
        let kept: Vec<String> = words(&now);
        let missing: Vec<&String> = whole.iter().filter(|label| !kept.contains(label)).collect();
        assert!(missing.is_empty(), "{typed:?} hides {missing:?} of {whole:?}");
        // Those behind the new line have moved down with their text.
        let copies = shown(&now).into_iter().filter(|hint| hint.ends_with("⟵ copy 48 B"));
        assert_eq!(copies.collect::<Vec<String>>(), ["11:18 ⟵ copy 48 B", "14:12 ⟵ copy 48 B"], "{typed:?}");
    }
    // What was there before is not shown for a text that is whole again.
    client.change("main.lang", &TEXT.replace("  let other = line\n", "").replace("show(other", "show(line"));
    let last = words(&hints(&mut client, 0, 99));
    assert!(!last.contains(&": Line".to_string()), "{last:?}");
}

#[test]
fn hints_of_what_was_changed_go() {
    let mut client = inserted();
    let before = shown(&hints(&mut client, 0, 99));
    assert!(before.contains(&"11:11 : Line".to_string()), "{before:?}");
    // The line itself is being rewritten: neither its type nor its copy can be told from the old text.
    client.change("main.lang", &TEXT.replace("let other = line", "let other = lin"));
    let now = shown(&hints(&mut client, 0, 99));
    assert!(!now.iter().any(|hint| hint.starts_with("11:")), "{now:?}");
    assert!(now.contains(&"13:12 ⟵ copy 48 B".to_string()), "{now:?}");
}

/// One copy that a function must make, one that is gone since its call is inlined.
const FATES: &str = r#"type copy Line { let @numbers: [f64; 12] }

extern { fn take(line: Line) -> f64 }
extern fn kept(line: ref Line) -> f64 { unsafe { take(line) } + 1.0 }
fn first(line: Line) -> f64 { line.numbers[0] }
extern fn inlined(line: ref Line) -> f64 { first(line) }
"#;

fn waits_for(client: &mut Client, wanted: &[&str]) -> Vec<Value> {
    let start = std::time::Instant::now();
    loop {
        let found = hints(client, 0, 99);
        if shown(&found) == wanted {
            return found;
        }
        assert!(start.elapsed() < tests::language_client::PATIENCE, "{wanted:?} never came: {:?}", shown(&found));
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn copies_that_survive_are_shown_when_that_is_known() {
    if !tests::has_llvm() {
        return;
    }
    let options =
        Options { capabilities: json!({"workspace": {"inlayHint": {"refreshSupport": true}}}), ..Options::default() };
    let mut client = Client::with_options(&[("main.lang", FATES)], &options);
    client.open("main.lang");
    assert_eq!(shown(&hints(&mut client, 0, 99)), [] as [&str; 0], "nothing is guessed");
    client.wait_for_request("workspace/inlayHint/refresh");
    let found = hints(&mut client, 0, 99);
    assert_eq!(shown(&found), ["3:58 ⟵ copy 96 B"]);
    let tooltip = found[0]["tooltip"]["value"].as_str().expect("it explains itself");
    assert!(tooltip.contains("-O2: "), "{tooltip}");
    // After an edit elsewhere nobody has looked yet: the last answer stays where its line is now.
    client.change("main.lang", &format!("# A line more.\n{FATES}"));
    assert_eq!(shown(&hints(&mut client, 0, 99)), ["4:58 ⟵ copy 96 B"]);
    // Of a line that was edited itself nothing is told before it is known again.
    let calls_twice = FATES.replace("take(line) } + 1.0", "take(line) + take(line) } + 1.0");
    client.change("main.lang", &calls_twice);
    assert_eq!(shown(&hints(&mut client, 0, 99)), [] as [&str; 0]);
    waits_for(&mut client, &["3:58 ⟵ copy 96 B", "3:71 ⟵ copy 96 B"]);
    // A copy that an edit makes vanish goes.
    client.change("main.lang", &FATES.replace("unsafe { take(line) } + 1.0", "first(line) + 1.0"));
    waits_for(&mut client, &[]);
}

#[test]
fn without_an_optimiser_no_copy_is_guessed() {
    let options = Options {
        environment: vec![("LANG_LLVM".to_string(), "/nowhere/lang-llvm".to_string())],
        ..Options::default()
    };
    let mut client = Client::with_options(&[("main.lang", FATES)], &options);
    client.open("main.lang");
    for _ in 0..5 {
        assert_eq!(shown(&hints(&mut client, 0, 99)), [] as [&str; 0]);
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    client.settings = json!({"inlayHints": {"copies": "inserted"}});
    let section = json!({"settings": {"lang": {"inlayHints": {"copies": "inserted"}}}});
    client.notify("workspace/didChangeConfiguration", section);
    let found = shown(&hints(&mut client, 0, 99));
    assert_eq!(found, ["3:58 ⟵ copy 96 B", "5:53 ⟵ copy 96 B"]);
}
