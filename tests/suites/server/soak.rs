//! Random edits at full speed, between them every request that the server announces, messages that are none, files that
//! come and go, workers that die. In the end everything was answered, and the server says what `lang check` says of the
//! texts as they are then.
//!
//! `LANG_SOAK_EDITS` says how many edits, `LANG_SOAK_SEED` which ones.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::language_client::{Client, Options, position};

use crate::reports;
use crate::requests::{Wish, follow_up, of_capabilities};

const EDITS: usize = 10_000;

/// What is typed.
const SNIPPETS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\"\"\"",
    "'",
    "${",
    "#",
    "\n",
    "\n\n",
    "@[",
    "\\",
    "fn g { }\n",
    "fn ",
    "let ",
    "test \"t\" ",
    "extern {\n",
    " ",
    "é",
    "😀",
    "\r\n",
    "import shapes\n",
    "import geometry (area)\n",
    "}\nfn h {\n",
    "type",
    "pub ",
    "mut ",
    "ref ",
    ".",
    "::",
    "x",
    "1",
    "i64",
    "-> ",
    "=> ",
    "match ",
    "if true { 1 } else { 2 }",
];

const FILES: &[(&str, &str)] = &[
    ("app/lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n\n[dependencies]\ngeometry = { path = \"../geometry\" }\n"),
    ("app/main.lang", MAIN),
    ("app/shapes.lang", SHAPES),
    ("geometry/lang.toml", "name = \"geometry\"\nversion = \"0.1.0\"\n"),
    (
        "geometry/lib.lang",
        "import inner (half)\n\n# The area.\npub fn area(w: f64, h: f64) -> f64 { half(w) * h * 2.0 }\n",
    ),
    ("geometry/inner.lang", "pub fn half(x: f64) -> f64 { x / 2.0 }\n"),
    ("lone.lang", "import helper (help)\n\nfn main {\n  help(1)\n}\n"),
    ("helper.lang", "pub fn help(a: i32) {\n  println(\"${a}\")\n}\n"),
];

const MAIN: &str = "\
import geometry (area)
import shapes (Shape, Point, measure)

# A constant.
let LIMIT = 4

fn main {
  let mut total = 0.0
  let mut count = 0
  while count < LIMIT {
    let mut shape = Shape(name: \"box\", at: Point(x: 1.0, y: 2.0))
    shape.move_by(0.5)
    total = total + measure(ref shape) + area(1.0, 2.0)
    count += 1
  }
  println(\"sum 😀: ${total}\")
}

fn pick(a: i64, b: i64) -> i64 {
  if a > b { a } else { b }
}

test \"pick\" {
  assert(pick(1, 2) == 2)
}
";

const SHAPES: &str = "\
# A place.
pub type copy Point {
  pub let @x: f64
  pub let @y: f64
}

pub type Shape {
  pub let @name: String
  pub let @at: Point
  pub fn mut move_by(x: f64) { @at.x += x }
}

pub fn measure(shape: ref Shape) -> f64 {
  shape.at.x * shape.at.y
}
";

const DOCUMENTS: &[&str] = &["app/main.lang", "app/shapes.lang", "geometry/lib.lang", "lone.lang"];

/// Errors that are answers: the text has changed, the client took the question back, the question made no sense.
const FAIR_ERRORS: &[i64] = &[-32801, -32800, -32802, -32803, -32602];

struct Soak {
    client: Client,
    random: fastrand::Rng,
    wishes: Vec<Wish>,
    /// Requests without an answer: method and parameters.
    open: BTreeMap<i64, (String, Value)>,
    answered: BTreeMap<String, usize>,
    seed: u64,
}

#[test]
fn soak() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let edits = number("LANG_SOAK_EDITS").map_or(EDITS, |edits| edits as usize);
    let seed = number("LANG_SOAK_SEED").unwrap_or(7);
    let options = Options {
        capabilities: json!({
            "general": {"positionEncodings": ["utf-32"]},
            "window": {"workDoneProgress": true},
            "workspace": {"configuration": true, "didChangeWatchedFiles": {"dynamicRegistration": true}},
        }),
        ..Options::default()
    };
    let client = Client::with_options(FILES, &options);
    let wishes = of_capabilities(&client.initialized["capabilities"]);
    let mut soak = Soak {
        client,
        random: fastrand::Rng::with_seed(seed),
        wishes,
        open: BTreeMap::new(),
        answered: BTreeMap::new(),
        seed,
    };
    println!("seed {seed}, {edits} edits");
    assert_eq!(soak.reported_by_check(), reports::Reports::new(), "what is edited is right before");
    for path in DOCUMENTS {
        soak.client.open(path);
    }
    let start = Instant::now();
    for edit in 0..edits {
        soak.step(edit);
    }
    soak.finish();
    println!("{:?}: {:?}", start.elapsed(), soak.answered);
}

/// What a file says at the beginning.
fn original(path: &str) -> &'static str {
    let found = FILES.iter().find(|(known, _)| *known == path);
    found.map_or("", |(_, text)| text)
}

impl Soak {
    fn step(&mut self, edit: usize) {
        self.edit();
        if self.random.u32(..3) == 0 {
            let id = self.ask();
            match self.random.u32(..8) {
                0 => self.client.notify("$/cancelRequest", json!({"id": id})),
                1..=4 => {
                    let answer = self.client.answer(id);
                    self.judge(id, answer);
                }
                _ => {}
            }
        }
        for (id, answer) in self.client.take_answers() {
            self.judge(id, answer);
        }
        match self.random.u32(..100) {
            0 => self.rubbish(),
            1 => self.disorder(),
            2 => self.files(),
            3 => {
                let path = self.path();
                self.client.close(path);
                self.client.open_text(path, original(path));
            }
            4..15 => {
                let path = self.path();
                let version = self.client.document(path).version;
                let uri = self.client.uri(path);
                self.client.wait_for_diagnostics_where(path, |params| {
                    params["version"].as_i64().is_some_and(|sent| sent >= version) || params["uri"] != uri
                });
            }
            _ => {}
        }
        if edit % 1000 == 999 {
            self.kill_a_worker();
        }
    }

    fn path(&mut self) -> &'static str {
        DOCUMENTS[self.random.usize(..DOCUMENTS.len())]
    }

    fn edit(&mut self) {
        let path = self.path();
        let text = self.client.document(path).text.clone();
        if text.len() > 6000 || self.random.u32(..200) == 0 {
            self.client.change(path, original(path));
            return;
        }
        let start = text.floor_char_boundary(self.random.usize(..=text.len()));
        if self.random.u32(..3) == 0 {
            let end = text.floor_char_boundary((start + self.random.usize(..20)).min(text.len()));
            // Between the two bytes of a line's end there is no position.
            let outside = |at: usize| text.floor_char_boundary(at - usize::from(text[..at].ends_with('\r')));
            let (start, end) = (outside(start), outside(end));
            self.client.edit(path, start..end.max(start), "");
        } else {
            let start = start - usize::from(text[..start].ends_with('\r'));
            let snippet = SNIPPETS[self.random.usize(..SNIPPETS.len())];
            self.client.edit(path, start..start, snippet);
        }
    }

    /// Sends one of the requests that the server can answer.
    fn ask(&mut self) -> i64 {
        let path = self.path();
        let text = self.client.document(path).text.clone();
        let at = text.floor_char_boundary(self.random.usize(..=text.len()));
        let end = text.floor_char_boundary((at + self.random.usize(..200)).min(text.len()));
        let place = |offset| position(&text, offset, tests::language_client::Encoding::Utf32);
        let uri = self.client.uri(path);
        let diagnostics = self.client.diagnostics.get(&uri).map_or(json!([]), |params| params["diagnostics"].clone());
        let wish = &self.wishes[self.random.usize(..self.wishes.len())];
        let params = (wish.params)(&uri, &place(at), &place(end), &diagnostics);
        let method = wish.method.to_string();
        self.begin(&method, params)
    }

    fn begin(&mut self, method: &str, params: Value) -> i64 {
        let id = self.client.begin(method, params.clone());
        self.open.insert(id, (method.to_string(), params));
        id
    }

    fn judge(&mut self, id: i64, answer: Result<Value, Value>) {
        let (method, params) = self.open.remove(&id).expect("each request is answered once");
        match answer {
            Ok(result) => {
                *self.answered.entry(method.clone()).or_default() += 1;
                if self.random.u32(..4) == 0
                    && let Some((method, params)) = follow_up(&method, &result)
                {
                    self.begin(method, params);
                }
            }
            Err(error) => {
                let code = error["code"].as_i64().unwrap_or_default();
                assert!(
                    FAIR_ERRORS.contains(&code),
                    "seed {}: {method} {params}: {error}\n{}",
                    self.seed,
                    self.client.stderr()
                );
            }
        }
    }

    /// Bytes that are no messages.
    fn rubbish(&mut self) {
        let body = ["{", "[]", "null", "{\"id\":[]}", "\u{0}", "{\"jsonrpc\":\"2.0\",\"method\":7}", "nonsense"];
        match self.random.u32(..4) {
            0 => self.client.send_bytes(b"\r\n\r\nrubbish\r\n\r\n"),
            1 => self.client.send_bytes(b"Content-Length: many\r\n\r\n"),
            2 => self.client.send_bytes(b"X-Rubbish: 1\r\nContent-Length: 4\r\n\r\n\xff\xfe{}"),
            _ => {
                let body = body[self.random.usize(..body.len())];
                let frame = format!("Content-Length: {}\r\n\r\n{body}", body.len());
                self.client.send_bytes(frame.as_bytes());
            }
        }
    }

    /// Messages at the wrong time, about the wrong things.
    fn disorder(&mut self) {
        let nowhere = json!({"uri": self.client.uri("app/nowhere.lang"), "version": 3});
        let main = json!({"uri": self.client.uri("app/main.lang"), "version": 0});
        let client = &mut self.client;
        match self.random.u32(..7) {
            0 => client.notify("textDocument/didChange", json!({"textDocument": nowhere, "contentChanges": []})),
            1 => client.notify("textDocument/didClose", json!({"textDocument": nowhere})),
            2 => client.notify("textDocument/didChange", json!({"textDocument": main})),
            3 => client.notify("textDocument/didSave", json!({"textDocument": nowhere})),
            4 => client.notify("$/setTrace", json!({"value": "verbose"})),
            5 => client.notify("nobody/knows", json!([1, 2])),
            _ => {
                let error = client.request("initialize", json!({"capabilities": {}})).expect_err("it comes twice");
                assert_eq!(error["code"], -32600);
                let error = client.request("nobody/knows", json!({})).expect_err("it is unknown");
                assert_eq!(error["code"], -32601);
                let error = client.request("textDocument/hover", json!({"textDocument": 1}));
                assert!(error.is_err());
            }
        }
    }

    /// Files come, go and change on disk, under the server.
    fn files(&mut self) {
        let path = ["app/extra.lang", "geometry/inner.lang", "helper.lang", "app/shapes.lang", "app/lang.toml"];
        let path = path[self.random.usize(..path.len())];
        let file = self.client.folder().join(path);
        let before = FILES.iter().find(|(known, _)| *known == path).map_or("fn extra {}\n", |(_, text)| text);
        let kind = match self.random.u32(..3) {
            0 if std::fs::remove_file(&file).is_ok() => 3,
            1 => {
                std::fs::write(&file, format!("{before}\nfn more {{ missing() }}\n")).expect("a writable folder");
                2
            }
            _ => {
                std::fs::write(&file, before).expect("a writable folder");
                1
            }
        };
        let changes = json!([{"uri": self.client.uri(path), "type": kind}]);
        self.client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    }

    /// Ends a process that the server started, if there is one.
    fn kill_a_worker(&mut self) {
        // Each thread has the children that it started.
        let threads = format!("/proc/{}/task", self.client.process());
        let threads = std::fs::read_dir(threads).into_iter().flatten().flatten();
        let children: String =
            threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok()).collect();
        for child in children.split_whitespace() {
            let killed = std::process::Command::new("kill").args(["-9", child]).status();
            println!("killed worker {child}: {killed:?}");
        }
    }

    /// What a fresh check says of the files on disk.
    fn reported_by_check(&self) -> reports::Reports {
        let inputs = ["app", "geometry", "lone.lang"].map(|input| self.client.folder().join(input));
        inputs.iter().flat_map(|input| reports::of_check(input)).collect()
    }

    /// Waits for the rest, then compares with a fresh check of the same texts.
    fn finish(&mut self) {
        for (path, text) in FILES {
            let text = match DOCUMENTS.contains(path) {
                true => self.client.document(path).text.clone(),
                false => (*text).to_string(),
            };
            std::fs::write(self.client.folder().join(path), text).expect("a writable folder");
        }
        // It may not be there.
        let _missing = std::fs::remove_file(self.client.folder().join("app/extra.lang"));
        let changed = FILES.iter().map(|(path, _)| *path).chain(["app/extra.lang"]);
        let changes: Vec<Value> = changed.map(|path| json!({"uri": self.client.uri(path), "type": 2})).collect();
        self.client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
        while let Some((&id, _)) = self.open.iter().next() {
            let answer = self.client.answer(id);
            self.judge(id, answer);
        }
        let expected = self.reported_by_check();
        for path in DOCUMENTS {
            self.client.wait_for_diagnostics(path);
        }
        // Files that are not open follow.
        let end = Instant::now() + Duration::from_secs(20);
        while reports::of_client(&self.client) != expected && Instant::now() < end {
            self.client.look();
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(reports::of_client(&self.client), expected, "seed {}", self.seed);
        assert_eq!(self.client.shut_down(), Some(0));
        let errors = self.client.stderr();
        assert!(!errors.contains("internal error"), "seed {}: {errors}", self.seed);
    }
}
