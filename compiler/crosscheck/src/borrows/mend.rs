//! Programs that are just within the rules: refused ones without the statements that they are refused for. Owns which lines go;
//! must not know why a program was refused.

use std::ops::Range;

/// The program without the statements at these byte offsets and those that name what these declare; nothing if one of them
/// is no whole statement of a body.
pub fn mended(text: &str, offsets: &[u32]) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut gone = vec![false; lines.len()];
    let mut names: Vec<&str> = Vec::new();
    let mut start = 0;
    for (number, line) in lines.iter().enumerate() {
        let end = start + line.len();
        if offsets.iter().any(|offset| (start..end).contains(&(*offset as usize))) {
            leave_out(&lines, number, &mut gone, &mut names)?;
        }
        start = end;
    }
    // Names are declared above what uses them, and each once in a program.
    for (number, line) in lines.iter().enumerate() {
        if !gone[number] && words(line).any(|word| names.contains(&word)) {
            leave_out(&lines, number, &mut gone, &mut names)?;
        }
    }
    let kept = lines.iter().zip(&gone).filter(|(_, gone)| !**gone);
    Some(kept.map(|(line, _)| *line).collect())
}

/// Marks the lines of the statement that begins on a line.
fn leave_out<'text>(lines: &[&'text str], number: usize, gone: &mut [bool], names: &mut Vec<&'text str>) -> Option<()> {
    for number in statement(lines, number)? {
        gone[number] = true;
        names.extend(declared(lines[number]));
    }
    Some(())
}

/// The lines of the statement of a body that begins on a line, if one does.
fn statement(lines: &[&str], number: usize) -> Option<Range<usize>> {
    let line = lines[number];
    let margin = line.len() - line.trim_start().len();
    let depth = depth(line);
    if margin == 0 || depth < 0 || line[margin..].starts_with('}') {
        return None;
    }
    if depth == 0 {
        return Some(number..number + 1);
    }
    let at_margin = |line: &str| line.len() - line.trim_start().len() == margin;
    let ends = |line: &&str| at_margin(line) && line.trim_start().starts_with('}') && self::depth(line) < 0;
    let behind = lines[number + 1..].iter().position(ends)?;
    Some(number..number + behind + 2)
}

/// How many more braces a line opens than it closes.
fn depth(line: &str) -> i32 {
    line.chars().fold(0, |depth, letter| match letter {
        '{' => depth + 1,
        '}' => depth - 1,
        _ => depth,
    })
}

/// The name behind the `let` that begins a line.
fn declared(line: &str) -> Option<&str> {
    let mut words = words(line);
    (words.next() == Some("let")).then(|| words.find(|word| *word != "mut")).flatten()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::mended;

    const PROGRAM: &str = "\
fn f {
  let mut a: i64 = 1
  let b = 2
  if c {
    g(a)
  } else {
    g(b)
  }
  h({ b })
}
";

    fn without(words: &[&str]) -> Option<String> {
        let offsets: Vec<u32> = words.iter().filter_map(|word| PROGRAM.find(word)).map(|at| at as u32).collect();
        mended(PROGRAM, &offsets)
    }

    #[test]
    fn whole_statements_go() {
        let kept = without(&["g(a)", "({ b"]).expect("they are whole");
        assert_eq!(kept, PROGRAM.replace("    g(a)\n", "").replace("  h({ b })\n", ""));
        let kept = without(&["if c"]).expect("it is whole");
        assert_eq!(kept, "fn f {\n  let mut a: i64 = 1\n  let b = 2\n  h({ b })\n}\n");
    }

    #[test]
    fn what_names_a_variable_goes_with_it() {
        let kept = without(&["let mut a"]).expect("the two are whole");
        assert_eq!(kept, PROGRAM.replace("  let mut a: i64 = 1\n", "").replace("    g(a)\n", ""));
    }

    #[test]
    fn parts_of_statements_do_not() {
        for part in ["fn f", "} else", "  }\n  h"] {
            assert_eq!(without(&["g(a)", part]), None, "{part}");
        }
    }
}
