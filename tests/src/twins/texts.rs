//! Two texts that grow side by side.

use super::Twins;

/// The texts of a program.
#[derive(Default)]
pub(super) struct Texts {
    language: String,
    rust: String,
}

/// An expression, pattern or type in both languages.
#[derive(Clone)]
pub(super) struct Both {
    pub(super) language: String,
    pub(super) rust: String,
}

impl Both {
    pub(super) fn new(language: impl Into<String>, rust: impl Into<String>) -> Both {
        Both { language: language.into(), rust: rust.into() }
    }

    /// What is written alike.
    pub(super) fn same(text: impl Into<String>) -> Both {
        let text = text.into();
        Both { language: text.clone(), rust: text }
    }

    /// Several of them, separated by commas; nothing and no brackets if there are none.
    pub(super) fn in_brackets(all: &[Both]) -> Both {
        if all.is_empty() {
            return Both::same("");
        }
        let listed = Both::listed(all);
        Both::new(format!("({})", listed.language), format!("({})", listed.rust))
    }

    /// Several of them, separated by commas.
    pub(super) fn listed(all: &[Both]) -> Both {
        let of = |text: fn(&Both) -> &str| all.iter().map(text).collect::<Vec<_>>().join(", ");
        Both::new(of(|both| &both.language), of(|both| &both.rust))
    }
}

impl Texts {
    /// A line in both texts.
    pub(super) fn line(&mut self, language: &str, rust: &str) {
        self.language(language);
        self.rust(rust);
    }

    /// A line that is written alike.
    pub(super) fn same(&mut self, text: &str) {
        self.line(text, text);
    }

    pub(super) fn language(&mut self, text: &str) {
        self.language.push_str(text);
        self.language.push('\n');
    }

    pub(super) fn rust(&mut self, text: &str) {
        self.rust.push_str(text);
        self.rust.push('\n');
    }

    pub(super) fn into_twins(self) -> Twins {
        Twins { language: self.language, rust: self.rust }
    }
}
