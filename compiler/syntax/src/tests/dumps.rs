//! The text forms for people.

use expect_test::expect;

use crate::{dump, parse};

#[test]
fn tokens_and_what_stands_between_them() {
    let parse = parse("fn f { # why\r\n\t\"a${b}\" }\n");
    expect![[r##"
        Fn@0..2 "fn"
        Whitespace@2..3 " "
        Word@3..4 "f"
        Whitespace@4..5 " "
        OpenBrace@5..6 "{"
        Whitespace@6..7 " "
        Comment@7..12 "# why"
        Newline@12..14 "\r\n"
        Whitespace@14..15 "\t"
        StringStart@15..16 "\""
        StringText@16..17 "a"
        InterpolationStart@17..19 "${"
        Word@19..20 "b"
        InterpolationEnd@20..21 "}"
        StringEnd@21..22 "\""
        Whitespace@22..23 " "
        CloseBrace@23..24 "}"
        Newline@24..25 "\n"
    "##]]
    .assert_eq(&dump::tokens(&parse));
}

#[test]
fn the_tree_and_its_errors() {
    let parse = parse("# doc\nfn f(x: i64 {\n  x +\n}");
    expect![[r#"
        File@6..27
          Function@6..27
            "fn"
            "f"
            ParameterList@10..17
              "("
              Parameter@11..17
                "x"
                ":"
                PathType@14..17
                  "i64"
            Block@18..27
              "{"
              Binary@22..25
                Name@22..23
                  "x"
                "+"
                Error@25..25
              "}"
        error Unclosed@18..19: expected `)` to close the list of parameters
          note @10..11: the list of parameters begins here
        error ExpectedExpression@25..25: expected an expression
    "#]]
    .assert_eq(&dump::tree(&parse));
}
