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
    /// The word at the head of a list, and what follows it.
    pub fn parts(&self) -> (&str, &[Form]) {
        self.list.split_first().map_or(("", &[]), |(head, rest)| (&head.word, rest))
    }

    pub fn error<T>(&self, message: &str) -> Outcome<T> {
        Err((self.at, message.to_owned()))
    }
}

/// The forms of a text of less than 4 GiB. From `;` to the end of a line is a comment.
pub(crate) fn read(text: &str) -> Outcome<Vec<Form>> {
    // Each list is inside of the one before it, and all are inside of the first.
    let (mut open, mut next) = (vec![Form::default()], 0);
    while let Some(letter) = text[next..].trim_start().chars().next() {
        let (rest, depth) = (text[next..].trim_start(), open.len());
        let ends = |letter: char| letter.is_whitespace() || "();".contains(letter);
        let (length, at) = (rest.find(ends).unwrap_or(rest.len()).max(1), (text.len() - rest.len()) as u32);
        next = at as usize + length;
        match (letter, open.as_mut_slice()) {
            (';', _) => next = at as usize + rest.find('\n').unwrap_or(rest.len()),
            // More would need too much stack of those who walk through the lists.
            ('(', _) if depth > 100 => return Err((at, "too many lists around this; divide it".to_owned())),
            ('(', _) => open.push(Form { at, ..Form::default() }),
            (')', [.., around, last]) => {
                around.list.push(Form { end: next as u32, ..std::mem::take(last) });
                open.truncate(depth - 1);
            }
            (')', _) => return Err((at, "no list is open here; leave ')' out".to_owned())),
            (_, lists) => {
                let word = Form { word: rest[..length].to_owned(), at, end: next as u32, ..Form::default() };
                lists[depth - 1].list.push(word);
            }
        }
    }
    match open.as_mut_slice() {
        [.., _, inner] => inner.error("this list is not closed; add ')'"),
        all => Ok(all.iter_mut().flat_map(|all| std::mem::take(&mut all.list)).collect()),
    }
}
