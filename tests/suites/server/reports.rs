//! What `lang check --message-format json` and the server say of the same files, in one form that can be compared.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use tests::language_client::{Client, uri_of};
use tests::{finish, lang_command};

/// The diagnostics of each file by its URI; files without any are left out.
pub type Reports = BTreeMap<String, Vec<Value>>;

/// What `lang check` says of a file or a project, as the server would: positions count characters from 0.
pub fn of_check(input: &Path) -> Reports {
    let cache = tempfile::tempdir().expect("a temporary folder");
    let mut command = lang_command(cache.path());
    command.arg("check").arg("--message-format").arg("json").arg(input);
    let output = finish(command).expect("it ends");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let mut reports = Reports::new();
    for line in text.lines() {
        let report: Value = serde_json::from_str(line).expect("each line is JSON");
        let file = uri_of(Path::new(report["file"].as_str().expect("each report has a file")));
        let fix = match &report["fix"] {
            Value::Null => Value::Null,
            fix => {
                let mut shown = json!({
                    "title": fix["title"], "text": fix["text"], "range": range(&fix["range"]), "uri": uri(&fix["file"]),
                });
                if !fix["also"].is_null() {
                    shown["also"] = array(&fix["also"]).map(range).collect();
                }
                shown
            }
        };
        let related: Vec<Value> = array(&report["related"])
            .map(|place| json!({"uri": uri(&place["file"]), "range": range(&place["range"]), "label": place["label"]}))
            .collect();
        reports.entry(file).or_default().push(json!({
            "code": report["code"], "name": report["name"], "severity": report["severity"],
            "message": report["message"], "label": report["label"], "notes": report["notes"], "help": report["help"],
            "range": range(&report["range"]), "related": related, "fix": fix, "tags": report["tags"],
        }));
    }
    reports
}

/// What the server sent, in the same form, without what is only faded. The client must count characters (UTF-32).
pub fn of_client(client: &Client) -> Reports {
    let reports = |params: &Value| -> Vec<Value> {
        array(&params["diagnostics"]).filter(|found| !is_faded(found)).map(of_diagnostic).collect()
    };
    let lists = client.diagnostics.iter().map(|(uri, params)| (uri.clone(), reports(params)));
    lists.filter(|(_, list)| !list.is_empty()).collect()
}

/// Whether nothing is wrong, but text is left out for the target.
pub fn is_faded(found: &Value) -> bool {
    found.get("code").is_none() && found["tags"] == json!([1]) && found["severity"] == 4
}

/// One diagnostic of the protocol in the common form.
pub fn of_diagnostic(found: &Value) -> Value {
    let data = &found["data"];
    let severity = match found["severity"].as_u64() {
        Some(1) => "error",
        Some(2) => "warning",
        Some(3 | 4) => "hint",
        _ => "unknown",
    };
    let related: Vec<Value> = array(&found["relatedInformation"])
        .map(|place| {
            let location = &place["location"];
            json!({"uri": without_folder(&location["uri"]), "range": location["range"], "label": place["message"]})
        })
        .collect();
    let tags: Vec<&str> =
        array(&found["tags"]).map(|tag| if tag == 1 { "unnecessary" } else { "deprecated" }).collect();
    json!({
        "code": found["code"], "name": data["name"], "severity": severity,
        "message": data["message"], "label": data["label"], "notes": data["notes"], "help": data["help"],
        "range": found["range"], "related": related, "fix": data["fix"], "tags": tags,
    })
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn uri(file: &Value) -> String {
    let file = file.as_str().expect("a place has a file");
    // The standard library has no folder on the command line.
    match file.strip_prefix("std/") {
        Some(module) => format!("std:{module}"),
        None => uri_of(Path::new(file)),
    }
}

/// A URI of the server with the folder of the standard library taken off.
fn without_folder(uri: &Value) -> Value {
    match uri.as_str().and_then(|uri| uri.split_once("/std-")?.1.split_once("/std/")) {
        Some((_version, module)) => json!(format!("std:{module}")),
        None => uri.clone(),
    }
}

fn range(range: &Value) -> Value {
    let end = |end: &Value| {
        let number = |name: &str| end[name].as_u64().expect("a position is two numbers") - 1;
        json!({"line": number("line"), "character": number("column")})
    };
    json!({"start": end(&range["start"]), "end": end(&range["end"])})
}
