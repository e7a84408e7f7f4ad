//! Which text of a file is faded.

use super::left_out;
use crate::fixture::Fixture;

#[test]
fn whole_items_for_other_targets_are_faded_once() {
    let fixture = Fixture::new(
        "@[only(os: \"linux\")]
fn size -> i64 { 1 }
@[only(os: \"windows\")]
fn size -> i64 { 2 }
@[only(arch: \"riscv64\")]
type Register {
  let @number: i64
  fn next -> i64 { @number + 1 }
}
type Page {
  @[only(os: \"macos\")] fn huge -> bool { true }
}
extern {
  @[only(os: \"windows\")] fn open_handle(of: i64) -> i64
}
fn main() { println(size()) }
",
    );
    let text = fixture.file().text(&fixture.db);
    let shown: Vec<String> = left_out(&fixture.db, fixture.file())
        .into_iter()
        .map(|each| {
            let piece = &text[each.range.start as usize..each.range.end as usize];
            let lines: Vec<&str> = piece.lines().collect();
            format!("{}: {} … {}", each.targets, lines[0].trim(), lines[lines.len() - 1].trim())
        })
        .collect();
    assert_eq!(
        shown,
        [
            "windows: @[only(os: \"windows\")] … fn size -> i64 { 2 }",
            "riscv64: @[only(arch: \"riscv64\")] … }",
            "macos: @[only(os: \"macos\")] fn huge -> bool { true } … @[only(os: \"macos\")] fn huge -> bool { true }",
            "windows: @[only(os: \"windows\")] fn open_handle(of: i64) -> i64 … @[only(os: \"windows\")] fn open_handle(of: i64) -> i64",
        ]
    );
}
