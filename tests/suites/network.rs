//! `std.json` beside Python's `json`, and the examples that speak over the network, `http` and `http_load`, and the JSON tool
//! `json`, on both code generators, beside curl and Python. Must not know how any of them is made.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use tests::{has_llvm, lang_command};

/// The options of each code generator that is there.
fn backends() -> Vec<&'static [&'static str]> {
    let mut all: Vec<&[&str]> = vec![&["--backend", "cranelift"]];
    if has_llvm() {
        all.push(&["--release"]);
    }
    all
}

fn build(source: &Path, folder: &Path, options: &[&str]) -> PathBuf {
    let name = source.file_stem().expect("a source has a name").to_string_lossy();
    let program = folder.join(format!("{name}-{}", options.len()));
    let mut command = lang_command(folder);
    command.arg("build").args(options).arg(source).arg("-o").arg(&program);
    succeeded(&command.output().expect("lang runs"));
    program
}

fn example(name: &str, folder: &Path, options: &[&str]) -> PathBuf {
    build(&tests::root().join("tests/examples").join(name), folder, options)
}

#[track_caller]
fn succeeded(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{errors}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn fed(command: &mut Command, input: &[u8]) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut sink = child.stdin.take().expect("there is a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Who does not want to read need not.
        let _ = sink.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer ends");
    output
}

/// Reads each line as JSON: what was read, or where it is none.
const READ_LINES: &str = "\
import std.io (Reader, Write, Writer, standard_input, standard_output)
import std.json (Json)

fn main {
  let mut input = Reader.new(standard_input())
  let mut out = Writer.new(standard_output())
  for line in input.lines() {
    match move Json.parse(line.unwrap()) {
      case Ok(value) -> {
        assert(Json.parse(value.pretty()).unwrap() == value)
        out.write_line(value.show()).unwrap()
      }
      case Err(error) -> out.write_line(\"refused ${error}\").unwrap()
    }
  }
  out.finish().unwrap()
}
";

/// Says what Python thinks of both: what it refuses, we refuse, and what it reads, we read and write as the same.
const JUDGE: &str = "\
import json, sys
def refuse(name): raise ValueError(name)
def strict(text):
    value = json.loads(text, parse_constant=refuse)
    json.dumps(value, ensure_ascii=False).encode()
    if 'Infinity' in json.dumps(value).replace('\"Infinity\"', ''): raise ValueError('too large')
    return value
def same(a, b):
    if type(a) is not type(b): return False
    if isinstance(a, dict): return list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list): return len(a) == len(b) and all(map(same, a, b))
    return a == b
given, made = [open(name, encoding='utf-8', newline='\\n').read().split('\\n') for name in sys.argv[1:3]]
read = refused = 0
for number, (text, ours) in enumerate(zip(given, made)):
    if number == len(given) - 1: break
    try: value = strict(text)
    except (ValueError, RecursionError): value = refuse
    if value is refuse:
        if not ours.startswith('refused'): sys.exit(f'{number}: {text!r} is read as {ours!r}')
        refused += 1
    else:
        if ours.startswith('refused'): sys.exit(f'{number}: {text!r} is {ours}')
        if not same(strict(ours), value): sys.exit(f'{number}: {text!r} is written as {ours!r}')
        read += 1
assert len(given) == len(made)
print(read, refused)
";

/// A random document of JSON, on one line.
fn document(random: &mut fastrand::Rng, depth: u32, into: &mut String) {
    let space = |random: &mut fastrand::Rng| ["", "", "", " ", "\t ", "\r"][random.usize(0..6)];
    into.push_str(space(random));
    match random.u32(if depth == 0 { 2 } else { 0 }..9) {
        0 => {
            into.push('[');
            for at in 0..random.u32(0..5) {
                into.push_str(if at > 0 { "," } else { "" });
                document(random, depth - 1, into);
            }
            into.push(']');
        }
        1 => {
            into.push('{');
            for at in 0..random.u32(0..5) {
                into.push_str(if at > 0 { "," } else { "" });
                text(random, into);
                into.push_str(space(random));
                into.push(':');
                document(random, depth - 1, into);
            }
            into.push('}');
        }
        2 | 3 => text(random, into),
        4 => into.push_str(["true", "false", "null"][random.usize(0..3)]),
        5 => {
            let _ = write!(into, "{}", random.i64(-1000..1000));
        }
        6 => {
            let digits: String = (0..random.usize(1..30)).map(|_| char::from(random.u8(b'0'..=b'9'))).collect();
            let _ = write!(into, "{}", digits.trim_start_matches('0').to_owned() + "7");
        }
        7 => {
            let _ = write!(into, "{:?}", f64::from_bits(random.u64(..0x7ff0_0000_0000_0000)));
        }
        _ => {
            let _ = write!(into, "-{}.{:04}e{}", random.u32(0..10), random.u32(0..10000), random.i32(-330..330));
        }
    }
    into.push_str(space(random));
}

fn text(random: &mut fastrand::Rng, into: &mut String) {
    into.push('"');
    for _ in 0..random.usize(0..8) {
        match random.u32(0..6) {
            0 => into.push_str(["\\n", "\\t", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r"][random.usize(0..8)]),
            1 => {
                let _ = write!(into, "\\u{:04x}", random.u32(0..0x10000));
            }
            2 => into.push_str(["\\ud83d\\ude00", "\\uD834\\uDD1E", "ä", "日", "😀", "\u{7f}"][random.usize(0..6)]),
            _ => into.push(char::from(random.u8(b'a'..=b'f'))),
        }
    }
    into.push('"');
}

/// The same document with a few characters gone, doubled or exchanged.
fn broken(random: &mut fastrand::Rng, document: &str) -> String {
    let mut all: Vec<char> = document.chars().collect();
    for _ in 0..random.usize(1..3) {
        if all.is_empty() {
            break;
        }
        let at = random.usize(0..all.len());
        let other = ['"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', '.', 'e', 'u', 't', '\u{1}', ' ', 'x'];
        match random.u32(0..4) {
            0 => drop(all.remove(at)),
            1 => all.insert(at, all[at]),
            2 => all.insert(at, other[random.usize(0..other.len())]),
            _ => all[at] = other[random.usize(0..other.len())],
        }
    }
    all.into_iter().collect()
}

#[test]
fn json_is_what_python_takes_for_json() {
    let mut random = fastrand::Rng::with_seed(23);
    let mut documents = String::new();
    for number in 0..6000 {
        let mut made = String::new();
        document(&mut random, 4, &mut made);
        let made = if number % 2 == 0 { made } else { broken(&mut random, &made) };
        documents.push_str(&made.replace('\n', " "));
        documents.push('\n');
    }
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("read.lang");
    std::fs::write(&source, READ_LINES).expect("it is written");
    std::fs::write(folder.path().join("given"), &documents).expect("it is written");
    for options in backends() {
        let program = build(&source, folder.path(), options);
        let ours = succeeded(&fed(&mut Command::new(program), documents.as_bytes()));
        std::fs::write(folder.path().join("made"), ours).expect("it is written");
        let mut judge = Command::new("python3");
        judge.args(["-c", JUDGE, "given", "made"]).current_dir(folder.path());
        let said = succeeded(&judge.output().expect("python3 runs"));
        let counts: Vec<u32> = said.split_whitespace().map(|count| count.parse().expect("a number")).collect();
        assert!(counts.iter().all(|count| *count > 1000), "{said}");
        println!("{options:?}: {said}");
    }
}

#[test]
fn json_formats_as_python_does() {
    const PYTHON: &str = "\
import json, sys
value = json.load(sys.stdin)
print(json.dumps(value, ensure_ascii=False, indent=2, sort_keys='S' in sys.argv[1]) if 'c' not in sys.argv[1]
      else json.dumps(value, ensure_ascii=False, separators=(',', ':'), sort_keys='S' in sys.argv[1]))
";
    let mut random = fastrand::Rng::with_seed(29);
    let folder = tempfile::tempdir().expect("a folder");
    for options in backends() {
        let ours = example("json", folder.path(), options);
        for number in 0..24 {
            let mut made = String::new();
            // Python writes halves of pairs, and floats with another number of digits.
            while made.is_empty() || made.contains("\\u") || made.contains("e") || made.contains('.') {
                made.clear();
                document(&mut random, 4, &mut made);
            }
            let option = ["-", "-c", "-S", "-cS"][number % 4];
            let words: &[&str] = if option == "-" { &["."] } else { &[option, "."] };
            let found = succeeded(&fed(Command::new(&ours).args(words), made.as_bytes()));
            let expected = succeeded(&fed(Command::new("python3").args(["-c", PYTHON, option]), made.as_bytes()));
            assert_eq!(found, expected, "{option} of {made}");
        }
        let input = "{\"a\": [{\"n\": 3, \"t\": \"x\\ty\"}, {\"n\": 1, \"t\": \"ä\"}], \"b c\": {\"d\": [1, 2.5, 30]}}";
        for (query, expected) in [
            (".a[].n", "3\n1\n"),
            (".a[1].t", "\"ä\"\n"),
            (".a[] | select(.n > 2) | .t", "\"x\\ty\"\n"),
            (".\"b c\".d[1:] | sum", "32.5\n"),
            (".a | length", "2\n"),
            ("keys", "[\"a\",\"b c\"]\n"),
            (".a[] | .t | length", "3\n1\n"),
        ] {
            assert_eq!(succeeded(&fed(Command::new(&ours).args(["-c", query]), input.as_bytes())), expected, "{query}");
        }
        assert_eq!(succeeded(&fed(Command::new(&ours).args(["-r", ".a[0].t"]), input.as_bytes())), "x\ty\n");
        for (words, text, code, said) in [
            (&["."][..], "[1,\n 2", 1, "json: -: line 2, column 3: the text ends too early"),
            (&[".a"], "[1]", 1, "json: -: `.a` is asked of what is no object: [1]"),
            (&[".a["], "1", 2, "json: in the query: behind 3 bytes: `]` is missing"),
            (&["-x"], "1", 2, "json: there is no option in -x"),
            (&[".", "none.json"], "", 1, "json: none.json: cannot open `none.json`: No such file or directory"),
        ] {
            let output = fed(Command::new(&ours).args(words).current_dir(folder.path()), text.as_bytes());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!((output.status.code(), errors.trim_end()), (Some(code), said), "{words:?}");
        }
    }
}

/// A server that ends with the test.
struct Server {
    child: Child,
    /// `127.0.0.1:4711`
    address: String,
}

impl Server {
    fn start(program: &Path, folder: &Path) -> Server {
        let mut command = Command::new(program);
        command.args(["--address", "127.0.0.1:0", "--threads", "4", "--idle", "5"]).arg(folder);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("there is a pipe"));
        out.read_line(&mut line).expect("it says where it listens");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Server { child, address }
    }

    /// Sends bytes as they are, and reads all that comes.
    fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("it can be set");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        String::from_utf8_lossy(&reply).into_owned()
    }

    /// The number of the reply to a request for a path.
    fn number(&self, method: &str, path: &str, more: &str) -> String {
        let reply = self.raw(&format!("{method} {path} HTTP/1.1\r\nHost: x\r\n{more}Connection: close\r\n\r\n"));
        reply.split_whitespace().nth(1).unwrap_or("nothing").to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder with a large file, others with odd names, and links that lead outside.
fn site(folder: &Path) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(31);
    let bytes: Vec<u8> = (0..1_000_000).map(|_| random.u8(..)).collect();
    std::fs::create_dir_all(folder.join("a b/c")).expect("a folder");
    std::fs::write(folder.join("large.bin"), &bytes).expect("it is written");
    std::fs::write(folder.join("index.html"), "<h1>index</h1>\n").expect("it is written");
    std::fs::write(folder.join("a b/ä<&.txt"), "text\n").expect("it is written");
    std::fs::write(folder.join("empty.css"), "").expect("it is written");
    std::os::unix::fs::symlink("/etc", folder.join("outside")).expect("a link");
    std::os::unix::fs::symlink("large.bin", folder.join("inside.png")).expect("a link");
    bytes
}

#[test]
fn files_are_served_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("site");
    let bytes = site(&root);
    for options in backends() {
        let server = Server::start(&example("http", folder.path(), options), &root);
        let url = format!("http://{}", server.address);
        let curl = |words: &[&str]| {
            let mut command = Command::new("curl");
            let output =
                command.args(["-sS", "--max-time", "20", "--path-as-is"]).args(words).output().expect("curl runs");
            assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
            output.stdout
        };
        assert!(curl(&[&format!("{url}/large.bin")]) == bytes);
        assert!(curl(&["-r", "1000-4999", &format!("{url}/large.bin")]) == bytes[1000..5000]);
        assert!(curl(&["-r", "-77", &format!("{url}/large.bin")]) == bytes[bytes.len() - 77..]);
        assert!(curl(&["-r", "999990-", &format!("{url}/inside.png")]) == bytes[999_990..]);
        // Two on one connection, the second of which is a folder without its `/`.
        let pages = curl(&["-L", &format!("{url}/"), &format!("{url}/a%20b")]);
        let pages = String::from_utf8(pages).expect("it is text");
        assert!(pages.starts_with("<h1>index</h1>\n<!doctype html>"), "{pages}");
        assert!(
            pages.contains("<a href=\"%C3%A4%3C%26.txt\">ä&lt;&amp;.txt</a>") && pages.contains("<a href=\"c/\">"),
            "{pages}"
        );
        assert_eq!(curl(&[&format!("{url}/a%20b/%c3%a4%3C%26.txt")]), b"text\n");
        let head = String::from_utf8(curl(&["-I", &format!("{url}/inside.png")])).expect("it is text");
        for line in
            ["HTTP/1.1 200 OK\r\n", "Content-Length: 1000000\r\n", "Content-Type: image/png\r\n", "Accept-Ranges"]
        {
            assert!(head.contains(line), "{head}");
        }
        let used = curl(&[
            "-w",
            "%{num_connects}",
            "-o",
            "/dev/null",
            "-o",
            "/dev/null",
            &format!("{url}/"),
            &format!("{url}/"),
        ]);
        assert_eq!(used, b"10", "the second request takes the same connection");
        for (method, path, more, number) in [
            ("GET", "/../etc/passwd", "", "403"),
            ("GET", "/%2e%2e/etc/passwd", "", "403"),
            ("GET", "/a%20b/..%2findex.html", "", "403"),
            ("GET", "/outside/passwd", "", "403"),
            ("GET", "/none", "", "404"),
            ("GET", "/index.html/", "", "404"),
            ("GET", "/a%20b", "", "301"),
            ("GET", "/empty.css?x=1", "", "200"),
            ("GET", "/empty.css", "Range: bytes=0-\r\n", "416"),
            ("GET", "/%", "", "400"),
            ("GET", "/%00", "", "400"),
            ("GET", "/%ff", "", "400"),
            ("GET", "none", "", "400"),
            ("GET", "/", "broken\r\n", "400"),
            ("GET", "/", &format!("Long: {}\r\n", "x".repeat(20_000)), "431"),
            ("POST", "/", "", "405"),
            ("HEAD", "/none", "", "404"),
        ] {
            assert_eq!(server.number(method, path, more), number, "{method} {path}");
        }
        assert!(server.raw("GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 400"), "a host is missing");
        assert!(server.raw("GET / HTTP/3.0\r\nHost: x\r\n\r\n").starts_with("HTTP/1.1 505"));
        assert!(server.raw("GET /empty.css HTTP/1.0\r\n\r\n").ends_with("\r\n\r\n"), "it ends by itself");
        assert!(!server.raw("HEAD / HTTP/1.0\r\n\r\n").contains("index"));
        // Several requests at once are answered one after another.
        let both =
            server.raw("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assert!(both.contains("<h1>index</h1>\nHTTP/1.1 404 Not Found"), "{both}");
        // Who goes away in the middle harms nobody.
        for _ in 0..20 {
            let mut stream = TcpStream::connect(&server.address).expect("it listens");
            stream.write_all(b"GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n").expect("it reads");
        }
        assert_eq!(server.number("GET", "/", ""), "200");
    }
}

#[test]
fn loads_are_borne() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("site");
    site(&root);
    for options in backends() {
        let server = Server::start(&example("http", folder.path(), options), &root);
        let load = example("http_load", folder.path(), options);
        for words in [&["--requests", "2000"][..], &["--requests", "101", "--connections", "7", "--close"]] {
            let url = format!("http://{}/large.bin", server.address);
            let url = if words.len() == 2 { format!("http://{}/", server.address) } else { url };
            let said = succeeded(&Command::new(&load).args(words).arg(url).output().expect("it runs"));
            assert!(said.starts_with(&format!("requests {0} of {0}, not 200: 0\n", words[1])), "{said}");
        }
        let mut command = Command::new(&load);
        let output =
            command.args(["--requests", "8"]).arg(format!("http://{}/none", server.address)).output().expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("requests 8 of 8, not 200: 8\n"));
        let address = server.address.clone();
        drop(server);
        let output = Command::new(&load).arg(format!("http://{address}/")).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.code() == Some(1) && said.contains(&format!("`{address}`: Connection refused")),
            "{said}"
        );
    }
}

/// The load test beside another server, which ends each connection.
#[test]
fn a_server_of_python_is_loaded() {
    const PYTHON: &str = "\
import http.server, functools, sys
class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Quiet, directory=sys.argv[1]))
print('http://127.0.0.1:%d/' % server.server_address[1], flush=True)
server.serve_forever()
";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.txt"), "text\n").expect("it is written");
    let mut command = Command::new("python3");
    let mut child =
        command.args(["-c", PYTHON]).arg(folder.path()).stdout(Stdio::piped()).spawn().expect("python3 runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says where it listens");
    let load = example("http_load", folder.path(), backends()[0]);
    let output = Command::new(load)
        .args(["--requests", "50", "--connections", "3"])
        .arg(format!("{}a.txt", line.trim()))
        .output();
    let _ = child.kill();
    let _ = child.wait();
    let said = succeeded(&output.expect("it runs"));
    assert!(said.starts_with("requests 50 of 50, not 200: 0\n"), "{said}");
}
