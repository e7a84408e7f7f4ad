//! The frames of the protocol: headers and bodies. It owns finding the next frame after anything that is none; it must not
//! know what bodies hold.

use std::io::{BufRead, Read};

/// Lines of headers are short; what is longer is none and is read in pieces.
const LONGEST_LINE: u64 = 4096;

/// A body longer than this cannot be a text that the compiler takes; it is read past.
const LONGEST_BODY: u64 = 1 << 31;

const LENGTH: &[u8] = b"content-length:";

/// Reads frames to the end of the input, and gives each body to `take` until that says no.
pub(super) fn read_all(mut input: impl BufRead, mut take: impl FnMut(Vec<u8>) -> bool) {
    while let Some(length) = next_length(&mut input) {
        if length > LONGEST_BODY {
            let skipped = std::io::copy(&mut input.by_ref().take(length), &mut std::io::sink());
            if skipped.is_err() || !take(b"(a message longer than 2 GiB)".to_vec()) {
                return;
            }
            continue;
        }
        let mut body = Vec::new();
        match input.by_ref().take(length).read_to_end(&mut body) {
            Ok(read) if read as u64 == length => {}
            Ok(_) | Err(_) => return,
        }
        if !take(body) {
            return;
        }
    }
}

/// Reads headers up to the empty line after one that says the length; anything else is passed over.
fn next_length(input: &mut impl BufRead) -> Option<u64> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).ok()?;
        if read == 0 {
            return None;
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            if let Some(length) = length {
                return Some(length);
            }
            continue;
        }
        // Rubbish may stand directly before a header.
        let lower = line.to_ascii_lowercase();
        if let Some(at) = find(&lower, LENGTH) {
            let digits = lower[at + LENGTH.len()..].trim_ascii();
            length = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        }
    }
}

fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).rposition(|window| window == word)
}

#[cfg(test)]
mod tests {
    use super::read_all;

    fn bodies(input: &str) -> Vec<String> {
        let mut bodies = Vec::new();
        read_all(input.as_bytes(), |body| {
            bodies.push(String::from_utf8_lossy(&body).into_owned());
            true
        });
        bodies
    }

    #[test]
    fn frames_with_any_headers() {
        assert_eq!(bodies("Content-Length: 2\r\n\r\n{}content-length:1\n\n1"), ["{}", "1"]);
        assert_eq!(bodies("Content-Type: a/b; charset=utf-16\r\nContent-Length: 2\r\nX: y\r\n\r\n[]"), ["[]"]);
    }

    #[test]
    fn rubbish_is_passed_over() {
        let frame = "Content-Length: 2\r\n\r\n{}";
        assert_eq!(bodies(&format!("rubbish{frame}")), ["{}"]);
        assert_eq!(bodies(&format!("\r\n\r\nrubbish\r\n\r\n{frame}")), ["{}"]);
        assert_eq!(bodies(&format!("Content-Length: x\r\n\r\nabc\n{frame}")), ["{}"]);
        assert_eq!(bodies(&format!("Content-Length: -1\r\n\r\n{frame}")), ["{}"]);
        assert_eq!(bodies(&format!("{}{frame}", "x".repeat(10_000))), ["{}"]);
    }

    #[test]
    fn an_end_within_a_frame_is_the_end() {
        assert_eq!(bodies("Content-Length: 20\r\n\r\n{}"), [] as [&str; 0]);
        assert_eq!(bodies("Content-Length: 2"), [] as [&str; 0]);
    }
}
