//! What a hover says of a copy in optimised code, asked of LLVM's workers in the background.

use std::time::{Duration, Instant};

use tests::language_client::{Client, Options};

const TEXT: &str = "type copy Line { let @numbers: [f64; 12] }

fn make(n: i64) -> Line { Line(numbers: [n as f64; 12]) }

fn work(n: i64) -> f64 {
  let mut line = make(n)
  println(line.numbers[0])
  line = ma$0ke(n + 1)
  line.numbers[n]
}

fn main { println(work(3)) }
";

fn client(worker: Option<&str>) -> Client {
    let environment = worker.map(|path| ("LANG_LLVM".to_string(), path.to_string()));
    let options = Options { environment: environment.into_iter().collect(), ..Options::default() };
    let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
    client.open("main.lang");
    client
}

/// The hover on the call whose result is copied.
fn hover(client: &mut Client) -> String {
    let place = client.at(0);
    let answer = client.ask("textDocument/hover", place);
    let text = answer["contents"]["value"].as_str().expect("there is a page").to_string();
    assert!(text.contains("· -O2: "), "{text}");
    text
}

#[test]
fn survival_of_a_copy_in_hover() {
    if !tests::has_llvm() {
        return;
    }
    let mut client = client(None);
    let start = Instant::now();
    let fates = ["still a copy", "loads and stores", "gone"];
    let is_known = |text: &str| fates.iter().any(|fate| text.contains(&format!("· -O2: {fate}")));
    let mut text = hover(&mut client);
    while !is_known(&text) {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is known yet:\n{text}");
        std::thread::sleep(Duration::from_millis(100));
        text = hover(&mut client);
    }
}

/// A call that is the last thing a function does and passes on what it was passed copies nothing on x86-64, though the
/// convention wants the bytes in the argument area: they are there. The same call elsewhere does.
#[test]
fn what_is_shown_is_what_happened() {
    if !tests::has_llvm() {
        return;
    }
    let text = "type copy Line { let @a: i64  let @b: i64  let @c: i64 }
extern { fn take(line: Line) -> i64 }
extern fn last(line: Line) -> i64 { unsafe { ta$0ke(line) } }
extern fn more(line: ref Line) -> i64 { unsafe { ta$1ke(line) } +% 1 }
fn sum(line: Line) -> i64 { line.a +% line.b }
extern fn inlined(line: ref Line) -> i64 { su$2m(line) }
";
    let mut client = Client::of_files(&[("main.lang", text)]);
    client.open("main.lang");
    for (mark, wanted) in [
        (0, "x86-64: line is copied, 24 B: it is larger than two eightbytes (§3.2.3) · -O2: gone"),
        (1, "x86-64: line is copied, 24 B: it is larger than two eightbytes (§3.2.3) · -O2: loads and stores"),
        (2, "x86-64: line is copied, 24 B: it is larger than two eightbytes (§3.2.3) · -O2: gone"),
        (2, "aarch64: line is copied, 24 B: it is larger than 16 bytes (§6.8.2 B.4) · -O2: gone"),
    ] {
        let start = Instant::now();
        let place = client.at(mark);
        let text = loop {
            let answer = client.ask("textDocument/hover", place.clone());
            // Long lines go on in the next one.
            let text = answer["contents"]["value"].as_str().expect("there is a page").replace("\n  · -O2", " · -O2");
            if !text.contains("not known yet") {
                break text;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "nothing is known yet:\n{text}");
            std::thread::sleep(Duration::from_millis(50));
        };
        assert!(text.contains(wanted), "{wanted} is not in:\n{text}");
    }
}

#[test]
fn survival_is_not_known_without_a_worker() {
    // A worker that is not there, and one that dies at once.
    for worker in ["/nowhere/lang-llvm", "/bin/false"] {
        let mut client = client(Some(worker));
        for _ in 0..5 {
            let text = hover(&mut client);
            assert!(text.contains("not known"), "{worker}: {text}");
            assert!(!text.contains("gone") && !text.contains("still a copy"), "{worker}: {text}");
            std::thread::sleep(Duration::from_millis(50));
        }
        assert_eq!(client.shut_down(), Some(0), "{worker}");
    }
}
