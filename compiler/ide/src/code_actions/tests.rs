//! Every action before and after. What is offered for a mistake must end it and make no other.

mod fixes;
mod organise;
mod refactorings;
mod traits;

use expect_test::Expect;
use source::Severity;

use super::{ActionKind, CodeAction, code_actions};
use crate::edit::apply;
use crate::fixture::Fixture;
use crate::position::FileRange;

/// The actions between `$0` and `$1`, or at `$0`.
fn actions(fixture: &Fixture) -> Vec<CodeAction> {
    let start = fixture.position();
    let end = if fixture.mark_count() > 1 { fixture.mark(1).offset } else { start.offset };
    let range = FileRange { file: start.file, range: start.offset..end };
    code_actions(&fixture.db, &range, |_| true)
}

/// All texts of the program after an action.
fn after(fixture: &Fixture, action: &CodeAction) -> String {
    let mut out = String::new();
    for (path, file) in &fixture.files {
        let edits = action.change.files.iter().find(|(changed, _)| changed == file);
        let text = file.text(&fixture.db);
        let text = edits.map_or_else(|| text.to_string(), |(_, edits)| apply(text, edits));
        if fixture.files.len() > 1 && *path != fixture.files[0].0 {
            out.push_str(&format!("#- {path}\n"));
        }
        out.push_str(&text);
    }
    out
}

/// The errors of all files, as code and message.
fn errors(fixture: &Fixture) -> Vec<(&'static str, String)> {
    let files = fixture.files.iter();
    let all = files.flat_map(|(_, file)| lower::diagnostics(&fixture.db, *file));
    all.filter(|diagnostic| diagnostic.severity() == Severity::Error)
        .map(|diagnostic| (diagnostic.kind.code, diagnostic.message.clone()))
        .collect()
}

/// Applies the action of the title, and compares.
#[track_caller]
fn check(title: &str, text: &str, expected: Expect) {
    expected.assert_eq(&applied(title, text));
}

/// The program after the action of the title. A fix must end what it is for, and no action may make a mistake.
#[track_caller]
fn applied(title: &str, text: &str) -> String {
    let fixture = Fixture::new(text);
    let actions = actions(&fixture);
    let titles: Vec<&str> = actions.iter().map(|action| action.title.as_str()).collect();
    let Some(action) = actions.iter().find(|action| action.title == title) else {
        panic!("`{title}` is not among {titles:?}; errors: {:?}", errors(&fixture));
    };
    let changed = after(&fixture, action);
    let (before, now) = (errors(&fixture), errors(&Fixture::plain_files(&changed)));
    assert!(now.iter().all(|error| before.contains(error)), "new errors: {now:?}");
    if action.kind == ActionKind::QuickFix {
        let count = |errors: &[(&str, String)]| {
            let code = action.diagnostic.as_ref().map(|(code, _)| *code);
            errors.iter().filter(|error| Some(error.0) == code).count()
        };
        assert!(count(&now) < count(&before) || count(&before) == 0, "the error stays: {now:?}");
    }
    changed
}

/// No action of the title is offered.
#[track_caller]
fn check_none(title: &str, text: &str) {
    let fixture = Fixture::new(text);
    let titles: Vec<String> = actions(&fixture).into_iter().map(|action| action.title).collect();
    assert!(!titles.iter().any(|each| each.starts_with(title)), "{titles:?}");
}
