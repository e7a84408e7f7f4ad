//! Folders that strangers have made, opened in an editor: pipes and devices in the place of files, links, a cache in other
//! hands, comments with links that do something. The server answers as ever.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().expect("mkfifo starts");
    assert!(made.success());
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a writable folder");
    write("lang.toml", "name = \"demo\"\nversion = \"0.1.0\"\n");
    write("main.lang", "# A link: [x](command:lang.run).\nfn main() {}\n");
    folder
}

fn messages(found: &[Value]) -> String {
    let messages = found.iter().filter_map(|found| found["message"].as_str());
    messages.collect::<Vec<_>>().join("\n")
}

/// That it still answers, and what about: the word `main`.
fn hover(client: &mut Client) -> String {
    let params = json!({
        "textDocument": {"uri": client.uri("main.lang")},
        "position": {"line": 1, "character": 4},
    });
    let answer = client.ask("textDocument/hover", params);
    answer["contents"]["value"].as_str().unwrap_or_default().to_string()
}

#[test]
fn pipes_and_devices_are_no_modules() {
    let folder = project();
    let path = |name: &str| folder.path().join(name);
    make_pipe(&path("pipe.lang"));
    symlink("/dev/zero", path("zero.lang")).expect("a link");
    let mut client = Client::of_folder(folder.path(), &Options::default());
    client.open_text("main.lang", "# A.\nfn main() {}\n");
    let found = client.wait_for_diagnostics("pipe.lang");
    assert!(messages(&found).contains("it is a pipe, not a file"), "{found:?}");
    let found = client.wait_for_diagnostics("zero.lang");
    assert!(messages(&found).contains("it is a device, not a file"), "{found:?}");
    assert!(hover(&mut client).contains("main()"));
    // They come while the folder is open, too, in the place of what was there and of the manifest.
    make_pipe(&path("late.lang"));
    std::fs::remove_file(path("lang.toml")).expect("it is there");
    make_pipe(&path("lang.toml"));
    let changes: Vec<Value> = [("late.lang", 1), ("lang.toml", 2)]
        .into_iter()
        .map(|(name, kind)| json!({"uri": client.uri(name), "type": kind}))
        .collect();
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    let found = client.wait_for_diagnostics_where("late.lang", |found| found["diagnostics"] != json!([]));
    assert!(messages(&found).contains("it is a pipe, not a file"), "{found:?}");
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": client.uri("main.lang")}}));
    client.close("main.lang");
    client.open_text("main.lang", "# A.\nfn main() {}\n");
    assert!(hover(&mut client).contains("main()"));
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn comments_do_nothing() {
    let folder = project();
    let mut client = Client::of_folder(folder.path(), &Options::default());
    client.open_text(
        "main.lang",
        "# [x](command:lang.run) ![p](https://a.b/c.png) <a href=\"command:y\">z</a> [w](https://a.b)\nfn main() {}\n",
    );
    let page = hover(&mut client);
    assert!(page.contains("x p \\<a href"), "{page}");
    assert!(page.contains("[w](https://a.b)"), "{page}");
    assert!(!page.contains("](command:"), "{page}");
}

#[test]
fn a_cache_in_other_hands_is_not_written_to() {
    let folder = project();
    let cache = tempfile::tempdir().expect("a temporary folder");
    std::fs::set_permissions(cache.path(), std::fs::Permissions::from_mode(0o777)).expect("it is ours");
    let options = Options {
        environment: vec![("LANG_CACHE_DIR".to_string(), cache.path().display().to_string())],
        ..Options::default()
    };
    let mut client = Client::of_folder(folder.path(), &options);
    let told = client.wait_for_notification("window/logMessage");
    let message = told["params"]["message"].as_str().or(told["message"].as_str()).unwrap_or_default();
    assert!(message.contains("the cache is not used"), "{told}");
    assert!(message.contains("other users may write to it"), "{told}");
    client.open_text("main.lang", "# A.\nfn main() { missing }\n");
    let found = client.wait_for_diagnostics_where("main.lang", |found| found["diagnostics"] != json!([]));
    assert_eq!(found[0]["codeDescription"], Value::Null);
    assert_eq!(std::fs::read_dir(cache.path()).expect("it is there").count(), 0);
    assert_eq!(client.shut_down(), Some(0));
}
