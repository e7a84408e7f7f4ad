//! Properties of every tree, tried on the corpus, on its prefixes, on random changes of it, and on hostile nesting.

use super::CORPUS;
use crate::{MAX_DEPTH, NodeId, NodeKind, Parse, Piece, SyntaxErrorKind, TextRange, TokenKind, dump, parse};

/// Checks everything that holds for the tree of any text.
fn check(text: &str) -> Parse {
    let parse = parse(text);
    let mut end = 0;
    for piece in parse.pieces() {
        let range = match piece {
            Piece::Token(token) => parse.token_range(token),
            Piece::Trivia(_, range) => range,
        };
        assert_eq!(range.start, end, "the pieces leave no gap");
        assert!(range.end >= range.start);
        end = range.end;
    }
    assert_eq!(end as usize, text.len(), "the pieces cover the text");
    check_links(&parse);
    for error in parse.errors() {
        let range = error.range;
        assert!(range.end as usize <= text.len() && range.start <= range.end, "{error:?}");
        assert!(text.is_char_boundary(range.start as usize) && text.is_char_boundary(range.end as usize), "{error:?}");
        assert!(!error.message.is_empty());
    }
    parse
}

fn check_links(parse: &Parse) {
    let mut parents = vec![None; parse.node_limit()];
    for node in parse.nodes() {
        let mut tokens = parse.first_token(node);
        let mut height = 0;
        for child in parse.children(node) {
            assert!(child < node, "children come before their parent");
            assert!(parse.first_token(child) >= tokens, "children stand in order");
            tokens = parse.end_token(child);
            assert_eq!(parents[child.number() as usize].replace(node), None, "a node has one parent");
            height = height.max(parse.height(child));
        }
        assert!(parse.end_token(node) >= tokens, "a node covers its children");
        assert_eq!(parse.height(node), height + 1);
    }
    // Looking for a parent walks over all siblings behind a node, so very wide trees are left out.
    for node in parse.nodes().take_while(|_| parse.node_limit() < 10_000) {
        assert_eq!(parse.parent(node), parents[node.number() as usize], "the parent stands behind its last child");
        assert!(node == parse.root() || parse.parent(node).is_some());
    }
    assert_eq!(parse.kind(parse.root()), NodeKind::File);
    let height = parse.height(parse.root());
    assert!(height <= MAX_DEPTH + 16, "height {height} of {:.100}", parse.text());
}

#[test]
fn the_corpus_has_no_error() {
    let parse = check(CORPUS);
    assert!(parse.errors().is_empty(), "{}", dump::tree(&parse));
}

#[test]
fn every_prefix_parses() {
    for end in (0..CORPUS.len()).filter(|end| CORPUS.is_char_boundary(*end)) {
        check(&CORPUS[..end]);
    }
}

#[test]
fn every_suffix_parses() {
    for start in (0..CORPUS.len()).filter(|start| CORPUS.is_char_boundary(*start)) {
        check(&CORPUS[start..]);
    }
}

/// A text of tokens of the corpus in which some were removed, doubled, swapped or replaced.
fn mutated(random: &mut fastrand::Rng, pieces: &[&str]) -> String {
    const STRAY: &[&str] = &[
        "{", "}", "(", ")", "[", "]", "\"", "\"\"\"", "${", "'", "\\", "\n", "fn", "let", "=", "\r\n", "#", "é", "\0",
        "@[",
    ];
    let start = random.usize(..pieces.len());
    let length = random.usize(..400);
    let mut text = String::new();
    for piece in pieces.iter().skip(start).take(length) {
        match random.u8(..40) {
            0 => {}
            1 => text.extend([*piece, *piece]),
            2 => text.push_str(pieces[random.usize(..pieces.len())]),
            3 => text.push_str(STRAY[random.usize(..STRAY.len())]),
            _ => text.push_str(piece),
        }
    }
    text
}

#[test]
fn random_changes_parse() {
    let parse = parse(CORPUS);
    let pieces: Vec<&str> = parse
        .pieces()
        .map(|piece| match piece {
            Piece::Token(token) => parse.token_text(token),
            Piece::Trivia(_, range) => &CORPUS[range.index()],
        })
        .collect();
    for seed in 0..3000 {
        let text = mutated(&mut fastrand::Rng::with_seed(seed), &pieces);
        let result = std::panic::catch_unwind(|| check(&text));
        assert!(result.is_ok(), "seed {seed}:\n{text}");
    }
}

#[test]
fn random_bytes_parse() {
    const ALPHABET: &[char] = &[
        '(', ')', '[', ']', '{', '}', '"', '\'', '\\', '$', '#', '@', '\n', '\r', ' ', 'a', 'Z', '_', '0', '9', '.',
        ',', '=', '-', '>', '<', '%', '|', '&', 'é', '😀', '\u{feff}', ';', ':', 'u', 'x', 'e',
    ];
    for seed in 0..3000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let length = random.usize(..200);
        let text: String = (0..length).map(|_| ALPHABET[random.usize(..ALPHABET.len())]).collect();
        let result = std::panic::catch_unwind(|| check(&text));
        assert!(result.is_ok(), "seed {seed}:\n{text:?}");
    }
}

#[test]
fn line_ends_of_windows_change_nothing_but_ranges() {
    let kinds = |text: &str| {
        let parse = check(text);
        parse.nodes().map(|node| parse.kind(node)).collect::<Vec<_>>()
    };
    assert_eq!(kinds(CORPUS), kinds(&CORPUS.replace('\n', "\r\n")));
}

#[test]
fn a_byte_order_mark_is_space() {
    let parse = check("\u{feff}fn f { }");
    assert!(parse.errors().is_empty());
    assert_eq!(parse.range(parse.first_child(parse.root()).unwrap()), TextRange::new(3, 11));
}

/// Nesting that no program has: one error, no deep tree, no long time.
#[test]
fn hostile_nesting_is_one_error() {
    const MANY: usize = 100_000;
    let inside = |middle: String| format!("fn f {{\n  let x = {middle}\n  let y = 1\n}}\nfn g {{ }}\n");
    let cases = [
        ("open parens", inside("(".repeat(MANY))),
        ("parens", inside("(".repeat(MANY) + "1" + &")".repeat(MANY))),
        ("brackets", inside("[".repeat(MANY) + "1" + &"]".repeat(MANY))),
        ("blocks", inside("{ ".repeat(MANY) + "1" + &" }".repeat(MANY))),
        ("blocks on lines", inside("{\n".repeat(MANY) + "1" + &"\n}".repeat(MANY))),
        ("chain", inside("1 + ".repeat(MANY) + "1")),
        ("comparisons of sums", inside("1 + ".repeat(MANY) + "1 < 2")),
        ("right-leaning chain", inside("1 + 2 * ".repeat(MANY) + "1")),
        ("prefixes", inside("-".repeat(MANY) + "1")),
        ("ref", inside("ref ".repeat(MANY) + "x")),
        ("calls", inside("f".to_string() + &"()".repeat(MANY))),
        ("nested calls", inside("f(".repeat(MANY) + &")".repeat(MANY))),
        ("named calls", inside("f(x: ".repeat(MANY) + "1" + &")".repeat(MANY))),
        ("fields", inside("f".to_string() + &".a".repeat(MANY))),
        ("indices", inside("a[".repeat(MANY) + "1" + &"]".repeat(MANY))),
        ("casts", inside("1".to_string() + &" as i64".repeat(MANY))),
        ("closures", inside("fn () { ".repeat(MANY) + &"}".repeat(MANY))),
        ("closure types", inside("fn (x: ".repeat(MANY) + "T" + &")".repeat(MANY) + " { }")),
        ("if", inside("if a { ".repeat(MANY) + &"}".repeat(MANY))),
        ("else if", inside("if a { } else ".repeat(MANY) + "{ }")),
        ("match", inside("match a { case b -> ".repeat(MANY) + "1" + &" }".repeat(MANY))),
        ("loops", inside("loop { ".repeat(MANY) + &"}".repeat(MANY))),
        ("unsafe", inside("unsafe { ".repeat(MANY) + &"}".repeat(MANY))),
        ("strings", inside("\"${".repeat(MANY) + "1" + &"}\"".repeat(MANY))),
        ("types", format!("fn f(x: {}T{}) {{ }}\nfn g {{ }}", "[".repeat(MANY), "]".repeat(MANY))),
        ("type arguments", format!("fn f(x: {}T{}) {{ }}\nfn g {{ }}", "A[".repeat(MANY), "]".repeat(MANY))),
        ("tuple types", format!("fn f(x: {}T{}) {{ }}\nfn g {{ }}", "(".repeat(MANY), ")".repeat(MANY))),
        ("fn types", format!("fn f(x: {}T{}) {{ }}\nfn g {{ }}", "fn (".repeat(MANY), ")".repeat(MANY))),
        ("patterns", format!("fn f {{ let {}a{} = 1\n}}\nfn g {{ }}", "(".repeat(MANY), ")".repeat(MANY))),
        ("case patterns", format!("fn f {{ let {}a{} = 1\n}}\nfn g {{ }}", "A(".repeat(MANY), ")".repeat(MANY))),
    ];
    for (name, text) in cases {
        let parse = check(&text);
        let errors: Vec<_> = parse.errors().iter().map(|error| (error.kind, error.message.as_str())).collect();
        assert_eq!(parse.errors()[0].kind, SyntaxErrorKind::TooDeep, "{name}: {errors:?}");
        assert_eq!(parse.errors().len(), 1, "{name}: {errors:?}");
        if name != "open parens" {
            let last = parse.children(parse.root()).last().unwrap();
            assert_eq!(parse.node_text(last), "fn g { }", "{name}: what follows is parsed");
        }
    }
}

#[test]
fn wrong_brackets_in_masses_cost_no_more_than_other_text() {
    const MANY: usize = 100_000;
    for text in ["[".repeat(MANY) + &")".repeat(MANY), ")".repeat(MANY), "}".repeat(MANY), "fn f { ".repeat(MANY)] {
        check(&text);
    }
    check(&"'".repeat(MANY));
    check(&"\"${".repeat(MANY));
    check(&"@[".repeat(MANY));
    check(&"let ".repeat(MANY));
    check(&"case ".repeat(MANY));
}

#[test]
fn what_lies_just_below_the_limit_is_accepted() {
    let text = |count: usize| format!("fn f {{ {}1{} }}", "(".repeat(count), ")".repeat(count));
    assert!(check(&text(MAX_DEPTH - 8)).errors().is_empty());
    assert!(check(&format!("fn f {{ {}1 }}", "1 + ".repeat(MAX_DEPTH - 8))).errors().is_empty());
    assert_eq!(check(&text(MAX_DEPTH)).errors().len(), 1);
}

#[test]
fn offsets_find_nodes_and_tokens() {
    let text = "fn f { ab + cd }";
    let parse = check(text);
    let kind_at = |offset: u32| {
        let node: NodeId = parse.node_at(offset);
        (parse.kind(node), parse.node_text(node))
    };
    assert_eq!(kind_at(7), (NodeKind::Name, "ab"));
    assert_eq!(kind_at(9), (NodeKind::Name, "ab"));
    assert_eq!(kind_at(10), (NodeKind::Binary, "ab + cd"));
    assert_eq!(kind_at(12), (NodeKind::Name, "cd"));
    assert_eq!(kind_at(0).0, NodeKind::Function);
    let token_at = |offset: u32| parse.token_at(offset).map(|token| parse.token_text(token));
    assert_eq!(token_at(8), Some("ab"));
    assert_eq!(token_at(9), Some("ab"));
    assert_eq!(token_at(10), Some("+"));
    assert_eq!(token_at(0), Some("fn"));
    assert_eq!(parse.tokens().map(|token| parse.token_kind(token)).next_back(), Some(TokenKind::CloseBrace));
}

#[test]
fn characters_of_other_languages_leave_no_gap() {
    for text in [
        "`",
        "``",
        "`a`",
        "let x = `abc`",
        "`\n",
        "$`",
        "fn f { `a",
        "`é`",
        "a`",
        "`//",
        "/*`*/`",
        "“`",
        "x = `a\nb`",
        "//",
        "/*",
    ] {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            check(&text[..end]);
            check(&format!("fn f {{\n  {}\n}}\n", &text[..end]));
        }
    }
}
