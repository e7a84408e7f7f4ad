//! What is an example, and where its module's lines stand.

use expect_test::{Expect, expect};
use source::Database;

use super::{ExampleOutput, example_programs, module_examples};
use crate::fixture::{load, main_module};
use crate::{examples, module_documentation, module_items};

const TEXT: &str = r#"# Of points.
#
# ```
# assert(true)
# ```

# A point.
# ```lang
# import std.math (abs)
#
# fn far(p: Point) -> bool { abs(p.x) > 9 } # far away
# let p = Point(1)
# print(far(p))
# ```
# It prints
# ```output
# false
# ```
pub type copy Point {
  pub let @x: i64

  # Its size.
  #     ```
  #     assert(Point(1).size() == "${1}")
  #     ```
  # ```text
  # no example
  # ```
  # ````
  # ```
  # println(2)
  # ````
  # ```output
  # 2
  # ```
  pub fn size -> i64 { @x }

  # ```
  # hidden
  # ```
  fn other -> i64 { @x }
}

# ```
# type Own { let @at: i64 }
# ```
pub fn Own {}
# ```
# unfinished
pub fn last {}
"#;

fn check(shown: &str, expected: &Expect) {
    expected.assert_eq(shown);
}

fn said(output: &Option<ExampleOutput>) -> Option<&str> {
    output.as_ref().map(|output| output.text.as_str())
}

#[test]
fn blocks_between_fences() {
    let db = Database::new();
    let files = load(&db, &[("", TEXT)]);
    let module = main_module(&db, &files);
    let all = module_items(&db, module).ids().flat_map(|item| examples(&db, item));
    let mut shown = String::new();
    for example in module_examples(&db, module).into_iter().chain(all) {
        let opening = &TEXT[example.opening.start as usize..example.opening.end as usize];
        let lines: String =
            example.lines.iter().flat_map(|line| [&TEXT[line.start as usize..line.end as usize], "\n"]).collect();
        assert_eq!(lines, example.text);
        shown.push_str(&format!("{opening}\n{}=> {:?}\n", example.text, said(&example.output)));
    }
    check(
        &shown,
        &expect![[r#"
        ```
        assert(true)
        => None
        ```lang
        import std.math (abs)

        fn far(p: Point) -> bool { abs(p.x) > 9 } # far away
        let p = Point(1)
        print(far(p))
        => None
            ```
            assert(Point(1).size() == "${1}")
        => None
        ````
        ```
        println(2)
        => Some("2\n")
        ```
        hidden
        => None
        ```
        type Own { let @at: i64 }
        => None
    "#]],
    );
    assert_eq!(module_documentation(&db, module).as_deref(), Some("Of points.\n\n```\nassert(true)\n```"));
}

#[test]
fn each_is_a_module_in_which_every_line_is_where_it_was() {
    let db = Database::new();
    let files = load(&db, &[("", TEXT)]);
    let mut shown = String::new();
    for program in example_programs(&db, main_module(&db, &files)) {
        shown.push_str(&format!("{} => {:?}\n", program.name, said(&program.output)));
        for (number, (line, original)) in program.text.lines().zip(TEXT.lines()).enumerate() {
            if !line.is_empty() {
                shown.push_str(&format!("{number:3}|{line}\n"));
            }
            let is_code = line.starts_with(' ') && !line.contains("test \"");
            assert!(!is_code || original.replacen('#', " ", 1) == line, "{line}");
        }
    }
    check(
        &shown,
        &expect![[r#"
            example of the module => None
              2|test "example of the module" { 
              3|  assert(true)
              4|}
            example of Point => None
              7|import main (Point) 
              8|  import std.math (abs)
              9| 
             10|  fn far(p: Point) -> bool { abs(p.x) > 9 } test "example of Point" {  # far away
             11|  let p = Point(1)
             12|  print(far(p))
             13|}
            example of Point.size => None
             22|import main (Point) test "example of Point.size" { 
             23|        assert(Point(1).size() == "${1}")
             24|}
            example of Point.size (2) => Some("2\n")
             28|test "example of Point.size (2)" { 
             29|    ```
             30|    println(2)
             31|}
            example of Own => None
             44|  type Own { let @at: i64 } test "example of Own" { 
             45|}
        "#]],
    );
}

/// What others write above their imports is about the module, too; what stands above an item is the item's.
#[test]
fn a_comment_above_an_import_is_the_modules() {
    for import in ["import std.math (abs)", "pub import std.math (abs)", "import extern \"m\"", ""] {
        let text = format!("# Of points.\n#\n# ```\n# assert(true)\n# ```\n{import}\nfn f {{}}\n");
        let db = Database::new();
        let files = load(&db, &[("", &text)]);
        let module = main_module(&db, &files);
        assert_eq!(module_documentation(&db, module).as_deref(), Some("Of points.\n\n```\nassert(true)\n```"));
        assert_eq!(module_examples(&db, module).len(), 1, "{import}");
    }
    for text in ["# Of f.\nfn f {}\n", "# Of f.\npub fn f {}\n", "import a\n# late\nimport b\n"] {
        let db = Database::new();
        let files = load(&db, &[("", text)]);
        assert_eq!(module_documentation(&db, main_module(&db, &files)), None, "{text}");
    }
}
