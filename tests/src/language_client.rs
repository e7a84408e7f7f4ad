//! A client for tests of the language server: starts the real `lang lsp`, speaks the protocol over its pipes, answers what
//! the server asks, and fails with everything that was said when nothing comes.
//!
//! ```text
//! let mut client = Client::of_files(&[("main.lang", "fn main { $0help() }\nfn help {}")]);
//! client.open("main.lang");
//! let answer = client.ask("textDocument/definition", client.at(0));
//! ```
//! Texts may hold marks `$0` … `$9`, which are taken out before the server sees them: `client.mark(0)` is the place.
//! Plain threads and JSON; it must not use the server's own types, which it is to test.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long a test waits for one message.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running server and what it said.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    stderr: Arc<Mutex<String>>,
    next_id: i64,
    answers: BTreeMap<i64, Value>,
    folder: Folder,
    /// Is removed behind the last server that uses it.
    _cache: Arc<TempDir>,
    documents: BTreeMap<String, Document>,
    marks: BTreeMap<u32, Mark>,
    encoding: Encoding,
    /// The answer to `initialize`.
    pub initialized: Value,
    /// Notifications that came, but for diagnostics, oldest first.
    pub notifications: VecDeque<Value>,
    /// Requests of the server, which were answered.
    pub requests: Vec<Value>,
    /// The last diagnostics of each file, as the notification's `params`, by the URI.
    pub diagnostics: BTreeMap<String, Value>,
    /// The last `lang/serverStatus`.
    pub status: Value,
    /// The section `lang` that the client answers with.
    pub settings: Value,
}

/// A folder that may be removed in the end.
enum Folder {
    Own(TempDir),
    Given(PathBuf),
}

/// An open document as the client has it.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its version.
    pub version: i64,
    /// Its text.
    pub text: String,
}

/// A marked place.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The path in the folder.
    pub path: String,
    /// The offset in bytes.
    pub offset: usize,
}

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 units.
    Utf16,
    /// Characters.
    Utf32,
}

/// What the client says of itself.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Capabilities besides those that every client of these tests has.
    pub capabilities: Value,
    /// `initializationOptions`.
    pub initialization_options: Value,
    /// Folders of the workspace below the client's; the folder itself if there are none.
    pub workspace_folders: Vec<String>,
    /// Further arguments and variables, for tests of the process itself.
    pub environment: Vec<(String, String)>,
}

impl Client {
    /// Writes the files into a fresh folder, without their marks, and starts a server on it.
    pub fn of_files(files: &[(&str, &str)]) -> Client {
        Client::with_options(files, &Options::default())
    }

    /// As [`Client::of_files`], for a client that can do or wants more.
    ///
    /// # Panics
    /// When the files cannot be written or the server does not start.
    pub fn with_options(files: &[(&str, &str)], options: &Options) -> Client {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut marks = BTreeMap::new();
        for (path, text) in files {
            let text = take_marks(path, text, &mut marks);
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let mut client = Client::launch(Folder::Own(folder), options);
        client.marks = marks;
        client.initialize(options);
        client
    }

    /// Starts a server on a folder that is there.
    pub fn of_folder(folder: &Path, options: &Options) -> Client {
        let mut client = Client::launch(Folder::Given(folder.to_path_buf()), options);
        client.initialize(options);
        client
    }

    /// Starts a server that has been told nothing yet.
    pub fn uninitialized(folder: &Path) -> Client {
        Client::launch(Folder::Given(folder.to_path_buf()), &Options::default())
    }

    fn launch(folder: Folder, options: &Options) -> Client {
        let cache = cache();
        let mut command = crate::lang_command(cache.path());
        command
            .arg("lsp")
            .envs(options.environment.iter().cloned())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let output = child.stdout.take().expect("it is piped");
        let mut errors = child.stderr.take().expect("it is piped");
        let (sender, messages) = channel();
        thread::spawn(move || read_messages(BufReader::new(output), |message| sender.send(message).is_ok()));
        let stderr = Arc::new(Mutex::new(String::new()));
        let log = stderr.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = errors.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
                log.lock().expect("no thread panics with it").push_str(&text);
            }
        });
        Client {
            input: child.stdin.take(),
            child,
            messages,
            stderr,
            next_id: 0,
            answers: BTreeMap::new(),
            folder,
            _cache: cache,
            documents: BTreeMap::new(),
            marks: BTreeMap::new(),
            encoding: Encoding::Utf16,
            initialized: Value::Null,
            notifications: VecDeque::new(),
            requests: Vec::new(),
            diagnostics: BTreeMap::new(),
            status: Value::Null,
            settings: options.initialization_options.clone(),
        }
    }

    /// Sends `initialize` and `initialized`.
    pub fn initialize(&mut self, options: &Options) {
        let mut capabilities = json!({
            "textDocument": {
                "publishDiagnostics": {"relatedInformation": true, "versionSupport": true},
                "synchronization": {"didSave": true},
            },
            "workspace": {"workspaceFolders": true},
            "window": {"workDoneProgress": false},
        });
        merge(&mut capabilities, &options.capabilities);
        let mut folders: Vec<Value> =
            options.workspace_folders.iter().map(|path| json!({"uri": self.uri(path), "name": path})).collect();
        if folders.is_empty() {
            folders.push(json!({"uri": self.uri(""), "name": "folder"}));
        }
        let params = json!({
            "processId": std::process::id(),
            "rootUri": folders[0]["uri"],
            "workspaceFolders": folders,
            "capabilities": capabilities,
            "initializationOptions": options.initialization_options,
        });
        self.initialized = self.ask("initialize", params);
        self.encoding = match self.initialized["capabilities"]["positionEncoding"].as_str() {
            Some("utf-8") => Encoding::Utf8,
            Some("utf-32") => Encoding::Utf32,
            _ => Encoding::Utf16,
        };
        self.notify("initialized", json!({}));
    }

    /// The folder of the workspace.
    pub fn folder(&self) -> &Path {
        match &self.folder {
            Folder::Own(folder) => folder.path(),
            Folder::Given(folder) => folder,
        }
    }

    /// The URI of a file in the folder; what looks like a URI is left alone.
    pub fn uri(&self, path: &str) -> String {
        if path.contains(':') {
            return path.to_string();
        }
        let full = if path.is_empty() { self.folder().to_path_buf() } else { self.folder().join(path) };
        uri_of(&full)
    }

    /// What the client has of an open document.
    ///
    /// # Panics
    /// When it is not open.
    pub fn document(&self, path: &str) -> &Document {
        let document = self.documents.get(path);
        document.unwrap_or_else(|| panic!("{path} is not open"))
    }

    /// Opens a file with the text that it has on disk.
    ///
    /// # Panics
    /// When it cannot be read.
    pub fn open(&mut self, path: &str) {
        let text = std::fs::read_to_string(self.folder().join(path)).expect("the file is there");
        self.open_text(path, &text);
    }

    /// Opens a document with another text than on disk, with marks or without.
    pub fn open_text(&mut self, path: &str, text: &str) {
        self.open_as("lang", path, text);
    }

    /// As [`Client::open_text`], as a document of any language.
    pub fn open_as(&mut self, language: &str, path: &str, text: &str) {
        let text = take_marks(path, text, &mut self.marks);
        let item = json!({"uri": self.uri(path), "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": item}));
        self.documents.insert(path.to_string(), Document { version: 1, text });
    }

    /// Closes a document.
    pub fn close(&mut self, path: &str) {
        let uri = self.uri(path);
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
        self.documents.remove(path);
    }

    /// Replaces the whole text of a document, with marks or without.
    pub fn change(&mut self, path: &str, text: &str) {
        let text = take_marks(path, text, &mut self.marks);
        self.send_change(path, json!([{"text": text}]), text.clone());
    }

    /// Replaces a range of bytes of a document.
    pub fn edit(&mut self, path: &str, range: std::ops::Range<usize>, new: &str) {
        let mut text = self.document(path).text.clone();
        let range_value = json!({
            "start": position(&text, range.start, self.encoding),
            "end": position(&text, range.end, self.encoding),
        });
        text.replace_range(range, new);
        self.send_change(path, json!([{"range": range_value, "text": new}]), text);
    }

    fn send_change(&mut self, path: &str, changes: Value, text: String) {
        let version = self.document(path).version + 1;
        let params = json!({
            "textDocument": {"uri": self.uri(path), "version": version},
            "contentChanges": changes,
        });
        self.notify("textDocument/didChange", params);
        self.documents.insert(path.to_string(), Document { version, text });
    }

    /// A marked place.
    ///
    /// # Panics
    /// When no text had this mark.
    pub fn mark(&self, number: u32) -> &Mark {
        let mark = self.marks.get(&number);
        mark.unwrap_or_else(|| panic!("no text has the mark ${number}"))
    }

    /// A marked place as most requests take it: document and position.
    pub fn at(&self, mark: u32) -> Value {
        let Mark { path, offset } = self.mark(mark).clone();
        json!({"textDocument": {"uri": self.uri(&path)}, "position": self.position(&path, offset)})
    }

    /// The position of an offset in a document, or in a file if it is not open.
    ///
    /// # Panics
    /// When there is neither.
    pub fn position(&self, path: &str, offset: usize) -> Value {
        match self.documents.get(path) {
            Some(document) => position(&document.text, offset, self.encoding),
            None => {
                let text = std::fs::read_to_string(self.folder().join(path)).expect("the file is there");
                position(&text, offset, self.encoding)
            }
        }
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request and returns its result.
    ///
    /// # Panics
    /// When the server answers with an error.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        match self.request(method, params) {
            Ok(result) => result,
            Err(error) => panic!("{method} was answered with an error: {error}"),
        }
    }

    /// Sends a request and waits for its result or error.
    ///
    /// # Errors
    /// The error that the server answered with.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.begin(method, params);
        self.answer(id)
    }

    /// Sends a request; [`Client::answer`] waits for it.
    pub fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        let mut message = json!({"jsonrpc": "2.0", "id": id, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        id
    }

    /// Waits for the answer to a request.
    ///
    /// # Errors
    /// The error that the server answered with.
    pub fn answer(&mut self, id: i64) -> Result<Value, Value> {
        self.wait(&format!("the answer to request {id}"), |client| client.answers.remove(&id))
            .map_or_else(|message| panic!("{message}"), split)
    }

    /// The answers that came and that nobody waited for.
    pub fn take_answers(&mut self) -> Vec<(i64, Result<Value, Value>)> {
        self.look();
        let answers = std::mem::take(&mut self.answers);
        answers.into_iter().map(|(id, message)| (id, split(message))).collect()
    }

    /// The number of the server's process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the diagnostics of the version that an open document has now, or for any of a file that is not open.
    ///
    /// # Panics
    /// When none come.
    pub fn wait_for_diagnostics(&mut self, path: &str) -> Vec<Value> {
        let version = self.documents.get(path).map(|document| document.version);
        self.wait_for_diagnostics_where(path, |params| version.is_none_or(|version| params["version"] == version))
    }

    /// Waits for diagnostics of a file with a property.
    ///
    /// # Panics
    /// When none come.
    pub fn wait_for_diagnostics_where(&mut self, path: &str, wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
        let uri = self.uri(path);
        let found = self.wait(&format!("the diagnostics of {path}"), |client| {
            let params = client.diagnostics.get(&uri)?;
            wanted(params).then(|| params["diagnostics"].as_array().cloned().unwrap_or_default())
        });
        found.unwrap_or_else(|message| panic!("{message}"))
    }

    /// Waits for a notification, and takes it.
    ///
    /// # Panics
    /// When it does not come.
    pub fn wait_for_notification(&mut self, method: &str) -> Value {
        let found = self.wait(&format!("the notification {method}"), |client| {
            let place = client.notifications.iter().position(|message| message["method"] == method)?;
            client.notifications.remove(place)
        });
        found.map_or_else(|message| panic!("{message}"), |message| message["params"].clone())
    }

    /// Waits for a request of the server, and returns what it asked.
    ///
    /// # Panics
    /// When it does not come.
    pub fn wait_for_request(&mut self, method: &str) -> Value {
        let found = self.wait(&format!("the request {method} of the server"), |client| {
            let place = client.requests.iter().position(|message| message["method"] == method)?;
            Some(client.requests.remove(place))
        });
        found.map_or_else(|message| panic!("{message}"), |message| message["params"].clone())
    }

    /// Waits until the server says that it has no work left.
    pub fn wait_until_quiet(&mut self) {
        let found =
            self.wait("the end of the server's work", |client| (client.status["quiescent"] == true).then_some(()));
        found.unwrap_or_else(|message| panic!("{message}"));
    }

    /// Takes in what has come, without waiting.
    pub fn look(&mut self) {
        while let Ok(message) = self.messages.try_recv() {
            self.take(message);
        }
    }

    /// Sends any bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        // A server that has ended is noticed by whoever waits for it.
        let _ended = self.input.as_mut().map(|input| input.write_all(bytes));
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Says `shutdown` and `exit`, and returns the exit code.
    pub fn shut_down(&mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.exit_code()
    }

    /// Closes the server's input without a word.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the server's end.
    ///
    /// # Panics
    /// When it does not end.
    pub fn exit_code(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the child is ours") {
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE, "the server does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// What the server wrote to standard error.
    pub fn stderr(&self) -> String {
        self.stderr.lock().expect("no thread panics with it").clone()
    }

    fn wait<R>(&mut self, what: &str, mut found: impl FnMut(&mut Client) -> Option<R>) -> Result<R, String> {
        let end = Instant::now() + PATIENCE;
        loop {
            self.look();
            if let Some(result) = found(self) {
                return Ok(result);
            }
            let left = end.saturating_duration_since(Instant::now());
            let why = match self.messages.recv_timeout(left) {
                Ok(message) => {
                    self.take(message);
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => format!("waited {PATIENCE:?} for {what}"),
                Err(RecvTimeoutError::Disconnected) => format!("the server ended while {what} was waited for"),
            };
            let last: Vec<String> = self.notifications.iter().rev().take(10).map(Value::to_string).collect();
            return Err(format!("{why}\nlast notifications: {last:#?}\nstandard error:\n{}", self.stderr()));
        }
    }

    fn take(&mut self, message: Value) {
        let method = message["method"].as_str().unwrap_or_default();
        if method.is_empty() {
            match message["id"].as_i64() {
                Some(id) => {
                    self.answers.insert(id, message);
                }
                // The answer to something that was no message.
                None => self.notifications.push_back(message),
            }
            return;
        }
        if message.get("id").is_none() {
            if method == "textDocument/publishDiagnostics" {
                let uri = message["params"]["uri"].as_str().unwrap_or_default().to_string();
                self.diagnostics.insert(uri, message["params"].clone());
            } else {
                if method == "lang/serverStatus" {
                    self.status = message["params"].clone();
                }
                self.notifications.push_back(message);
            }
            return;
        }
        let result = match method {
            "workspace/configuration" => json!([self.settings]),
            "workspace/applyEdit" => json!({"applied": true}),
            _ => Value::Null,
        };
        self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result}));
        self.requests.push(message);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }
}

/// All servers that run at the same time share the files that they write for editors; the last one takes them along.
fn cache() -> Arc<TempDir> {
    static SHARED: Mutex<Weak<TempDir>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().expect("no thread panics with it");
    shared.upgrade().unwrap_or_else(|| {
        let cache = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        *shared = Arc::downgrade(&cache);
        cache
    })
}

fn split(message: Value) -> Result<Value, Value> {
    match message.get("error") {
        Some(error) => Err(error.clone()),
        None => Ok(message["result"].clone()),
    }
}

fn read_messages(mut output: impl BufRead, mut take: impl FnMut(Value) -> bool) {
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            match output.read_line(&mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let line = line.trim();
            if line.is_empty() {
                break;
            }
            if let Some(number) = line.strip_prefix("Content-Length: ") {
                length = number.parse().expect("the server sends numbers");
            }
        }
        let mut body = vec![0; length];
        if output.read_exact(&mut body).is_err() {
            return;
        }
        let message = serde_json::from_slice(&body).expect("the server sends JSON");
        if !take(message) {
            return;
        }
    }
}

/// The URI of a file.
pub fn uri_of(path: &Path) -> String {
    let mut uri = "file://".to_string();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => uri.push(char::from(byte)),
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}

/// The protocol's position of an offset.
pub fn position(text: &str, offset: usize, encoding: Encoding) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let piece = &before[start..];
    let character = match encoding {
        Encoding::Utf8 => piece.len(),
        Encoding::Utf16 => piece.encode_utf16().count(),
        Encoding::Utf32 => piece.chars().count(),
    };
    json!({"line": line, "character": character})
}

/// Takes marks out of a text.
fn take_marks(path: &str, text: &str, marks: &mut BTreeMap<u32, Mark>) -> String {
    let (plain, found) = fixtures::without_marks(text);
    marks.extend(
        found.into_iter().map(|(number, offset)| (number, Mark { path: path.to_string(), offset: offset as usize })),
    );
    plain
}

/// Adds what `more` has to `into`.
fn merge(into: &mut Value, more: &Value) {
    match (into, more) {
        (Value::Object(into), Value::Object(more)) => {
            for (key, value) in more {
                merge(into.entry(key.as_str()).or_insert(Value::Null), value);
            }
        }
        (_, Value::Null) => {}
        (into, more) => *into = more.clone(),
    }
}
