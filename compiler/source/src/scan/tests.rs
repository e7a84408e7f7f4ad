//! Cuts of small texts, each chunk shown as its head and its text.

use expect_test::{Expect, expect};

use super::cut;

fn check(text: &str, expected: Expect) {
    let cuts = cut(text).list;
    let mut shown = String::new();
    for (place, each) in cuts.iter().enumerate() {
        let end = cuts.get(place + 1).map_or(text.len(), |next| next.start as usize);
        let head = &text[each.head_start as usize..each.head_end as usize];
        shown.push_str(&format!("{head:?}: {:?}\n", &text[each.start as usize..end]));
    }
    expected.assert_eq(&shown);
    assert_eq!(cuts.first().map_or(0, |first| first.start), 0);
    assert!(cuts.is_sorted_by(|left, right| left.start < right.start));
}

#[test]
fn items_are_cut_at_their_lines() {
    check(
        "import a.b (x,\n  y)\nlet LIMIT = 4 *\n  1024\npub type copy enum Mode: i32 {\n  case A = 0\n}\nfn zero -> V { V() }\n",
        expect![[r##"
            "import a.b (x,": "import a.b (x,\n  y)\n"
            "let LIMIT": "let LIMIT = 4 *\n  1024\n"
            "pub type copy enum Mode": "pub type copy enum Mode: i32 {\n  case A = 0\n}\n"
            "fn zero": "fn zero -> V { V() }\n"
        "##]],
    );
}

#[test]
fn comments_and_attributes_belong_to_the_item_below() {
    check(
        "# license\n\n# a\nfn a { }  # end\n\n# lost\n\n# b\n@[name(\"x]\")]\n# b2\n@[allow(y)] pub fn b { }\n# after\n",
        expect![[r##"
            "fn a": "# license\n\n# a\nfn a { }  # end\n\n# lost\n\n"
            "pub fn b": "# b\n@[name(\"x]\")]\n# b2\n@[allow(y)] pub fn b { }\n# after\n"
        "##]],
    );
}

#[test]
fn attributes_with_nothing_behind_them_are_cut_line_by_line() {
    check(
        "fn a { }\n@[b]\n# c\n@[d]\n@[e\n  f]\n",
        expect![[r##"
            "fn a": "fn a { }\n"
            "": "@[b]\n"
            "": "# c\n@[d]\n"
            "": "@[e\n  f]\n"
        "##]],
    );
}

/// Once it is known that nothing is behind them, none of them is passed over again.
#[test]
fn attributes_with_nothing_behind_them_are_passed_over_once() {
    let text = "@[a]\n".repeat(1000);
    let mut scanner = super::Scanner::new(text.as_bytes());
    scanner.scan(None, super::Mode::Trusting);
    assert_eq!(scanner.cuts.len(), 1000);
    assert_eq!(scanner.bare_from, 0);
}

#[test]
fn impls_imports_and_tests_are_named_by_their_line() {
    check(
        "impl[T: Show] Show for Tree[T] { }\nimpl Equal for V\ntest \"a { b\" { }\nextern {\n  fn f\n}\nextern fn g { }\nunsafe fn h { }\n",
        expect![[r##"
            "impl[T: Show] Show for Tree[T]": "impl[T: Show] Show for Tree[T] { }\n"
            "impl Equal for V": "impl Equal for V\n"
            "test \"a": "test \"a { b\" { }\n"
            "extern": "extern {\n  fn f\n}\n"
            "extern fn g": "extern fn g { }\n"
            "unsafe fn h": "unsafe fn h { }\n"
        "##]],
    );
}

#[test]
fn brackets_in_literals_and_comments_do_not_count() {
    check(
        "fn a {\n  f(\"{ \\\" ${g(\"}\" + x{})} {\", '{', '\\'', '\\u{7b}', c\"{\")  # {\n  let t = \"\"\"\nfn no {\n  ${\"\"\"{\"\"\"}\n\"\"\"\n}\nfn b { }\n",
        expect![[r##"
            "fn a": "fn a {\n  f(\"{ \\\" ${g(\"}\" + x{})} {\", '{', '\\'', '\\u{7b}', c\"{\")  # {\n  let t = \"\"\"\nfn no {\n  ${\"\"\"{\"\"\"}\n\"\"\"\n}\n"
            "fn b": "fn b { }\n"
        "##]],
    );
}

#[test]
fn open_brackets_hide_no_item_in_column_0() {
    check(
        "fn a { }\nfn b {\n  if x {\n    fn (y: i64) { }\n}\n# c\nfn c(\nfn d { }\n",
        expect![[r##"
            "fn a": "fn a { }\n"
            "fn b": "fn b {\n  if x {\n    fn (y: i64) { }\n}\n"
            "fn c": "# c\nfn c(\n"
            "fn d": "fn d { }\n"
        "##]],
    );
}

#[test]
fn open_strings_hide_no_item() {
    check(
        "fn a { \"abc ${x\nfn no }\nfn b { \"\"\"\nfn c { }\n",
        expect![[r#"
            "fn a": "fn a { \"abc ${x\nfn no }\n"
            "fn b": "fn b { \"\"\"\n"
            "fn c": "fn c { }\n"
        "#]],
    );
}

#[test]
fn superfluous_closing_brackets_are_ignored() {
    check(
        "fn a { } }\nfn b { ) }\n} fn c {\n  x\n}\nfn d { }\n",
        expect![[r##"
            "fn a": "fn a { } }\n"
            "fn b": "fn b { ) }\n} fn c {\n  x\n}\n"
            "fn d": "fn d { }\n"
        "##]],
    );
}

#[test]
fn parameters_may_be_called_like_keywords() {
    check(
        "fn f(\n  type: i64,\n  import: i64\n) { }\nlet F =\n  fn (x: i64) { }\n",
        expect![[r##"
            "fn f": "fn f(\n  type: i64,\n  import: i64\n) { }\n"
            "let F": "let F =\n  fn (x: i64) { }\n"
        "##]],
    );
}

#[test]
fn texts_without_items_are_one_chunk() {
    check("", expect![""]);
    check(
        "# nothing\n",
        expect![[r##"
        "": "# nothing\n"
    "##]],
    );
    check(
        "x = 1\n@[",
        expect![[r#"
        "": "x = 1\n@["
    "#]],
    );
}

#[test]
fn deep_nesting_of_strings_is_no_recursion() {
    let text = format!("fn a {{ {} }}\nfn b {{ }}\n", "\"${".repeat(200_000));
    assert_eq!(cut(&text).list.len(), 2);
    let many = "fn a { \\\"\"\"\n".repeat(20_000);
    assert_eq!(cut(&many).list.len(), 20_000);
}
