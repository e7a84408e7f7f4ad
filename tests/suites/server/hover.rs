//! `textDocument/hover`.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

const TEXT: &str = "\
type copy Line { let @start: f64  let @middle: f64  let @end: f64 }
fn draw(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, last: i64, line: Line) -> Line { line }
fn use_it(line: $0Line) -> Line { draw(1, 2, 3, 4, 5, 6, $1777, $2line) }
";

/// The page at a mark.
fn page(client: &mut Client, mark: u32) -> String {
    let answer = client.ask("textDocument/hover", client.at(mark));
    answer["contents"]["value"].as_str().unwrap_or_default().to_string()
}

fn server(settings: Value) -> Client {
    let options = Options { initialization_options: settings, ..Options::default() };
    let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
    client.open("main.lang");
    client
}

#[test]
fn a_page_with_its_range() {
    let mut client = server(Value::Null);
    let answer = client.ask("textDocument/hover", client.at(0));
    assert_eq!(answer["contents"]["kind"], "markdown");
    assert_eq!(answer["range"]["start"], client.at(0)["position"]);
    let text = page(&mut client, 0);
    for expected in [
        "```lang\ntype copy Line {\n  let @start: f64\n",
        "Line · 24 bytes · align 8 · copied on use\n",
        "x86-64   argument: stack, 24 B copied  result: through rdi\n",
        "aarch64  argument: v0 v1 v2            result: v0 v1 v2\n",
    ] {
        assert!(text.contains(expected), "{expected} is not in:\n{text}");
    }
}

#[test]
fn hover_of_an_argument_after_the_registers_ran_out() {
    let mut client = server(Value::Null);
    let scalar = page(&mut client, 1);
    assert!(scalar.starts_with("```text\nlast: i64 · 8 bytes · argument of draw\n"), "{scalar}");
    assert!(scalar.contains("last  stack+8  x6\n"), "{scalar}");
    let structure = page(&mut client, 2);
    let row = "line  stack+16, 24 B copied  v0 v1 v2\n";
    assert!(structure.contains(row), "{structure}");
    assert!(structure.contains("Copies made here:"), "{structure}");
}

#[test]
fn switches_of_the_user() {
    let settings = json!({"targets": [], "hover": {"layout": "never", "abi": "never", "copies": false}});
    let mut client = server(settings);
    let text = page(&mut client, 0);
    assert!(!text.contains("24 bytes") && !text.contains("stack+0"), "{text}");
    let text = page(&mut client, 2);
    assert!(!text.contains("Copies made here"), "{text}");
    let mut client = server(json!({"hover": {"layout": "always", "abi": "always", "codegen": false}}));
    let text = page(&mut client, 0);
    assert!(text.contains("\n 0  start   f64  ████████\n"), "{text}");
    assert!(!text.contains("LLVM"), "{text}");
}

#[test]
fn hover_on_broken_code() {
    let text = "type copy Pair { let @a: i64  let @b: }\nfn f(p: $0Pair { let c = $1p. }\n";
    let mut client = Client::of_files(&[("main.lang", "")]);
    client.open_text("main.lang", text);
    let shown = page(&mut client, 0);
    assert!(shown.contains("type copy Pair"), "{shown}");
    assert!(!shown.contains("bytes"), "{shown}");
    let shown = page(&mut client, 1);
    assert!(shown.contains("p: Pair"), "{shown}");
    assert!(!shown.contains("bytes"), "{shown}");
}

#[test]
fn right_after_an_edit_of_the_same_text() {
    let mut client = server(Value::Null);
    for round in 0..20 {
        let field = format!("  let @more_{round}: f64");
        let end = client.document("main.lang").text.find(" }").expect("the type ends");
        client.edit("main.lang", end..end, &field);
        let expected = format!("{} bytes · align 8", 32 + 8 * round);
        let at = client.document("main.lang").text.find("Line {").expect("the type is there");
        let position = client.position("main.lang", at);
        let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "position": position});
        let answer = client.ask("textDocument/hover", params);
        let shown = answer["contents"]["value"].as_str().unwrap_or_default();
        assert!(shown.contains(&expected), "{expected} is not in:\n{shown}");
    }
}

#[test]
fn plain_text_for_those_who_take_nothing_else() {
    let options = Options {
        capabilities: json!({"textDocument": {"hover": {"contentFormat": ["plaintext"]}}}),
        ..Options::default()
    };
    let mut client = Client::with_options(&[("main.lang", "fn $0main { }\n")], &options);
    client.open("main.lang");
    let answer = client.ask("textDocument/hover", client.at(0));
    assert_eq!(answer["contents"]["kind"], "plaintext");
}

#[test]
fn a_function_shows_where_each_value_lands() {
    let text = "fn $1f(a: i64, b: f32, $0c: ref i64) -> f64 { 1.0 }\n";
    let mut client = Client::of_files(&[("main.lang", text)]);
    client.open("main.lang");
    let shown = page(&mut client, 1);
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_string()).collect::<Vec<String>>();
    let rows: Vec<Vec<String>> = shown.lines().map(cells).collect();
    for row in [
        ["`a`", "`i64`", "8", "rdi", "x0"],
        ["`b`", "`f32`", "4", "xmm0", "v0"],
        ["`c`", "`ref i64`", "8", "rsi", "x1"],
        ["`result`", "`f64`", "8", "xmm0", "v0"],
    ] {
        let is_there = rows.iter().any(|found| found.get(1..6).is_some_and(|found| found == row));
        assert!(is_there, "{row:?} is not in:\n{shown}");
    }
    let shown = page(&mut client, 0);
    let arrives = "arrives: rsi (x86_64-linux-gnu), x1 (aarch64-linux-gnu)";
    assert!(shown.contains(arrives), "{shown}");
}

#[test]
fn a_type_shows_the_forms_of_both_code_generators() {
    let mut client = server(Value::Null);
    let position = client.position("main.lang", "type copy ".len());
    let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "position": position});
    let answer = client.ask("textDocument/hover", params);
    let shown = answer["contents"]["value"].as_str().unwrap_or_default();
    for part in ["argument, LLVM", "byval({ double, double, double })", "result, LLVM", "sret", "argument, Cranelift"] {
        assert!(shown.contains(part), "{part} is not in:\n{shown}");
    }
}

#[test]
fn moves_and_drops() {
    let text = "type User { let @name: String }
fn keep(user: User) {}
fn main {
  let $1user = User(name: \"a\")
  $0keep(user)
  let $2other = User(name: \"b\")
}
";
    let mut client = Client::of_files(&[("main.lang", text)]);
    client.open("main.lang");
    let shown = page(&mut client, 0);
    let moved = "`user` moves to parameter `user` of `keep`: 8 bytes";
    assert!(shown.contains(moved), "{shown}");
    let shown = page(&mut client, 1);
    for part in ["let user: User", "lives in a register in optimised builds", "moved"] {
        assert!(shown.contains(part), "{part} is not in:\n{shown}");
    }
    let shown = page(&mut client, 2);
    assert!(shown.contains("drop"), "{shown}");
}

#[test]
fn words_literals_attributes_and_codes() {
    let text = "# See $3E0216, $4E0603 and $5E0621.
@[$2packed]
type copy P { let @x: u8 }
fn main {
  let $0mut n = 25$15
  n += 1
}
";
    let mut client = Client::of_files(&[("main.lang", text)]);
    client.open("main.lang");
    for (mark, expected) in [
        (0, "keyword `mut`"),
        (1, "0xff"),
        (2, "attribute `packed`"),
        (3, "**E0216 unknown-field**"),
        // Of manifests, and of building.
        (4, "**E0603 "),
        (5, "**E0621 "),
    ] {
        let shown = page(&mut client, mark);
        assert!(shown.contains(expected), "{expected} is not in:\n{shown}");
    }
}

#[test]
fn links_in_the_place_of_details_for_an_editor_that_follows_them() {
    let mut client = server(json!({"commandLinks": true}));
    let text = page(&mut client, 2);
    assert!(text.contains("[ABI report](command:lang.show.abi?%5B%7B%22"), "{text}");
    assert!(!text.contains("Copies made here"), "{text}");
    let documented = "# See [me](command:lang.run) or [me](comm&#97;nd:lang.run).\nfn $0f() { }\n";
    let options = Options { initialization_options: json!({"commandLinks": true}), ..Options::default() };
    let mut client = Client::with_options(&[("main.lang", documented)], &options);
    client.open("main.lang");
    let text = page(&mut client, 0);
    assert!(text.contains("See me or me."), "{text}");
    assert!(!text.contains("command:lang.run"), "{text}");
}

#[test]
fn hover_of_a_call_through_a_dyn_says_what_optimised_code_calls() {
    if !tests::has_llvm() {
        return;
    }
    let program = |more: &str| {
        format!(
            "trait Area {{ fn area -> i64 }}
            type inline Square {{ let @side: i64 }}
            impl Area for Square {{ fn area -> i64 {{ @side * @side }} }}
            {more}
            fn f(x: ref dyn Area) -> i64 {{ x.ar$0ea() }}
            fn main() {{ println(f(Square(side: 3))) }}"
        )
    };
    for (more, wanted) in [
        ("", "-O2: direct · Square"),
        ("extern fn from_c(x: ref dyn Area) -> i64 { x.area() }", "-O2: compared, else through the table · Square"),
    ] {
        let mut client = Client::with_options(&[("main.lang", &program(more))], &Options::default());
        client.open("main.lang");
        let answer = client.ask("textDocument/hover", client.at(0));
        let shown = answer["contents"]["value"].as_str().expect("it has a page").to_owned();
        assert!(shown.contains("through dyn Area") && shown.contains(wanted), "{shown}");
    }
}
