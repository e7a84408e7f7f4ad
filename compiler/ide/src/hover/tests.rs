//! Pages as text.

mod broken;
mod calls;
mod enums;
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
