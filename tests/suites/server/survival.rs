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
    let options = Options {
        environment: environment.into_iter().collect(),
        ..Options::default()
    };
    let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
    client.open("main.lang");
    client
}

/// The hover on the call whose result is copied.
fn hover(client: &mut Client) -> String {
    let place = client.at(0);
    let answer = client.ask("textDocument/hover", place);
    let text = answer["contents"]["value"]
        .as_str()
        .expect("there is a page")
        .to_string();
    assert!(text.contains("after optimisation"), "{text}");
    text
}

#[test]
fn survival_of_a_copy_in_hover() {
    if !tests::has_llvm() {
        return;
    }
    let mut client = client(None);
    let start = Instant::now();
    let fates = ["still a copy", "moves between registers and memory", "gone"];
    let is_known = |text: &str| {
        fates
            .iter()
            .any(|fate| text.contains(&format!("after optimisation: {fate}")))
    };
    let mut text = hover(&mut client);
    while !is_known(&text) {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "nothing is known yet:\n{text}"
        );
        std::thread::sleep(Duration::from_millis(100));
        text = hover(&mut client);
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
            std::thread::sleep(Duration::from_millis(50));
        }
        assert_eq!(client.shut_down(), Some(0), "{worker}");
    }
}
