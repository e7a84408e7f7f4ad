//! Smaller programs: items and lines are left out as long as what is wrong stays wrong. Owns the order in which pieces of
//! a text are tried; must not know the language beyond where its items begin, nor what is wrong.

/// The smallest text found by leaving out items, then lines, for which `still_wrong` says yes, within so many questions.
pub fn reduce(text: &str, mut questions: usize, mut still_wrong: impl FnMut(&str) -> bool) -> String {
    let mut smallest = text.to_owned();
    loop {
        let before = smallest.len();
        for pieces in [items, lines] {
            let found = without(pieces(&smallest), &mut questions, &mut still_wrong);
            smallest = found.concat();
        }
        if smallest.len() == before || questions == 0 {
            return smallest;
        }
    }
}

/// Leaves out runs of pieces, long ones first.
fn without(mut pieces: Vec<String>, questions: &mut usize, still_wrong: &mut impl FnMut(&str) -> bool) -> Vec<String> {
    let mut length = pieces.len().div_ceil(2);
    while length > 0 {
        let mut start = 0;
        while start < pieces.len() {
            if *questions == 0 {
                return pieces;
            }
            *questions -= 1;
            let end = (start + length).min(pieces.len());
            let smaller: Vec<String> = pieces[..start].iter().chain(&pieces[end..]).cloned().collect();
            if still_wrong(&smaller.concat()) {
                pieces = smaller;
            } else {
                start += length;
            }
        }
        length /= 2;
    }
    pieces
}

fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// An item begins in column 0 with a word; what closes it stands there too and belongs to it.
fn items(text: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        let begins = line.starts_with(|letter: char| letter.is_alphabetic() || letter == '@' || letter == '#');
        match items.last_mut() {
            Some(last) if !begins => last.push_str(line),
            Some(_) | None => items.push(line.to_owned()),
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "fn unused() {\n    print(1)\n}\n\nfn wrong(a: i32) -> i32 {\n    let b = a\n    BUG\n    b\n}\n\n\
        fn main() {\n    print(2)\n    wrong(1)\n}\n";

    #[test]
    fn what_is_not_needed_goes() {
        let mut asked = 0;
        let smallest = reduce(PROGRAM, 500, |text| {
            asked += 1;
            text.contains("BUG") && text.contains("fn main") && text.matches('{').count() == text.matches('}').count()
        });
        assert_eq!(smallest.lines().count(), 5, "{smallest}");
        assert!(asked <= 500);
    }

    #[test]
    fn questions_are_counted() {
        let mut asked = 0;
        let same = reduce(PROGRAM, 3, |_| {
            asked += 1;
            false
        });
        assert_eq!((same.as_str(), asked), (PROGRAM, 3));
    }
}
