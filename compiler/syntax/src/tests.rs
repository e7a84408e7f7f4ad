//! Tests of the room as a whole: properties that hold for every text. Tests of single constructs stand in files of their
//! own here, grouped as the parser is.

mod dumps;
mod errors;
mod expressions;
mod items;
mod lines;
mod literals;
mod properties;
mod statements;
mod views;

use crate::{Parse, dump, parse};

/// Every construct of the language.
pub(crate) const CORPUS: &str = include_str!("tests/corpus.lang");

/// The tree of a text without errors, without ranges, one node per line with the text of nodes that have no children.
fn outline(text: &str) -> String {
    let parse = parse(text);
    assert!(parse.errors().is_empty(), "{text}\n{}", dump::tree(&parse));
    let mut out = String::new();
    describe(&parse, parse.root(), &mut out);
    out
}

/// Each case, its line ends as `⏎`, and what `show` says about it.
fn each(cases: &[&str], show: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for case in cases {
        out.push_str(&case.replace('\n', "⏎"));
        out.push('\n');
        for line in show(case).lines() {
            out.push_str(&format!("    {line}\n"));
        }
    }
    out
}

/// `Kind(child child "token")`: the shape of a tree in little room.
fn describe(parse: &Parse, node: crate::NodeId, out: &mut String) {
    if parse.first_child(node).is_none() {
        out.push_str(&format!("{:?}`{}`", parse.kind(node), parse.node_text(node)));
        return;
    }
    out.push_str(&format!("{:?}(", parse.kind(node)));
    for (position, child) in parse.children(node).enumerate() {
        if position > 0 {
            out.push(' ');
        }
        describe(parse, child, out);
    }
    out.push(')');
}

/// The tree of the statements of a function body, one per line.
fn statements(body: &str) -> String {
    let text = format!("fn f {{\n{body}\n}}");
    let parse = parse(&text);
    assert!(parse.errors().is_empty(), "{body}\n{}", dump::tree(&parse));
    let mut out = String::new();
    let function = parse.children(parse.root()).next().expect("the function");
    let block = parse.children(function).last().expect("its body");
    for statement in parse.children(block) {
        describe(&parse, statement, &mut out);
        out.push('\n');
    }
    out
}

/// The errors of a text: the text of the range in brackets, the kind, the message.
fn errors(text: &str) -> String {
    let parse = parse(text);
    let mut out = String::new();
    for error in parse.errors() {
        let (line, column) = position(text, error.range.start);
        let (last_line, last_column) = position(text, error.range.end);
        let end = if last_line == line { format!("{last_column}") } else { format!("{last_line}:{last_column}") };
        out.push_str(&format!("{line}:{column}-{end} {:?}: {}", error.kind, error.message));
        if let Some(related) = &error.related {
            let (line, column) = position(text, related.range.start);
            out.push_str(&format!(" ({line}:{column} {})", related.message));
        }
        out.push('\n');
    }
    out
}

/// The same for a text inside of a function whose first line is line 1.
fn errors_in_body(body: &str) -> String {
    errors(&format!("fn f {{ {body}\n}}"))
}

fn position(text: &str, offset: u32) -> (usize, usize) {
    let before = &text[..offset as usize];
    let line = before.matches('\n').count() + 1;
    (line, before.len() - before.rfind('\n').map_or(0, |newline| newline + 1) + 1)
}
