//! Bodies to messages. It owns lenience towards what clients really send: a missing version, `params: null`; it must not
//! know methods.

use serde_json::{Map, Value};
use tower_lsp::jsonrpc::{Request, Response};

/// What came in.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A request or notification.
    Request(Request),
    /// The answer to a request of ours.
    Response(Response),
    /// No JSON.
    Unreadable(String),
    /// JSON, but no message; with its id if it has one.
    Invalid(Value, String),
    /// The input or the editor's process has ended without a word.
    End,
}

/// Reads a body.
pub(super) fn read(body: &[u8]) -> Incoming {
    match serde_json::from_slice(body) {
        Ok(Value::Object(object)) => read_object(object),
        Ok(_) => Incoming::Invalid(Value::Null, "a message is a JSON object".to_string()),
        Err(error) => Incoming::Unreadable(format!("the message is no JSON: {error}")),
    }
}

fn read_object(mut object: Map<String, Value>) -> Incoming {
    object.insert("jsonrpc".to_string(), Value::from("2.0"));
    let id = object.get("id").cloned().unwrap_or_default();
    let is_id = id.is_null() || id.is_string() || id.is_i64();
    if !is_id {
        return Incoming::Invalid(Value::Null, "an id is a number or a string".to_string());
    }
    if object.contains_key("method") {
        if object.get("params").is_some_and(Value::is_null) {
            object.remove("params");
        }
        return match serde_json::from_value(Value::Object(object)) {
            Ok(request) => Incoming::Request(request),
            Err(error) => Incoming::Invalid(id, format!("this is no request: {error}")),
        };
    }
    if !object.contains_key("error") {
        object.entry("result").or_insert(Value::Null);
    }
    match serde_json::from_value(Value::Object(object)) {
        Ok(response) => Incoming::Response(response),
        Err(error) => Incoming::Invalid(id, format!("this is neither a request nor a response: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Incoming, read};

    #[test]
    fn what_clients_send() {
        let shown = |body: &str| match read(body.as_bytes()) {
            Incoming::Request(request) => format!("request {request}"),
            Incoming::Response(response) => format!("response {response:?}"),
            Incoming::Unreadable(_) => "unreadable".to_string(),
            Incoming::Invalid(id, _) => format!("invalid {id}"),
            Incoming::End => "end".to_string(),
        };
        assert_eq!(
            shown(r#"{"jsonrpc":"2.0","id":1,"method":"shutdown","params":null}"#),
            r#"request {"jsonrpc":"2.0","method":"shutdown","id":1}"#
        );
        assert_eq!(shown(r#"{"method":"a"}"#), r#"request {"jsonrpc":"2.0","method":"a"}"#);
        assert_eq!(shown(r#"{"id":{},"method":"a"}"#), "invalid null");
        assert_eq!(shown(r#"{"id":"x","method":5}"#), "invalid \"x\"");
        assert_eq!(shown("[]"), "invalid null");
        assert_eq!(shown("{"), "unreadable");
        assert_eq!(shown("\u{0}"), "unreadable");
        assert!(shown(r#"{"id":1,"result":null}"#).starts_with("response"));
        assert!(shown(r#"{"id":1}"#).starts_with("response"));
    }
}
