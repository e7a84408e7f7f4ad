//! `lang.tests {uri?}`: the tests of a file, or of all projects, for test explorers. It owns the answer's form, a list of
//! `{name, uri, range}` where `name` is what `lang test --exact` takes. It must not know what a test is.

use ide::RunnableKind;
use serde_json::{Value, json};
use source::SourceFile;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Url;

use crate::server::Server;
use crate::snapshot::Snapshot;

pub(crate) async fn tests(server: &Server, arguments: &[Value]) -> Result<Option<Value>> {
    match arguments.first().and_then(|argument| argument.get("uri")) {
        None | Some(Value::Null) => {
            let found = server.read_all(|snapshots| snapshots.iter().flat_map(of_project).collect::<Vec<Value>>());
            found.await.map(|tests| Some(Value::Array(tests)))
        }
        Some(uri) => {
            let wrong = || Error::invalid_params("`uri` is the address of a file");
            let uri = uri.as_str().and_then(|uri| Url::parse(uri).ok()).ok_or_else(wrong)?;
            let asked = uri.clone();
            let found = server
                .read_whole(&asked, move |snapshot| {
                    snapshot.file(&uri).map_or_else(Vec::new, |file| of_file(snapshot, file))
                })
                .await?;
            Ok(found.map(Value::Array))
        }
    }
}

/// The tests of the package that was asked for: those of its dependencies are their projects' own.
fn of_project(snapshot: &Snapshot) -> Vec<Value> {
    let own = snapshot.loaded.files.iter().filter(|found| found.own && found.usable);
    own.flat_map(|found| of_file(snapshot, found.file)).collect()
}

fn of_file(snapshot: &Snapshot, file: SourceFile) -> Vec<Value> {
    let found = ide::runnables(&snapshot.db, file).into_iter();
    found
        .filter(|runnable| runnable.kind == RunnableKind::Test)
        .filter_map(|test| {
            let place = snapshot.location(file, test.full_range)?;
            Some(json!({"name": test.name, "uri": place.uri, "range": place.range}))
        })
        .collect()
}
