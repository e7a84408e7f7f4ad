//! `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and `outgoingCalls`. An item is found again by the
//! place of its name.

use ide::{Calls, FilePosition, NavigationTarget};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, CallHierarchyServerCapability, Range,
    ServerCapabilities,
};

use super::symbols;
use crate::capabilities::ClientSupport;
use crate::server::Server;
use crate::snapshot::Snapshot;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.call_hierarchy_provider = Some(CallHierarchyServerCapability::Simple(true));
}

pub(crate) async fn prepare(
    server: &Server,
    params: CallHierarchyPrepareParams,
) -> Result<Option<Vec<CallHierarchyItem>>> {
    let place = params.text_document_position_params;
    let uri = place.text_document.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let position = snapshot.position(&place)?;
            let target = ide::prepare_call_hierarchy(&snapshot.db, position)?;
            Some(vec![item(snapshot, &target)?])
        })
        .await?;
    Ok(found.flatten())
}

pub(crate) async fn incoming(
    server: &Server,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
    let called = params.item;
    let uri = called.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let position = place(snapshot, &called)?;
            let calls = ide::incoming_calls(&snapshot.db, position);
            let call = |calls: &Calls| {
                Some(CallHierarchyIncomingCall {
                    from: item(snapshot, &calls.target)?,
                    from_ranges: ranges(snapshot, calls.target.file, calls),
                })
            };
            Some(calls.iter().filter_map(call).collect())
        })
        .await?;
    Ok(found.flatten())
}

pub(crate) async fn outgoing(
    server: &Server,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
    let caller = params.item;
    let uri = caller.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let position = place(snapshot, &caller)?;
            let calls = ide::outgoing_calls(&snapshot.db, position);
            let call = |calls: &Calls| {
                Some(CallHierarchyOutgoingCall {
                    to: item(snapshot, &calls.target)?,
                    from_ranges: ranges(snapshot, position.file, calls),
                })
            };
            Some(calls.iter().filter_map(call).collect())
        })
        .await?;
    Ok(found.flatten())
}

fn place(snapshot: &Snapshot, item: &CallHierarchyItem) -> Option<FilePosition> {
    snapshot.offset(&item.uri, item.selection_range.start)
}

fn item(snapshot: &Snapshot, target: &NavigationTarget) -> Option<CallHierarchyItem> {
    Some(CallHierarchyItem {
        name: target.name.clone(),
        kind: symbols::kind(target.kind),
        tags: None,
        detail: target.container.clone(),
        uri: snapshot.uri(target.file)?,
        range: snapshot.range(target.file, target.full_range.clone()),
        selection_range: snapshot.range(target.file, target.focus_range.clone()),
        data: None,
    })
}

fn ranges(snapshot: &Snapshot, file: source::SourceFile, calls: &Calls) -> Vec<Range> {
    let ranges = calls.ranges.iter();
    ranges.map(|range| snapshot.range(file, range.clone())).collect()
}
