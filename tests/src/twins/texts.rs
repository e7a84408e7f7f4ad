//! Two texts that grow side by side.

use std::ops::Range;

use super::Twins;

/// The texts of a program.
#[derive(Default)]
pub(in crate::twins) struct Texts {
    language: String,
    rust: String,
}

/// An expression, pattern or type in both languages.
#[derive(Clone)]
pub(in crate::twins) struct Both {
    pub(in crate::twins) language: String,
    pub(in crate::twins) rust: String,
}

impl Both {
    pub(in crate::twins) fn new(language: impl Into<String>, rust: impl Into<String>) -> Both {
        Both { language: language.into(), rust: rust.into() }
    }

    /// What is written alike.
    pub(in crate::twins) fn same(text: impl Into<String>) -> Both {
        let text = text.into();
        Both { language: text.clone(), rust: text }
    }

    /// The same with text before and behind.
    pub(in crate::twins) fn around(&self, before: &str, behind: &str) -> Both {
        Both::new(format!("{before}{}{behind}", self.language), format!("{before}{}{behind}", self.rust))
    }

    /// One of several, with numbers of this moment for words, each below its limit and not below its least one.
    pub(in crate::twins) fn one_of(
        random: &mut fastrand::Rng,
        all: &[(&str, &str)],
        numbers: &[(&str, Range<u32>)],
    ) -> Both {
        let (language, rust) = all[random.usize(0..all.len())];
        let numbers: Vec<(&str, String)> =
            numbers.iter().map(|(word, range)| (*word, random.u32(range.clone()).to_string())).collect();
        let with = |text: &str| numbers.iter().fold(text.to_string(), |text, (word, n)| text.replace(word, n));
        Both::new(with(language), with(rust))
    }

    /// Several of them, separated by commas; nothing and no brackets if there are none.
    pub(in crate::twins) fn in_brackets(all: &[Both]) -> Both {
        if all.is_empty() {
            return Both::same("");
        }
        let listed = Both::listed(all);
        Both::new(format!("({})", listed.language), format!("({})", listed.rust))
    }

    /// Several of them, separated by commas.
    pub(in crate::twins) fn listed(all: &[Both]) -> Both {
        let of = |text: fn(&Both) -> &str| all.iter().map(text).collect::<Vec<_>>().join(", ");
        Both::new(of(|both| &both.language), of(|both| &both.rust))
    }
}

impl Texts {
    /// The programs of a seed that begin in their own words, do something so many times, and end.
    pub(in crate::twins) fn repeated(
        seed: u64,
        (language, rust): (&str, &str),
        times: usize,
        mut step: impl FnMut(&mut fastrand::Rng, &mut Texts),
    ) -> Twins {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut texts = Texts::default();
        texts.line(language, rust);
        for _ in 0..times {
            step(&mut random, &mut texts);
        }
        texts.line("}", "}");
        texts.into_twins()
    }

    /// The same, doing one of the steps of each list each time.
    pub(in crate::twins) fn repeated_steps(
        seed: u64,
        heads: (&str, &str),
        times: usize,
        steps: &[&[(&str, &str)]],
    ) -> Twins {
        Texts::repeated(seed, heads, times, |random, texts| {
            for all in steps {
                texts.one_of(random, all);
            }
        })
    }

    /// One of several lines, with numbers of this moment for `SMALL`, `OTHER`, `NUMBER` and `LARGE`.
    fn one_of(&mut self, random: &mut fastrand::Rng, all: &[(&str, &str)]) {
        let numbers = [("SMALL", 1..5), ("OTHER", 0..9), ("NUMBER", 0..99), ("LARGE", 10..70)];
        let line = Both::one_of(random, all, &numbers).around("  ", "");
        self.line(&line.language, &line.rust);
    }

    /// A line in both texts.
    pub(in crate::twins) fn line(&mut self, language: &str, rust: &str) {
        self.language(language);
        self.rust(rust);
    }

    /// A line that is written alike.
    pub(in crate::twins) fn same(&mut self, text: &str) {
        self.line(text, text);
    }

    pub(in crate::twins) fn language(&mut self, text: &str) {
        self.language.push_str(text);
        self.language.push('\n');
    }

    pub(in crate::twins) fn rust(&mut self, text: &str) {
        self.rust.push_str(text);
        self.rust.push('\n');
    }

    pub(in crate::twins) fn into_twins(self) -> Twins {
        Twins { language: self.language, rust: self.rust }
    }
}
