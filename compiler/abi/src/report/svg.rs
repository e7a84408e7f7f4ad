//! The description as a picture: the bytes of each value on top, below them the registers and stack slots into which they
//! flow. Owns geometry and colours, for light and dark; every word and place is [`super`]'s.

use std::fmt::Write;

use crate::report::data::{PlaceReport, Report, Travels, ValueReport};

/// One function, on one or more targets that stand side by side.
pub struct Drawing<'a> {
    /// What stands above it, such as the function's name.
    pub title: &'a str,
    /// The function on each target.
    pub reports: Vec<&'a Report>,
}

/// Width of one target's column, margins included.
const COLUMN: f64 = 700.0;
const MARGIN: f64 = 24.0;
const STRIP_WIDTH: f64 = COLUMN - 2.0 * MARGIN;
/// No byte is drawn wider.
const BYTE_WIDTH: f64 = 20.0;
const STRIP_HEIGHT: f64 = 26.0;
const FLOW_HEIGHT: f64 = 30.0;
const BOX_HEIGHT: f64 = 26.0;
/// Narrower boxes could not hold a register's name.
const BOX_WIDTH: f64 = 74.0;
const GAP: f64 = 4.0;
/// Of larger values only so many bytes are drawn.
const MOST_BYTES: u64 = 128;
/// Width of a letter at the size of small text.
const LETTER: f64 = 7.2;
const COLOURS: usize = 6;

const STYLE: &str = "\
  .page { fill: #ffffff } .title { fill: #1b1f24; font: 600 17px sans-serif } .target { fill: #57606a; font: 14px sans-serif }
  .name { fill: #1b1f24; font: 600 13px sans-serif } .how { fill: #57606a; font: 13px sans-serif }
  .code { fill: #1b1f24; font: 12px monospace; text-anchor: middle } .byte { fill: #57606a; font: 10px monospace }
  .outline { fill: none; stroke: #57606a } .padding { fill: none; stroke: #8c959f; stroke-dasharray: 3 3 }
  .points { fill: none; stroke: #57606a; stroke-dasharray: 5 3 }
  .c0 { fill: #b6d7ff } .c1 { fill: #ffd8a8 } .c2 { fill: #b7ebc0 } .c3 { fill: #f3c6e8 } .c4 { fill: #fbe58b } .c5 { fill: #c9c8f5 }
  .flow { opacity: 0.45 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } .title, .name, .code { fill: #e6edf3 } .target, .how, .byte { fill: #9aa4af }
    .outline, .points { stroke: #9aa4af } .padding { stroke: #6e7681 }
    .c0 { fill: #1f4b7f } .c1 { fill: #7a4a14 } .c2 { fill: #1f5c32 } .c3 { fill: #6b2a5b } .c4 { fill: #665500 } .c5 { fill: #3d3a8c }
  }
";

/// Draws functions below each other, as an SVG document that follows the reader's choice of light or dark.
pub fn svg(drawings: &[Drawing<'_>]) -> String {
    let mut canvas = Canvas::default();
    let columns = drawings.iter().map(|drawing| drawing.reports.len()).max().unwrap_or(0);
    let mut y = 0.0;
    for drawing in drawings {
        y = canvas.drawing(drawing, y);
    }
    let (width, height) = (COLUMN * columns.max(1) as f64, y + MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<style>\n{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
        canvas.body
    )
}

/// From where to where something reaches, in pixels.
#[derive(Clone, Copy)]
struct Span {
    start: f64,
    end: f64,
}

impl Span {
    fn width(self) -> f64 {
        self.end - self.start
    }

    fn middle(self) -> f64 {
        (self.start + self.end) / 2.0
    }
}

/// The bytes of one value, as wide as they fit.
struct Strip {
    left: f64,
    byte: f64,
    bytes: u64,
}

impl Strip {
    fn span(&self, from: f64, to: f64) -> Span {
        let end = self.bytes as f64;
        Span { start: self.left + from.min(end) * self.byte, end: self.left + to.min(end) * self.byte }
    }

    fn whole(&self) -> Span {
        self.span(0.0, self.bytes as f64)
    }
}

#[derive(Default)]
struct Canvas {
    body: String,
}

impl Canvas {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // A string takes everything.
        let _never_fails = writeln!(self.body, "{line}");
    }

    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        self.line(format_args!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(text)));
    }

    fn rectangle(&mut self, class: &str, span: Span, y: f64, height: f64) {
        self.line(format_args!(
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" rx=\"2\"/>",
            span.start,
            span.width()
        ));
    }

    /// Draws one function; the answer is where the next may begin.
    fn drawing(&mut self, drawing: &Drawing<'_>, top: f64) -> f64 {
        self.text("title", MARGIN, top + 34.0, drawing.title);
        let mut bottom: f64 = top + 60.0;
        for (column, report) in drawing.reports.iter().enumerate() {
            let left = COLUMN * column as f64 + MARGIN;
            self.text("target", left, top + 56.0, &report.target);
            let mut y = top + 70.0;
            for value in report.values() {
                y = self.value(value, left, y);
            }
            bottom = bottom.max(y);
        }
        bottom
    }

    fn value(&mut self, value: &ValueReport, left: f64, top: f64) -> f64 {
        let name = format!("{}: {}", value.name, value.ty);
        self.text("name", left, top + 14.0, &name);
        let beside = left + 14.0 + name.chars().count() as f64 * 7.8;
        let bytes = if value.bytes == 1 { "byte" } else { "bytes" };
        let how = format!("{} {bytes}, {}", value.bytes, value.how);
        self.text("how", beside, top + 14.0, &how);
        if value.places.is_empty() {
            return top + 30.0;
        }
        let shown = value.bytes.clamp(1, MOST_BYTES);
        let strip = Strip { left, byte: (STRIP_WIDTH / shown as f64).min(BYTE_WIDTH), bytes: shown };
        let strip_top = top + 34.0;
        let places: Vec<&PlaceReport> = places_once(value);
        self.bytes(value, &places, &strip, strip_top);
        let boxes_top = strip_top + STRIP_HEIGHT + FLOW_HEIGHT;
        self.places(value, &places, &strip, boxes_top);
        boxes_top + BOX_HEIGHT + 20.0
    }

    /// The strip: coloured by where bytes go, with the names of what lies there.
    fn bytes(&mut self, value: &ValueReport, places: &[&PlaceReport], strip: &Strip, top: f64) {
        for (index, place) in places.iter().enumerate() {
            if let Some(span) = carried(place, strip) {
                self.rectangle(colour(index), span, top, STRIP_HEIGHT);
            }
        }
        self.rectangle("padding", strip.whole(), top, STRIP_HEIGHT);
        for field in &value.fields {
            let (start, end) = (field.offset_bits as f64 / 8.0, (field.offset_bits + field.bits) as f64 / 8.0);
            let span = strip.span(start, end);
            if span.width() <= 0.0 {
                continue;
            }
            self.rectangle("outline", span, top, STRIP_HEIGHT);
            let whole = format!("{}: {}", field.path, field.ty);
            let fits = |text: &String| text.chars().count() as f64 * LETTER <= span.width() - 4.0;
            if let Some(text) = [whole, field.path.clone()].iter().find(|text| fits(text)) {
                self.text("code", span.middle(), top + 17.0, text);
            }
            self.text("byte", span.start + 1.0, top - 3.0, &(field.offset_bits / 8).to_string());
        }
        if value.fields.is_empty() {
            self.rectangle("outline", strip.whole(), top, STRIP_HEIGHT);
            self.text("byte", strip.left + 1.0, top - 3.0, "0");
        }
        if value.bytes > strip.bytes {
            let more = format!("and {} more bytes", value.bytes - strip.bytes);
            self.text("byte", strip.whole().end - 120.0, top + STRIP_HEIGHT + 12.0, &more);
        }
    }

    /// The registers and stack slots, and what flows into them.
    fn places(&mut self, value: &ValueReport, places: &[&PlaceReport], strip: &Strip, top: f64) {
        let mut free = strip.left;
        for (index, place) in places.iter().enumerate() {
            let label = match (place.carries.as_str(), place.len) {
                ("bytes", Some(len)) => format!("{} ({len} bytes)", place.location),
                (carries, _) => format!("{} ({carries})", place.location),
            };
            let needed = (label.chars().count() as f64 * LETTER + 10.0).max(BOX_WIDTH);
            let source = carried(place, strip);
            let start = source.map_or(free, |span| span.start).max(free);
            let end = start + source.map_or(needed, Span::width).max(needed);
            let target = Span { start, end };
            free = end + GAP;
            match source {
                Some(source) => self.flow(colour(index), source, target, top),
                None => self.pointer(value, strip, target, top),
            }
            self.rectangle(colour(index), target, top, BOX_HEIGHT);
            self.rectangle("outline", target, top, BOX_HEIGHT);
            self.text("code", target.middle(), top + 17.0, &label);
        }
    }

    fn flow(&mut self, colour: &str, source: Span, target: Span, top: f64) {
        let from = top - FLOW_HEIGHT;
        let middle = top - FLOW_HEIGHT / 2.0;
        self.line(format_args!(
            "<path class=\"flow {colour}\" d=\"M {:.1} {from:.1} C {:.1} {middle:.1} {:.1} {middle:.1} {:.1} {top:.1} \
             L {:.1} {top:.1} C {:.1} {middle:.1} {:.1} {middle:.1} {:.1} {from:.1} Z\"/>",
            source.start, source.start, target.start, target.start, target.end, target.end, source.end, source.end
        ));
    }

    /// An address leads from where it travels to the bytes.
    fn pointer(&mut self, value: &ValueReport, strip: &Strip, target: Span, top: f64) {
        let (x, end) = (target.middle().min(strip.whole().end), top - FLOW_HEIGHT + 1.0);
        self.line(format_args!(
            "<path class=\"points\" d=\"M {:.1} {top:.1} L {x:.1} {end:.1} m -4 7 l 4 -7 l 4 7\"/>",
            target.middle()
        ));
        let copies = match value.travels {
            Travels::PointerToCopy => "address of the copy",
            Travels::HiddenResultPointer => "address of the result",
            Travels::NotPassed
            | Travels::InRegisters
            | Travels::OnStack
            | Travels::InRegistersAndOnStack
            | Travels::CopiedToStack
            | Travels::AsOperands => "address",
        };
        self.text("how", target.end + 8.0, top + 17.0, copies);
    }
}

/// The places in order; of several that carry the same bytes all, since each is a register of its own.
fn places_once(value: &ValueReport) -> Vec<&PlaceReport> {
    let mut places: Vec<&PlaceReport> = value.places.iter().collect();
    places.sort_by_key(|place| place.offset);
    places
}

/// The bytes that a place carries; `None` for an address.
fn carried(place: &PlaceReport, strip: &Strip) -> Option<Span> {
    let (offset, len) = (place.offset?, place.len?);
    Some(strip.span(f64::from(offset), f64::from(offset) + len as f64))
}

fn colour(index: usize) -> &'static str {
    ["c0", "c1", "c2", "c3", "c4", "c5"][index % COLOURS]
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // XML has no control characters, and a picture is no place to reverse the direction of its text.
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            other if other.is_control() || matches!(other, '\u{fffe}' | '\u{ffff}') => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            other => escaped.push(other),
        }
    }
    escaped
}
