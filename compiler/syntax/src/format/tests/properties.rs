//! What holds for the formatted form of every text, tried on all programs of the repository and on random changes of them.

use std::fmt::Display;
use std::panic::{RefUnwindSafe, catch_unwind};
use std::path::Path;

use crate::format::builder::{Breakage, lay_out};
use crate::format::{Edit, format_edits, format_range, means_the_same};
use crate::tests::CORPUS;
use crate::{Parse, Piece, TextRange, TokenKind, TriviaKind, dump, format, parse};

/// Every program of the repository.
fn programs() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("tests"), root.join("compiler/std")];
    let mut programs = vec![("corpus.lang".to_string(), CORPUS.to_string())];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "lang") {
                programs.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    programs.sort();
    assert!(programs.len() > 100);
    programs
}

fn comments(parse: &Parse) -> Vec<&str> {
    parse
        .pieces()
        .filter_map(|piece| match piece {
            Piece::Trivia(TriviaKind::Comment, range) => Some(parse.text()[range.index()].trim_end()),
            Piece::Trivia(..) | Piece::Token(_) => None,
        })
        .collect()
}

/// The tree without ranges, and without commas.
fn shape(parse: &Parse) -> String {
    dump::tree(parse)
        .lines()
        .filter(|line| line.trim() != "\",\"")
        .map(|line| line.split('@').next().unwrap_or_default().to_string() + "\n")
        .collect()
}

fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = text.to_string();
    for edit in edits.iter().rev() {
        out.replace_range(edit.range.index(), &edit.text);
    }
    out
}

fn check(text: &str) -> String {
    let before = parse(text);
    let formatted = format(text);
    let after = parse(&formatted);
    assert!(means_the_same(&before, &after), "{}", dump::tree(&after));
    assert_eq!(comments(&before), comments(&after), "the comments of\n{text}\n{formatted}");
    if before.errors().is_empty() {
        assert_eq!(shape(&before), shape(&after));
    }
    let again = format(&formatted);
    assert_eq!(again, formatted, "formatted again");
    assert_eq!(apply(text, &format_edits(text)), formatted, "by edits");
    formatted
}

/// The text of a formatted program without errors is not what the formatter falls back to when it fails.
fn check_without_fallback(text: &str) {
    let formatted = check(text);
    let parse = parse(text);
    if parse.errors().is_empty() {
        assert_eq!(lay_out(&parse, Breakage::Statements), formatted, "no mistake to fall back from");
    }
}

fn tried(name: impl Display, text: &str, check: impl Fn(&str) + RefUnwindSafe) {
    let result = catch_unwind(|| check(text));
    assert!(result.is_ok(), "{name}:\n{text}");
}

#[test]
fn every_program_keeps_its_meaning() {
    for (path, text) in programs() {
        tried(path, &text, check_without_fallback);
    }
}

/// The program with other spaces, comments and, where they mean nothing, line ends between its tokens.
fn respaced(random: &mut fastrand::Rng, text: &str) -> String {
    const SPACES: &[&str] = &["", " ", " ", " ", "  ", "\t"];
    const LINES: &[&str] =
        &["\n", "\n", "\n\n", "\n\n\n\n", " # trailing\n", "\n  # above\n", " # a\n# b\n\n", "\r\n", "   \n    "];
    let parse = parse(text);
    let mut out = String::new();
    let mut depth = Vec::new();
    for piece in parse.pieces() {
        match piece {
            Piece::Token(token) => {
                let kind = parse.token_kind(token);
                match kind {
                    TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::AttributeStart => depth.push(true),
                    TokenKind::OpenBrace | TokenKind::StringStart => depth.push(false),
                    TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace | TokenKind::StringEnd => {
                        depth.pop();
                    }
                    _ => {}
                }
                out.push_str(parse.token_text(token));
                let is_free = depth.last() == Some(&true) && !depth.contains(&false) || kind == TokenKind::Comma;
                let in_string = depth.contains(&false) && kind.is_quoted();
                if is_free && !in_string && random.u8(..6) == 0 {
                    out.push_str(LINES[random.usize(..LINES.len())]);
                }
            }
            Piece::Trivia(TriviaKind::Newline, _) => out.push_str(LINES[random.usize(..LINES.len())]),
            Piece::Trivia(TriviaKind::Whitespace, range) => {
                let space = SPACES[random.usize(..SPACES.len())];
                out.push_str(if space.is_empty() { &text[range.index()] } else { space });
            }
            Piece::Trivia(TriviaKind::Comment, range) => out.push_str(&text[range.index()]),
        }
    }
    out
}

#[test]
fn other_spaces_change_nothing() {
    let programs = programs();
    for seed in 0..1500 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (path, text) = &programs[random.usize(..programs.len())];
        let text = respaced(&mut random, text);
        tried(format_args!("seed {seed}, {path}"), &text, check_without_fallback);
    }
}

/// The program with longer names, so that everything has to be broken somewhere.
#[test]
fn long_names_break_lines_where_they_may_end() {
    for (path, text) in programs() {
        for factor in [2, 5, 9] {
            let parse = parse(&text);
            let mut out = String::new();
            for piece in parse.pieces() {
                match piece {
                    Piece::Token(token) => {
                        let text = parse.token_text(token);
                        let is_name = parse.token_kind(token) == TokenKind::Word && !matches!(text, "test" | "bench");
                        out.push_str(&text.repeat(if is_name { factor } else { 1 }));
                    }
                    Piece::Trivia(_, range) => out.push_str(&text[range.index()]),
                }
            }
            tried(format_args!("{path} by {factor}"), &out, check_without_fallback);
        }
    }
}

#[test]
fn broken_programs_are_formatted_around_their_mistakes() {
    const STRAY: &[&str] = &["{", "}", "(", ")", "[", "]", "\"", "${", "\n", "let", "=", "#", ";", ",", "case", "if"];
    let programs = programs();
    for seed in 0..3000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (path, text) = &programs[random.usize(..programs.len())];
        let parse = parse(text);
        let pieces: Vec<&str> = parse
            .pieces()
            .map(|piece| match piece {
                Piece::Token(token) => parse.token_text(token),
                Piece::Trivia(_, range) => &text[range.index()],
            })
            .collect();
        let mut broken = String::new();
        for piece in &pieces {
            match random.usize(..pieces.len()) {
                0 => {}
                1 => broken.extend([*piece, *piece]),
                2 => broken.push_str(pieces[random.usize(..pieces.len())]),
                3 => broken.push_str(STRAY[random.usize(..STRAY.len())]),
                _ => broken.push_str(piece),
            }
        }
        tried(format_args!("seed {seed}, {path}"), &broken, |text| {
            check(text);
        });
    }
}

#[test]
fn every_beginning_of_a_program_is_formatted() {
    for (path, text) in programs() {
        let step = 1 + text.len() / 60;
        for end in (0..text.len()).step_by(step).filter(|end| text.is_char_boundary(*end)) {
            tried(format_args!("{path} up to {end}"), &text[..end], |text| {
                check(text);
            });
        }
    }
    for end in (0..CORPUS.len()).filter(|end| CORPUS.is_char_boundary(*end)) {
        check(&CORPUS[..end]);
    }
}

#[test]
fn a_range_is_formatted_alone() {
    let text = "fn  f {\n  a  +  b\n  c   +  d\n  e  +  f\n}\nfn  g { }\n";
    let of = |part: &str| {
        let start = text.find(part).unwrap() as u32;
        apply(text, &format_range(text, TextRange::new(start, start + part.len() as u32)))
    };
    assert_eq!(of("c   +"), text.replace("c   +  d", "c + d"));
    assert_eq!(of("c   +  d\n  e  "), text.replace("c   +  d", "c + d").replace("e  +  f", "e + f"));
    assert_eq!(of("fn  g"), text.replace("fn  g { }", "fn g {}"));
    assert_eq!(of(text), format(text));
}

#[test]
fn any_range_of_any_program_keeps_its_meaning() {
    for (path, text) in programs() {
        let mut random = fastrand::Rng::with_seed(text.len() as u64);
        let text = respaced(&mut random, &text);
        for _ in 0..20 {
            let (one, other) = (random.u32(..=text.len() as u32), random.u32(..=text.len() as u32));
            let range = TextRange::new(one.min(other), one.max(other));
            tried(format_args!("{path} {range:?}"), &text, |text| {
                let changed = apply(text, &format_range(text, range));
                assert!(means_the_same(&parse(text), &parse(&changed)));
            });
        }
    }
}

#[test]
fn deep_and_wide_texts_are_formatted_in_time() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{ ", " }"), ("-", ""), ("if a { ", " }"), ("1 + ", ""), ("a.b(", ")")]
    {
        for depth in [150, 100_000] {
            let inner = open.repeat(depth) + "1" + &close.repeat(depth);
            check(&format!("fn f {{ {inner} }}\n"));
        }
    }
    let wide = "a, ".repeat(100_000);
    let started = std::time::Instant::now();
    check(&format!("fn f {{ f({wide}) }}\n"));
    check(&format!("fn f {{\n{}}}\n", "  x = 1\n".repeat(100_000)));
    check(&"fn f { 1 }\n".repeat(100_000));
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
