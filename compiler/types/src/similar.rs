//! 'Did you mean': the most similar of some names. Must not know what the names mean.

use std::fmt;

/// Of more names than this only the first are looked at, so that many slips among many names cost what they must.
pub(crate) const MOST_NAMES: usize = 256;

/// The name most similar to `wanted`, if one is similar enough to be a slip of the finger.
pub(crate) fn most_similar<T: AsRef<str> + Ord>(wanted: &str, names: impl Iterator<Item = T>) -> Option<T> {
    let allowed = (wanted.chars().count() / 3).max(1);
    names
        .take(MOST_NAMES)
        .filter_map(|name| Some((hir::slips(wanted, name.as_ref(), allowed)?, name)))
        .filter(|(distance, name)| *distance < name.as_ref().chars().count())
        .min()
        .map(|(_, name)| name)
}

/// The names in a row, for advice: nothing if there is none, or too many to help.
pub(crate) fn listed(names: &[impl fmt::Display]) -> Option<String> {
    const MOST: usize = 6;
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        [first @ .., last] if quoted.len() <= MOST => Some(format!("{} and {last}", first.join(", "))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::most_similar;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let names = ["length", "is_empty", "c_string"];
        assert_eq!(most_similar("lenght", names.into_iter()), Some("length"));
        assert_eq!(most_similar("cstring", names.into_iter()), Some("c_string"));
        assert_eq!(most_similar("Length", names.into_iter()), Some("length"));
        assert_eq!(most_similar("append", names.into_iter()), None);
        assert_eq!(most_similar("y", ["x"].into_iter()), None);
    }
}
