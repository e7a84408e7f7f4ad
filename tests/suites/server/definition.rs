//! `textDocument/definition`, `declaration`, `typeDefinition` and `implementation`.

use serde_json::json;
use tests::language_client::{Client, Options};

use crate::places::{MANIFEST, all_shown};

const TEXT: &str = "fn main {\n  $0help()\n}\n\nfn $1help {}\n";

#[test]
fn leads_to_the_name() {
    let mut client = Client::of_files(&[("main.lang", TEXT)]);
    client.open("main.lang");
    let answer = client.ask("textDocument/definition", client.at(0));
    assert_eq!(answer[0]["uri"], client.uri("main.lang"));
    assert_eq!(answer[0]["range"]["start"], client.at(1)["position"]);
}

#[test]
fn as_a_link_where_the_client_takes_links() {
    let options =
        Options { capabilities: json!({"textDocument": {"definition": {"linkSupport": true}}}), ..Options::default() };
    let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
    client.open("main.lang");
    let answer = client.ask("textDocument/definition", client.at(0));
    assert_eq!(answer[0]["targetSelectionRange"]["start"], client.at(1)["position"]);
    assert_eq!(answer[0]["originSelectionRange"]["start"], client.at(0)["position"]);
}

const MAIN: &str = "\
import shapes ($0Square as Box, area)
import std.c (errno)
extern { fn $6handler(x: i32) -> i32 }
fn main {
  let $1mine = Box(side: 2.0)
  println($2area(mine) + $3mine.$4twice())
  println($5errno())
}
";

const SHAPES: &str = "\
pub type copy Square { pub let @side: f64  pub fn twice -> f64 { @side * 2.0 } }
impl Square { pub fn half -> f64 { @side / 2.0 } }
pub fn area(of: Square) -> f64 { of.side * of.side }
extern fn handler(x: i32) -> i32 { x }
";

#[test]
fn across_files_and_into_the_standard_library() {
    let mut client = Client::of_files(&[MANIFEST, ("main.lang", MAIN), ("shapes.lang", SHAPES)]);
    client.open("main.lang");
    let mut ask = |what: &str, mark: u32| {
        let answer = client.ask(&format!("textDocument/{what}"), client.at(mark));
        all_shown(&client, &answer)
    };
    assert_eq!(ask("definition", 0), ["shapes.lang:1:15 Square"]);
    assert_eq!(ask("definition", 4), ["shapes.lang:1:51 twice"]);
    assert_eq!(ask("declaration", 2), ["main.lang:1:31 area"]);
    assert_eq!(ask("typeDefinition", 1), ["shapes.lang:1:15 Square"]);
    assert_eq!(ask("typeDefinition", 3), ["shapes.lang:1:15 Square"]);
    assert_eq!(ask("implementation", 0), ["shapes.lang:2:6 Square", "shapes.lang:1:51 twice"]);
    assert_eq!(ask("implementation", 6), ["shapes.lang:4:11 handler"]);
    let [errno] = &ask("definition", 5)[..] else {
        panic!("one place");
    };
    assert!(errno.starts_with("std/c.lang:"), "{errno}");
}

/// What the compiler knows by itself leads to its place on a page that the client can open. One list: every name of
/// [`ide::BuiltinName`].
#[test]
fn names_of_the_compiler_lead_to_their_page() {
    let mut client = Client::of_files(&[("main.lang", "fn main() { }\n")]);
    client.open("main.lang");
    for name in ide::BuiltinName::all() {
        let (written, word) = match name {
            ide::BuiltinName::Type(ide_type) if ide_type.text() == "Pointer" => {
                ("fn f(a: Pointer[u8]) { }\n".to_string(), "Pointer")
            }
            ide::BuiltinName::Type(ide_type) if ide_type.text() == "Never" => {
                ("extern { fn exit(code: i32) -> Never }\n".to_string(), "Never")
            }
            ide::BuiltinName::Type(_) => (format!("fn f(a: {}) {{ }}\n", name.text()), name.text()),
            ide::BuiltinName::Function(_) => {
                (format!("fn f(a: bool) {{\n  let mut x = a\n  {}(mut x, a)\n}}\n", name.text()), name.text())
            }
            ide::BuiltinName::PointerNull => ("fn f {\n  let a: Pointer[u8] = Pointer.null()\n}\n".to_string(), "null"),
            ide::BuiltinName::PointerOffset => {
                ("fn f(p: Pointer[u8]) {\n  let a = unsafe { p.offset(1) }\n}\n".to_string(), "offset")
            }
            ide::BuiltinName::PointerWrite => {
                ("fn f(p: Pointer[u8]) {\n  unsafe { p.write(1) }\n}\n".to_string(), "write")
            }
            ide::BuiltinName::PointerRead => {
                ("fn f(p: Pointer[u8]) -> u8 {\n  unsafe { p.read() }\n}\n".to_string(), "read")
            }
            ide::BuiltinName::PointerDrop => {
                ("fn f(p: Pointer[u8]) {\n  unsafe { p.drop_in_place() }\n}\n".to_string(), "drop_in_place")
            }
            ide::BuiltinName::IntoRaw => {
                ("type H { let @x: i64 }\nfn f(h: H) -> Pointer[H.Object] { h.into_raw() }\n".to_string(), "into_raw")
            }
            ide::BuiltinName::FromRaw => (
                "type H { let @x: i64 }\nfn f(p: Pointer[H.Object]) -> H { unsafe { H.from_raw(p) } }\n".to_string(),
                "from_raw",
            ),
            ide::BuiltinName::Length => ("fn f(a: ref [i64]) -> i64 { a.length() }\n".to_string(), "length"),
            ide::BuiltinName::Object => {
                ("type H { let @x: i64 }\nfn f(p: Pointer[H.Object]) { }\n".to_string(), "Object")
            }
        };
        client.change("main.lang", &written);
        let place = client.position("main.lang", written.find(word).expect("it is there") + 1);
        let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "position": place});
        for method in ["textDocument/definition", "textDocument/declaration"] {
            let answer = client.ask(method, params.clone());
            let uri = answer[0]["uri"].as_str().unwrap_or_else(|| panic!("{word} leads nowhere: {answer}"));
            let path = uri.strip_prefix("file://").expect("a file");
            let page = std::fs::read_to_string(path).expect("it is there");
            let line = answer[0]["range"]["start"]["line"].as_u64().expect("a line") as usize;
            assert_eq!(page.lines().nth(line), Some(&*format!("## {}", name.text())));
            assert!(std::fs::metadata(path).expect("it is there").permissions().readonly());
        }
        let hover = client.ask("textDocument/hover", params);
        let shown = hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("{word} says nothing"));
        assert!(shown.contains(name.documentation()), "{word}: {shown}");
    }
}
