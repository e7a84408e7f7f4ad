//! `lang test`: examples in comments as tests, with places in the true file; the limit of time; what tests have of their own.

use crate::support::Folder;

const SHAPES: &str = "\
# Shapes.
#
# ```
# println(Square(3).area())
# ```
# ```output
# 9
# ```

# A square.
# ```lang
# import std.compare (max)
#
# fn larger(a: Square, b: Square) -> i64 { max(a.area(), b.area()) } # of two
# assert(larger(Square(2), Square(3)) == 9)
# ```
pub type copy Square {
  pub let @side: i64

  # Fails.
  #     ```
  #     assert(Square(2).area() == 5)
  #     ```
  pub fn area -> i64 { @side * @side }

  # Does not compile.
  # ```
  # Square(1).hidden()
  # ```
  pub fn other -> i64 { self.hidden() }

  # ```
  # nobody sees this
  # ```
  fn hidden -> i64 { 1 }
}

# Prints something else, and panics.
# ```
# println(1)
# println(same(3))
# ```
# ```output
# 1
# 2
# ```
# ```
# panic(\"no\")
# ```
# ```text
# this is no example
# ```
pub fn same(n: i64) -> i64 { n }

test \"own\" { assert(Square(1).hidden() == 1) }
";

#[test]
fn each_example_is_a_test_at_its_place() {
    let folder = Folder::new(&[("shapes.lang", SHAPES)]);
    let tested = folder.lang(&["test", "shapes.lang", "--message-format", "short"]);
    tested
        .exit(1)
        .says("shapes.lang:28:15: error[E0219]: `hidden` is private")
        .prints("running 7 tests")
        .prints("test own ... ok")
        .prints("test example of the module ... ok")
        .prints("test example of Square ... ok")
        .prints("test example of Square.area ... FAILED")
        .prints("shapes.lang:22:9: assertion failed: 4 == 5")
        .prints("test example of Square.other ... FAILED")
        .prints(
            "shapes.lang:45: line 2 of what it prints is not what the comment says:\n  printed:  `3`\n  expected: `2`",
        )
        .prints("shapes.lang:48:3: no")
        .prints("3 passed; 4 failed; 0 filtered out");
}

#[test]
fn examples_are_listed_and_filtered() {
    let folder = Folder::new(&[("shapes.lang", SHAPES)]);
    folder.lang(&["test", "shapes.lang", "--list"]).exit(0).prints("own\nexample of the module\nexample of Square\n");
    let one = folder.lang(&["test", "shapes.lang", "--exact", "example of same (2)"]);
    one.exit(1).prints("running 1 test\n").prints("0 passed; 1 failed; 6 filtered out");
}

#[test]
fn a_test_that_never_ends_is_killed() {
    let text = "test \"slow\" { loop {} }\ntest \"quick\" {}\n";
    let folder = Folder::new(&[("slow.lang", text)]);
    let tested = folder.lang(&["test", "slow.lang", "--timeout", "1"]);
    tested.exit(1).prints("test quick ... ok").prints("---- slow ----\nkilled after 1 seconds, its time limit\n");
}

#[test]
fn long_values_are_told_by_what_differs() {
    let text = "test \"lines\" { assert(\"a\\nb\\nc\" == \"a\\nB\\nc\") }\n";
    let folder = Folder::new(&[("lines.lang", text)]);
    let tested = folder.lang(&["test", "lines.lang"]);
    tested.exit(1).prints("assertion failed: left == right\n  - left, + right, first different in line 2\n    \"a\n  - b\n  + B\n    c\"\n");
}

const HELPED: &str = "\
import std.fs
import std.test (cases, golden, temporary_folder)

test \"table\" { cases([(\"one\", 1), (\"two\", 2)], fn (n) { assert(n < 2) }) }
test \"folder\" {
  let folder = temporary_folder().unwrap()
  fs.write_text(\"${folder}/a\", \"a\").unwrap()
  println(folder)
  panic(\"it goes all the same\")
}
test \"file\" { golden(\"expected.txt\", \"a\\nb\\n\") }
";

#[test]
fn tables_folders_and_files() {
    let folder = Folder::new(&[("helped.lang", HELPED), ("expected.txt", "a\nc\n")]);
    let tested = folder.lang(&["test", "helped.lang"]);
    tested
        .exit(1)
        .prints("case one\ncase two\nhelped.lang:4:")
        .prints("expected.txt` differs")
        .prints("  - c\n  + b\n");
    let printed = tested.stdout.clone();
    let kept = printed.lines().find(|line| line.ends_with("/folder-1/0")).expect("the test prints its folder");
    assert!(!std::path::Path::new(kept).exists(), "{kept}");
}
