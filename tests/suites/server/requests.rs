//! Every request that a server can announce, with parameters that fit: what the soak test sends. A capability that is not
//! listed here fails the test, so that no feature is forgotten.

use serde_json::{Value, json};

/// A request: its method, and its parameters from a document, a place, a second place behind it, and the diagnostics.
pub struct Wish {
    /// The method.
    pub method: &'static str,
    /// The parameters.
    pub params: Params,
}

type Params = Box<dyn Fn(&str, &Value, &Value, &Value) -> Value>;

/// Capabilities that are no requests.
const NO_REQUESTS: &[&str] = &["positionEncoding", "textDocumentSync", "workspace", "experimental"];

/// The requests for what a server announces.
///
/// # Panics
/// When a capability is unknown here.
pub fn of_capabilities(capabilities: &Value) -> Vec<Wish> {
    let mut wishes = Vec::new();
    for (capability, value) in capabilities.as_object().expect("capabilities are an object") {
        if NO_REQUESTS.contains(&capability.as_str()) || *value == false || value.is_null() {
            continue;
        }
        let before = wishes.len();
        match capability.as_str() {
            "executeCommandProvider" => {
                for command in value["commands"].as_array().into_iter().flatten() {
                    wishes.extend(command_wishes(command.as_str().unwrap_or_default()));
                }
            }
            "renameProvider" => {
                wishes.push(at("textDocument/prepareRename"));
                wishes.push(with("textDocument/rename", |_, _| json!({"newName": "renamed"})));
            }
            "semanticTokensProvider" => {
                wishes.push(whole("textDocument/semanticTokens/full"));
                wishes.push(in_range("textDocument/semanticTokens/range"));
                let delta = |_: &Value, _: &Value| json!({"previousResultId": "1"});
                wishes.push(with("textDocument/semanticTokens/full/delta", delta));
            }
            "diagnosticProvider" => {
                wishes.push(whole("textDocument/diagnostic"));
                wishes.push(with("workspace/diagnostic", |_, _| json!({"previousResultIds": []})));
            }
            "callHierarchyProvider" => wishes.push(at("textDocument/prepareCallHierarchy")),
            "typeHierarchyProvider" => wishes.push(at("textDocument/prepareTypeHierarchy")),
            "referencesProvider" => {
                let context = |_: &Value, _: &Value| json!({"context": {"includeDeclaration": true}});
                wishes.push(with("textDocument/references", context));
            }
            "selectionRangeProvider" => {
                wishes.push(with("textDocument/selectionRange", |start, end| json!({"positions": [start, end]})));
            }
            "documentFormattingProvider" => {
                let options = |_: &Value, _: &Value| json!({"options": {"tabSize": 2, "insertSpaces": true}});
                wishes.push(with("textDocument/formatting", options));
            }
            "documentRangeFormattingProvider" => {
                wishes.push(with("textDocument/rangeFormatting", |start, end| {
                    json!({"range": {"start": start, "end": end}, "options": {"tabSize": 2, "insertSpaces": true}})
                }));
            }
            "documentOnTypeFormattingProvider" => {
                wishes.push(with(
                    "textDocument/onTypeFormatting",
                    |_, _| json!({"ch": "}", "options": {"tabSize": 2, "insertSpaces": true}}),
                ));
            }
            "workspaceSymbolProvider" => {
                wishes.push(with("workspace/symbol", |_, _| json!({"query": "a"})));
            }
            "codeActionProvider" => wishes.push(Wish {
                method: "textDocument/codeAction",
                params: Box::new(|uri, start, end, diagnostics| {
                    json!({
                        "textDocument": {"uri": uri}, "range": {"start": start, "end": end},
                        "context": {"diagnostics": diagnostics},
                    })
                }),
            }),
            "inlayHintProvider" => wishes.push(in_range("textDocument/inlayHint")),
            "documentSymbolProvider" => wishes.push(whole("textDocument/documentSymbol")),
            "foldingRangeProvider" => wishes.push(whole("textDocument/foldingRange")),
            "documentLinkProvider" => wishes.push(whole("textDocument/documentLink")),
            "codeLensProvider" => wishes.push(whole("textDocument/codeLens")),
            "hoverProvider" => wishes.push(at("textDocument/hover")),
            "definitionProvider" => wishes.push(at("textDocument/definition")),
            "declarationProvider" => wishes.push(at("textDocument/declaration")),
            "typeDefinitionProvider" => wishes.push(at("textDocument/typeDefinition")),
            "implementationProvider" => wishes.push(at("textDocument/implementation")),
            "documentHighlightProvider" => wishes.push(at("textDocument/documentHighlight")),
            "completionProvider" => wishes.push(at("textDocument/completion")),
            "signatureHelpProvider" => wishes.push(at("textDocument/signatureHelp")),
            unknown => panic!("the soak test does not know {unknown}; say in requests.rs how it is asked"),
        }
        assert!(wishes.len() > before, "{capability} adds a request");
    }
    wishes
}

/// What a client may ask next: method and parameters.
pub fn follow_up(method: &str, result: &Value) -> Option<(&'static str, Value)> {
    match method {
        "textDocument/completion" => {
            let items = result.get("items").unwrap_or(result);
            Some(("completionItem/resolve", items.get(0)?.clone()))
        }
        "textDocument/codeAction" => {
            let action = result.get(0)?;
            let unresolved = action.get("edit").is_none() && action.get("data").is_some();
            unresolved.then(|| ("codeAction/resolve", action.clone()))
        }
        "textDocument/inlayHint" => {
            let hint = result.get(0)?;
            hint.get("data").is_some().then(|| ("inlayHint/resolve", hint.clone()))
        }
        "textDocument/prepareCallHierarchy" => Some(("callHierarchy/incomingCalls", json!({"item": result.get(0)?}))),
        "callHierarchy/incomingCalls" => {
            Some(("callHierarchy/outgoingCalls", json!({"item": result.get(0)?.get("from")?})))
        }
        _ => None,
    }
}

fn command_wishes(command: &str) -> Vec<Wish> {
    let forms: &[&str] = match command {
        "lang.showCode" => &["abi", "mir", "mir-source", "llvm-ir", "clif", "asm-llvm", "asm-cranelift"],
        _ => &["abi"],
    };
    let wish = |form: &'static str| {
        let command = command.to_string();
        Wish {
            method: "workspace/executeCommand",
            params: Box::new(
                move |uri: &str, start: &Value, _: &Value, _: &Value| json!({"command": command, "arguments": [{"uri": uri, "position": start, "form": form}]}),
            ),
        }
    };
    forms.iter().map(|form| wish(form)).collect()
}

/// A request about a place.
fn at(method: &'static str) -> Wish {
    with(method, |_, _| json!({}))
}

/// A request about a document.
fn whole(method: &'static str) -> Wish {
    with(method, |_, _| json!({}))
}

/// A request about a range.
fn in_range(method: &'static str) -> Wish {
    with(method, |start, end| json!({"range": {"start": start, "end": end}}))
}

/// A request about a place with more to it.
fn with(method: &'static str, more: impl Fn(&Value, &Value) -> Value + 'static) -> Wish {
    Wish {
        method,
        params: Box::new(move |uri, start, end, _| {
            let mut params = json!({"textDocument": {"uri": uri}, "position": start});
            for (key, value) in more(start, end).as_object().into_iter().flatten() {
                params[key] = value.clone();
            }
            params
        }),
    }
}
