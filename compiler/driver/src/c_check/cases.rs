//! The cases of an enum beside C's enumerators. Owns when both are called alike; it must not know where values of them stand.

use c::clang::Answer;
use c::clang::wire::{Kind, Type};
use types::Enumeration;

use super::pointers::Way;

/// A case that C calls alike and gives another value, or one of C's that is no case where C gives it; in words behind the names
/// of both types.
pub(super) fn difference(ours: &Enumeration, theirs: &Type, answer: &Answer, way: Way) -> Option<String> {
    let Kind::Enumeration(_) = theirs.kind else { return None };
    let tag = theirs.enumeration.as_deref()?;
    let theirs_bits = 8 * u32::try_from(theirs.size?).ok()?.clamp(1, 16);
    let enumeration = answer.enumerations.iter().find(|each| each.tag.as_deref() == Some(tag))?;
    let prefix = common_prefix(enumeration.enumerators.iter().map(|(name, _)| name.as_str()));
    let cut = |value: u128| value << (128 - theirs_bits) >> (128 - theirs_bits);
    let other = ours.cases.iter().find_map(|case| {
        let name = plain(&case.name.text());
        let is_it = |there: &&(String, i128)| plain(&there.0) == name || plain(&there.0[prefix..]) == name;
        let mut named = enumeration.enumerators.iter().filter(is_it).peekable();
        let (word, value) = named.peek().copied()?;
        let is_right = named.any(|(_, value)| cut(*value as u128) == cut(case.tag));
        let here = case.tag as i128;
        (!is_right).then(|| format!(": `{}` is {here} here, and `{word}` is {value} in C", case.name.text()))
    });
    let is_case = |value: i128| ours.cases.iter().any(|case| cut(case.tag) == cut(value as u128));
    other.or_else(|| {
        let (word, value) = enumeration.enumerators.iter().find(|(_, value)| way == Way::FromC && !is_case(*value))?;
        Some(format!(": C may give `{word}`, which is {value} and no case here"))
    })
}

/// Without what the two languages write in ways of their own.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| *letter != '_').map(|letter| letter.to_ascii_lowercase()).collect()
}

/// How many bytes all names begin with, up to a `_`.
pub(super) fn common_prefix<'a>(mut names: impl Iterator<Item = &'a str>) -> usize {
    let Some(first) = names.next() else { return 0 };
    let alike =
        |left: &str, right: &str| left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count();
    let (shortest, count) =
        names.fold((first.len(), 0), |(known, count), name| (known.min(alike(first, name)), count + 1));
    // One name by itself has nothing in common with others.
    if count == 0 { 0 } else { first[..shortest].rfind('_').map_or(0, |at| at + 1) }
}
