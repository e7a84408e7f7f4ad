//! Coverage as pages: a table of the files, and of each its text with the counts. It owns the pages, which need nothing but
//! themselves: no script of others, no font, no network.

use std::collections::BTreeSet;
use std::fmt::Write;

use driver::{CoveredFile, LineCount, Ratio, Segment, Summary};
use source::printable::html as escaped;

const STYLE: &str = include_str!("page.css");
const SORTING: &str = include_str!("page.js");

/// The pages by their names in the folder.
pub(super) fn pages(program: &str, files: &[CoveredFile]) -> Vec<(String, String)> {
    let mut names = BTreeSet::from(["index.html".to_string()]);
    let named: Vec<String> = files.iter().map(|file| page_name(&file.name, &mut names)).collect();
    let mut pages = vec![("index.html".to_string(), index(program, files, &named))];
    pages.extend(files.iter().zip(named).map(|(file, name)| (name, page(file))));
    pages
}

/// The name of a file's page: no two have the same, also where letters of the files' names were replaced.
fn page_name(file: &str, names: &mut BTreeSet<String>) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '.' };
    let stem: String = file.trim_start_matches(['.', '/']).chars().map(plain).collect();
    let mut name = format!("{stem}.html");
    let mut number = 1;
    while !names.insert(name.clone()) {
        number += 1;
        name = format!("{stem}.{number}.html");
    }
    name
}

fn index(program: &str, files: &[CoveredFile], names: &[String]) -> String {
    let mut text = head(&format!("Coverage of {program}"));
    text.push_str("<table class=\"files\"><thead><tr><th>file<th>lines<th>covered<th>%<th><th>functions<th>branches</thead><tbody>\n");
    for (file, name) in files.iter().zip(names) {
        let link = format!("<a href=\"{name}\">{}</a>", escaped(&file.name));
        text.push_str(&row(&link, file.summary()));
    }
    text.push_str("</tbody><tfoot>\n");
    text.push_str(&row("all", super::total(files)));
    let _ = write!(text, "</tfoot></table>\n<script>{SORTING}</script>\n");
    text
}

fn row(name: &str, summary: Summary) -> String {
    let part = |ratio: Ratio| format!("<td data-value=\"{}\">{}/{}", ratio.percent(), ratio.covered, ratio.all);
    let Summary { lines, functions, branches, .. } = summary;
    let percent = lines.percent();
    format!(
        "<tr><td>{name}<td>{}<td>{}<td>{percent:.2}<td class=\"bar\"><meter min=\"0\" max=\"100\" low=\"50\" high=\"80\" \
         optimum=\"100\" value=\"{percent:.2}\"></meter>{}{}\n",
        lines.all,
        lines.covered,
        part(functions),
        part(branches)
    )
}

fn page(file: &CoveredFile) -> String {
    let mut text = head(&file.name);
    let lines = file.summary().lines;
    let _ = writeln!(
        text,
        "<p><a href=\"index.html\">all files</a> · {} of {} lines ran ({:.2} %)</p>\n<table class=\"code\"><tbody>",
        lines.covered,
        lines.all,
        lines.percent()
    );
    let (counts, segments) = (file.lines(), file.segments());
    let mut counts: &[LineCount] = &counts;
    let mut segments: &[Segment] = &segments;
    let mut around: Option<Segment> = None;
    for (number, line) in (1..).zip(file.text.lines()) {
        let count = counts.first().filter(|count| count.line == number).map(|count| count.count);
        counts = &counts[usize::from(count.is_some())..];
        let within = segments.iter().take_while(|segment| segment.at.0 == number).count();
        let (here, behind) = segments.split_at(within);
        let (shown, has_missed) = marked(line, around, here, count.is_some());
        let class = match count {
            None => "",
            Some(0) => " class=\"missed\"",
            Some(_) if has_missed => " class=\"partly\"",
            Some(_) => " class=\"ran\"",
        };
        let count = count.map_or(String::new(), |count| count.to_string());
        let _ =
            writeln!(text, "<tr{class} id=\"L{number}\"><td><a href=\"#L{number}\">{number}</a><td>{count}<td>{shown}");
        around = here.last().copied().or(around);
        segments = behind;
    }
    text.push_str("</tbody></table>\n");
    text
}

/// A line in which what never ran is marked, and whether there is such a part.
fn marked(line: &str, around: Option<Segment>, here: &[Segment], has_code: bool) -> (String, bool) {
    let column = |segment: &Segment| (segment.at.1 as usize - 1).min(line.len());
    let ends = here.iter().map(column).chain([line.len()]);
    let mut text = String::new();
    let (mut start, mut has_missed) = (0, false);
    for (segment, end) in std::iter::once(around).chain(here.iter().copied().map(Some)).zip(ends) {
        let part = line.get(start..end).unwrap_or_default();
        start = end;
        let missed = segment.filter(|segment| !segment.is_gap).and_then(|segment| segment.count) == Some(0);
        let is_missed = has_code && missed && !part.trim().is_empty();
        has_missed |= is_missed;
        match is_missed {
            true => {
                let words = part.trim_start();
                let space = &part[..part.len() - words.len()];
                text.push_str(&format!("{}<b>{}</b>", escaped(space), escaped(words)));
            }
            false => text.push_str(&escaped(part)),
        }
    }
    (text, has_missed)
}

fn head(title: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n"
    )
}
