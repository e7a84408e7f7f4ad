//! `Option` and `Result`, the two enums that the language speaks of by itself: which of their cases has the value and which
//! tells of a failure. Must not know what `for`, `try` and `throw` do with them.

use hir::Name;
use source::Db;

use crate::ty::{Ty, TypeKind};

/// One of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `Option[T]`
    Option,
    /// `Result[T, E]`
    Result,
}

impl Outcome {
    /// Which of the two a type is, with its type arguments.
    pub fn of(db: &dyn Db, ty: Ty) -> Option<(Outcome, crate::ty::Elements)> {
        let TypeKind::Named(named) = ty.kind() else { return None };
        let is = |name: &str| hir::prelude_item(db, Name::new(name)) == Some(named.item);
        let outcome = match (is("Option"), is("Result")) {
            (true, _) => Outcome::Option,
            (_, true) => Outcome::Result,
            (false, false) => return None,
        };
        Some((outcome, named.arguments.types()))
    }

    /// The number of the case that has the value: `Some`, `Ok`.
    pub fn success(self) -> u32 {
        match self {
            Outcome::Option => 1,
            Outcome::Result => 0,
        }
    }

    /// The number of the other case: `None`, `Err`.
    pub fn failure(self) -> u32 {
        1 - self.success()
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome;

    /// The cases of an enum of the standard library as it declares them.
    fn cases(text: &str) -> Vec<&str> {
        let code = text.lines().filter(|line| !line.starts_with('#'));
        let lines = code.map_while(|line| (!line.contains("fn ")).then_some(line.trim()));
        let names = lines.filter_map(|line| line.strip_prefix("case "));
        names.map(|case| case.split('(').next().unwrap_or(case)).collect()
    }

    #[test]
    fn the_standard_library_numbers_them_so() {
        for (text, outcome, success, failure) in [
            (include_str!("../../std/option.lang"), Outcome::Option, "Some", "None"),
            (include_str!("../../std/result.lang"), Outcome::Result, "Ok", "Err"),
        ] {
            let cases = cases(text);
            assert_eq!(cases[outcome.success() as usize], success);
            assert_eq!(cases[outcome.failure() as usize], failure);
        }
    }
}
