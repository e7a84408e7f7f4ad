//! Reports to the protocol's diagnostics. It owns the form of the message, and keeps the lines of each text for as long as
//! one list is made.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use project::{LoadedFile, Origin, Place, Report};
use serde_json::{Value, json};
use source::{LineIndex, Severity, Tag, line_index};
use tower_lsp::lsp_types::{
    self, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString,
};

use crate::snapshot::Snapshot;
use crate::uris;

/// Makes diagnostics from reports of one snapshot.
pub(crate) struct Converter<'snapshot> {
    snapshot: &'snapshot Snapshot,
    /// The last texts that places pointed into.
    texts: Vec<Known>,
    /// The pages with the explanations of the codes met so far.
    pages: HashMap<&'static str, Option<CodeDescription>>,
}

struct Known {
    text: Arc<str>,
    lines: LineIndex,
}

/// Reports of one file point into very few others.
const TEXTS_KEPT: usize = 4;

impl<'snapshot> Converter<'snapshot> {
    pub(crate) fn new(snapshot: &'snapshot Snapshot) -> Converter<'snapshot> {
        Converter { snapshot, texts: Vec::new(), pages: HashMap::new() }
    }

    /// A report as the protocol has it.
    pub(crate) fn diagnostic(&mut self, report: &Report) -> Diagnostic {
        let related = report.secondary.iter().filter_map(|place| {
            let location = self.location(place)?;
            Some(DiagnosticRelatedInformation { location, message: place.label.clone() })
        });
        let related: Vec<_> = related.collect();
        let tags: Vec<_> = report.tags.iter().map(|tag| convert_tag(*tag)).collect();
        let range = report.primary.as_ref().map(|place| self.range(place)).unwrap_or_default();
        let supports_related = self.snapshot.context.support.related_information;
        let message = message(report, !supports_related);
        Diagnostic {
            range,
            severity: Some(severity(report.severity)),
            code: Some(NumberOrString::String(report.kind.code.to_string())),
            code_description: self.explanation(report.kind.code),
            source: Some("lang".to_string()),
            message,
            related_information: (supports_related && !related.is_empty()).then_some(related),
            tags: (!tags.is_empty()).then_some(tags),
            data: Some(self.data(report)),
        }
    }

    /// What is left out for the selected target, which is nothing wrong: a hint without a code, whose text editors fade.
    pub(crate) fn faded(&self, file: &LoadedFile, left_out: &ide::LeftOut) -> Diagnostic {
        let db = &self.snapshot.db;
        let range =
            self.snapshot.context.encoding.range(file.file.text(db), line_index(db, file.file), left_out.range.clone());
        Diagnostic {
            range,
            severity: Some(DiagnosticSeverity::HINT),
            source: Some("lang".to_string()),
            message: format!("left out for this target: exists only on {}", left_out.targets),
            tags: Some(vec![DiagnosticTag::UNNECESSARY]),
            ..Diagnostic::default()
        }
    }

    /// Everything that the protocol has no place for, so that nothing of the report is lost.
    fn data(&mut self, report: &Report) -> Value {
        let fix = report.fix.as_ref().and_then(|fix| {
            let Location { uri, range } = self.location(&fix.place)?;
            let mut shown = json!({"title": fix.title, "uri": uri, "range": range, "text": fix.text});
            if !fix.also.is_empty() {
                let also = fix.also.iter().map(|place| self.range(place));
                shown["also"] = json!(also.collect::<Vec<_>>());
            }
            Some(shown)
        });
        json!({
            "name": report.kind.name,
            "message": report.message,
            "label": report.primary.as_ref().map_or("", |place| &place.label),
            "notes": report.notes,
            "help": report.help,
            "fix": fix,
        })
    }

    /// The page with the explanation, a file that every editor can open.
    fn explanation(&mut self, code: &'static str) -> Option<CodeDescription> {
        let page = self.pages.entry(code).or_insert_with(|| {
            let folder = self.snapshot.context.explanations.as_ref()?;
            let href = uris::of_path(&folder.join(format!("{code}.md")))?;
            Some(CodeDescription { href })
        });
        page.clone()
    }

    fn location(&mut self, place: &Place) -> Option<Location> {
        let range = self.range(place);
        let path = self.snapshot.path_of_origin(&place.origin);
        let uri = self.snapshot.uri_of_path(&path)?;
        Some(Location { uri, range })
    }

    fn range(&mut self, place: &Place) -> lsp_types::Range {
        let encoding = self.snapshot.context.encoding;
        let known = self.known(&place.origin);
        encoding.range(&known.text, &known.lines, narrowed(&place.range, known.text.len()))
    }

    /// The lines of a text, which are known already if it is that of a module.
    fn lines(&self, origin: &Origin) -> LineIndex {
        let db = &self.snapshot.db;
        let file = self.snapshot.loaded.file(&self.snapshot.path_of_origin(origin));
        match file.filter(|file| Arc::ptr_eq(file.text(db), &origin.text)) {
            Some(file) => line_index(db, file).clone(),
            None => LineIndex::new(&origin.text),
        }
    }

    fn known(&mut self, origin: &Origin) -> &Known {
        let place = self.texts.iter().position(|known| Arc::ptr_eq(&known.text, &origin.text));
        let place = place.unwrap_or_else(|| {
            if self.texts.len() == TEXTS_KEPT {
                self.texts.remove(0);
            }
            let lines = self.lines(origin);
            self.texts.push(Known { text: origin.text.clone(), lines });
            self.texts.len() - 1
        });
        &self.texts[place]
    }
}

fn narrowed(range: &Range<u32>, length: usize) -> Range<u32> {
    let length = length as u32;
    range.start.min(length)..range.end.min(length)
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

fn convert_tag(tag: Tag) -> DiagnosticTag {
    match tag {
        Tag::Unnecessary => DiagnosticTag::UNNECESSARY,
    }
}

/// The message with what a terminal would show below it. Clients that take no related places get them as text.
fn message(report: &Report, with_related: bool) -> String {
    let mut message = report.message.clone();
    let mut line = |kind: &str, text: &str| {
        message.push('\n');
        message.push_str(kind);
        message.push_str(text);
    };
    if let Some(place) = report.primary.as_ref().filter(|place| !place.label.is_empty()) {
        line("", &place.label);
    }
    if with_related {
        for place in report.secondary.iter().filter(|place| !place.label.is_empty()) {
            line("", &place.label);
        }
    }
    for note in &report.notes {
        line("note: ", note);
    }
    for help in &report.help {
        line("help: ", help);
    }
    message
}
