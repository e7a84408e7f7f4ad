//! The comments above items, as Markdown that does nothing. It owns what is taken out of them: a comment may be a
//! stranger's, and an editor runs the commands that links in a hover name, and fetches its pictures.

use std::ops::Range;

use hir::ItemId;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use source::{Db, printable};

/// The comment block above an item, made [`harmless`].
pub fn of_item(db: &dyn Db, item: ItemId) -> Option<String> {
    hir::documentation(db, item).map(|text| harmless(&text))
}

/// So often what is left is looked at again: text that was part of something harmless may mean something without it.
const ROUNDS: usize = 8;

/// Comments as an editor may show them: links lead to the web or nowhere, pictures are their descriptions, HTML is text, and
/// code that says nothing of its language is in this one.
pub fn harmless(text: &str) -> String {
    in_the_language(inert(text))
}

/// Names the language of fenced code that names none, so that it has colours.
fn in_the_language(mut text: String) -> String {
    let nameless = Parser::new_ext(&text, Options::ENABLE_TABLES).into_offset_iter().filter_map(|(event, range)| {
        let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) = event else { return None };
        let fence = text[range.clone()].find(|letter| !matches!(letter, '`' | '~'))?;
        (language.is_empty() && text[range.start + fence..].starts_with('\n')).then_some(range.start + fence)
    });
    let mut places: Vec<usize> = nameless.collect();
    places.sort_unstable();
    places.into_iter().rev().for_each(|place| text.insert_str(place, "lang"));
    text
}

fn inert(text: &str) -> String {
    let mut text = printable::text(text).into_owned();
    for _ in 0..ROUNDS {
        let edits = edits(&text);
        if edits.is_empty() {
            return text;
        }
        for (range, new) in edits.into_iter().rev() {
            text.replace_range(range, &new);
        }
    }
    // Nobody writes such a comment to be read.
    format!("```text\n{}\n```", text.replace('`', "'"))
}

/// What has to be replaced, in order; what stands within a replaced part waits for the next round.
fn edits(text: &str) -> Vec<(Range<usize>, String)> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut code: Vec<Range<usize>> = Vec::new();
    // The parts that are taken out and in which the parser is: their range and that of what they show.
    let mut open: Vec<(Range<usize>, Option<Range<usize>>)> = Vec::new();
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let taken = match &event {
            Event::Start(Tag::Link { dest_url, .. }) => !is_web(dest_url),
            Event::Start(Tag::Image { .. }) => true,
            _ => false,
        };
        let ends = match &event {
            Event::End(TagEnd::Link | TagEnd::Image) => open.last().is_some_and(|(outer, _)| *outer == range),
            _ => false,
        };
        if ends && let Some((outer, inner)) = open.pop() {
            let shown = inner.map_or(String::new(), |inner| text[inner].to_string());
            if open.is_empty() {
                edits.push((outer, shown));
            }
            continue;
        }
        for (_, inner) in &mut open {
            let known = inner.get_or_insert(range.clone());
            *known = known.start.min(range.start)..known.end.max(range.end);
        }
        if taken {
            open.push((range, None));
            continue;
        }
        match event {
            Event::Html(_) | Event::InlineHtml(_) if open.is_empty() => {
                edits.push((range.clone(), text[range].replace('<', "\\<")));
            }
            Event::Code(_) | Event::Start(Tag::CodeBlock(_)) => code.push(range),
            _ => {}
        }
    }
    if edits.is_empty() {
        return commands(text, &code);
    }
    edits
}

/// Addresses of commands that are left, in what this parser takes for plain text and another one might not.
fn commands(text: &str, code: &[Range<usize>]) -> Vec<(Range<usize>, String)> {
    const SCHEME: &str = "command:";
    let lower = text.to_ascii_lowercase();
    let found = lower.match_indices(SCHEME).filter(|(at, _)| {
        let after = text[at + SCHEME.len()..].chars().next();
        let before = text[..*at].chars().next_back();
        after.is_some_and(|letter| !letter.is_whitespace())
            && before.is_none_or(|letter| !letter.is_alphanumeric() && letter != '/')
            && !code.iter().any(|range| range.contains(at))
    });
    found
        .map(|(at, _)| {
            let end = at + SCHEME.len();
            (end..end, " ".to_string())
        })
        .collect()
}

fn is_web(address: &str) -> bool {
    let scheme = address.split(':').next().unwrap_or_default();
    address.contains("://") && (scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http"))
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Parser, Tag};

    use super::{ROUNDS, harmless};

    fn check(text: &str, expected: &str) {
        assert_eq!(harmless(text), expected);
        assert_eq!(harmless(expected), expected, "it stays as it is");
    }

    #[test]
    fn what_people_write_stays() {
        for text in [
            "The *sum* of `a` and **b**, see [RFC 1](https://example.org/1 \"title\") or <https://example.org>.",
            "- `a < b`\n- c\n\n```lang\nfn f() { }  # command:x <a>\n```",
            "| a | b |\n| - | - |\n| 1 | [x](http://a.b/command:c) |",
            "a\n\n    code <b> command:x",
            "Runs the command: ls. 1 < 2 & 3 > 2",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn code_without_a_language_is_in_this_one() {
        check("a\n```\nf()\n```\n```output\n1\n```\n", "a\n```lang\nf()\n```\n```output\n1\n```\n");
        check("- b\n  ~~~~\n  f()\n  ~~~~\n", "- b\n  ~~~~lang\n  f()\n  ~~~~\n");
        check("```\n", "```lang\n");
    }

    #[test]
    fn links_that_do_something_are_their_texts() {
        check("a [click *here*](command:lang.run) b", "a click *here* b");
        check("[x](CoMMand:a?%5B1%5D 'title')", "x");
        check("[x](command&#58;a) [y](command\\:a) [z](<command:a>)", "x y z");
        check("see <command:lang.run>", "see command: lang.run");
        check("[x](javascript:a) [y](file:///etc/passwd) [z](other.md) [](vscode://a)", "x y z ");
        check("[x][1]\n\n[1]: command:a", "x\n\n[1]: command: a");
        check("[a [b](command:x) c](command:y)", "a b c");
    }

    #[test]
    fn pictures_are_their_descriptions() {
        check("![a picture](https://example.org/track.png)", "a picture");
        check("[![a](https://a.b/c.png)](command:x)", "a");
        check("[![a](https://a.b/c.png)](https://a.b)", "[a](https://a.b)");
    }

    #[test]
    fn tags_are_text() {
        check("a <b onclick=\"x\">c</b>", "a \\<b onclick=\"x\">c\\</b>");
        let hidden = harmless("<div>\n[x](command:a)\n</div>\n");
        assert!(!hidden.contains("](") && hidden.contains('x'), "{hidden}");
        let hidden = harmless("<!-- [x](command:a) -->");
        assert!(!hidden.contains("](command:a"), "{hidden}");
    }

    #[test]
    fn characters_that_do_something_are_seen() {
        check("a\u{202e}b\u{1b}[0m", "a\\u{202e}b\\u{1b}[0m");
    }

    /// Whatever is put together of the pieces of links, tags and code: nothing of it is a link, a picture or a tag.
    #[test]
    fn nothing_is_left_of_random_comments() {
        const PIECES: &[&str] = &[
            "[",
            "]",
            "(",
            ")",
            "!",
            "<",
            ">",
            "`",
            "```\n",
            "\n",
            "\n\n",
            " ",
            "a",
            "command:x",
            "\\",
            "<div>",
            "</div>",
            "[r]: command:y\n",
            "[r]",
            "&#58;",
            "https://a.b",
            "<!--",
            "-->",
            "*",
            "    ",
            "> ",
            "- ",
            "\"",
            "command&colon;z",
        ];
        let seed = std::env::var("SEED").map_or(7, |text| text.parse().expect("SEED is a number"));
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..20_000 {
            let count = random.usize(1..24);
            let text: String = (0..count).map(|_| PIECES[random.usize(..PIECES.len())]).collect();
            let shown = harmless(&text);
            for event in Parser::new(&shown) {
                let is_live = match &event {
                    Event::Start(Tag::Link { dest_url, .. }) => !dest_url.starts_with("https://"),
                    Event::Start(Tag::Image { .. }) | Event::Html(_) | Event::InlineHtml(_) => true,
                    _ => false,
                };
                assert!(!is_live, "{event:?} is left of {text:?}: {shown:?}");
            }
        }
    }

    #[test]
    fn what_never_ends_is_shown_as_it_is() {
        let nested = format!("{}a{}", "<!--".repeat(4 * ROUNDS), "-->".repeat(4 * ROUNDS));
        assert!(!harmless(&nested).contains("\n<"), "{}", harmless(&nested));
    }
}
