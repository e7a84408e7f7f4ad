//! How a value is written into a text: what stands behind the `:` of `${value:…}`. Must not know types: whoever infers them says
//! which formats fit. The notation is that of Rust's and Python's format strings.

/// A format, `[[fill]align][+][0][width][.digits][form]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextFormat {
    /// What the text is filled up with, a space if nothing is written.
    pub fill: char,
    /// Where the text stands in its width; else numbers stand right and all else left.
    pub align: Option<Align>,
    /// `+`: a number that is not negative has a sign too.
    pub has_plus: bool,
    /// `0`: a number is filled up with zeros behind its sign.
    pub has_zeros: bool,
    /// At least so many code points.
    pub width: Option<u16>,
    /// Of a float the digits behind the point; of a text at most so many code points.
    pub digits: Option<u16>,
    /// Another way of writing numbers than the usual one.
    pub form: Option<NumberForm>,
}

/// Where a text stands in its width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Align {
    /// `<`
    Left,
    /// `^`; where the rest is odd, more of it stands on the right.
    Centre,
    /// `>`
    Right,
}

/// A way of writing numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumberForm {
    /// `b`: an integer's bits.
    Binary,
    /// `o`: an integer's bits.
    Octal,
    /// `x`: an integer's bits.
    Hexadecimal,
    /// `X`: the same in capital letters.
    UpperHexadecimal,
    /// `e`: a float with an exponent.
    Exponent,
}

impl NumberForm {
    /// The letter that stands for it.
    pub fn letter(self) -> char {
        match self {
            NumberForm::Binary => 'b',
            NumberForm::Octal => 'o',
            NumberForm::Hexadecimal => 'x',
            NumberForm::UpperHexadecimal => 'X',
            NumberForm::Exponent => 'e',
        }
    }

    fn of_letter(letter: char) -> Option<NumberForm> {
        [
            NumberForm::Binary,
            NumberForm::Octal,
            NumberForm::Hexadecimal,
            NumberForm::UpperHexadecimal,
            NumberForm::Exponent,
        ]
        .into_iter()
        .find(|form| form.letter() == letter)
    }
}

/// Greatest width, and greatest number of digits: nobody reads longer ones, and a slip of the finger should not fill memory.
pub const MOST: u16 = 9999;

/// Reads a format, its `:` included; else says what is wrong with it.
pub fn text_format(text: &str) -> Result<TextFormat, String> {
    let mut rest = text.strip_prefix(':').unwrap_or(text);
    if rest.is_empty() {
        return Err(format!("write a format behind `:`, {NOTATION}"));
    }
    let mut fill = ' ';
    let mut align = None;
    let mut letters = rest.chars();
    if let Some(first) = letters.next() {
        if let Some(written) = letters.next().and_then(align_of) {
            (fill, align, rest) = (first, Some(written), letters.as_str());
        } else if let Some(written) = align_of(first) {
            (align, rest) = (Some(written), &rest[1..]);
        }
    }
    let has_plus = taken(&mut rest, "+");
    let has_zeros = taken(&mut rest, "0");
    let width = number(&mut rest)?;
    let digits = match taken(&mut rest, ".") {
        true => Some(number(&mut rest)?.ok_or("write how many digits behind `.`, as in `${x:.2}`")?),
        false => None,
    };
    let mut letters = rest.chars();
    let form = letters.next().and_then(NumberForm::of_letter);
    let rest = if form.is_some() { letters.as_str() } else { rest };
    if !rest.is_empty() {
        return Err(format!("`{rest}` is no part of a format, {NOTATION}"));
    }
    if has_zeros && width.is_none() {
        return Err("`0` fills up a width, as in `${x:08}`".to_owned());
    }
    if align.is_some() && width.is_none() {
        return Err("only a text with a width is aligned, as in `${x:>8}`".to_owned());
    }
    if has_zeros && align.is_some() {
        return Err(
            "a number is filled up with zeros behind its sign: leave out either `0` or the alignment".to_owned()
        );
    }
    Ok(TextFormat { fill, align, has_plus, has_zeros, width, digits, form })
}

const NOTATION: &str = "as `>8`, `*^12`, `+`, `08`, `.2`, `x`, `X`, `o`, `b` or `e`, in this order";

fn align_of(letter: char) -> Option<Align> {
    match letter {
        '<' => Some(Align::Left),
        '^' => Some(Align::Centre),
        '>' => Some(Align::Right),
        _ => None,
    }
}

fn taken(rest: &mut &str, part: &str) -> bool {
    let behind = rest.strip_prefix(part);
    *rest = behind.unwrap_or(rest);
    behind.is_some()
}

fn number(rest: &mut &str) -> Result<Option<u16>, String> {
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, behind) = rest.split_at(end);
    *rest = behind;
    if digits.is_empty() {
        return Ok(None);
    }
    match digits.parse() {
        Ok(number) if number <= MOST => Ok(Some(number)),
        Ok(_) | Err(_) => Err(format!("`{digits}` is too much, write {MOST} at most")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read() {
        let plain = TextFormat {
            fill: ' ',
            align: None,
            has_plus: false,
            has_zeros: false,
            width: None,
            digits: None,
            form: None,
        };
        assert_eq!(text_format(":8"), Ok(TextFormat { width: Some(8), ..plain }));
        assert_eq!(text_format(":08"), Ok(TextFormat { width: Some(8), has_zeros: true, ..plain }));
        assert_eq!(text_format(":.0"), Ok(TextFormat { digits: Some(0), ..plain }));
        assert_eq!(
            text_format(":+.3e"),
            Ok(TextFormat { has_plus: true, digits: Some(3), form: Some(NumberForm::Exponent), ..plain })
        );
        assert_eq!(
            text_format(":>>4X"),
            Ok(TextFormat {
                fill: '>',
                align: Some(Align::Right),
                width: Some(4),
                form: Some(NumberForm::UpperHexadecimal),
                ..plain
            })
        );
        assert_eq!(
            text_format(":日^10"),
            Ok(TextFormat { fill: '日', align: Some(Align::Centre), width: Some(10), ..plain })
        );
        assert_eq!(text_format(":<9999"), Ok(TextFormat { align: Some(Align::Left), width: Some(9999), ..plain }));
    }

    #[test]
    fn what_is_no_format_is_refused() {
        for text in [
            ":",
            ":y",
            ":8q",
            ":.",
            ":.e",
            ":10000",
            ":99999999999",
            ":x8",
            ":+",
            ":0",
            ":>",
            ":*^",
            ":>08",
            ": 8",
            ":8 ",
            ":é",
        ] {
            let is_plus = text == ":+";
            assert_eq!(text_format(text).is_ok(), is_plus, "{text}");
        }
    }
}
