//! Reports with the source around them, for people. It owns the arrangement; the drawing is `annotate-snippets`'. It
//! must not know whether the text goes to a terminal.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};
use project::{Change, Place, Report};
use source::{Severity, printable};

use super::positions::Positions;

/// Places further apart than this are shown in pieces of source of their own: drawing takes time by the byte, and many
/// reports about one place far away must not each draw all that lies between.
const LONGEST_WINDOW: u32 = 4_000;
/// Where lines are longer than this, places are named without their source.
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
    let title = level
        .primary_title(printable::paragraph(&report.message))
        .id(report.kind.code);
    let mut group = Group::with_title(title);
    if let Some(primary) = &report.primary {
        let places = std::iter::once((primary, AnnotationKind::Primary))
            .chain(report.secondary.iter().map(|place| (place, AnnotationKind::Context)));
        for piece in pieces(places.collect()) {
            group = match snippet(&piece, positions) {
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
    let mut groups = vec![group];
    groups.extend(report.fix.as_ref().and_then(|fix| fix_group(fix, positions)));
    text.push_str(&renderer.render(&groups));
    text.push_str("\n\n");
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
        group = group.element(
            Origin::path(printable::line(&place.origin.path))
                .line(at.line)
                .char_column(at.column),
        );
        if !place.label.is_empty() {
            group = group.element(Level::NOTE.message(printable::paragraph(&place.label)));
        }
    }
    group
}

/// The source of a piece; `None` if its lines are too long to be shown.
fn snippet<'report>(
    piece: &[(&'report Place, AnnotationKind)],
    positions: &mut Positions,
) -> Option<Snippet<'report, Annotation<'report>>> {
    let origin = &piece[0].0.origin;
    let start = piece.iter().map(|(place, _)| place.range.start).min().unwrap_or(0);
    let end = piece.iter().map(|(place, _)| place.range.end).max().unwrap_or(0);
    let window = positions.window(origin, &(start..end), LONGEST_SHOWN)?;
    let mut snippet = Snippet::source(window.text)
        .line_start(window.first_line)
        .path(printable::line(&origin.path));
    for (place, kind) in piece {
        let start = (place.range.start - window.start) as usize;
        let end = (place.range.end.max(place.range.start) - window.start) as usize;
        let label = (!place.label.is_empty()).then(|| printable::paragraph(&place.label));
        snippet = snippet.annotation(kind.span(start..end).label(label));
    }
    Some(snippet)
}

fn fix_group<'report>(fix: &'report Change, positions: &mut Positions) -> Option<Group<'report>> {
    let place = &fix.place;
    let window = positions.window(&place.origin, &place.range, LONGEST_SHOWN)?;
    let start = (place.range.start - window.start) as usize;
    let end = (place.range.end - window.start) as usize;
    let snippet = Snippet::source(window.text)
        .line_start(window.first_line)
        .path(printable::line(&place.origin.path))
        .patch(Patch::new(start..end, fix.text.as_str()));
    Some(
        Level::HELP
            .secondary_title(printable::paragraph(&fix.title))
            .element(snippet),
    )
}
