//! The one concrete salsa database. Upper rooms write queries over [`Db`] and never see this type;
//! `driver` and `lsp` own it and clone it once per worker. It must hold nothing but salsa's storage
//! and the mark that it lives (see `epoch`): state beside it would be invisible to incrementality.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use salsa::EventKind;

use crate::epoch::Living;

/// What queries take: `fn query(db: &dyn Db, …)`. It is salsa's own trait; no query needs more than the inputs.
pub use salsa::Database as Db;

/// The database. `Clone` makes another handle to the same storage, for another thread.
#[salsa::db]
#[derive(Clone, Default)]
pub struct Database {
    /// Before the storage, so that it goes first: who waits until this handle's storage is given back finds it gone. What
    /// is dropped behind it asks no table.
    _living: Living,
    storage: salsa::Storage<Self>,
}

#[salsa::db]
impl salsa::Database for Database {}

impl Database {
    /// An empty database.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty database that records which queries run; for the tests that pin what re-runs after an edit.
    pub fn logged() -> (Self, ExecutionLog) {
        let log = ExecutionLog::default();
        let writer = log.clone();
        let callback = move |event: salsa::Event| {
            if let EventKind::WillExecute { database_key } = event.kind {
                let key = format!("{database_key:?}");
                let query = key.split('(').next().unwrap_or(&key).to_string();
                writer.push(query);
            }
        };
        let storage = salsa::Storage::new(Some(Box::new(callback)));
        (Self { _living: Living::default(), storage }, log)
    }
}

/// The names of the queries that ran, in order.
#[derive(Clone, Default)]
pub struct ExecutionLog {
    queries: Arc<Mutex<Vec<String>>>,
}

impl ExecutionLog {
    fn push(&self, query: String) {
        if let Ok(mut queries) = self.queries.lock() {
            queries.push(query);
        }
    }

    /// The queries executed since the last call, in order.
    pub fn take(&self) -> Vec<String> {
        self.queries.lock().map(|mut queries| std::mem::take(&mut *queries)).unwrap_or_default()
    }

    /// As [`ExecutionLog::take`], as one line `query × count` per query, sorted by name.
    pub fn take_counts(&self) -> String {
        let mut counts = BTreeMap::new();
        for query in self.take() {
            *counts.entry(query).or_insert(0) += 1;
        }
        counts.iter().map(|(query, count)| format!("{query} × {count}\n")).collect()
    }
}
