//! `textDocument/semanticTokens`: full, delta and range. It owns the legend, the numbers of the protocol and what was sent
//! last for each document, from which deltas are made.
//!
//! The kinds and modifiers that VS Code does not know by itself, and those that stand in for them, are `OTHER_KINDS` and
//! `OTHER_MODIFIERS` in the tests; `editors/vscode/package.json` declares the same.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ide::{SemanticKind, SemanticModifier};
use source::{SourceFile, line_index};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensDeltaParams, SemanticTokensEdit, SemanticTokensFullDeltaResult, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult, SemanticTokensServerCapabilities, ServerCapabilities, Url,
    WorkDoneProgressOptions,
};

use crate::capabilities::ClientSupport;
use crate::server::Server;
use crate::snapshot::Snapshot;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    let kinds = SemanticKind::ALL.iter().map(|kind| SemanticTokenType::new(kind.text()));
    let modifiers = SemanticModifier::ALL.iter();
    let options = SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: kinds.collect(),
            token_modifiers: modifiers.map(|word| SemanticTokenModifier::new(word.text())).collect(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    };
    capabilities.semantic_tokens_provider = Some(SemanticTokensServerCapabilities::SemanticTokensOptions(options));
}

/// What was sent last for each document.
#[derive(Default)]
pub(crate) struct SentTokens {
    last: Mutex<HashMap<Url, (String, Vec<SemanticToken>)>>,
    count: AtomicU64,
}

impl SentTokens {
    /// Forgets a document that was closed.
    pub(crate) fn forget(&self, uri: &Url) {
        if let Ok(mut last) = self.last.lock() {
            last.remove(uri);
        }
    }

    /// Notes what is sent now: its name, and what was sent under the name that the client has.
    fn replace(
        &self,
        uri: Url,
        tokens: Vec<SemanticToken>,
        known: Option<&str>,
    ) -> (String, Option<Vec<SemanticToken>>) {
        let id = self.count.fetch_add(1, Ordering::Relaxed).to_string();
        let before = match self.last.lock() {
            Ok(mut last) => last.insert(uri, (id.clone(), tokens)),
            Err(_poisoned) => None,
        };
        let before = before.filter(|(id, _)| Some(&**id) == known);
        (id, before.map(|(_, tokens)| tokens))
    }
}

pub(crate) async fn full(server: &Server, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
    let uri = params.text_document.uri;
    let Some(data) = whole(server, &uri).await? else {
        return Ok(None);
    };
    let (id, _) = server.sent_tokens.replace(uri, data.clone(), None);
    Ok(Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: Some(id), data })))
}

pub(crate) async fn delta(
    server: &Server,
    params: SemanticTokensDeltaParams,
) -> Result<Option<SemanticTokensFullDeltaResult>> {
    let uri = params.text_document.uri;
    let Some(data) = whole(server, &uri).await? else {
        return Ok(None);
    };
    let known = params.previous_result_id;
    let (id, before) = server.sent_tokens.replace(uri, data.clone(), Some(&known));
    Ok(Some(match before {
        Some(before) => SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
            result_id: Some(id),
            edits: changes(&before, data),
        }),
        None => SemanticTokensFullDeltaResult::Tokens(SemanticTokens { result_id: Some(id), data }),
    }))
}

pub(crate) async fn range(
    server: &Server,
    params: SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>> {
    let uri = params.text_document.uri;
    let asked = params.range;
    let name = uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let file = snapshot.file(&name)?;
            let bytes = snapshot.bytes(file, asked);
            let tokens = ide::semantic_tokens(&snapshot.db, file, Some(bytes));
            Some(numbers(snapshot, file, &tokens))
        })
        .await?;
    Ok(found.flatten().map(|data| SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data })))
}

async fn whole(server: &Server, uri: &Url) -> Result<Option<Vec<SemanticToken>>> {
    let name = uri.clone();
    let found = server
        .read(uri, move |snapshot| {
            let file = snapshot.file(&name)?;
            let tokens = ide::semantic_tokens(&snapshot.db, file, None);
            Some(numbers(snapshot, file, &tokens))
        })
        .await?;
    Ok(found.flatten())
}

/// Tokens as the protocol has them: each relative to the one before.
fn numbers(snapshot: &Snapshot, file: SourceFile, tokens: &[ide::SemanticToken]) -> Vec<SemanticToken> {
    let encoding = snapshot.context.encoding;
    let (text, lines) = (file.text(&snapshot.db), line_index(&snapshot.db, file));
    let mut data = Vec::with_capacity(tokens.len());
    // The line that was reached, where it starts and where the next one does.
    let (mut line, mut start) = (0, 0);
    let mut next = lines.line_start(1).unwrap_or(u32::MAX);
    let (mut last_line, mut last_column) = (0, 0);
    for token in tokens {
        while token.range.start >= next {
            line += 1;
            start = next;
            next = lines.line_start(line + 1).unwrap_or(u32::MAX);
        }
        let column = encoding.width(&text[start as usize..token.range.start as usize]);
        let length = encoding.width(&text[token.range.start as usize..token.range.end as usize]);
        data.push(SemanticToken {
            delta_line: line - last_line,
            delta_start: if line == last_line { column - last_column } else { column },
            length,
            token_type: token.kind as u32,
            token_modifiers_bitset: token.modifiers.bits(),
        });
        (last_line, last_column) = (line, column);
    }
    data
}

/// The one change that makes `after` of `before`. Positions count numbers, of which a token has five.
fn changes(before: &[SemanticToken], mut after: Vec<SemanticToken>) -> Vec<SemanticTokensEdit> {
    let same = |pair: &(&SemanticToken, &SemanticToken)| pair.0 == pair.1;
    let first = before.iter().zip(&after).take_while(same).count();
    if first == before.len() && first == after.len() {
        return Vec::new();
    }
    let behind = before[first..].iter().rev().zip(after[first..].iter().rev());
    let last = behind.take_while(same).count();
    let deleted = before.len() - first - last;
    after.truncate(after.len() - last);
    let data = after.split_off(first);
    vec![SemanticTokensEdit {
        start: 5 * first as u32,
        delete_count: 5 * deleted as u32,
        data: (!data.is_empty()).then_some(data),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinds that VS Code does not know by itself, with the one that stands in for each.
    const OTHER_KINDS: &[(SemanticKind, &str)] = &[
        (SemanticKind::Union, "struct"),
        (SemanticKind::Modifier, "keyword"),
        (SemanticKind::Character, "string"),
        (SemanticKind::Boolean, "keyword"),
        (SemanticKind::BuiltinType, "type"),
        (SemanticKind::SelfKeyword, "keyword"),
        (SemanticKind::EscapeSequence, "string"),
        (SemanticKind::FormatSpecifier, "string"),
    ];

    /// Modifiers that VS Code does not know by itself.
    const OTHER_MODIFIERS: &[SemanticModifier] = &[
        SemanticModifier::Definition,
        SemanticModifier::Mutable,
        SemanticModifier::Consuming,
        SemanticModifier::Reference,
        SemanticModifier::Unsafe,
        SemanticModifier::Public,
        SemanticModifier::ControlFlow,
    ];

    /// The kinds that VS Code knows.
    const KNOWN: &str = "namespace type class enum interface struct typeParameter parameter variable property \
        enumMember event function method macro label keyword comment string number regexp operator decorator";

    fn token(length: u32) -> SemanticToken {
        SemanticToken { length, ..SemanticToken::default() }
    }

    #[test]
    fn a_change_makes_the_new_tokens_of_the_old() {
        let mut random = 7_u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % below
        };
        for _ in 0..500 {
            let mut list = || (0..next(6)).map(|_| token(next(2) as u32)).collect::<Vec<_>>();
            let (before, after) = (list(), list());
            let mut applied = before.clone();
            for edit in changes(&before, after.clone()) {
                let start = edit.start as usize / 5;
                let end = start + edit.delete_count as usize / 5;
                applied.splice(start..end, edit.data.unwrap_or_default());
            }
            assert_eq!(applied, after, "{before:?}");
        }
    }

    #[test]
    fn the_extension_declares_what_is_not_standard() {
        for kind in SemanticKind::ALL {
            let is_other = OTHER_KINDS.iter().any(|(other, _)| other == kind);
            let is_known = KNOWN.split_whitespace().any(|known| known == kind.text());
            assert_ne!(is_other, is_known, "{}", kind.text());
        }
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../editors/vscode/package.json");
        let manifest = std::fs::read_to_string(manifest).expect("the extension has a manifest");
        let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("the manifest is JSON");
        let declared = |list: &str, id: &str| {
            let all = manifest["contributes"][list].as_array();
            all.and_then(|all| all.iter().find(|each| each["id"] == id)).cloned()
        };
        for (kind, instead) in OTHER_KINDS {
            let found = declared("semanticTokenTypes", kind.text()).unwrap_or_default();
            assert_eq!(found["superType"], *instead, "{}", kind.text());
        }
        for modifier in OTHER_MODIFIERS {
            assert!(declared("semanticTokenModifiers", modifier.text()).is_some(), "{}", modifier.text());
        }
    }
}
