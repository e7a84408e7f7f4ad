//! What came of a bench: it reads the line that the standard library's `runtime.bench` prints last, and owns how the numbers
//! are shown to people and to programs.

use std::fmt::{self, Display, Formatter};

use serde_json::json;

/// How the line begins.
const MARK: &[u8] = b"\nlang-bench ";

/// What is wrong with a bench that ended well without having been measured.
pub(super) const UNFINISHED: &str =
    "not all rounds were run: the loop over `rounds()` was left before its end, or the bench ended the process";

/// Units of time, largest first, in nanoseconds.
const UNITS: [(f64, &str); 4] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")];

/// With less than this for a round, in nanoseconds, the processor did nothing.
const NOTHING: f64 = 0.02;

/// What the rounds of a bench took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measured {
    /// The median of the samples, in nanoseconds for a round.
    median: f64,
    /// The median of how far the samples are from that.
    spread: f64,
    /// The least sample.
    least: f64,
    samples: u64,
    /// In each sample.
    rounds: u64,
}

impl Measured {
    /// Takes the line out of what a bench has printed, of which so many bytes are standard output.
    pub(super) fn take(output: &mut Vec<u8>, printed: usize) -> Option<Measured> {
        let start = output[..printed].windows(MARK.len()).rposition(|window| window == MARK)?;
        let line = std::str::from_utf8(&output[start + MARK.len()..printed]).ok()?;
        let numbers: Vec<f64> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
        let [median, spread, least, samples, rounds] = *numbers else { return None };
        output.drain(start..printed);
        Some(Measured { median, spread, least, samples: samples as u64, rounds: rounds as u64 })
    }
}

impl Display for Measured {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let (unit, name) = *UNITS.iter().find(|unit| self.median >= unit.0).unwrap_or(&UNITS[3]);
        let in_unit = self.median / unit;
        let digits = if in_unit < 10.0 {
            3
        } else if in_unit < 100.0 {
            2
        } else {
            1
        };
        let (spread, least) = (self.spread / unit, self.least / unit);
        write!(formatter, "{in_unit:>5.digits$} {name} ± {spread:.digits$} {name}, at best {least:.digits$} {name}")?;
        write!(formatter, ", {} × {} rounds", self.samples, self.rounds)?;
        let is_nothing = self.median < NOTHING;
        formatter.write_str(if is_nothing { "; nothing is left of it, `keep` what it makes" } else { "" })
    }
}

/// The line of a bench for programs.
pub(super) fn json(name: &str, measured: &Result<Measured, String>, output: &[u8]) -> String {
    let line = match measured {
        Ok(measured) => json!({
            "name": name, "median": measured.median, "spread": measured.spread, "least": measured.least,
            "samples": measured.samples, "rounds": measured.rounds,
        }),
        Err(how) => json!({ "name": name, "failure": how, "output": String::from_utf8_lossy(output) }),
    };
    format!("{line}\n")
}

#[cfg(test)]
mod tests {
    use super::{Measured, json};

    fn of(median: f64, spread: f64) -> Measured {
        Measured { median, spread, least: median * 0.75, samples: 100, rounds: 16 }
    }

    #[test]
    fn the_line_is_taken_out_of_what_is_printed() {
        let mut output = b"begun\nlang-bench 1\nmore\nlang-bench 12.5 0.25 12 100 400\nand errors".to_vec();
        let printed = output.len() - b"and errors".len();
        let measured = Measured::take(&mut output, printed);
        let expected = Measured { median: 12.5, spread: 0.25, least: 12.0, samples: 100, rounds: 400 };
        assert_eq!(measured, Some(expected));
        assert_eq!(output, b"begun\nlang-bench 1\nmoreand errors");
        for wrong in ["lang-bench 1 1 1 1 1\n", "\nlang-bench 1 1 1 1\n", "\nlang-bench 1 1 1 1 x\n", ""] {
            assert_eq!(Measured::take(&mut wrong.as_bytes().to_vec(), wrong.len()), None, "{wrong}");
        }
    }

    #[test]
    fn four_digits_and_one_unit() {
        let shown = |median, spread| of(median, spread).to_string();
        assert_eq!(shown(1.5, 0.004), "1.500 ns ± 0.004 ns, at best 1.125 ns, 100 × 16 rounds");
        assert_eq!(shown(123_456.0, 1000.0), "123.5 µs ± 1.0 µs, at best 92.6 µs, 100 × 16 rounds");
        assert_eq!(shown(2_000_123_456.0, 0.0), "2.000 s ± 0.000 s, at best 1.500 s, 100 × 16 rounds");
        assert!(shown(0.001, 0.0).ends_with("; nothing is left of it, `keep` what it makes"));
    }

    #[test]
    fn a_line_for_programs() {
        let line = json("sum", &Ok(of(2.0, 0.5)), b"");
        assert_eq!(
            line,
            "{\"name\":\"sum\",\"median\":2.0,\"spread\":0.5,\"least\":1.5,\"samples\":100,\"rounds\":16}\n"
        );
        let failed = json("sum", &Err("exit code 101".to_string()), b"said");
        assert_eq!(failed, "{\"name\":\"sum\",\"failure\":\"exit code 101\",\"output\":\"said\"}\n");
    }
}
