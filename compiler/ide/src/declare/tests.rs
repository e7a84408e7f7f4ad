//! What is proposed, as the text that comes out of it: a module of a header stands beside each file.

use super::{Wanted, declare, header_blocks};
use crate::edit::apply;
use crate::fixture::Fixture;

const MODULE: &str = "\
extern {
  pub type closed

  # shapes.h:4
  @[name(\"far\")]
  pub fn far_between(from: place, to: Pointer[point]) -> i64

  pub fn shut(it: Pointer[closed], point: Option[extern fn (place) -> i32])

  pub let most: i32
}

# shapes.h:1
pub type copy point {
  pub let @x: i32
}

impl point {
  pub fn twice(self) -> i32 { self.x * SCALE }
}

# shapes.h:2
pub type place = point

pub let SCALE: i32 = 2
";

/// The texts that are proposed.
fn proposed(text: &str, wanted: &Wanted) -> Vec<String> {
    let fixture = Fixture::plain(text);
    let found = declare(&fixture.db, fixture.file(), MODULE, wanted);
    found.iter().map(|edits| apply(text, edits)).collect()
}

fn added(text: &str, name: &str) -> Vec<String> {
    proposed(text, &Wanted::Added(name.to_string(), header_blocks(text)[0].start))
}

fn declared(text: &str, name: &str) -> Vec<String> {
    proposed(text, &Wanted::Declared(text.find(name).expect("it is there") as u32))
}

#[test]
fn what_is_needed_comes_along() {
    let text = "@[header(\"shapes.h\")]\nextern { }\n";
    let whole = "@[header(\"shapes.h\")]\nextern {\n  @[name(\"far\")]\n  fn far_between(from: place, to: Pointer[point]) -> i64\n}\n\n\
        type copy point {\n  pub let @x: i32\n}\n\nimpl point {\n  pub fn twice(self) -> i32 { self.x * SCALE }\n}\n\n\
        type place = point\n\nlet SCALE: i32 = 2\n";
    assert_eq!(added(text, "far_between"), [whole]);
    // The parameter `point` is not the type.
    let callback =
        &added("@[header(\"shapes.h\")]\nextern {\n  # Nothing.\n}\n\ntype copy place { let @x: i32 }\n", "shut")[0];
    assert!(
        callback.contains("  # Nothing.\n  type closed\n  fn shut(") && !callback.contains("type copy point"),
        "{callback}"
    );
    assert_eq!(added(whole, "most").len(), 1);
    assert_eq!(added(whole, "far_between"), [""; 0], "it is there");
    assert_eq!(added(text, "nowhere"), [""; 0]);
}

/// Of what no header can judge, all must be the header's.
#[test]
fn types_come_only_surely() {
    let head = "@[header(\"shapes.h\")]\nextern { }\n\n";
    assert_eq!(added(&format!("{head}type copy point {{ let @x: i64 }}\n"), "place"), [""; 0]);
    assert_eq!(added(&format!("{head}type copy point {{\n  # So.\n  let @x: i32\n}}\n"), "place").len(), 1);
}

#[test]
fn declarations_become_the_headers() {
    let text = "@[header(\"shapes.h\")]\nextern {\n  pub fn far(a: i32) -> i32\n  let mut most: u8\n}\n\ntype copy point {\n  let @x: i64\n}\n\ntype place = point\n";
    let found = declared(text, "far(");
    let line = "  pub fn far(from: place, to: Pointer[point]) -> i64\n";
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|text| text.contains(line)), "{found:?}");
    assert!(found[0].contains("let @x: i64") && found[1].contains("let @x: i32"), "{found:?}");
    assert!(declared(text, "let mut most")[0].contains("  let most: i32\n"));
    let renamed = text.replace("fn far(", "fn far_between(");
    assert!(declared(&renamed, "far_between")[0].contains("  @[name(\"far\")]\n  pub fn far_between(from"));
    assert_eq!(declared(text, "point {"), [""; 0], "it is no declaration of C's");
}

/// With it something would be lost that no header has.
#[test]
fn types_that_are_more_than_their_fields_stay() {
    let text = |of_type: &str| {
        format!(
            "@[header(\"shapes.h\")]\nextern {{\n  fn far(a: i32) -> i32\n}}\n\n{of_type}\n\ntype place = point\n\nfn main() {{ }}\n"
        )
    };
    assert_eq!(declared(&text("type copy point { let @x: i64 }"), "far(").len(), 2);
    for of_type in [
        "type copy point { let @x: i64  fn half -> i64 { @x / 2 } }",
        "type copy point {\n  # Where it is.\n  let @x: i64\n}",
        "type copy enum point: i64 { case First = 1 }",
        "type copy point { let @x: i64 }\nimpl Equal for point",
        "@[align(16)]\ntype copy point { let @x: i64 }",
    ] {
        let found = declared(&text(of_type), "far(");
        assert!(found.len() == 1 && found[0].contains(of_type), "{of_type}: {found:?}");
    }
}
