//! A browser for tests of pages: starts Chromium without a window, speaks its debugging protocol over two pipes, presses
//! keys and asks what is on the page. It must not know whose pages they are.

use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long something may take to appear on a page.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running browser with one page.
pub struct Browser {
    child: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
    session: String,
    next_id: u64,
    /// What the page complained about, and what it asked of others than its folder.
    pub complaints: Vec<String>,
    /// Is removed behind the browser that uses it.
    _profile: TempDir,
}

impl Browser {
    /// Starts it.
    ///
    /// # Panics
    /// If it is not installed or does not answer, as all below do.
    pub fn start() -> Browser {
        let profile = tempfile::tempdir().expect("a folder");
        // The protocol's pipes are the third and fourth file.
        let script = "exec chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run \
                      --user-data-dir=\"$1\" --remote-debugging-pipe 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null";
        let mut child = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(profile.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell starts");
        let input = BufWriter::new(child.stdin.take().expect("it is piped"));
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let session = String::new();
        let mut browser =
            Browser { child, input, output, session, next_id: 0, complaints: Vec::new(), _profile: profile };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = browser.ask("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].as_str().expect("it is attached").to_string();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.ask(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Asks the browser for something; what it tells meanwhile is noted.
    pub fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.next_id += 1;
        let mut message = json!({ "id": self.next_id, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        write!(self.input, "{message}\0").and_then(|()| self.input.flush()).expect("the browser listens");
        loop {
            let mut bytes = Vec::new();
            self.output.read_until(0, &mut bytes).expect("the browser speaks");
            assert!(bytes.pop() == Some(0), "the browser ended while it was asked {method}; is `chromium` installed?");
            let answer: Value = serde_json::from_slice(&bytes).expect("it speaks JSON");
            if answer["id"] == json!(self.next_id) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.note(&answer);
        }
    }

    fn note(&mut self, event: &Value) {
        match event["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" => self.complaints.push(event["params"]["exceptionDetails"].to_string()),
            "Log.entryAdded" => self.complaints.push(event["params"]["entry"].to_string()),
            "Network.requestWillBeSent" => {
                let address = event["params"]["request"]["url"].as_str().unwrap_or_default();
                if !address.starts_with("file://") && !address.starts_with("about:") {
                    self.complaints.push(format!("it asks for {address}"));
                }
            }
            _ => {}
        }
    }

    /// Opens a file; comes back when all of it is loaded.
    pub fn open(&mut self, file: &Path) {
        self.ask("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
        self.wait_for("document.readyState === 'complete' && location.protocol === 'file:'");
    }

    /// The value of an expression on the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.ask("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != json!(true) {
            assert!(start.elapsed() < PATIENCE, "it never became true: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key as a hand does: `/`, `a`, `ArrowDown`, `Enter`, `Tab`.
    pub fn press(&mut self, key: &str) {
        let text = match key {
            "Enter" => "\r",
            _ if key.chars().count() == 1 => key,
            _ => "",
        };
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            "ArrowUp" => 38,
            "ArrowDown" => 40,
            _ => 0,
        };
        let down = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        let event = |kind: &str| json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
        self.ask("Input.dispatchKeyEvent", event(down));
        let mut up = event("keyUp");
        up["text"] = json!("");
        self.ask("Input.dispatchKeyEvent", up);
    }

    /// Types a text, letter by letter.
    pub fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            self.press(&letter.to_string());
        }
    }

    /// Makes the page so large, in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.ask("Emulation.setDeviceMetricsOverride", size);
    }

    /// Lets the system be light or dark.
    pub fn prefer(&mut self, scheme: &str) {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.ask("Emulation.setEmulatedMedia", features);
    }

    /// Keeps a picture of what is seen, for a person to look at.
    pub fn picture(&mut self, file: &Path) {
        use base64::Engine as _;
        let data = self.ask("Page.captureScreenshot", json!({ "format": "png" }))["data"].clone();
        let bytes = base64::engine::general_purpose::STANDARD.decode(data.as_str().unwrap_or_default());
        std::fs::write(file, bytes.expect("it is in base 64")).expect("the picture is written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _waited = self.child.wait();
    }
}
