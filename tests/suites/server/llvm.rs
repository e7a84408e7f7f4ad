//! How the optimiser is, as `lang/llvmStatus` tells it: what is there, what has answered, what failed.

use serde_json::json;
use tests::language_client::{Client, Options};

const TEXT: &str = "fn twice(n: i64) -> i64 { n$0 + n }\n\nfn main { println(twice(2)) }\n";

fn client(worker: Option<&str>) -> Client {
    let environment = worker.map(|path| ("LANG_LLVM".to_string(), path.to_string()));
    let options = Options { environment: environment.into_iter().collect(), ..Options::default() };
    let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
    client.open("main.lang");
    client
}

/// The state that is told next, and its message.
fn state(client: &mut Client) -> (String, String) {
    let status = client.wait_for_notification("lang/llvmStatus");
    let text = |name: &str| status[name].as_str().unwrap_or_default().to_string();
    (text("state"), text("message"))
}

/// Asks for optimised code, which only a worker can make.
fn show_optimised_code(client: &mut Client) -> bool {
    let place = client.at(0);
    let argument = json!({"uri": place["textDocument"]["uri"], "position": place["position"], "form": "asm-llvm"});
    let params = json!({"command": "lang.showCode", "arguments": [argument]});
    client.request("workspace/executeCommand", params).is_ok()
}

#[test]
fn a_worker_is_installed_until_it_has_answered() {
    if !tests::has_llvm() {
        return;
    }
    let mut client = client(None);
    assert_eq!(state(&mut client), ("installed".to_string(), String::new()));
    assert!(show_optimised_code(&mut client));
    assert_eq!(state(&mut client), ("ready".to_string(), String::new()));
}

#[test]
fn a_missing_worker_is_told_at_once_with_what_helps() {
    let mut client = client(Some("/nowhere/lang-llvm"));
    let (state, message) = state(&mut client);
    assert_eq!(state, "missing");
    assert!(message.contains("/nowhere/lang-llvm"), "{message}");
    assert!(message.contains("cargo build --release -p backend-llvm"), "{message}");
}

#[test]
fn a_worker_that_dies_has_failed() {
    let mut client = client(Some("/bin/false"));
    assert_eq!(state(&mut client).0, "installed");
    assert!(!show_optimised_code(&mut client));
    let (state, message) = state(&mut client);
    assert_eq!(state, "failed");
    assert!(message.contains("/bin/false"), "{message}");
}
