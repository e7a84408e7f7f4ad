//! What attributes mean, and what the codes and names of diagnostics in attributes and comments stand for. It owns the
//! texts about attributes; those about diagnostics belong to their kinds.

use source::{Db, DiagnosticKind};
use syntax::view;

use super::page::{LANGUAGE, Page};
use super::question::{HoverHost, Question};
use crate::position::FilePosition;
use crate::token::TokenPlace;

/// The page of an attribute, or of a diagnostic that it names.
pub(super) fn write(question: &Question<'_>, page: &mut Page, place: &TokenPlace<'_>) {
    let Some(attribute) = place.nodes().find_map(|node| view::Attribute::cast(place.parse, node)) else {
        return;
    };
    let Some(name) = attribute.name() else {
        return;
    };
    let is_argument = place.token.number() > name.id().number();
    if is_argument
        && name.text() == "allow"
        && let Some(kind) = (question.host.find_kind)(place.text())
    {
        diagnostic(page, kind);
        return;
    }
    if let Some((meaning, example)) = meaning(name.text()) {
        page.text(&format!("attribute `{}`", name.text()));
        page.text(meaning);
        page.code(LANGUAGE, example);
    }
}

fn meaning(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "name" => (
            "The name by which the linker and C know the function or variable.",
            "@[name(\"strlen\")]\nfn length(text: Pointer[u8]) -> u64",
        ),
        "packed" => (
            "No padding: each field lies directly behind the one before it, as with C's `packed`. Fields that are not \
             aligned cannot be borrowed, and on x86-64 such a value travels in memory.",
            "@[packed]\ntype copy Header { let @kind: u8  let @length: u32 }",
        ),
        "align" => (
            "At least this alignment in bytes, a power of two, as with C's `aligned`. The size grows to a multiple of it.",
            "@[align(16)]\ntype copy Lane { let @values: [f32; 4] }",
        ),
        "c" => (
            "What C has no structure for: in memory the fields, passed as C passes its short vector, its `_Complex` number or \
             its `long double`.",
            "@[c(vector)]\ntype copy Lanes { let @lanes: [f32; 4] }",
        ),
        "only" => (
            "The item is there for targets of this operating system (`os`) and this architecture (`arch`) only; of several \
             values of one word any will do. Of several items of one name exactly one must remain for each target.",
            "@[only(os: \"linux\", arch: \"x86_64\")]\nfn page_size -> i64 { 4096 }",
        ),
        "allow" => {
            ("Silences warnings, by their names with `_`, in what follows.", "@[allow(unused_variable)]\nlet spare = 1")
        }
        "note" => (
            "A text that debug information bears, for tools that look at the binary: about the function, type, constant, \
             global or variable behind it. Several may stand one after the other.",
            "@[note(\"in metres above the sea\")]\nlet height = 12",
        ),
        "inline" => (
            "`never` keeps the function a function of its own in optimised builds, `always` builds it into its callers \
             wherever that is possible.",
            "@[inline(never)]\nfn slow_path { }",
        ),
        "abi" => (
            "Promises how values travel, which is checked for each target: `registers` (none goes through memory), \
             `max_bytes: N` (none has more bytes), `no_copies` (passing them forces no copy). Before a type it speaks of its \
             values, before a function of its parameters and result.",
            "@[abi(registers, max_bytes: 16)]\ntype copy Slice { let @start: i64  let @length: i64 }",
        ),
        "header" => (
            "The headers of C that declare what follows, as between the quotes of `#include`, in this order. `lang check` \
             compares each declaration with them: name, types, layouts and how values travel.",
            "@[header(\"sqlite3.h\")]\nextern { fn sqlite3_libversion -> Pointer[u8] }",
        ),
        "intrinsic" => (
            "The compiler provides the function; only the standard library may say so.",
            "@[intrinsic(\"string_length\")]\nfn string_length(text: ref String) -> i64",
        ),
        "unoptimised" => (
            "Optimised builds leave the function as it is and never build it into others: it runs once or ends the program, and \
             each program that is built has it. Only the standard library may say so.",
            "@[unoptimised]\nfn fail -> Never { loop { } }",
        ),
        "counted" => (
            "The type's values are pointers to objects that begin with the number of their owners; they are copied on use, and \
             used as what the object holds. Only the standard library may say so.",
            "@[counted]\ntype Shared[T] { let @count: i64  let @value: T }",
        ),
        "changing" => (
            "What values of the type hold changes while they are lent `ref`, by methods that see to it that threads do not meet \
             there. Only the standard library may say so.",
            "@[changing]\ntype inline Atomic[T] { let @value: T }",
        ),
        _ => return None,
    })
}

fn diagnostic(page: &mut Page, kind: &DiagnosticKind) {
    let severity = match kind.severity {
        source::Severity::Error => "error",
        source::Severity::Warning => "warning",
        source::Severity::Hint => "hint",
    };
    page.text(&format!("**{} {}**: {} ({severity})", kind.code, kind.name, kind.title));
    page.text(kind.explanation);
}

/// The page of a diagnostic whose code or name stands in a comment, and the range of that.
pub(super) fn in_comment(
    db: &dyn Db,
    position: FilePosition,
    host: HoverHost<'_>,
) -> Option<(std::ops::Range<u32>, Page)> {
    let text = position.file.text(db);
    let offset = position.rounded(db).offset as usize;
    let line = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    if !text[line..offset].contains('#') {
        return None;
    }
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let start = text[..offset]
        .rfind(|letter| !is_part(letter))
        .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
    let end = text[offset..].find(|letter| !is_part(letter)).map_or(text.len(), |length| offset + length);
    let kind = (host.find_kind)(&text[start..end])?;
    let mut page = Page::default();
    diagnostic(&mut page, kind);
    Some((start as u32..end as u32, page))
}
