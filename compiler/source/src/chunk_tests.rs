//! Chunks after random edits equal chunks from scratch, and their texts are the file's.

use std::sync::Arc;

use salsa::Setter as _;

use crate::{Database, Db, SourceFile, chunk_starts, chunks};

const TEXT: &str = "\
# About.

import a.b (x)
import c

@[allow(y)]
# First.
pub fn first(a: i64) -> String {
  let s = \"a { ${first(\"b }\")} '\"
  if a == '\\'' { s } else { c\"{\" }
}

type Point {
  let @x: i64
  fn get -> i64 { @x }
}
let LIMIT =
  4
fn first { }
test \"a\" { assert(true) }
let LONG = \"\"\"
  fn no { ${1}
  \"\"\"
extern { fn f() -> i32 }
";

const SNIPPETS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\"\"\"",
    "'",
    "${",
    "#",
    "\n",
    "\n\n",
    "@[",
    "\\",
    "fn g { }\n",
    "fn ",
    "let ",
    "test \"t\" ",
    "extern {\n",
    " ",
    "é",
    "import x\n",
    "}\nfn h {\n",
    "type",
    "pub ",
    "@[name(\"x\")]\n",
];

#[test]
fn chunks_after_edits_equal_chunks_from_scratch() {
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut text = TEXT.to_string();
        let mut db = Database::new();
        let file = SourceFile::new(&db, Arc::from("a.lang"), Arc::from(&*text));
        for _ in 0..40 {
            edit(&mut text, &mut random);
            file.set_text(&mut db).to(Arc::from(&*text));
            let fresh = Database::new();
            let fresh_file = SourceFile::new(&fresh, Arc::from("a.lang"), Arc::from(&*text));
            assert_eq!(described(&db, file), described(&fresh, fresh_file), "seed {seed}: {text}");
            let whole: String = chunks(&db, file).iter().map(|chunk| &**chunk.text(&db)).collect();
            assert_eq!(whole, text, "seed {seed}");
        }
    }
}

/// Heads, numbers, places and texts of all chunks.
fn described(db: &dyn Db, file: SourceFile) -> Vec<(String, u32, Option<u32>, Arc<str>)> {
    let starts = chunk_starts(db, file);
    let describe = |chunk: &crate::Chunk<'_>| {
        let id = chunk.id(db);
        (id.head(db).to_string(), id.nth(db), starts.start(id), chunk.text(db).clone())
    };
    chunks(db, file).iter().map(describe).collect()
}

fn edit(text: &mut String, random: &mut fastrand::Rng) {
    let place = |random: &mut fastrand::Rng, text: &str| text.floor_char_boundary(random.usize(..=text.len()));
    let at = place(random, text);
    if random.u32(..3) == 0 {
        let other = text.floor_char_boundary(at + random.usize(..30).min(text.len() - at));
        text.replace_range(at..other, "");
    } else {
        let snippet = SNIPPETS[random.usize(..SNIPPETS.len())];
        text.insert_str(at, snippet);
    }
}

#[test]
fn starts_lead_to_chunks_and_back() {
    let db = Database::new();
    let file = SourceFile::new(&db, Arc::from("a.lang"), Arc::from(TEXT));
    let starts = chunk_starts(&db, file);
    for offset in 0..TEXT.len() as u32 {
        let (chunk, start) = starts.chunk_at(offset).expect("the text has chunks");
        assert!(start <= offset);
        assert_eq!(starts.start(chunk), Some(start));
    }
    let second = TEXT.rfind("fn first").expect("it is there") as u32;
    let (chunk, start) = starts.chunk_at(second).expect("the text has chunks");
    assert_eq!((start, &**chunk.head(&db), chunk.nth(&db)), (second, "fn first", 0));
}
