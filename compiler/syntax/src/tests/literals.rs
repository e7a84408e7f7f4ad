//! Values of literals.

use crate::literal::{c_string, character, float, integer, string};
use crate::view::{Expression, Item, Statement, StringPart};
use crate::{NodeKind, parse};

#[test]
fn integers() {
    assert_eq!(integer("0"), Some(0));
    assert_eq!(integer("1_000"), Some(1000));
    assert_eq!(integer("0xff"), Some(255));
    assert_eq!(integer("0xFFFF_FFFF_FFFF_FFFF"), Some(u128::from(u64::MAX)));
    assert_eq!(integer("0o17"), Some(15));
    assert_eq!(integer("0b1_01"), Some(5));
    assert_eq!(integer("340282366920938463463374607431768211455"), Some(u128::MAX));
    assert_eq!(integer("340282366920938463463374607431768211456"), None);
    assert_eq!(integer("0x1_0000_0000_0000_0000_0000_0000_0000_0000"), None);
    assert_eq!(integer("12a"), None);
}

#[test]
fn floats() {
    assert_eq!(float("1_000.2_5").parse(), Ok(1000.25));
    assert_eq!(float("2e9").parse(), Ok(2e9));
}

#[test]
fn characters() {
    assert_eq!(character("'a'"), Some('a'));
    assert_eq!(character("'é'"), Some('é'));
    assert_eq!(character(r"'\n'"), Some('\n'));
    assert_eq!(character(r"'\''"), Some('\''));
    assert_eq!(character(r"'\u{1F600}'"), Some('😀'));
    assert_eq!(character("'ab'"), None);
    assert_eq!(character("''"), None);
    assert_eq!(character(r"'\q'"), None);
    assert_eq!(character("'a"), None);
}

#[test]
fn escapes() {
    assert_eq!(string(r#""a\n\t\r\0\\\"\'\$\u{41}z""#), "a\n\t\r\0\\\"'$Az");
    assert_eq!(string(r#""""#), "");
    assert_eq!(c_string(r#"c"%d\n""#), "%d\n");
    // What the lexer complained about stays as it is.
    assert_eq!(string(r#""\q \u{zz}""#), r"\q \u{zz}");
    assert_eq!(string("\"open"), "open");
}

#[test]
fn strings_on_several_lines_lose_the_closing_indentation() {
    assert_eq!(string("\"\"\"\n  a\n    b\n\n  c\n  \"\"\""), "a\n  b\n\nc");
    assert_eq!(string("\"\"\"\n\"\"\""), "");
    assert_eq!(string("\"\"\"\n  \"\"\""), "");
    assert_eq!(string("\"\"\"\n\n  \"\"\""), "");
    assert_eq!(string("\"\"\"\n\n\n  \"\"\""), "\n");
    assert_eq!(string("\"\"\"one line\"\"\""), "one line");
    assert_eq!(string("\"\"\"  a\n  b\n  \"\"\""), "  a\nb");
    assert_eq!(string("\"\"\"\n  a\n  b\"\"\""), "  a\n  b");
    assert_eq!(string("\"\"\"\n  a\n b\n  \"\"\""), "a\nb");
    assert_eq!(string("\"\"\"\r\n  a\r\n  b\r\n  \"\"\""), "a\nb");
    assert_eq!(string("\"\"\"\n  say \"\"hi\"\"\\n\n  \"\"\""), "say \"\"hi\"\"\n");
}

/// The parts of the string that is the body of a function: text decoded, expressions as written.
fn parts(literal: &str) -> Vec<String> {
    let text = format!("fn f {{ {literal} }}");
    let parse = parse(&text);
    assert!(parse.errors().is_empty(), "{:?}", parse.errors());
    let Some(Item::Function(function)) = parse.file().items().next() else { panic!("no function") };
    let Some(Statement::Expression(Expression::InterpolatedString(string))) =
        function.body().and_then(|body| body.statements().next())
    else {
        panic!("no string with parts")
    };
    string
        .parts()
        .map(|part| match part {
            StringPart::Text(text) => string.decode(text),
            StringPart::Expression(expression, format) => {
                format!("<{}{}>", parse.node_text(expression.node()), format.map_or("", |format| format.text()))
            }
        })
        .collect()
}

#[test]
fn parts_of_strings() {
    assert_eq!(parts(r#""a\t${b}c""#), ["a\t", "<b>", "c"]);
    assert_eq!(parts(r#""${a}${"x${b}"}""#), ["<a>", "<\"x${b}\">"]);
    assert_eq!(parts("\"\"\"\n    a ${b}\n      c ${d}\n    \"\"\""), ["a ", "<b>", "\n  c ", "<d>", ""]);
    assert_eq!(parts("\"\"\"\n    ${a}\n    ${b}\"\"\""), ["    ", "<a>", "\n    ", "<b>"]);
}

#[test]
fn an_interpolation_is_a_node() {
    let parse = parse("fn f { \"${a}\" }");
    assert_eq!(parse.nodes().filter(|node| parse.kind(*node) == NodeKind::Interpolation).count(), 1);
}
