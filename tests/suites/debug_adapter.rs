//! The debug adapter protocol, as editors speak it to LLVM's adapter: breakpoints in sources, frames, variables, steps, and
//! the stop at a failed check. Owns a small client of the protocol; must not know how DWARF is written. Without
//! `lldb-dap-22` it is skipped with the reason; `tests/all` installs it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tests::lang_command;

const ADAPTER: &str = "lldb-dap-22";

/// Where programs end when one of their checks has failed: what the editors' configurations name.
const FAILED: &str = "breakpoint set --name std.runtime.end_failed";

/// How long a test waits for one message.
const PATIENCE: Duration = Duration::from_secs(60);

const PROGRAM: &str = "\
type inline Transfer {
  let @from: i64
  let @to: i64
  let @amount: i64
}

type Bank {
  let @name: String
  let @balances: Array[i64]

  fn mut carry_out(transfer: Transfer) {
    let part = transfer.amount / 2 # begin
    @balances[transfer.from] -= transfer.amount # taken
    @balances[transfer.to] += part * 2 # given
  }
}

fn doubled(number: i64) -> i64 {
  number * 2 # doubled
}

test \"first\" { assert(doubled(1) == 2) }

test \"second\" {
  let seven = 7
  assert(doubled(seven) == 15) # wrong
}

fn main {
  let mut bank = Bank(\"Ersparniskasse\", [100, 20, 3])
  bank.carry_out(Transfer(0, 2, 40)) # one
  bank.carry_out(Transfer(1, 3, 5)) # other
}
";

/// The number of the line that ends with a mark.
fn line(mark: &str) -> u64 {
    let ending = format!("# {mark}");
    let found = (1..).zip(PROGRAM.lines()).find(|(_, line)| line.ends_with(&ending));
    found.expect("a marked line").0
}

/// The program in a folder of its own.
struct Program {
    folder: TempDir,
}

impl Program {
    fn new() -> Program {
        let folder = tempfile::tempdir().expect("a folder for the program");
        fs::write(folder.path().join("bank.lang"), PROGRAM).expect("the folder is writable");
        Program { folder }
    }

    fn source(&self) -> PathBuf {
        self.folder.path().join("bank.lang")
    }

    /// Lets `lang` build it as `built`; what it printed.
    fn build(&self, command: &str, options: &[&str]) -> String {
        let mut lang = lang_command(self.folder.path());
        lang.arg(command).arg(self.source()).arg("-o").arg(self.built()).args(options);
        let output = lang.output().expect("lang starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn built(&self) -> PathBuf {
        self.folder.path().join("built")
    }
}

/// A running adapter.
struct Session {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    /// Events that nobody waited for yet.
    events: Vec<Value>,
    sent: u64,
    thread: u64,
}

impl Session {
    /// Launches what was built, with breakpoints in some lines; none if the adapter is not installed.
    fn launch(program: &Program, arguments: &[&str], breakpoints: &[Value]) -> Option<Session> {
        let started = Command::new(ADAPTER).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut child) = started else {
            println!("skipped: {ADAPTER} is not installed");
            return None;
        };
        let input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || while read(&mut output).is_some_and(|message| sender.send(message).is_ok()) {});
        let mut session = Session { child, input, messages, events: Vec::new(), sent: 0, thread: 0 };
        session.ask("initialize", json!({"adapterID": "lang", "pathFormat": "path", "linesStartAt1": true}));
        let launch = json!({
            "program": program.built(), "args": arguments, "cwd": program.folder.path(), "preRunCommands": [FAILED],
        });
        let launched = session.send("launch", &launch);
        session.event("initialized");
        let told =
            session.ask("setBreakpoints", json!({"source": {"path": program.source()}, "breakpoints": breakpoints}));
        for breakpoint in told["breakpoints"].as_array().expect("a list") {
            assert_eq!(breakpoint["verified"], true, "{breakpoint}");
        }
        session.ask("configurationDone", json!({}));
        session.answer(launched);
        Some(session)
    }

    fn send(&mut self, command: &str, arguments: &Value) -> u64 {
        self.sent += 1;
        let text = json!({"seq": self.sent, "type": "request", "command": command, "arguments": arguments}).to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the adapter reads");
        self.input.flush().expect("the adapter reads");
        self.sent
    }

    fn next(&self, wanted: &str) -> Value {
        self.messages.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("the adapter said nothing: no {wanted}"))
    }

    fn answer(&mut self, request: u64) -> Value {
        loop {
            let message = self.next("answer");
            if message["type"] == "event" {
                self.events.push(message);
            } else if message["request_seq"] == request {
                assert_eq!(message["success"], true, "{message}");
                return message["body"].clone();
            }
        }
    }

    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let request = self.send(command, &arguments);
        self.answer(request)
    }

    /// Waits for an event; those before it are forgotten, but for what the program printed.
    fn event(&mut self, name: &str) -> Value {
        loop {
            if let Some(at) = self.events.iter().position(|event| event["event"] == name) {
                let found = self.events.remove(at);
                self.events.retain(|event| event["event"] == "output");
                return found["body"].clone();
            }
            let message = self.next(name);
            self.events.push(message);
        }
    }

    /// Waits for a stop, and says why it is one.
    fn stop(&mut self) -> String {
        let body = self.event("stopped");
        self.thread = body["threadId"].as_u64().expect("a thread");
        body["reason"].as_str().expect("a reason").to_owned()
    }

    /// Lets the program go on, by a step or until something stops it.
    fn go(&mut self, command: &str) -> String {
        let thread = self.thread;
        self.ask(command, json!({"threadId": thread}));
        self.stop()
    }

    fn stack(&mut self) -> Vec<Value> {
        let thread = self.thread;
        let body = self.ask("stackTrace", json!({"threadId": thread}));
        body["stackFrames"].as_array().expect("frames").clone()
    }

    /// The places within the program, innermost first, and the first of these frames.
    fn places(&mut self, source: &Path) -> (Vec<String>, u64) {
        let frames = self.stack();
        let own: Vec<&Value> =
            frames.iter().filter(|frame| Path::new(text(&frame["source"]["path"])) == source).collect();
        let shown = own.iter().map(|frame| {
            let name = text(&frame["name"]).split('(').next().unwrap_or_default();
            format!("{name}:{}", frame["line"])
        });
        (shown.collect(), own[0]["id"].as_u64().expect("a number"))
    }

    /// The variables of a frame, by the reference that their parts are asked by.
    fn locals(&mut self, frame: u64) -> (Vec<String>, Vec<Value>) {
        let scopes = self.ask("scopes", json!({"frameId": frame}));
        let locals =
            scopes["scopes"].as_array().and_then(|scopes| scopes.iter().find(|scope| scope["name"] == "Locals"));
        let reference = locals.expect("the scope of the variables")["variablesReference"].clone();
        self.variables(&reference)
    }

    /// `name: type = value` of each, and all that is said of them.
    fn variables(&mut self, reference: &Value) -> (Vec<String>, Vec<Value>) {
        let body = self.ask("variables", json!({"variablesReference": reference}));
        let found = body["variables"].as_array().expect("variables").clone();
        let show = |found: &Value| {
            let (name, ty, value) = (text(&found["name"]), text(&found["type"]), text(&found["value"]));
            // Addresses differ, and what has parts says its type again.
            let told = match value.split_once(' ') {
                Some((address, summary)) if address.starts_with("0x") => summary,
                None if value.starts_with("0x") => "",
                Some(_) | None => value,
            };
            if told.is_empty() || told == ty { format!("{name}: {ty}") } else { format!("{name}: {ty} = {told}") }
        };
        (found.iter().map(show).collect(), found)
    }

    fn evaluate(&mut self, frame: u64, expression: &str) -> String {
        let asked = json!({"expression": expression, "frameId": frame, "context": "watch"});
        let body = self.ask("evaluate", asked);
        format!("{}: {}", text(&body["result"]), text(&body["type"]))
    }

    /// What the program printed until now.
    fn printed(&self) -> String {
        let said =
            self.events.iter().filter(|event| event["event"] == "output" && event["body"]["category"] == "stdout");
        said.map(|event| text(&event["body"]["output"])).collect()
    }

    /// Lets the program end; its exit code.
    fn end(mut self) -> Value {
        let thread = self.thread;
        self.ask("continue", json!({"threadId": thread}));
        self.event("exited")["exitCode"].clone()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // One that has ended by itself needs no killing.
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut header = String::new();
        if output.read_line(&mut header).ok()? == 0 {
            return None;
        }
        match header.trim_end().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().ok()?,
            None if header.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn at(mark: &str) -> Value {
    json!({"line": line(mark)})
}

#[test]
fn breakpoints_values_and_steps() {
    let program = Program::new();
    program.build("build", &[]);
    let Some(mut session) = Session::launch(&program, &[], &[at("begin")]) else { return };
    assert_eq!(session.stop(), "breakpoint");
    let (places, frame) = session.places(&program.source());
    assert_eq!(places, [format!("bank::Bank::carry_out:{}", line("begin")), format!("main:{}", line("one"))]);
    let (shown, found) = session.locals(frame);
    assert_eq!(shown, ["self: bank::Bank &", "transfer: bank::Transfer"], "`part` has no value yet");
    let (shown, parts) = session.variables(&found[0]["variablesReference"]);
    assert_eq!(shown, ["name: String & = \"Ersparniskasse\"", "balances: std::array::Array[i64] = length 3"]);
    let (name, _) = session.variables(&parts[0]["variablesReference"]);
    assert_eq!(name, ["count: i64 = -1", "length: i64 = 14", "text: char[] = \"Ersparniskasse\""]);
    let (shown, _) = session.variables(&found[1]["variablesReference"]);
    assert_eq!(shown, ["from: i64 = 0", "to: i64 = 2", "amount: i64 = 40"]);
    assert_eq!(session.evaluate(frame, "transfer.amount"), "40: i64");
    assert_eq!(session.evaluate(frame, "self.balances.length"), "3: i64");

    assert_eq!(session.go("next"), "step");
    let (places, frame) = session.places(&program.source());
    assert_eq!(places[0], format!("bank::Bank::carry_out:{}", line("taken")));
    assert_eq!(session.locals(frame).0[2], "part: i64 = 20");
    assert_eq!(session.go("stepOut"), "step");
    assert_eq!(session.places(&program.source()).0, [format!("main:{}", line("other"))]);
    assert_eq!(session.go("stepIn"), "breakpoint");
    let (places, _) = session.places(&program.source());
    assert_eq!(places, [format!("bank::Bank::carry_out:{}", line("begin")), format!("main:{}", line("other"))]);
}

#[test]
fn a_failed_check_stops_when_it_has_been_told() {
    let program = Program::new();
    program.build("build", &[]);
    let Some(mut session) = Session::launch(&program, &[], &[]) else { return };
    assert_eq!(session.stop(), "breakpoint");
    assert_eq!(text(&session.stack()[0]["name"]), "end_failed");
    let (places, frame) = session.places(&program.source());
    assert_eq!(places, [format!("bank::Bank::carry_out:{}", line("given")), format!("main:{}", line("other"))]);
    assert_eq!(session.evaluate(frame, "transfer.to"), "3: i64");
    let said = format!("bank.lang:{}:5: index 3 out of bounds of 3 elements", line("given"));
    assert!(session.printed().contains(&said), "{}", session.printed());
    assert_eq!(session.end(), 101);
}

#[test]
fn conditions_count() {
    let program = Program::new();
    program.build("build", &[]);
    let when = json!({"line": line("taken"), "condition": "transfer.amount == 5"});
    let Some(mut session) = Session::launch(&program, &[], &[when]) else { return };
    assert_eq!(session.stop(), "breakpoint");
    let (places, _) = session.places(&program.source());
    assert_eq!(places[1], format!("main:{}", line("other")), "the first call is passed");
}

#[test]
fn one_test_of_an_executable_of_tests() {
    let program = Program::new();
    let printed = program.build("test", &["--no-run", "--exact", "second"]);
    let (number, name) = printed.trim_end().split_once(' ').expect("a number and a name");
    assert_eq!(name, "second");
    let Some(mut session) = Session::launch(&program, &[number], &[at("doubled")]) else { return };
    assert_eq!(session.stop(), "breakpoint");
    let (places, frame) = session.places(&program.source());
    assert_eq!(places[0], format!("doubled:{}", line("doubled")));
    assert_eq!(session.locals(frame).0, ["number: i64 = 7"]);
    assert_eq!(session.go("continue"), "breakpoint");
    let (places, frame) = session.places(&program.source());
    assert!(places[0].ends_with(&format!(":{}", line("wrong"))), "{places:?}");
    assert_eq!(session.locals(frame).0, ["seven: i64 = 7"]);
    assert_eq!(session.end(), 101);
}
