//! The commands that show code: `lang.showCode`, `lang.layout`, `lang.crosscheck`, `lang.copies`.

use serde_json::{Value, json};
use tests::language_client::Client;

const TEXT: &str = "type copy Line {
  let @kind: u8
  let @numbers: [f64; 6]
}

type copy Pair { let @a: i64$2  let @b: f32 }

fn sum(line: Line, scale: f64) -> f64 {
  let other = line
  other.numbers[0] * sc$0ale
}

fn broken(line: Line) -> f64 {
  lin$1e.missing
}
let LIMIT = 1$3
";

fn client() -> Client {
    let mut client = Client::of_files(&[("main.lang", TEXT)]);
    client.open("main.lang");
    client
}

fn command(client: &mut Client, name: &str, mark: u32, form: &str) -> Result<Value, Value> {
    let place = client.at(mark);
    let argument = json!({"uri": place["textDocument"]["uri"], "position": place["position"], "form": form});
    let params = json!({"command": name, "arguments": [argument]});
    client.request("workspace/executeCommand", params)
}

/// The text of a form, and the part of it that comes from a line of the source.
fn shown(client: &mut Client, form: &str, source_line: u64) -> (String, String) {
    let answer = command(client, "lang.showCode", 0, form).expect("the form is made");
    assert_eq!(answer["title"], "sum");
    assert_eq!(answer["source"], json!([7, 10]), "the lines of the function");
    let level = answer["level"].as_str().expect("a level");
    let first = answer["text"].as_str().and_then(|text| text.lines().next());
    let target = abi::Target::host().expect("tests run on a described target");
    let named = [format!("# {level}, {target}"), format!("; {level}, {target}")];
    assert!(first.is_some_and(|first| named.iter().any(|named| named == first)), "{first:?}");
    let text = answer["text"].as_str().expect("a text").to_string();
    let lines: Vec<&str> = text.lines().collect();
    let mut part = String::new();
    for entry in answer["lines"].as_array().expect("a map") {
        let [source, first, last] = [0, 1, 2].map(|index| entry[index].as_u64().expect("a number"));
        assert!(first <= last && (last as usize) < lines.len(), "{form}: {entry} in\n{text}");
        if source == source_line {
            part.push_str(&lines[first as usize..=last as usize].join("\n"));
            part.push('\n');
        }
    }
    (text, part)
}

#[test]
fn intermediate_code_with_its_lines() {
    let mut client = client();
    let (text, copied) = shown(&mut client, "mir", 8);
    assert!(text.contains("function lowered"), "{text}");
    assert!(copied.contains("copy ") && copied.contains("reason assignment"), "{copied}");
    let (_, multiplied) = shown(&mut client, "mir", 9);
    assert!(multiplied.contains("multiply"), "{multiplied}");
    let (text, _) = shown(&mut client, "mir-source", 8);
    assert!(text.contains("function system_abi"), "{text}");
}

#[test]
fn cranelift_with_its_lines() {
    let mut client = client();
    let (text, multiplied) = shown(&mut client, "clif", 9);
    assert!(text.contains("function u0:"), "{text}");
    assert!(multiplied.contains("fmul"), "{multiplied}");
    assert!(!text.contains('@'), "{text}");
    let (text, multiplied) = shown(&mut client, "asm-cranelift", 9);
    let multiplies = |code: &str| code.contains("mulsd") || code.contains("fmul");
    assert!(multiplies(&multiplied), "{multiplied}\n{text}");
    assert!(text.contains("sum:\n") && !text.contains(".loc"), "{text}");
    let (_, copied) = shown(&mut client, "asm-cranelift", 8);
    assert!(!copied.is_empty() && !multiplies(&copied), "{copied}\n{text}");
    let directives = multiplied.lines().chain(copied.lines()).filter(|line| line.trim_start().starts_with('.'));
    assert_eq!(directives.count(), 0, "{multiplied}\n{copied}");
}

#[test]
fn llvm_with_its_lines() {
    if !tests::has_llvm() {
        println!("skipped: lang-llvm is not built here");
        return;
    }
    let mut client = client();
    let (text, multiplied) = shown(&mut client, "llvm-ir", 9);
    assert!(text.contains("define") && !text.contains("!dbg"), "{text}");
    assert!(multiplied.contains("fmul"), "{multiplied}");
    assert!(text.starts_with("; LLVM -O2, "), "{text}");
    let (text, multiplied) = shown(&mut client, "asm-llvm", 9);
    assert!(!text.contains(".loc") && !text.contains(".debug"), "{text}");
    assert!(multiplied.contains("mul"), "{multiplied}\n{text}");
}

#[test]
fn the_convention_on_two_targets() {
    let mut client = client();
    let answer = command(&mut client, "lang.showCode", 0, "abi").expect("the form is made");
    let text = answer["text"].as_str().expect("a text");
    for words in ["x86_64-linux-gnu", "aarch64-linux-gnu", "stack+0", "xmm0", "psABI"] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
}

#[test]
fn what_has_no_code() {
    let mut client = client();
    let refusal = command(&mut client, "lang.showCode", 1, "mir").expect_err("it has an error");
    assert!(refusal["message"].as_str().expect("words").contains("`broken` has no code"), "{refusal}");
    assert_eq!(command(&mut client, "lang.showCode", 3, "mir"), Ok(Value::Null));
    let refusal = command(&mut client, "lang.showCode", 0, "java").expect_err("there is no such form");
    assert!(refusal["message"].as_str().expect("words").contains("asm-cranelift"), "{refusal}");
    let params = json!({"command": "lang.showCode", "arguments": []});
    client.request("workspace/executeCommand", params).expect_err("it needs a place");
}

#[test]
fn layout_for_the_picture() {
    let mut client = client();
    let answer = command(&mut client, "lang.layout", 2, "").expect("it has a layout");
    let layout = &answer["layouts"][0];
    assert_eq!(layout["name"], "Pair");
    assert_eq!((&layout["size"], &layout["align"], &layout["padding"]), (&json!(16), &json!(8), &json!(4)));
    assert_eq!(
        layout["parts"][1],
        json!({
            "name": "b", "type": "f32", "owner": false, "kind": "field", "offset": 8, "size": 4, "align": 4, "parts": [],
        })
    );
    let travels = layout["travels"].as_array().expect("a list");
    let x86 = travels.iter().find(|travels| travels["target"] == "x86_64-linux-gnu").expect("it is shown");
    assert_eq!(x86["argumentPlaces"][0]["location"], "rdi");
    assert_eq!(x86["argumentPlaces"][1]["location"], "xmm0");
    assert!(answer["text"].as_str().expect("a text").contains("(padding)"), "{answer}");
    assert_eq!(command(&mut client, "lang.layout", 3, ""), Ok(Value::Null));
}

/// Enums case by case, and behind a closure and a `dyn` what their words lead to.
#[test]
fn layouts_of_the_other_forms() {
    let text = "type enum Shape$0 { case Circle(f64)  case Dot }
trait Area { fn area -> f64 }
fn f(area$1: ref dyn Area, n: i64) -> fn -> i64 { $2fn { n } }
type Tree$3[T] { let @value: T }
";
    let mut client = Client::of_files(&[("main.lang", text)]);
    client.open("main.lang");
    let answer = command(&mut client, "lang.layout", 0, "").expect("it has a layout");
    let shapes = &answer["layouts"][0]["shapes"];
    assert_eq!((&shapes[0]["name"], &shapes[1]["name"]), (&json!("Circle: tag 0"), &json!("Dot: tag 1")));
    assert_eq!(shapes[0]["parts"][0]["kind"], "tag");
    assert_eq!(shapes[0]["parts"][1]["offset"], 8);

    let answer = command(&mut client, "lang.layout", 1, "").expect("it has a layout");
    assert_eq!((&answer["name"], &answer["layouts"][1]["size"]), (&json!("ref dyn Area"), &json!(32)));

    let answer = command(&mut client, "lang.layout", 2, "").expect("it has a layout");
    let environment = &answer["layouts"][1];
    assert_eq!((&environment["size"], &environment["parts"][1]["name"]), (&json!(16), &json!("n")));
    assert_eq!(environment["shapes"], Value::Null);

    let refusal = command(&mut client, "lang.layout", 3, "").expect_err("an instance has a layout");
    assert!(refusal["message"].as_str().expect("words").contains("`Tree` has no layout"), "{refusal}");
}

#[test]
fn a_function_is_cross_checked() {
    let mut client = client();
    let answer = command(&mut client, "lang.crosscheck", 0, "").expect("a C compiler is installed");
    let verdict = answer["verdict"].as_str().expect("words");
    assert!(verdict.starts_with("agreement"), "{answer}");
    assert!(answer["text"].as_str().expect("a text").contains("cranelift"), "{answer}");
}

/// What takes long can be taken back, and is answered once.
#[test]
fn a_cross_check_is_cancelled() {
    let mut client = client();
    let place = client.at(0);
    let argument = json!({"uri": place["textDocument"]["uri"], "position": place["position"]});
    let params = json!({"command": "lang.crosscheck", "arguments": [argument]});
    let id = client.begin("workspace/executeCommand", params);
    client.notify("$/cancelRequest", json!({"id": id}));
    let error = client.answer(id).expect_err("it takes longer than that");
    assert_eq!(error["code"], -32800, "{error}");
    client.ask("workspace/executeCommand", json!({"command": "lang.serverStatus"}));
    assert!(client.take_answers().is_empty());
}

#[test]
fn copies_of_a_function() {
    let mut client = client();
    let answer = command(&mut client, "lang.copies", 0, "").expect("it has copies");
    assert_eq!(answer["function"], "sum");
    assert_eq!(answer["copies"][0]["bytes"], 56);
    assert_eq!(answer["copies"][0]["range"]["start"], json!({"line": 8, "character": 14}));
}
