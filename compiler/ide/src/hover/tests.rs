//! Pages as text.

mod broken;
mod calls;
mod enums;
mod forms;
mod generics;
mod patterns;
mod types_and_functions;
mod values;
mod words;

use expect_test::Expect;

use super::{HoverSettings, hover};
use crate::fixture::Fixture;

/// The settings of the tests, whatever machine they run on.
fn settings() -> HoverSettings {
    HoverSettings { targets: vec![abi::Target::X86_64_LINUX, abi::Target::AARCH64_LINUX], ..HoverSettings::default() }
}

/// What hover says at `$0`, with what it is about in the first line.
fn page(text: &str, settings: &HoverSettings) -> String {
    let fixture = Fixture::new(text);
    let position = fixture.position();
    match hover(&fixture.db, position, settings) {
        None => "nothing\n".to_string(),
        Some(found) => {
            let text = position.file.text(&fixture.db);
            let range = found.range.start as usize..found.range.end as usize;
            format!("[{}]\n\n{}", &text[range], found.whole())
        }
    }
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&page(text, &settings()));
}

/// The whole page at each mark of a text, which are numbered from 0.
fn pages(text: &str, expected: Expect) {
    expected.assert_eq(&each_page(text, |page| page));
}

/// What is of interest on the page at each mark of a text.
fn each_page(text: &str, of_interest: impl Fn(String) -> String) -> String {
    let marks = text.matches('$').count();
    // The last ones first: `$1` begins `$12` too.
    let without = |mark: usize| {
        (0..marks).rev().fold(text.to_string(), |text, other| {
            text.replace(&format!("${other}"), if other == mark { "$\u{0}" } else { "" })
        })
    };
    let mut shown = String::new();
    for mark in 0..marks {
        let text = without(mark).replace("$\u{0}", "$0");
        shown.push_str(&format!("{mark}:\n{}", of_interest(page(&text, &settings()))));
    }
    shown
}
