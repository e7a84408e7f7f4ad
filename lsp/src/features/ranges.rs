//! `textDocument/foldingRange` and `selectionRange`. It owns what becomes of folds where the client folds whole lines.

use ide::{Fold, FoldKind};
use source::SourceFile;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    FoldingRange, FoldingRangeKind, FoldingRangeParams, FoldingRangeProviderCapability, SelectionRange,
    SelectionRangeParams, SelectionRangeProviderCapability, ServerCapabilities,
};

use crate::capabilities::ClientSupport;
use crate::server::Server;
use crate::snapshot::Snapshot;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.folding_range_provider = Some(FoldingRangeProviderCapability::Simple(true));
    capabilities.selection_range_provider = Some(SelectionRangeProviderCapability::Simple(true));
}

pub(crate) async fn folding(server: &Server, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
    let uri = params.text_document.uri.clone();
    let found = server
        .read_whole(&uri, move |snapshot| {
            let file = snapshot.file(&params.text_document.uri)?;
            let text = snapshot.context.support.all.text_document.as_ref();
            let whole_lines = text.and_then(|text| text.folding_range.as_ref()?.line_folding_only).unwrap_or(false);
            let folds = ide::folding_ranges(&snapshot.db, file);
            let folds = folds.iter().map(|fold| folding_range(snapshot, file, fold, whole_lines));
            Some(folds.filter(|fold| fold.start_line < fold.end_line).collect())
        })
        .await?;
    Ok(found.flatten())
}

/// A fold of whole lines leaves the line of the closing bracket to be seen.
fn folding_range(snapshot: &Snapshot, file: SourceFile, fold: &Fold, whole_lines: bool) -> FoldingRange {
    let range = snapshot.range(file, fold.range.clone());
    let (kind, is_closed) = match fold.kind {
        FoldKind::Brackets => (None, true),
        FoldKind::Text => (None, false),
        FoldKind::Comment => (Some(FoldingRangeKind::Comment), false),
        FoldKind::Imports => (Some(FoldingRangeKind::Imports), false),
        FoldKind::Region => (Some(FoldingRangeKind::Region), false),
    };
    // The fold begins behind the bracket and ends before the other one.
    let inner = u32::from(is_closed);
    FoldingRange {
        start_line: range.start.line,
        start_character: (!whole_lines).then_some(range.start.character + inner),
        end_line: range.end.line - u32::from(whole_lines && is_closed),
        end_character: (!whole_lines).then_some(range.end.character - inner),
        kind,
        collapsed_text: None,
    }
}

pub(crate) async fn selection(server: &Server, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
    let uri = params.text_document.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let uri = &params.text_document.uri;
            let positions = params.positions.iter();
            let selections = positions.map(|position| {
                let position = snapshot.offset(uri, *position)?;
                let ranges = ide::selection_ranges(&snapshot.db, position);
                let mut outer = None;
                for range in ranges.into_iter().rev() {
                    outer = Some(SelectionRange {
                        range: snapshot.range(position.file, range),
                        parent: outer.map(Box::new),
                    });
                }
                outer
            });
            selections.collect::<Option<Vec<SelectionRange>>>()
        })
        .await?;
    Ok(found.flatten())
}
