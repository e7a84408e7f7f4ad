//! Every kind of fold.

use expect_test::expect;

use crate::fixture::Fixture;
use crate::{FoldKind, folding_ranges};

#[test]
fn brackets_comments_imports_regions_and_strings() {
    let fixture = Fixture::new(
        r#"import a
import extern "m"
import b (
  c,
)

import lone

# One line.

# Two
# lines.
fn f(
  x: i64,
) {
  # region inside
  let y = [
    1,  # not alone
    2,
  ]
  # endregion
  println("""
    text ${x}
  """)
  let z = """
    plain
  """
  if x > 1 { y } else {
    z
  }
}

# region: both
type P {
  let @x: i64
}
fn g { f(1) }
# endregion
"#,
    );
    let text = fixture.file().text(&fixture.db);
    let mut shown = String::new();
    for fold in folding_ranges(&fixture.db, fixture.file()) {
        let range = fold.range.start as usize..fold.range.end as usize;
        let lines = |offset: usize| text[..offset].matches('\n').count() + 1;
        let first = text[range.clone()].lines().next().unwrap_or("");
        shown.push_str(&format!("{}..{} {:?} {first}\n", lines(range.start), lines(range.end), fold.kind));
    }
    expect![[r#"
        1..5 Imports import a
        3..5 Brackets (
        11..12 Comment # Two
        13..15 Brackets (
        15..31 Brackets {
        16..21 Region # region inside
        17..20 Brackets [
        22..24 Brackets ("""
        22..24 Text """
        25..27 Text """
        28..30 Brackets {
        33..38 Region # region: both
        34..36 Brackets {
    "#]]
    .assert_eq(&shown);
}

#[test]
fn broken_brackets_do_not_matter() {
    let fixture = Fixture::new("fn f {\n (]\n}\n}\n# endregion\n\"\"\"\n{");
    let found = folding_ranges(&fixture.db, fixture.file());
    assert!(found.iter().all(|fold| fold.kind != FoldKind::Region));
    let empty = Fixture::new("");
    assert_eq!(folding_ranges(&empty.db, empty.file()), []);
}
