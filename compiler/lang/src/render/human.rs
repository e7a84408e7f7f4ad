//! Reports with the source around them, for people. It owns the arrangement; the drawing is `annotate-snippets`'. It
//! must not know whether the text goes to a terminal.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};
use project::{Change, Place, Report};
use source::{Severity, printable};

use super::positions::Positions;
use super::window::Window;

/// Places further apart than this are shown in pieces of source of their own: drawing takes time by the byte, and many
/// reports about one place far away must not each draw all that lies between.
const LONGEST_WINDOW: u32 = 4_000;
/// Where lines are longer than this even when cut, places are named without their source.
const LONGEST_SHOWN: usize = 16_000;

pub(super) fn renderer(colors: bool) -> Renderer {
    let renderer = if colors { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii)
}

/// Appends one report and an empty line.
pub(super) fn write(text: &mut String, report: &Report, renderer: &Renderer, positions: &mut Positions) {
    let level = match report.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint => Level::INFO.with_name("hint"),
    };
    let title = level.primary_title(printable::paragraph(&report.message)).id(report.kind.code);
    let mut group = Group::with_title(title);
    let mut names = Names::default();
    if let Some(primary) = &report.primary {
        let places = std::iter::once((primary, AnnotationKind::Primary))
            .chain(report.secondary.iter().map(|place| (place, AnnotationKind::Context)));
        for piece in pieces(places.collect()) {
            group = match snippet(&piece, &mut names, positions) {
                Some(snippet) => group.element(snippet),
                None => named(group, &piece, positions),
            };
        }
    }
    for note in &report.notes {
        group = group.element(Level::NOTE.message(printable::paragraph(note)));
    }
    for help in &report.help {
        group = group.element(Level::HELP.message(printable::paragraph(help)));
    }
    let mut groups = Vec::new();
    if let Some(fix) = &report.fix {
        match fix_group(fix, report.primary.as_ref(), &mut names, positions) {
            Some(fix) => groups.push(fix),
            None => group = group.element(Level::HELP.message(printable::paragraph(&fix.title))),
        }
    }
    groups.insert(0, group);
    text.push_str(&names.put_in(renderer.render(&groups)));
    text.push_str("\n\n");
}

/// The renderer counts columns in what it is given, which for cut lines are not those of the file. It is given names that
/// stand for such places instead of their paths, and what it writes about them is replaced.
#[derive(Default)]
struct Names {
    /// The places that names stand for, with line and column.
    places: Vec<String>,
}

impl Names {
    /// What begins and ends a name.
    const MARK: char = '\u{e000}';

    fn name(number: usize) -> String {
        format!("{0}{number}{0}", Names::MARK)
    }

    /// The path of a place for the renderer.
    fn path_of<'report>(
        &mut self,
        place: &'report Place,
        window: &Window<'_>,
        positions: &mut Positions,
    ) -> Cow<'report, str> {
        let path = printable::line(&place.origin.path);
        if !window.is_cut {
            return path;
        }
        let at = positions.position(&place.origin, place.range.start);
        self.places.push(format!("{path}:{}:{}", at.line, at.column));
        Cow::Owned(Names::name(self.places.len() - 1))
    }

    /// The text with places where names stand.
    fn put_in(&self, rendered: String) -> String {
        let mut text = rendered;
        for (number, place) in self.places.iter().enumerate() {
            let name = Names::name(number);
            if let Some(start) = text.find(&name) {
                let behind = &text[start + name.len()..];
                let counted = behind.trim_start_matches(|letter: char| letter == ':' || letter.is_ascii_digit());
                let end = text.len() - counted.len();
                text.replace_range(start..end, place);
            }
        }
        text
    }
}

/// One piece of source for neighbouring places, others for distant ones and for other files.
fn pieces(places: Vec<(&Place, AnnotationKind)>) -> Vec<Vec<(&Place, AnnotationKind)>> {
    let mut pieces: Vec<Vec<(&Place, AnnotationKind)>> = Vec::new();
    for (place, kind) in places {
        let near = |piece: &&mut Vec<(&Place, AnnotationKind)>| {
            let first = piece[0].0;
            first.origin.path == place.origin.path && first.range.start.abs_diff(place.range.start) < LONGEST_WINDOW
        };
        match pieces.iter_mut().find(near) {
            Some(piece) => piece.push((place, kind)),
            None => pieces.push(vec![(place, kind)]),
        }
    }
    pieces
}

/// The places of a piece by line and column only.
fn named<'report>(
    mut group: Group<'report>,
    piece: &[(&'report Place, AnnotationKind)],
    positions: &mut Positions,
) -> Group<'report> {
    for (place, _) in piece {
        let at = positions.position(&place.origin, place.range.start);
        group = group.element(Origin::path(printable::line(&place.origin.path)).line(at.line).char_column(at.column));
        if !place.label.is_empty() {
            group = group.element(Level::NOTE.message(printable::paragraph(&place.label)));
        }
    }
    group
}

/// The source of a piece; `None` if it is too long to be shown.
fn snippet<'report>(
    piece: &[(&'report Place, AnnotationKind)],
    names: &mut Names,
    positions: &mut Positions,
) -> Option<Snippet<'report, Annotation<'report>>> {
    let (first, _) = piece[0];
    let places: Vec<Range<u32>> = piece.iter().map(|(place, _)| place.range.clone()).collect();
    let window = positions.window(&first.origin, &places, LONGEST_SHOWN)?;
    let path = names.path_of(first, &window, positions);
    let ranges: Vec<Range<usize>> = places.iter().map(|range| shown(&window, range)).collect();
    let mut snippet = Snippet::source(window.text).line_start(window.first_line).path(path);
    for ((place, kind), range) in piece.iter().zip(ranges) {
        let label = (!place.label.is_empty()).then(|| printable::paragraph(&place.label));
        snippet = snippet.annotation(kind.span(range).label(label));
    }
    Some(snippet)
}

/// Where a range lies in what is shown.
fn shown(window: &Window<'_>, range: &Range<u32>) -> Range<usize> {
    let start = window.place(range.start);
    start..window.place(range.end).max(start)
}

fn fix_group<'report>(
    fix: &'report Change,
    reported: Option<&Place>,
    names: &mut Names,
    positions: &mut Positions,
) -> Option<Group<'report>> {
    let place = &fix.place;
    let window = positions.window(&place.origin, std::slice::from_ref(&place.range), LONGEST_SHOWN)?;
    // A patch takes away what its range covers: nothing of that may be left out.
    let range = shown(&window, &place.range);
    if range.len() != place.range.len() {
        return None;
    }
    // Where the report itself stands needs no path again.
    let is_here = reported.is_some_and(|reported| reported.origin.path == place.origin.path);
    let path = (!is_here).then(|| names.path_of(place, &window, positions));
    let snippet = Snippet::source(window.text).line_start(window.first_line).path(path);
    let title = Level::HELP.secondary_title(printable::paragraph(&fix.title));
    Some(title.element(snippet.patch(Patch::new(range, fix.text.as_str()))))
}
