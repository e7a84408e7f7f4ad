//! 'Did you mean': the name in scope that is spelled most alike.

use smol_str::SmolStr;

use crate::{Name, slips};

/// The candidate nearest to `wanted`, if it is near enough; of equally near ones the first by text.
pub(super) fn most_similar(wanted: Name, candidates: impl Iterator<Item = Name>) -> Option<SmolStr> {
    similar(wanted, candidates).min().map(|(_, text)| text)
}

/// The first candidate that fits, in the order of their nearness: whoever asks much of a candidate asks it of few.
pub(super) fn most_similar_that(
    wanted: Name,
    candidates: impl Iterator<Item = Name>,
    mut fits: impl FnMut(Name) -> bool,
) -> Option<SmolStr> {
    let mut near: Vec<_> = similar(wanted, candidates).collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().map(|(_, text)| text).find(|text| fits(Name::new(text)))
}

fn similar(wanted: Name, candidates: impl Iterator<Item = Name>) -> impl Iterator<Item = (usize, SmolStr)> {
    let wanted = wanted.text();
    let limit = (wanted.chars().count() / 3).min(3);
    candidates.filter_map(move |candidate| {
        let text = candidate.text();
        let distance = slips(&wanted, &text, limit)?;
        (!text.is_empty() && text != wanted).then_some((distance, text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        let names = ["length", "width", "String", "printn", "print"].map(Name::new);
        let find = |wanted: &str| most_similar(Name::new(wanted), names.into_iter());
        assert_eq!(find("lenght").as_deref(), Some("length"));
        assert_eq!(find("string").as_deref(), Some("String"));
        assert_eq!(find("printl").as_deref(), Some("print"));
        assert_eq!(find("height"), None);
        assert_eq!(find("x"), None);
    }

    #[test]
    fn what_does_not_fit_is_passed_over_and_nothing_behind_the_first_that_does_is_asked() {
        let names = ["prinn", "printn", "print", "width"].map(Name::new);
        let mut asked = Vec::new();
        let found = most_similar_that(Name::new("printl"), names.into_iter(), |name| {
            asked.push(name.text());
            name.text() != "print"
        });
        assert_eq!(found.as_deref(), Some("printn"));
        assert_eq!(asked, ["print", "printn"]);
    }
}
