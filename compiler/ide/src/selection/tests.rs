//! Growing selections.

use expect_test::{Expect, expect};

use crate::fixture::Fixture;
use crate::selection_ranges;

fn check(text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let position = fixture.position();
    let text = position.file.text(&fixture.db);
    let shown: String = selection_ranges(&fixture.db, position)
        .into_iter()
        .map(|range| format!("{:?}\n", &text[range.start as usize..range.end as usize]))
        .collect();
    expected.assert_eq(&shown);
}

#[test]
fn from_a_word_to_the_file() {
    check(
        "# Doc.\nfn f(x: i64) -> i64 {\n  let y = g(x, h(x + $01))\n  y\n}\nfn g { }",
        expect![[r##"
            "1"
            "x + 1"
            "h(x + 1)"
            "x, h(x + 1)"
            "g(x, h(x + 1))"
            "let y = g(x, h(x + 1))"
            "let y = g(x, h(x + 1))\n  y"
            "{\n  let y = g(x, h(x + 1))\n  y\n}"
            "fn f(x: i64) -> i64 {\n  let y = g(x, h(x + 1))\n  y\n}"
            "# Doc.\nfn f(x: i64) -> i64 {\n  let y = g(x, h(x + 1))\n  y\n}"
            "# Doc.\nfn f(x: i64) -> i64 {\n  let y = g(x, h(x + 1))\n  y\n}\nfn g { }"
        "##]],
    );
    check(
        "type P {\n  let @$0x: i64\n  fn f { }\n}",
        expect![[r#"
        "x"
        "let @x: i64"
        "let @x: i64\n  fn f { }"
        "type P {\n  let @x: i64\n  fn f { }\n}"
    "#]],
    );
}

#[test]
fn in_strings_comments_and_space() {
    check(
        "fn f { println(\"two wo$0rds\") }",
        expect![[r#"
        "words"
        "two words"
        "\"two words\""
        "println(\"two words\")"
        "{ println(\"two words\") }"
        "fn f { println(\"two words\") }"
    "#]],
    );
    check(
        "# Two wo$0rds.\nfn f { }",
        expect![[r##"
            "words"
            "Two words."
            "# Two words."
            "# Two words.\nfn f { }"
        "##]],
    );
    check(
        "fn f { }\n$0\nfn g { }",
        expect![[r#"
        "fn f { }\n\nfn g { }"
    "#]],
    );
    check(
        "$0",
        expect![[r#"
        ""
    "#]],
    );
}

#[test]
fn every_range_grows_at_every_place_of_broken_code() {
    let fixture = Fixture::new("fn f(x: {\n  \"${x +} ä\" ( ]\n}\ntype P { let @x: [i64; \n# é");
    let file = fixture.file();
    for offset in 0..=file.text(&fixture.db).len() as u32 + 2 {
        let ranges = selection_ranges(&fixture.db, crate::FilePosition { file, offset });
        assert!(!ranges.is_empty());
        for pair in ranges.windows(2) {
            assert!(pair[1].start <= pair[0].start && pair[0].end <= pair[1].end && pair[0] != pair[1]);
        }
    }
}
