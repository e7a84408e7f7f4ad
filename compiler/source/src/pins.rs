//! What re-runs after an edit, query by query.

use std::sync::Arc;

use expect_test::{Expect, expect};
use salsa::Setter as _;

use crate::{Database, Db, SourceFile, chunk_starts, chunks, line_index, parse, syntax_diagnostics};

const TEXT: &str = "fn first { 1 }\n\n# Second.\nfn second(a: i64) { 2 }\nfn third { 3 }\n";

const EDITS: &[(&str, &str, &str)] = &[
    ("inside a body", "{ 1 }", "{ 4 }"),
    ("above all", "fn first", "\nfn first"),
    ("comment", "Second.", "The second."),
    ("signature", "a: i64", "b: i64"),
    ("new item", "fn third", "fn new { }\nfn third"),
];

fn pin(query: fn(&dyn Db, SourceFile), expected: Expect) {
    let mut shown = String::new();
    for (name, old, new) in EDITS {
        let (mut db, log) = Database::logged();
        let file = SourceFile::new(&db, Arc::from("a.lang"), Arc::from(TEXT));
        query(&db, file);
        log.take();
        file.set_text(&mut db).to(Arc::from(TEXT.replacen(old, new, 1)));
        query(&db, file);
        let executed = log.take_counts().replace(" × 1\n", ", ").replace('\n', ", ");
        shown.push_str(&format!("{name}: {}\n", executed.trim_end_matches(", ")));
    }
    expected.assert_eq(&shown);
}

/// Reads the names of the chunks: what re-runs when the list of chunks changes.
#[salsa::tracked(returns(copy))]
fn reader_of_chunks(db: &dyn Db, file: SourceFile) -> usize {
    chunks(db, file).len()
}

#[test]
fn chunks_re_run_but_stay_equal() {
    pin(
        |db, file| assert!(reader_of_chunks(db, file) > 2),
        expect![[r#"
        inside a body: chunks, file_cuts
        above all: chunks, file_cuts
        comment: chunks, file_cuts
        signature: chunks, file_cuts
        new item: chunks, file_cuts, reader_of_chunks
    "#]],
    );
}

#[test]
fn one_chunk_is_parsed_again() {
    pin(
        |db, file| chunks(db, file).iter().for_each(|chunk| assert!(parse(db, *chunk).node_limit() > 1)),
        expect![[r#"
            inside a body: chunks, file_cuts, parse
            above all: chunks, file_cuts, parse
            comment: chunks, file_cuts, parse
            signature: chunks, file_cuts, parse
            new item: chunks, file_cuts, parse
        "#]],
    );
}

#[test]
fn syntax_diagnostics_re_run_for_the_edited_chunk() {
    pin(
        |db, file| chunks(db, file).iter().for_each(|chunk| assert!(syntax_diagnostics(db, *chunk).is_empty())),
        expect![[r#"
            inside a body: chunks, file_cuts, parse, syntax_diagnostics
            above all: chunks, file_cuts, parse, syntax_diagnostics
            comment: chunks, file_cuts, parse, syntax_diagnostics
            signature: chunks, file_cuts, parse, syntax_diagnostics
            new item: chunks, file_cuts, parse, syntax_diagnostics
        "#]],
    );
}

#[test]
fn chunk_starts_re_run_with_each_edit() {
    pin(
        |db, file| assert!(chunk_starts(db, file).chunk_at(0).is_some()),
        expect![[r#"
        inside a body: chunk_starts, file_cuts
        above all: chunk_starts, file_cuts
        comment: chunk_starts, file_cuts
        signature: chunk_starts, file_cuts
        new item: chunk_starts, file_cuts
    "#]],
    );
}

#[test]
fn line_index_re_runs_with_each_edit() {
    pin(
        |db, file| assert!(line_index(db, file).line_count() > 3),
        expect![[r#"
        inside a body: line_index
        above all: line_index
        comment: line_index
        signature: line_index
        new item: line_index
    "#]],
    );
}
