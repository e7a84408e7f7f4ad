//! `textDocument/completion` and `completionItem/resolve`. It owns what the client can show of a proposal: snippets, details
//! behind the label, replacing the whole word.

use ide::{CompletionKey, CompletionKind, CompletionSettings, SymbolKind};
use serde_json::{Value, json};
use source::SourceFile;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CompletionItem, CompletionItemCapability, CompletionItemKind, CompletionItemLabelDetails, CompletionList,
    CompletionOptions, CompletionOptionsCompletionItem, CompletionParams, CompletionResponse, CompletionTextEdit,
    Documentation, InsertReplaceEdit, InsertTextFormat, MarkupContent, MarkupKind, ServerCapabilities, TextEdit, Url,
};

use crate::capabilities::ClientSupport;
use crate::server::Server;
use crate::snapshot::Snapshot;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.completion_provider = Some(CompletionOptions {
        resolve_provider: Some(true),
        trigger_characters: Some([".", "@", "["].map(String::from).to_vec()),
        completion_item: Some(CompletionOptionsCompletionItem { label_details_support: Some(true) }),
        ..CompletionOptions::default()
    });
}

pub(crate) async fn completion(server: &Server, params: CompletionParams) -> Result<Option<CompletionResponse>> {
    let place = params.text_document_position;
    let uri = place.text_document.uri.clone();
    let typed = params.context.and_then(|context| context.trigger_character);
    let found = server
        .read_typing(&uri, move |snapshot| {
            let position = snapshot.position(&place)?;
            // A bracket is worth a list of attributes only.
            if typed.as_deref() == Some("[") && !is_attribute(snapshot, position) {
                return None;
            }
            let shown = Shown::new(&snapshot.context.support);
            let settings = CompletionSettings { snippets: shown.snippets, ..CompletionSettings::default() };
            let found = ide::complete(&snapshot.db, position, &settings);
            let uri = &place.text_document.uri;
            let items = found.items.into_iter();
            Some(CompletionResponse::List(CompletionList {
                is_incomplete: found.is_incomplete,
                items: items.map(|item| shown.item(snapshot, position.file, uri, item)).collect(),
            }))
        })
        .await?;
    Ok(found.flatten())
}

fn is_attribute(snapshot: &Snapshot, position: ide::FilePosition) -> bool {
    let text = position.file.text(&snapshot.db);
    text[..text.floor_char_boundary(position.offset as usize)].ends_with("@[")
}

/// What the client can show.
struct Shown {
    snippets: bool,
    label_details: bool,
    replaces: bool,
}

impl Shown {
    fn new(support: &ClientSupport) -> Shown {
        let text = support.all.text_document.as_ref();
        let item = text.and_then(|text| text.completion.as_ref()?.completion_item.as_ref());
        let can = |ability: fn(&CompletionItemCapability) -> Option<bool>| item.and_then(ability).unwrap_or(false);
        Shown {
            snippets: can(|item| item.snippet_support),
            label_details: can(|item| item.label_details_support),
            replaces: can(|item| item.insert_replace_support),
        }
    }

    fn item(&self, snapshot: &Snapshot, file: SourceFile, uri: &Url, item: ide::CompletionItem) -> CompletionItem {
        let insert = snapshot.range(file, item.edit.range.clone());
        let replace = snapshot.range(file, item.edit.range.start..item.word_end.max(item.edit.range.end));
        // Editors count columns from the place they asked about: what was typed behind it since is no rest of the word.
        let text_edit = if self.replaces && insert != replace && snapshot.steps.is_empty() {
            CompletionTextEdit::InsertAndReplace(InsertReplaceEdit { new_text: item.edit.text, insert, replace })
        } else {
            CompletionTextEdit::Edit(TextEdit::new(insert, item.edit.text))
        };
        let additional = item.additional_edits.into_iter();
        let additional: Vec<TextEdit> =
            additional.map(|edit| TextEdit::new(snapshot.range(file, edit.range), edit.text)).collect();
        // A client that shows no details behind the label shows one line of them.
        let parts = [&item.parameters, &item.description].into_iter().flatten();
        let detail = parts.cloned().collect::<Vec<String>>().join(" ");
        CompletionItem {
            label: item.label,
            label_details: self
                .label_details
                .then_some(CompletionItemLabelDetails { detail: item.parameters, description: item.description }),
            kind: Some(kind(item.kind)),
            detail: (!self.label_details && !detail.is_empty()).then_some(detail),
            preselect: item.is_preselected.then_some(true),
            sort_text: Some(item.sort_text),
            insert_text_format: Some(if item.is_snippet {
                InsertTextFormat::SNIPPET
            } else {
                InsertTextFormat::PLAIN_TEXT
            }),
            text_edit: Some(text_edit),
            additional_text_edits: (!additional.is_empty()).then_some(additional),
            data: item.key.map(|key| data(uri, &key)),
            ..CompletionItem::default()
        }
    }
}

fn kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Keyword => CompletionItemKind::KEYWORD,
        CompletionKind::Snippet => CompletionItemKind::SNIPPET,
        CompletionKind::Attribute => CompletionItemKind::PROPERTY,
        CompletionKind::Symbol(symbol) => match symbol {
            SymbolKind::Module => CompletionItemKind::MODULE,
            SymbolKind::Function | SymbolKind::BuiltinFunction | SymbolKind::Test => CompletionItemKind::FUNCTION,
            SymbolKind::Method => CompletionItemKind::METHOD,
            SymbolKind::StaticMethod => CompletionItemKind::FUNCTION,
            SymbolKind::Structure | SymbolKind::BuiltinType => CompletionItemKind::STRUCT,
            SymbolKind::TypeAlias => CompletionItemKind::CLASS,
            SymbolKind::Enumeration => CompletionItemKind::ENUM,
            SymbolKind::Case => CompletionItemKind::ENUM_MEMBER,
            SymbolKind::Field => CompletionItemKind::FIELD,
            SymbolKind::Constant => CompletionItemKind::CONSTANT,
            SymbolKind::Trait | SymbolKind::Implementation => CompletionItemKind::INTERFACE,
            SymbolKind::Global | SymbolKind::Parameter | SymbolKind::Variable | SymbolKind::SelfValue => {
                CompletionItemKind::VARIABLE
            }
            SymbolKind::TypeParameter => CompletionItemKind::TYPE_PARAMETER,
            SymbolKind::Label => CompletionItemKind::REFERENCE,
        },
    }
}

/// What `completionItem/resolve` gets back from the client.
fn data(uri: &Url, key: &CompletionKey) -> Value {
    json!({"uri": uri, "package": key.package, "module": key.module, "names": key.names, "part": key.part})
}

fn key(data: &Value) -> Option<(Url, CompletionKey)> {
    let text = |name: &str| Some(data.get(name)?.as_str()?.to_string());
    let names = data.get("names")?.as_array()?.iter();
    let key = CompletionKey {
        package: text("package")?,
        module: text("module")?,
        names: names.filter_map(|name| Some(name.as_str()?.to_string())).collect(),
        part: data.get("part").and_then(Value::as_u64).and_then(|part| u32::try_from(part).ok()),
    };
    Some((Url::parse(&text("uri")?).ok()?, key))
}

/// Adds declaration and documentation to the proposal that is looked at.
pub(crate) async fn resolve(server: &Server, mut item: CompletionItem) -> Result<CompletionItem> {
    let Some((uri, key)) = item.data.as_ref().and_then(key) else {
        return Ok(item);
    };
    let details = server.read_whole(&uri, move |snapshot| ide::resolve_completion(&snapshot.db, &key)).await?;
    if let Some(details) = details.flatten() {
        let declaration = format!("```lang\n{}\n```", details.declaration);
        let parts = [declaration, details.documentation];
        let written: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        item.documentation = Some(Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: written.join("\n\n"),
        }));
        if item.detail.is_none() {
            let line = details.declaration.lines().next().unwrap_or_default();
            item.detail = Some(line.to_string());
        }
    }
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_resolved_comes_back_as_it_was_sent() {
        let uri = Url::parse("file:///a/main.lang").expect("it is one");
        let sent = CompletionKey {
            package: "main".into(),
            module: "geo.vec".into(),
            names: vec!["Vec3".into(), "dot".into()],
            part: Some(2),
        };
        assert_eq!(key(&data(&uri, &sent)), Some((uri, sent)));
        assert_eq!(key(&json!({"uri": 3})), None);
    }
}
