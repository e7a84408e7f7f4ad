//! The grammar of `editors/tree-sitter-lang` beside the compiler's parser: they accept the same programs of the corpus, and
//! see the same calls, operators, blocks and declarations at the same places. It must not know what editors draw.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crosscheck::programs::{Size, generate};
use syntax::NodeKind;
use tests::{corpus, root};
use tree_sitter::{Language, Node, Parser, Query, QueryCursor, StreamingIterator as _};
use tree_sitter_loader::{CompileConfig, Loader};

/// How many random programs are compared.
const PROGRAMS: u64 = 150;

fn grammar() -> PathBuf {
    root().join("editors/tree-sitter-lang")
}

/// The language, compiled once per run of this suite.
fn language(folder: &Path) -> Language {
    let loader = Loader::with_parser_lib_path(folder.to_path_buf());
    let source = grammar().join("src");
    loader.load_language_at_path(CompileConfig::new(&source, None, None)).expect("the C compiler builds the grammar")
}

fn parser(language: &Language) -> Parser {
    let mut parser = Parser::new();
    parser.set_language(language).expect("the library reads this version of grammars");
    parser
}

/// Constructs that both trees have as one node each.
const TWINS: &[(NodeKind, &str)] = &[
    (NodeKind::Call, "call"),
    (NodeKind::Binary, "binary"),
    (NodeKind::Cast, "cast"),
    (NodeKind::Unary, "unary"),
    (NodeKind::Index, "index"),
    (NodeKind::FieldAccess, "member"),
    (NodeKind::SelfField, "self_field"),
    (NodeKind::NamedArgument, "named_argument"),
    (NodeKind::Let, "let"),
    (NodeKind::Assign, "assignment"),
    (NodeKind::If, "if"),
    (NodeKind::For, "for"),
    (NodeKind::While, "while"),
    (NodeKind::Loop, "loop"),
    (NodeKind::Block, "block"),
    (NodeKind::Return, "return"),
    (NodeKind::Break, "break"),
    (NodeKind::Repeat, "repeat"),
    (NodeKind::Range, "range"),
    (NodeKind::Interpolation, "interpolation"),
    (NodeKind::Import, "import"),
    (NodeKind::Function, "function"),
    (NodeKind::Type, "type_definition"),
    (NodeKind::Alias, "type_alias"),
    (NodeKind::Constant, "constant"),
    (NodeKind::ExternBlock, "extern_block"),
    (NodeKind::Test, "test"),
    (NodeKind::Field, "field"),
    (NodeKind::Parameter, "parameter"),
    (NodeKind::BorrowType, "borrow_type"),
    (NodeKind::ArrayType, "array_type"),
];

/// What an editor may colour although the compiler refuses it: `a < b < c` has a clear shape.
const LENIENT: &[&str] = &["chained_comparison.lang", "check/ranges.lang", "check/untyped_parts.lang"];

/// A construct and its bytes.
type Construct = (&'static str, u32, u32);

fn ours(text: &str) -> (bool, BTreeSet<Construct>) {
    let parse = syntax::parse(text);
    let constructs = parse.nodes().filter_map(|node| {
        let (_, name) = TWINS.iter().find(|(kind, _)| *kind == parse.kind(node))?;
        let range = parse.range(node);
        Some((*name, range.start, range.end))
    });
    (parse.errors().is_empty(), constructs.collect())
}

fn theirs(parser: &mut Parser, text: &str) -> (bool, BTreeSet<Construct>) {
    let tree = parser.parse(text, None).expect("nobody cancels");
    let mut constructs = BTreeSet::new();
    let mut stack = vec![tree.root_node()];
    while let Some(node) = stack.pop() {
        if let Some((_, name)) = TWINS.iter().find(|(_, name)| *name == node.kind() && node.is_named()) {
            constructs.insert((*name, node.start_byte() as u32, node.end_byte() as u32));
        }
        let mut cursor = node.walk();
        stack.extend(node.children(&mut cursor));
    }
    (!tree.root_node().has_error(), constructs)
}

/// Labels belong to our loops and stand beside theirs.
fn without_labels(text: &str, constructs: BTreeSet<Construct>) -> BTreeSet<Construct> {
    let unlabelled = |(name, start, end): Construct| {
        let words = ["for", "while", "loop"];
        if !words.contains(&name) {
            return (name, start, end);
        }
        let inside = &text[start as usize..end as usize];
        let skipped = if inside.starts_with(name) { 0 } else { inside.find(name).unwrap_or(0) };
        (name, start + skipped as u32, end)
    };
    constructs.into_iter().map(unlabelled).collect()
}

fn compare(parser: &mut Parser, name: &str, text: &str) -> Result<(), String> {
    let (is_right, our_constructs) = ours(text);
    let (is_accepted, their_constructs) = theirs(parser, text);
    if is_right != is_accepted {
        let (yes, no) = if is_right { ("we", "tree-sitter") } else { ("tree-sitter", "we") };
        return Err(format!("{name}: {yes} accept it and {no} do not"));
    }
    let our_constructs = without_labels(text, our_constructs);
    if is_right && our_constructs != their_constructs {
        let place = |(name, start, end): &Construct| {
            let line = text[..*start as usize].matches('\n').count() + 1;
            format!("{name} in line {line}: {}", &text[*start as usize..*end as usize])
        };
        let only_ours: Vec<String> = our_constructs.difference(&their_constructs).take(3).map(place).collect();
        let only_theirs: Vec<String> = their_constructs.difference(&our_constructs).take(3).map(place).collect();
        return Err(format!("{name}: only ours {only_ours:#?}, only theirs {only_theirs:#?}"));
    }
    Ok(())
}

fn corpus_texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for folder in ["tests", "compiler/std"] {
        corpus::walk(&root().join(folder), &mut |path| {
            if path.extension().is_some_and(|ending| ending == "lang") {
                texts.push((path.display().to_string(), corpus::read(path)));
            }
        });
    }
    texts.sort();
    texts
}

#[test]
fn both_parsers_see_the_same_in_the_whole_corpus() {
    let folder = tempfile::tempdir().expect("a folder for the compiled grammar");
    let mut parser = parser(&language(folder.path()));
    let texts = corpus_texts();
    assert!(texts.len() > 200, "the corpus has been found");
    let wrong: Vec<String> = texts
        .iter()
        .filter(|(name, _)| !LENIENT.iter().any(|lenient| name.ends_with(lenient)))
        .filter_map(|(name, text)| compare(&mut parser, name, text).err())
        .collect();
    assert!(wrong.is_empty(), "{} of {}: {}", wrong.len(), texts.len(), wrong.join("\n"));
}

#[test]
fn both_parsers_see_the_same_in_random_programs() {
    let folder = tempfile::tempdir().expect("a folder for the compiled grammar");
    let mut parser = parser(&language(folder.path()));
    for seed in 0..PROGRAMS {
        let text = generate(seed, Size::SMALL);
        if let Err(difference) = compare(&mut parser, &format!("seed {seed}"), &text) {
            panic!("{difference}\n{text}");
        }
    }
}

#[test]
fn what_the_reference_shows_but_the_compiler_refuses_is_parsed_too() {
    let folder = tempfile::tempdir().expect("a folder for the compiled grammar");
    let mut parser = parser(&language(folder.path()));
    let text = "\
trait Area: Show { fn area -> f64  fn twice -> f64 { self.area() * 2.0 } }
impl Area for Shape { fn area -> f64 { match self { case Circle(r) -> 3.14 * r * r  case Rect(w, h) -> w * h } } }
impl Equal for Vec3
impl[T: Order] Tree[T] { fn mut sort { } }
fn apply(r: ref fn (x: i64) -> i64, d: dyn Show, m: mut [i64], p: extern fn (i64) -> i64) -> Option[ref i64] {
  let Some(x) = e else { return }
  while let Some(y) = it.next() && y > 0 { println(\"a ${y + 1} ${\"in ${x}\"}\") }
  match x { case 1 | 2 if x > 1 -> f(x)  case 'a'..='z' as c -> { } case Shape.Circle(r, ..) -> r  case -1 -> 0 }
  for (k, v) in mut map { throw e }
  let g = fn (x: i64, _) -> i64 { x + n }
  try load(a, type: 3)
  a[1..].type.0.find[i64]()
}
";
    let (is_accepted, _) = theirs(&mut parser, text);
    assert!(is_accepted);
    assert!(syntax::parse(text).errors().is_empty());
}

#[test]
fn queries_name_every_word_of_a_program() {
    let folder = tempfile::tempdir().expect("a folder for the compiled grammar");
    let language = language(folder.path());
    let mut parser = parser(&language);
    for name in ["highlights", "locals", "folds", "indents", "tags"] {
        let text = corpus::read(&grammar().join(format!("queries/{name}.scm")));
        Query::new(&language, &text).unwrap_or_else(|error| panic!("{name}.scm: {error}"));
    }
    let text = corpus::read(&grammar().join("queries/highlights.scm"));
    let query = Query::new(&language, &text).expect("it was read above");
    for (name, text) in corpus_texts().into_iter().filter(|(name, _)| name.contains("/run/")) {
        let tree = parser.parse(&text, None).expect("nobody cancels");
        let mut named = vec![false; text.len()];
        let mut cursor = QueryCursor::new();
        let mut captures = cursor.captures(&query, tree.root_node(), text.as_bytes());
        while let Some((found, at)) = captures.next() {
            let range = found.captures()[*at].node.byte_range();
            named[range].fill(true);
        }
        let forgotten = leaves(tree.root_node()).into_iter().find(|leaf| !named[leaf.start_byte()]);
        if let Some(leaf) = forgotten {
            panic!("{name}: `{}` in line {} has no colour", leaf.kind(), leaf.start_position().row + 1);
        }
    }
}

/// The visible tokens of a tree.
fn leaves(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if node.child_count() == 0 {
            found.extend((node.end_byte() > node.start_byte()).then_some(node));
        }
        let mut cursor = node.walk();
        stack.extend(node.children(&mut cursor));
    }
    found
}

#[test]
fn the_committed_parser_is_made_from_the_grammar() {
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_node {
        println!("skipped: node is not installed, which evaluates grammar.js");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the new parser");
    let source = folder.path().join("grammar");
    std::fs::create_dir(&source).expect("the folder is writable");
    for file in ["grammar.js", "tree-sitter.json"] {
        std::fs::copy(grammar().join(file), source.join(file)).expect("the grammar can be read");
    }
    tree_sitter_generate::generate_parser_in_directory(
        source.clone(),
        None::<PathBuf>,
        Some(source.join("grammar.js")),
        tree_sitter::LANGUAGE_VERSION,
        None,
        Some("node"),
        true,
        Default::default(),
        &mut Vec::new(),
    )
    .expect("the grammar has no conflicts");
    for file in ["parser.c", "grammar.json", "node-types.json"] {
        let committed = corpus::read(&grammar().join("src").join(file));
        let made = corpus::read(&source.join("src").join(file));
        if std::env::var_os("UPDATE_GRAMMAR").is_some() {
            std::fs::write(grammar().join("src").join(file), &made).expect("the checkout is writable");
            continue;
        }
        assert!(committed == made, "src/{file} is old: run this test with UPDATE_GRAMMAR=1");
    }
}
