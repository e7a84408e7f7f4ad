//! Graphemes, beside the crate `unicode-segmentation`: the library's table is what that says of each code point, and texts are
//! cut where it cuts them. Must not know how either does it: what a code point is for the rules is told from what is cut beside
//! it. `UPDATE_EXPECT=1` writes the table anew.

use expect_test::expect_file;
use tests::{finish, has_llvm, lang_command};
use unicode_segmentation::UnicodeSegmentation as _;

/// Classes of syllables of Hangul, which are counted and not listed.
const WITHOUT_END: usize = 14;
const WITH_END: usize = 15;

/// Whether a text is one grapheme.
fn is_one(text: &str) -> bool {
    text.graphemes(true).count() == 1
}

/// The number of the class of a code point from 0x80 on, as `std.string.graphemes` has them.
fn class_of(point: char) -> usize {
    let between = |before: &str, behind: &str| is_one(&format!("{before}{point}{behind}"));
    let (before, behind) = (|text| between("", text), |text| between(text, ""));
    match () {
        () if !before("\u{300}") => 1,
        () if before("a") => 7,
        () if behind("a") => match () {
            () if between("©", "©") => 5,
            () if !between("©", "\u{200d}©") => 8,
            () if between("क", "क") => 4,
            () if between("क\u{94d}", "क") => 2,
            () => 3,
        },
        () if behind("\u{1f1e6}") => 6,
        () if before("ᄀ") => 9,
        () if before("ᆨ") => match (before("ᅡ"), behind("ᄀ"), behind("ᅡ")) {
            (true, _, true) => 10,
            (true, _, false) => WITHOUT_END,
            (false, true, _) => WITH_END,
            (false, false, _) => 11,
        },
        () if behind("©\u{200d}") => 12,
        () if behind("क\u{94d}") => 13,
        () => 0,
    }
}

/// Where other classes begin, with these.
fn starts() -> Vec<(char, usize)> {
    let mut starts = Vec::new();
    let mut last = 0;
    for point in '\u{80}'..=char::MAX {
        let mut class = class_of(point);
        let is_syllable = ('가'..='힣').contains(&point);
        assert_eq!(class >= WITHOUT_END, is_syllable, "{point:?}");
        if is_syllable {
            assert_eq!(class == WITHOUT_END, (u32::from(point) - 0xac00).is_multiple_of(28), "{point:?}");
            class = 0;
        }
        if class != last {
            starts.push((point, class));
            last = class;
        }
    }
    starts
}

/// The text of the module `std.string.grapheme_table`.
fn table(starts: &[(char, usize)]) -> String {
    let (major, minor, patch) = unicode_segmentation::UNICODE_VERSION;
    let mut text = format!(
        "# What code points are for the rules of graphemes, by Unicode {major}.{minor}.{patch}. A test makes this file.\n\n"
    );
    let numbers = starts.iter().map(|&(point, class)| format!("{:#x},", u32::from(point) << 4 | class as u32));
    let mut lines = String::new();
    let mut line = String::from(" ");
    for number in numbers {
        // As the formatter has it.
        if line.len() + 1 + number.len() > 100 {
            lines += &format!("{line}\n");
            line = String::from(" ");
        }
        line += &format!(" {number}");
    }
    lines += &format!("{line}\n");
    let count = starts.len();
    text += &format!(
        "# Code points from which on a class holds, 16 times each, plus the number of the class. Those below 0x80, and syllables of\n\
         # Hangul, are not told apart.\n# ```\n\
         # let at = STARTS.partition_point(fn (start) {{ start >> 4 <= 0x301 }})\n\
         # assert(STARTS[at - 1] & 15 == 2) # it extends what stands before it\n# ```\n\
         pub let STARTS: [u32; {count}] = [\n{lines}]\n"
    );
    text
}

#[test]
fn the_table_is_what_unicode_says_of_each_code_point() {
    expect_file!["../../compiler/std/string/grapheme_table.lang"].assert_eq(&table(&starts()));
}

/// Reads code points, a text in each line, and writes how many bytes each of its graphemes has.
const CUT_LINES: &str = "\
import std.io (Reader, Write, Writer, standard_input, standard_output)
import std.string (StringBuilder)

fn main {
  let mut input = Reader.new(standard_input())
  let mut out = Writer.new(standard_output())
  for line in input.lines() {
    let mut text = StringBuilder.new()
    for number in line.unwrap().words() { text.push_code_point(number.parse[u32]().unwrap()) }
    let text = text.finish()
    let sizes = text.graphemes().map(fn (grapheme) { grapheme.length() }).to_array()
    assert(sizes.length() == text.grapheme_count())
    out.write_line(sizes.join(\" \")).unwrap()
  }
  out.finish().unwrap()
}
";

/// Has the library cut texts as the witness does.
fn compare(texts: &[String]) {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, input) = (folder.path().join("cut.lang"), folder.path().join("input"));
    std::fs::write(&program, CUT_LINES).expect("a file");
    let points = |text: &String| text.chars().map(|point| u32::from(point).to_string()).collect::<Vec<_>>().join(" ");
    std::fs::write(&input, texts.iter().map(|text| points(text) + "\n").collect::<String>()).expect("a file");
    let mut engines: Vec<&[&str]> = vec![&["--backend", "cranelift"]];
    if has_llvm() {
        engines.push(&["--release"]);
    }
    for options in engines {
        let mut command = lang_command(folder.path());
        command.arg("run").args(options).arg(&program).stdin(std::fs::File::open(&input).expect("it is there"));
        let output = finish(command).expect("it ends");
        assert!(output.status.success(), "{options:?}: {}", String::from_utf8_lossy(&output.stderr));
        let printed = String::from_utf8(output.stdout).expect("texts");
        assert_eq!(printed.lines().count(), texts.len());
        for (text, ours) in texts.iter().zip(printed.lines()) {
            let theirs = text.graphemes(true).map(|grapheme| grapheme.len().to_string()).collect::<Vec<_>>().join(" ");
            assert_eq!(ours, theirs, "{options:?}: {text:?}");
        }
    }
}

/// A code point of each class, and some that two rules speak of.
const KINDS: [char; 20] = [
    'a',
    '\r',
    '\n',
    '\u{ad}',
    '\u{301}',
    '\u{200c}',
    '\u{94d}',
    '\u{200d}',
    '\u{1f1e6}',
    '\u{600}',
    '\u{903}',
    'ᄀ',
    'ᅡ',
    'ᆨ',
    '가',
    '각',
    '👩',
    '\u{1f3fd}',
    'क',
    '中',
];

#[test]
fn all_short_texts_are_cut_as_by_the_witness() {
    let mut texts = vec![String::new()];
    let mut last = texts.clone();
    for _ in 0..4 {
        last = last.iter().flat_map(|text| KINDS.map(|kind| format!("{text}{kind}"))).collect();
        texts.extend(last.iter().cloned());
    }
    compare(&texts);
}

#[test]
fn random_texts_are_cut_as_by_the_witness() {
    let mut random = fastrand::Rng::with_seed(29);
    let starts = starts();
    let mut point = || match random.u8(0..8) {
        0..3 => KINDS[random.usize(0..KINDS.len())],
        3 => random.char('\0'..='\u{17f}'),
        4 => random.char(..),
        // Near a place where another class begins.
        _ => {
            let near = u32::from(starts[random.usize(0..starts.len())].0);
            char::from_u32((near + random.u32(0..3)).saturating_sub(1)).unwrap_or('b')
        }
    };
    let texts: Vec<String> = (0..20_000).map(|length| (0..length % 24).map(|_| point()).collect()).collect();
    compare(&texts);
}
