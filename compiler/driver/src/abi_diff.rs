//! What the ABI pass makes of each function, before and after side by side (`--emit abi-diff`). It owns the two columns
//! and which lines stand beside each other; how a line is written is `mir`'s business.

use project::Report;

use crate::abi_report::is_named;
use crate::dumps;
use crate::program::{Program, Run};

/// The left column is not wider, so that the right one stays on the screen; what is longer pushes it to the right.
const LEFT_WIDTH: usize = 96;

/// Functions of more lines than this on both sides stand beside each other line by line: the search for what stayed
/// takes the product of both.
const ALIGNED_LINES: usize = 4000;

/// The functions of the program, or those of these names, in both forms. A name is a full name or its end.
///
/// # Errors
/// What the target's ABI description does not cover, or a name that no function has.
pub fn abi_diff(program: &Program, run: &Run, names: &[String]) -> Result<Result<String, String>, Vec<Report>> {
    let (before, after) = dumps::both_forms(program, run)?;
    let mut missing: Vec<&String> = names.iter().collect();
    let mut text = String::new();
    for (left, right) in before.functions.iter().zip(&after.functions) {
        let name = before.symbol_name(left.symbol);
        let wanted = names.iter().find(|wanted| is_named(name, wanted));
        missing.retain(|missing| Some(*missing) != wanted);
        if wanted.is_none() && !names.is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        columns(&mir::print_function(&before, left), &mir::print_function(&after, right), &mut text);
    }
    Ok(match missing.first() {
        Some(name) => Err(format!("there is no function `{name}` with code in this program")),
        None => Ok(text),
    })
}

/// Writes two texts beside each other. Between them stands `|` where a line changed, `<` where it went, `>` where it
/// came, and nothing where it stayed.
fn columns(left: &str, right: &str, text: &mut String) {
    let left: Vec<&str> = left.lines().collect();
    let right: Vec<&str> = right.lines().collect();
    let longest = left.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = longest.min(LEFT_WIDTH);
    for (before, after) in rows(&left, &right) {
        let mark = match (before, after) {
            (Some(before), Some(after)) if before == after => ' ',
            (Some(_), Some(_)) => '|',
            (Some(_), None) => '<',
            (None, _) => '>',
        };
        let line = format!("{:<width$} {mark} {}", before.unwrap_or_default(), after.unwrap_or_default());
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

type Row<'a> = (Option<&'a str>, Option<&'a str>);

/// Which lines stand beside each other: equal ones, as many as can in order; of what lies between them the first with
/// the first.
fn rows<'a>(left: &[&'a str], right: &[&'a str]) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let (mut l, mut r) = (0, 0);
    let matches = if left.len().max(right.len()) > ALIGNED_LINES { Vec::new() } else { common(left, right) };
    for (next_l, next_r) in matches.into_iter().chain([(left.len(), right.len())]) {
        while l < next_l || r < next_r {
            let row = ((l < next_l).then(|| left[l]), (r < next_r).then(|| right[r]));
            l += usize::from(row.0.is_some());
            r += usize::from(row.1.is_some());
            rows.push(row);
        }
        if l < left.len() {
            rows.push((Some(left[l]), Some(right[r])));
            l += 1;
            r += 1;
        }
    }
    rows
}

/// The positions of a longest common subsequence.
fn common(left: &[&str], right: &[&str]) -> Vec<(usize, usize)> {
    let width = right.len() + 1;
    // At (l, r): how many lines are common to what is left behind both.
    let mut counts = vec![0u32; (left.len() + 1) * width];
    for l in (0..left.len()).rev() {
        for r in (0..right.len()).rev() {
            counts[l * width + r] = if left[l] == right[r] {
                counts[(l + 1) * width + r + 1] + 1
            } else {
                counts[(l + 1) * width + r].max(counts[l * width + r + 1])
            };
        }
    }
    let mut positions = Vec::new();
    let (mut l, mut r) = (0, 0);
    while l < left.len() && r < right.len() {
        if left[l] == right[r] {
            positions.push((l, r));
            l += 1;
            r += 1;
        } else if counts[(l + 1) * width + r] >= counts[l * width + r + 1] {
            l += 1;
        } else {
            r += 1;
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::columns;

    #[test]
    fn what_stayed_stands_beside_itself() {
        let mut text = String::new();
        columns(
            "head\n  same\n  went\n  also same\n}",
            "other head\n  came\n  same\n  also same\n  more\n}",
            &mut text,
        );
        expect![[r#"
            head        | other head
                        >   came
              same          same
              went      <
              also same     also same
                        >   more
            }             }
        "#]]
        .assert_eq(&text);
    }
}
