//! 'Did you mean': the name in scope that is spelled most alike.

use crate::Name;

/// The candidate nearest to `wanted`, if it is near enough; of equally near ones the first by text.
pub(super) fn most_similar(wanted: Name, candidates: impl Iterator<Item = Name>) -> Option<&'static str> {
    let wanted = wanted.text();
    let limit = (wanted.chars().count() / 3).min(3);
    let near = candidates.filter_map(|candidate| {
        let text = candidate.text();
        let distance = distance(wanted, text, limit)?;
        (!text.is_empty() && text != wanted).then_some((distance, text))
    });
    near.min().map(|(_, text)| text)
}

/// Whether a candidate is near enough to be meant.
pub(super) fn is_similar(wanted: Name, candidate: Name) -> bool {
    most_similar(wanted, std::iter::once(candidate)).is_some()
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour; `None` if more than `limit`.
/// Letters that differ in case only count nothing, which lets `string` find `String`.
fn distance(left: &str, right: &str, limit: usize) -> Option<usize> {
    let left: Vec<char> = left.chars().map(|letter| letter.to_ascii_lowercase()).collect();
    let right: Vec<char> = right.chars().map(|letter| letter.to_ascii_lowercase()).collect();
    if left.len().abs_diff(right.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, &letter) in left.iter().enumerate() {
        let mut next = vec![line + 1];
        for (column, &other) in right.iter().enumerate() {
            let replaced = row[column] + usize::from(letter != other);
            let mut best = replaced.min(row[column + 1] + 1).min(next[column] + 1);
            let swapped = line > 0 && column > 0 && letter == right[column - 1] && left[line - 1] == other;
            if swapped {
                best = best.min(before[column - 1] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        let names = ["length", "width", "String", "printn", "print"].map(Name::new);
        let find = |wanted: &str| most_similar(Name::new(wanted), names.into_iter());
        assert_eq!(find("lenght"), Some("length"));
        assert_eq!(find("string"), Some("String"));
        assert_eq!(find("printl"), Some("print"));
        assert_eq!(find("height"), None);
        assert_eq!(find("x"), None);
    }
}
