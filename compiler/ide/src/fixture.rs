//! What the tests of this room share: programs from texts with marked places. `$0`, `$1` … in a text are taken out and
//! become positions; a line `#- geometry/vec.lang` begins another file of the package, what precedes the first is `main`.

use fixtures::without_marks;
use source::{Database, SourceFile};

use crate::position::{FilePosition, FileRange};

/// A program in a database, and the marks of its text.
pub(crate) struct Fixture {
    pub db: Database,
    /// The files of the package: path in it, input.
    pub files: Vec<(String, SourceFile)>,
    /// The marks by their number.
    marks: Vec<(u32, FilePosition)>,
}

impl Fixture {
    /// Reads a text with marks.
    pub fn new(text: &str) -> Fixture {
        Fixture::in_database(Database::new(), text)
    }

    /// Reads a text with marks into an empty database.
    pub fn in_database(db: Database, text: &str) -> Fixture {
        let files = files_of(text).into_iter();
        Fixture::of_files(db, files.map(|(path, text)| (path, without_marks(&text))).collect())
    }

    /// Reads one file as it is: a `$` is a `$`.
    pub fn plain(text: &str) -> Fixture {
        Fixture::of_files(Database::new(), vec![(String::new(), (text.to_string(), Vec::new()))])
    }

    /// Reads a text with several files and no marks: a `$` is a `$`.
    pub fn plain_files(text: &str) -> Fixture {
        let files = files_of(text).into_iter();
        let files = files.map(|(path, text)| (path, (text, Vec::new())));
        Fixture::of_files(Database::new(), files.collect())
    }

    fn of_files(db: Database, files: Vec<(String, MarkedText)>) -> Fixture {
        let named = files.iter().map(|(path, (text, _))| {
            let module = path.trim_end_matches(".lang").replace('/', ".");
            let shown = if path.is_empty() { "main.lang".to_string() } else { path.clone() };
            (module, shown, text.clone())
        });
        let main = fixtures::package_of_files(&db, "main", named, &[]);
        let standard = fixtures::STANDARD.iter().map(|(path, text)| (path, format!("std/{path}.lang"), *text));
        let standard = fixtures::package_of_files(&db, "std", standard, &[]);
        fixtures::program(&db, vec![standard, main]);
        let inputs = fixtures::files(&db, main);
        let marks = files.iter().zip(&inputs).flat_map(|((_, (_, marks)), file)| {
            marks.iter().map(|(number, offset)| (*number, FilePosition { file: *file, offset: *offset }))
        });
        let marks = marks.collect();
        let files = inputs.into_iter().map(|file| (file.path(&db).to_string(), file)).collect();
        Fixture { db, files, marks }
    }

    /// The only or first mark.
    pub fn position(&self) -> FilePosition {
        self.mark(0)
    }

    /// The mark `$number`.
    pub fn mark(&self, number: u32) -> FilePosition {
        let found = self.marks.iter().find(|(mark, _)| *mark == number);
        found.expect("the text has this mark").1
    }

    /// How many marks there are.
    pub fn mark_count(&self) -> u32 {
        self.marks.len() as u32
    }

    /// The first file.
    pub fn file(&self) -> SourceFile {
        self.files[0].1
    }

    /// `main.lang:3:5 text`, the way expectations name a range.
    pub fn show(&self, range: &FileRange) -> String {
        let index = source::line_index(&self.db, range.file);
        let at = index.line_column(range.range.start);
        let text = range.file.text(&self.db);
        let text = &text[range.range.start as usize..range.range.end as usize];
        let path = range.file.path(&self.db);
        format!("{path}:{}:{} {text}", at.line + 1, at.column + 1)
    }
}

fn files_of(text: &str) -> Vec<(String, String)> {
    let mut files = vec![(String::new(), String::new())];
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("#- ") {
            Some(path) => files.push((path.trim().to_string(), String::new())),
            None => files.last_mut().expect("there is a first file").1.push_str(line),
        }
    }
    files
}

/// A text, and its marks by number and offset.
type MarkedText = (String, Vec<(u32, u32)>);
