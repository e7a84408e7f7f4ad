//! A file with errors is read without what they are about: clang guesses what a wrong declaration may have meant, and nobody
//! should build on that. Each declaration with an error is blanked out, line by line as long as before, and the file is read
//! again; what needed it is an error then, and goes too. Owns this loop; it must not know what is read of the rest.

use super::library::Unit;
use super::wire::{Mistake, Place};

/// So often a file is read. Each time, all that is known to be wrong goes, so that chains end the loop only.
const MOST_READS: usize = 12;

/// The unit without errors, and those that it had.
pub(super) fn read(
    path: &str,
    text: Option<&str>,
    arguments: &[String],
    keeps_macros: bool,
) -> Result<(Unit, Vec<Mistake>), String> {
    let mut texts: Vec<(String, Vec<u8>)> = Vec::new();
    texts.extend(text.map(|text| (path.to_string(), text.as_bytes().to_vec())));
    let mut mistakes: Vec<Mistake> = Vec::new();
    for _ in 0..MOST_READS {
        let unit = Unit::read(path, &texts, arguments, keeps_macros)?;
        let errors = unit.errors();
        if errors.is_empty() {
            return Ok((unit, mistakes));
        }
        if let Some(fatal) = errors.iter().find(|error| error.is_fatal) {
            // That there are too many stands nowhere; the first of them says more.
            let fatal = if fatal.place.file.is_empty() { &errors[0] } else { fatal };
            return Err(Mistake { name: None, message: fatal.message.clone(), place: fatal.place.clone() }.in_words());
        }
        let mut blanked = false;
        for error in errors {
            let (name, range) = subject(&unit, &error.place);
            blanked |= blank(&mut texts, &error.place, range);
            mistakes.push(Mistake { name, message: error.message, place: error.place });
        }
        if !blanked {
            break;
        }
    }
    match mistakes.last() {
        Some(last) => Err(format!("it has errors that nothing can be left out for; the last is: {}", last.in_words())),
        None => Err("it has errors".to_string()),
    }
}

/// The declaration at a place, and all bytes of the declarations that cover it.
fn subject(unit: &Unit, place: &Place) -> (Option<String>, Option<(u32, u32)>) {
    let (mut name, mut range): (Option<String>, Option<(u32, u32)>) = (None, None);
    for declaration in unit.declarations() {
        let Some((from, to)) = declaration.extent() else { continue };
        if from.file == place.file && from.offset <= place.offset && place.offset <= to.offset {
            let (first, last) = range.unwrap_or((from.offset, to.offset));
            range = Some((first.min(from.offset), last.max(to.offset)));
            name = Some(declaration.name()).filter(|name| !name.is_empty() && !name.contains('(')).or(name);
        }
    }
    (name, range)
}

/// Blanks a range, or what stands from a place to the end of its line if there is none. Says whether anything is gone.
fn blank(texts: &mut Vec<(String, Vec<u8>)>, place: &Place, range: Option<(u32, u32)>) -> bool {
    let known = texts.iter().position(|(path, _)| *path == place.file);
    let index = match known {
        Some(index) => index,
        None => match std::fs::read(&place.file) {
            Ok(bytes) => {
                texts.push((place.file.clone(), bytes));
                texts.len() - 1
            }
            // Standing nowhere, as on the command line, it cannot be left out.
            Err(_) => return false,
        },
    };
    let text = &mut texts[index].1;
    let end_of_line =
        |from: usize| text[from..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| from + at);
    let (from, to) = match range {
        Some((from, to)) => (from as usize, to as usize),
        None => (place.offset as usize, end_of_line((place.offset as usize).min(text.len()))),
    };
    let (from, to) = (from.min(text.len()), to.min(text.len()));
    let mut changed = false;
    for byte in &mut text[from..to] {
        if *byte != b'\n' && *byte != b' ' {
            *byte = b' ';
            changed = true;
        }
    }
    changed
}
