//! The program around both sides: its tables, and what it prints. Owns the table text and the reader of the lines; the C
//! code itself stands next door. Must not know who made the sides.

use std::fmt::Write;

use mir::Scalar;
use serde::Serialize;

use super::images::{Images, Numbered};
use super::model::Type;
use super::names;

const CODE: &str = include_str!("harness.c");

/// The C file.
pub fn text(cases: &[Numbered], images: &Images) -> String {
    let mut bytes = Vec::with_capacity(images.size as usize);
    let mut counts = Vec::with_capacity(images.size as usize);
    for placed in &images.values {
        bytes.resize(placed.offset as usize, 0);
        counts.resize(placed.offset as usize, 0);
        bytes.extend_from_slice(&placed.image.bytes);
        counts.extend(placed.image.counts.iter().map(|counts| u8::from(*counts)));
    }
    let mut text = format!(
        "#include <stdint.h>\n#define CASES {}\nstruct value {{ uint32_t at, size, align, is_signed; }};\n\
         const unsigned char xc_images[] __attribute__((aligned({}))) = {{ {} }};\n\
         static const unsigned char counts[] = {{ {} }};\n",
        cases.len(),
        images.align,
        list(&bytes),
        list(&counts),
    );
    text.push_str("static const struct value values[] = {");
    let types = cases.iter().flat_map(|numbered| numbered.case.values());
    for (placed, ty) in images.values.iter().zip(types) {
        let signed = matches!(ty, Type::Scalar(Scalar::I8 | Scalar::I16));
        let _ = write!(
            text,
            " {{ {}, {}, {}, {} }},",
            placed.offset,
            placed.image.bytes.len(),
            placed.align,
            u8::from(signed)
        );
    }
    text.push_str(" { 0, 0, 1, 0 } };\nstatic const uint32_t firsts[] = {");
    for first in &images.firsts {
        let _ = write!(text, " {first},");
    }
    let _ = write!(text, " {} }};\nstatic const unsigned char variadic[] = {{", images.values.len());
    for numbered in cases {
        let _ = write!(text, " {},", u8::from(numbered.case.fixed.is_some()));
    }
    text.push_str(" 0 };\n");
    for numbered in cases {
        let _ = writeln!(text, "void {}(void);", names::caller(numbered.number));
    }
    text.push_str("static void (*const callers[])(void) = {");
    for numbered in cases {
        let _ = write!(text, " {},", names::caller(numbered.number));
    }
    text.push_str(" 0 };\n");
    text.push_str(CODE);
    text
}

fn list(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(4 * bytes.len() + 2);
    for byte in bytes {
        let _ = write!(text, "{byte},");
    }
    text.push('0');
    text
}

/// What is wrong with a value, or with a whole call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The callee got something else.
    Argument,
    /// The caller's own value has changed.
    Kept,
    /// The caller got something else.
    Result,
    /// Memory beside the result was written.
    Guard,
    /// A small integer does not fill its register.
    Widened,
    /// The address of the result did not come back.
    Echo,
    /// The parameter stands at an address that its type forbids.
    Aligned,
    /// The C compiler gives the type another size.
    Size,
    /// The callee was not reached.
    Missing,
    /// The program was killed by a signal, whose number is seen.
    Crash,
    /// The call did not end.
    Hang,
    /// The engine has no code for it, and had with a right description.
    Refused,
}

/// One wrong value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong.
    pub kind: Kind,
    /// The case, by its position in the program.
    pub position: usize,
    /// The parameter, or the number of parameters for the result.
    pub value: usize,
    /// The first wrong byte.
    pub byte: u64,
    /// What was expected there.
    pub expected: u64,
    /// What stands there.
    pub seen: u64,
    /// The bytes from there on, up to eight of the value's.
    pub following: Vec<u8>,
}

/// What one run of the program said.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Wrong values.
    pub findings: Vec<Finding>,
    /// How many cases ran; none if the program did not reach its end.
    pub ran: Option<usize>,
}

/// Reads what the program printed; other lines are somebody else's.
pub fn read(output: &str) -> Outcome {
    let mut outcome = Outcome::default();
    for line in output.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["ran", count] => outcome.ran = count.parse().ok(),
            ["bad", kind, numbers @ ..] => outcome.findings.extend(finding(kind, numbers)),
            [kind @ ("crash" | "hang"), position, signal] => {
                if let (Ok(position), Ok(seen)) = (position.parse(), signal.parse()) {
                    outcome.findings.push(Finding {
                        kind: if *kind == "crash" { Kind::Crash } else { Kind::Hang },
                        position,
                        value: 0,
                        byte: 0,
                        expected: 0,
                        seen,
                        following: Vec::new(),
                    });
                }
            }
            _ => {}
        }
    }
    outcome
}

fn finding(kind: &str, numbers: &[&str]) -> Option<Finding> {
    let kind = match kind {
        "argument" => Kind::Argument,
        "kept" => Kind::Kept,
        "result" => Kind::Result,
        "guard" => Kind::Guard,
        "widened" => Kind::Widened,
        "echo" => Kind::Echo,
        "aligned" => Kind::Aligned,
        "size" => Kind::Size,
        "missing" => Kind::Missing,
        _ => return None,
    };
    let [position, value, byte, expected, seen, following] = numbers else {
        return None;
    };
    Some(Finding {
        kind,
        position: position.parse().ok()?,
        value: value.parse().ok()?,
        byte: byte.parse().ok()?,
        expected: u64::from_str_radix(expected, 16).ok()?,
        seen: u64::from_str_radix(seen, 16).ok()?,
        following: (0..following.len() / 2)
            .filter_map(|byte| u8::from_str_radix(following.get(2 * byte..2 * byte + 2)?, 16).ok())
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_others_left_alone() {
        let outcome = read("hello\nbad argument 3 1 12 a7 0 00ff\nbad nonsense 1\ncrash 9 11\n");
        assert_eq!(outcome.ran, None);
        assert_eq!(
            outcome.findings[0],
            Finding {
                kind: Kind::Argument,
                position: 3,
                value: 1,
                byte: 12,
                expected: 0xa7,
                seen: 0,
                following: vec![0, 0xff],
            }
        );
        assert_eq!((outcome.findings[1].kind, outcome.findings[1].position), (Kind::Crash, 9));
        assert_eq!(read("ran 12").ran, Some(12));
    }
}
