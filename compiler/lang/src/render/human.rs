//! Reports with the source around them, for people. It owns the arrangement; the drawing is `annotate-snippets`'. It
//! must not know whether the text goes to a terminal.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use project::{Change, Place, Report};
use source::{Severity, printable};

use super::positions::Positions;

/// Places further apart than this are shown in pieces of source of their own: drawing takes time by the line.
const LONGEST_WINDOW: u32 = 100_000;

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
    let title = level
        .primary_title(printable::paragraph(&report.message))
        .id(report.kind.code);
    let mut group = Group::with_title(title);
    if let Some(primary) = &report.primary {
        let places = std::iter::once((primary, AnnotationKind::Primary))
            .chain(report.secondary.iter().map(|place| (place, AnnotationKind::Context)));
        for snippet in snippets(places.collect(), positions) {
            group = group.element(snippet);
        }
    }
    for note in &report.notes {
        group = group.element(Level::NOTE.message(printable::paragraph(note)));
    }
    for help in &report.help {
        group = group.element(Level::HELP.message(printable::paragraph(help)));
    }
    let mut groups = vec![group];
    if let Some(fix) = &report.fix {
        groups.push(fix_group(fix, positions));
    }
    text.push_str(&renderer.render(&groups));
    text.push_str("\n\n");
}

/// One piece of source for neighbouring places, others for distant ones and for other files.
fn snippets<'report>(
    places: Vec<(&'report Place, AnnotationKind)>,
    positions: &mut Positions,
) -> Vec<Snippet<'report, Annotation<'report>>> {
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
    pieces.iter().map(|piece| snippet(piece, positions)).collect()
}

fn snippet<'report>(
    piece: &[(&'report Place, AnnotationKind)],
    positions: &mut Positions,
) -> Snippet<'report, Annotation<'report>> {
    let origin = &piece[0].0.origin;
    let start = piece.iter().map(|(place, _)| place.range.start).min().unwrap_or(0);
    let end = piece.iter().map(|(place, _)| place.range.end).max().unwrap_or(0);
    let window = positions.window(origin, &(start..end));
    let mut snippet = Snippet::source(window.text)
        .line_start(window.first_line)
        .path(printable::line(&origin.path));
    for (place, kind) in piece {
        let start = (place.range.start - window.start) as usize;
        let end = (place.range.end.max(place.range.start) - window.start) as usize;
        let label = (!place.label.is_empty()).then(|| printable::paragraph(&place.label));
        snippet = snippet.annotation(kind.span(start..end).label(label));
    }
    snippet
}

fn fix_group<'report>(fix: &'report Change, positions: &mut Positions) -> Group<'report> {
    let place = &fix.place;
    let window = positions.window(&place.origin, &place.range);
    let start = (place.range.start - window.start) as usize;
    let end = (place.range.end - window.start) as usize;
    let snippet = Snippet::source(window.text)
        .line_start(window.first_line)
        .path(printable::line(&place.origin.path))
        .patch(Patch::new(start..end, fix.text.as_str()));
    Level::HELP
        .secondary_title(printable::paragraph(&fix.title))
        .element(snippet)
}
