//! Text as HTML: escapes, code with its colours and links, Markdown, sources. Whatever comes in, nothing of it becomes a
//! tag that is not written here.

use std::fmt::Write;

use hir::Module;
use ide::SemanticKind;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use source::printable::html as escaped;
use source::{Db, SourceFile};

use crate::names::Names;

/// Text in which names mean what they mean in a module.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub names: &'a Names<'a>,
    /// The module; without one only whole paths and what the prelude has mean something.
    pub module: Option<Module>,
}

impl Text<'_> {
    /// A block of code.
    pub fn block(self, code: &str) -> String {
        format!("<pre class=\"code\"><code>{}</code></pre>\n", self.code(code))
    }

    /// A block of code that comes to no good end.
    fn failing(self, code: &str, how: &str) -> String {
        let code = self.code(code);
        format!("<pre class=\"code failing\" data-caption=\"{}\"><code>{code}</code></pre>\n", escaped(how))
    }

    /// Code with its colours; types are linked.
    pub fn code(self, code: &str) -> String {
        let mut text = String::with_capacity(code.len() * 2);
        let mut at = 0;
        for (range, kind) in ide::code_colours(code) {
            text.push_str(&escaped(&code[at..range.start]));
            at = range.end;
            let piece = &code[range];
            let class = class(kind);
            match self.names.of_written(self.module, piece).filter(|_| class == "t") {
                Some(address) => {
                    let _ = write!(text, "<a class=\"t\" href=\"{}\">{}</a>", escaped(address), escaped(piece));
                }
                None if class.is_empty() => text.push_str(&escaped(piece)),
                None => {
                    let _ = write!(text, "<span class=\"{class}\">{}</span>", escaped(piece));
                }
            }
        }
        text.push_str(&escaped(&code[at..]));
        text
    }

    /// Markdown, its headings below the one that stands above it.
    pub fn markdown(self, markdown: &str, below: u8) -> String {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let mut code: Option<(String, String)> = None;
        let events = Parser::new_ext(markdown, options).filter_map(|event| {
            if let Some((_, open)) = &mut code {
                match event {
                    Event::Text(text) => open.push_str(&text),
                    Event::End(TagEnd::CodeBlock) => {
                        let (language, text) = code.take().unwrap_or_default();
                        return Some(Event::Html(self.fenced(&language, &text).into()));
                    }
                    _ => {}
                }
                return None;
            }
            Some(match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let language = match kind {
                        CodeBlockKind::Fenced(language) => language.to_string(),
                        CodeBlockKind::Indented => String::new(),
                    };
                    code = Some((language, String::new()));
                    return None;
                }
                Event::Code(text) => Event::InlineHtml(self.inline(&text).into()),
                Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
                Event::Start(Tag::Heading { level, id, classes, attrs }) => {
                    Event::Start(Tag::Heading { level: lowered(level, below), id, classes, attrs })
                }
                Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(lowered(level, below))),
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let dest_url = self.destination(dest_url);
                    Event::Start(Tag::Link { link_type, dest_url, title, id })
                }
                other => other,
            })
        });
        let mut html = String::with_capacity(markdown.len() * 2);
        pulldown_cmark::html::push_html(&mut html, events.collect::<Vec<Event<'_>>>().into_iter());
        html
    }

    /// A word of code in a sentence; linked if it names something.
    fn inline(self, code: &str) -> String {
        match self.names.of_written(self.module, code) {
            Some(address) => format!("<a href=\"{}\"><code>{}</code></a>", escaped(address), escaped(code)),
            None => format!("<code>{}</code>", escaped(code)),
        }
    }

    fn fenced(self, language: &str, code: &str) -> String {
        let code = code.trim_end_matches('\n');
        match language.split_once([' ', ',']).unwrap_or((language, "")) {
            ("lang", "panics") => self.failing(code, "panics"),
            ("lang", said) => match said.strip_prefix("refused ") {
                Some(why) => self.failing(code, &format!("refused: {why}")),
                None => self.block(code),
            },
            ("", _) => self.block(code),
            ("output", _) => format!("<pre class=\"output\"><samp>{}</samp></pre>\n", escaped(code)),
            (language, _) => {
                let caption = escaped(caption(language));
                format!("<pre class=\"other\" data-caption=\"{caption}\"><code>{}</code></pre>\n", escaped(code))
            }
        }
    }

    /// Where a link leads: `std:deque.Deque` to an entry, `other.md` to a chapter, all else where it says.
    fn destination(self, written: CowStr<'_>) -> CowStr<'_> {
        if let Some(path) = written.strip_prefix("std:") {
            return self.names.of_path(&format!("std.{path}")).unwrap_or("index.html").to_string().into();
        }
        match written.split_once(".md") {
            Some((chapter, behind)) if !chapter.contains([':', '/']) => {
                format!("{}{behind}", Names::chapter_file(chapter)).into()
            }
            Some(_) | None => written,
        }
    }
}

/// What stands above code of another language.
fn caption(language: &str) -> &str {
    match language {
        "c" => "C",
        "rust" => "Rust",
        "python" => "Python",
        "console" | "sh" | "shell" => "shell",
        "text" => "",
        other => other,
    }
}

fn lowered(level: HeadingLevel, below: u8) -> HeadingLevel {
    HeadingLevel::try_from((level as usize + usize::from(below)).min(6)).unwrap_or(HeadingLevel::H6)
}

/// The first sentence of Markdown, for a list; as Markdown.
pub(super) fn first_sentence(markdown: &str) -> String {
    let paragraph = markdown.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let end = paragraph.match_indices(". ").map(|(at, _)| at + 1).next().unwrap_or(paragraph.len());
    paragraph[..end].to_string()
}

/// The text of a file, with numbers of lines to which links lead, in the colours that an editor gives it.
pub(super) fn source(db: &dyn Db, file: SourceFile) -> String {
    let text = file.text(db);
    let mut coloured = String::with_capacity(text.len() * 2);
    let mut at = 0;
    for token in ide::semantic_tokens(db, file, None) {
        let range = token.range.start as usize..token.range.end as usize;
        coloured.push_str(&escaped(&text[at..range.start]));
        at = range.end;
        let piece = escaped(&text[range]);
        match class(token.kind) {
            "" => coloured.push_str(&piece),
            class => {
                let _ = write!(coloured, "<span class=\"{class}\">{piece}</span>");
            }
        }
    }
    coloured.push_str(&escaped(&text[at..]));
    let mut html = format!("<h1>{}</h1>\n<pre class=\"code source\"><code>", escaped(file.path(db)));
    for (number, line) in (1..).zip(coloured.lines()) {
        let _ =
            writeln!(html, "<a class=\"line\" id=\"L{number}\" href=\"#L{number}\" data-line=\"{number}\"></a>{line}");
    }
    html.push_str("</code></pre>\n");
    html
}

/// The class of a token; empty of what has no colour.
fn class(kind: SemanticKind) -> &'static str {
    match kind {
        SemanticKind::Keyword
        | SemanticKind::Modifier
        | SemanticKind::SelfKeyword
        | SemanticKind::Boolean
        | SemanticKind::Label => "k",
        SemanticKind::Comment => "c",
        SemanticKind::String | SemanticKind::Character => "s",
        SemanticKind::EscapeSequence | SemanticKind::FormatSpecifier => "e",
        SemanticKind::Number => "n",
        SemanticKind::Type
        | SemanticKind::Structure
        | SemanticKind::Enumeration
        | SemanticKind::Union
        | SemanticKind::Interface
        | SemanticKind::TypeParameter
        | SemanticKind::BuiltinType => "t",
        SemanticKind::Function | SemanticKind::Method => "f",
        SemanticKind::Attribute => "a",
        SemanticKind::Namespace
        | SemanticKind::EnumMember
        | SemanticKind::Parameter
        | SemanticKind::Variable
        | SemanticKind::Property
        | SemanticKind::Operator => "",
    }
}
