//! Methods that an `impl` lacks, and cases inside of other patterns.

use expect_test::expect;

use super::{accepted, check_first, labels};

const TRAIT: &str = "\
trait Named {
  fn name -> String
  fn mut rename(name: String)
  fn hash_of(into: mut Hasher)
}
type copy P { let @x: i64 }
";

#[test]
fn methods_that_an_impl_lacks() {
    let text = "import m (Named)\ntype copy P { let @x: i64 }\nimpl Named for P {\n  fn name -> String { \"p\" }\n  $0\n}\n\
        #- m.lang\nimport std.hash (Hasher)\npub trait Named { fn name -> String  fn mut rename(name: String)  fn hash_of(into: mut Hasher) }\n";
    check_first(
        4,
        text,
        expect![[r#"
        fn mut rename(name: String) => fn mut rename(name: String) {⏎  $0⏎}
        fn hash_of(into: mut Hasher) => fn hash_of(into: mut Hasher) {⏎  $0⏎}
        fn | fn name(…) { … } => fn ${1:name}($2) {⏎  $0⏎}
        fn move | fn move name(…) { … } => fn move ${1:name}($2) {⏎  $0⏎}"#]],
    );
    check_first(
        5,
        &text.replace("$0", "fn $0"),
        expect![[r#"
        rename | fn mut rename(name: String) => mut rename(name: String) {⏎  $0⏎}
        hash_of | fn hash_of(into: mut Hasher) => hash_of(into: mut Hasher) {⏎  $0⏎}
        move
        mut
        static"#]],
    );
    check_first(
        5,
        &text.replace("$0", "fn mut $0"),
        expect!["rename | fn mut rename(name: String) => rename(name: String) {⏎  $0⏎}"],
    );
    check_first(
        5,
        &text.replace("$0", "fn mut re$0(name: String) { }"),
        expect!["rename | fn mut rename(name: String)"],
    );
    expect![[r#"
        import m (Named)
        import std.hash (Hasher)
        type copy P { let @x: i64 }
        impl Named for P {
          fn name -> String { "p" }
          fn hash_of(into: mut Hasher) {
        	$0
        }
        }
    "#]]
    .assert_eq(&accepted(text, "fn hash_of(into: mut Hasher)"));
    // A trait asks for nothing, nor does an `impl` of none.
    for text in [format!("{TRAIT}impl P {{ $0 }}\n"), format!("{TRAIT}trait Other {{ $0 }}\n")] {
        assert!(!labels(&text).iter().any(|label| label.contains("rename")));
    }
}

#[test]
fn cases_inside_of_patterns() {
    let program = |pattern: &str| {
        format!(
            "type copy enum Colour {{ case Red  case Mixed(with: Mode) }}\ntype copy enum Mode {{ case On  case Off }}\n\
             type copy Pen {{ let @colour: Colour }}\n\
             fn f(o: Option[Colour], t: (i64, Mode), l: ref [Mode], p: Pen, r: Result[Option[Mode], Colour]) {{\n  {pattern}\n}}\n"
        )
    };
    let first = |pattern: &str| labels(&program(pattern)).into_iter().take(3).collect::<Vec<_>>();
    for (pattern, expected) in [
        ("match o { case Some($0) -> {} }", ["Red", "Mixed(with)"]),
        ("match o { case Some(Mixed($0)) -> {} }", ["with:", "On"]),
        ("match o { case Some(Mixed(with: $0)) -> {} }", ["On", "Off"]),
        ("match t { case (1, $0) -> {} }", ["On", "Off"]),
        ("match l { case [_, $0, ..] -> {} }", ["On", "Off"]),
        ("match p { case Pen($0) -> {} }", ["colour:", "Red"]),
        ("if let Ok(Some($0)) = r { }", ["On", "Off"]),
        ("let Some($0) = o else { return }", ["Red", "Mixed(with)"]),
        ("match r { case Ok(Some(On | $0)) -> {} }", ["On", "Off"]),
    ] {
        assert_eq!(first(pattern)[..2], expected, "{pattern}");
    }
    // A number has no cases.
    assert!(!labels(&program("match t { case ($0, _) -> {} }")).contains(&"On".to_string()));
}
