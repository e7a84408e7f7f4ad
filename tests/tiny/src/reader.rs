//! From a text to forms: words, and lists in parentheses. Owns how a text is cut; must not know what it means.

/// What was asked for; or the byte at which something is wrong, and what to do about it.
pub(crate) type Outcome<T> = Result<T, (u32, String)>;

/// A word; or a list, whose word is empty.
#[derive(Default)]
pub(crate) struct Form {
    pub word: String,
    pub list: Vec<Form>,
    /// The first byte, and the one behind the last.
    pub at: u32,
    pub end: u32,
}

impl Form {
    pub fn error<T>(&self, message: &str) -> Outcome<T> {
        Err((self.at, message.to_owned()))
    }
}

/// More lists inside of each other would need too much stack of those who walk through them.
const DEEPEST: usize = 100;

/// The forms of a text of less than 4 GiB. From `;` to the end of a line is a comment.
pub(crate) fn read(text: &str) -> Outcome<Vec<Form>> {
    // Each list is inside of the one before it, and all are inside of the first.
    let mut open = vec![Form::default()];
    let mut next = 0;
    while let Some(letter) = text[next..].chars().next() {
        let (at, rest, depth) = (next as u32, &text[next..], open.len());
        next += letter.len_utf8();
        match (letter, open.as_mut_slice()) {
            (';', _) => next = at as usize + rest.find('\n').unwrap_or(rest.len()),
            ('(', _) if depth > DEEPEST => return Err((at, "too many lists around this; divide it".to_owned())),
            ('(', _) => open.push(Form { at, ..Form::default() }),
            (')', [.., around, last]) => {
                around.list.push(Form { end: next as u32, ..std::mem::take(last) });
                open.truncate(depth - 1);
            }
            (')', _) => return Err((at, "no list is open here; leave ')' out".to_owned())),
            (_, [.., last]) if !letter.is_whitespace() => {
                let length = rest.find(|letter: char| letter.is_whitespace() || "();".contains(letter));
                next = at as usize + length.unwrap_or(rest.len());
                last.list.push(Form {
                    word: text[at as usize..next].to_owned(),
                    list: Vec::new(),
                    at,
                    end: next as u32,
                });
            }
            _ => {}
        }
    }
    match open.as_mut_slice() {
        [.., _, inner] => inner.error("this list is not closed; add ')'"),
        all => Ok(all.iter_mut().flat_map(|all| std::mem::take(&mut all.list)).collect()),
    }
}
