//! What the user can switch, with what holds if he does not: the section `lang` of the editor's settings. It arrives in
//! `initializationOptions`, in answers to `workspace/configuration`, and in `workspace/didChangeConfiguration`.
//!
//! Anything that is missing or of the wrong type has its default, so that one mistake does not switch off the rest.

use ide::ShownCopies;
use serde_json::Value;

/// Which hovers show a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Those on the definition.
    Definition,
    /// All.
    Always,
    /// None.
    Never,
}

/// Who moves diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiagnosticsMode {
    /// The client if it can, else the server.
    Auto,
    /// The server sends them.
    Push,
    /// The client asks for them.
    Pull,
}

/// All settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// `lang.targets`: whose calling conventions are shown, besides that of this machine.
    pub(crate) targets: Vec<String>,
    /// `lang.hover.…`
    pub(crate) hover: HoverSettings,
    /// `lang.inlayHints.…`
    pub(crate) inlay_hints: InlayHintSettings,
    /// `lang.diagnostics.hints`: whether hints are shown besides errors and warnings.
    pub(crate) hints: bool,
    /// `lang.diagnostics.mode`: `auto`, `push` or `pull`; read once, when the server starts.
    pub(crate) diagnostics_mode: DiagnosticsMode,
    /// `lang.lens.run`: Run and Test above functions.
    pub(crate) lens_run: bool,
    /// `lang.lens.debug`: Debug above functions, if the editor can debug.
    pub(crate) lens_debug: bool,
    /// `lang.debug`: whether the editor can debug, or says what is missing.
    pub(crate) debug: bool,
    /// `lang.commandLinks`: whether the editor follows links to its commands in pages.
    pub(crate) command_links: bool,
}

/// `lang.hover.…`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HoverSettings {
    /// Size, alignment, offsets, padding.
    pub(crate) layout: Shown,
    /// Registers and memory of parameters and results.
    pub(crate) abi: Shown,
    /// The forms of LLVM and Cranelift.
    pub(crate) codegen: bool,
    /// Copies, moves and drops at calls.
    pub(crate) copies: bool,
}

/// `lang.inlayHints.…`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InlayHintSettings {
    /// Types of variables.
    pub(crate) types: bool,
    /// Names of parameters at arguments.
    pub(crate) parameters: bool,
    /// Copies: `surviving`, `inserted` or `off`; `true` and `false` mean the first and the last.
    pub(crate) copies: ShownCopies,
    /// Moves.
    pub(crate) moves: bool,
    /// Drops at the ends of scopes.
    pub(crate) drops: bool,
    /// Padding between fields.
    pub(crate) padding: bool,
    /// Type arguments that are not written.
    pub(crate) type_arguments: bool,
    /// What closures capture.
    pub(crate) captures: bool,
    /// Copies of fewer bytes are not shown.
    pub(crate) minimum_copy_bytes: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            targets: vec!["x86_64-linux-gnu".to_string(), "aarch64-linux-gnu".to_string()],
            hover: HoverSettings { layout: Shown::Definition, abi: Shown::Definition, codegen: true, copies: true },
            inlay_hints: InlayHintSettings {
                types: true,
                parameters: true,
                copies: ShownCopies::Surviving,
                moves: true,
                drops: true,
                padding: true,
                type_arguments: true,
                captures: true,
                minimum_copy_bytes: 0,
            },
            hints: true,
            diagnostics_mode: DiagnosticsMode::Auto,
            lens_run: true,
            lens_debug: true,
            debug: false,
            command_links: false,
        }
    }
}

impl Settings {
    /// Reads the section, with or without `lang` around it.
    pub(crate) fn read(value: &Value) -> Settings {
        let section = value.get("lang").filter(|inner| inner.is_object()).unwrap_or(value);
        let mut settings = Settings::default();
        if let Some(targets) = section.get("targets").and_then(Value::as_array) {
            settings.targets = targets.iter().filter_map(Value::as_str).map(str::to_string).collect();
        }
        let at = |path: [&str; 2]| section.get(path[0])?.get(path[1]);
        let switch = |field: &mut bool, path: [&str; 2]| {
            if let Some(value) = at(path).and_then(Value::as_bool) {
                *field = value;
            }
        };
        let shown = |field: &mut Shown, path: [&str; 2]| match at(path).and_then(Value::as_str) {
            Some("definition") => *field = Shown::Definition,
            Some("always") => *field = Shown::Always,
            Some("never") => *field = Shown::Never,
            Some(_) | None => {}
        };
        shown(&mut settings.hover.layout, ["hover", "layout"]);
        shown(&mut settings.hover.abi, ["hover", "abi"]);
        switch(&mut settings.hover.codegen, ["hover", "codegen"]);
        switch(&mut settings.hover.copies, ["hover", "copies"]);
        let hints = &mut settings.inlay_hints;
        switch(&mut hints.types, ["inlayHints", "types"]);
        switch(&mut hints.parameters, ["inlayHints", "parameters"]);
        hints.copies = match at(["inlayHints", "copies"]) {
            Some(Value::Bool(false)) => ShownCopies::None,
            Some(Value::String(word)) if word == "off" => ShownCopies::None,
            Some(Value::String(word)) if word == "inserted" => ShownCopies::Inserted,
            Some(_) | None => ShownCopies::Surviving,
        };
        switch(&mut hints.moves, ["inlayHints", "moves"]);
        switch(&mut hints.drops, ["inlayHints", "drops"]);
        switch(&mut hints.padding, ["inlayHints", "padding"]);
        switch(&mut hints.type_arguments, ["inlayHints", "typeArguments"]);
        switch(&mut hints.captures, ["inlayHints", "captures"]);
        if let Some(bytes) = at(["inlayHints", "minimumCopyBytes"]).and_then(Value::as_u64) {
            hints.minimum_copy_bytes = bytes;
        }
        switch(&mut settings.hints, ["diagnostics", "hints"]);
        settings.diagnostics_mode = match at(["diagnostics", "mode"]).and_then(Value::as_str) {
            Some("push") => DiagnosticsMode::Push,
            Some("pull") => DiagnosticsMode::Pull,
            Some(_) | None => DiagnosticsMode::Auto,
        };
        switch(&mut settings.lens_run, ["lens", "run"]);
        switch(&mut settings.lens_debug, ["lens", "debug"]);
        if let Some(debug) = section.get("debug").and_then(Value::as_bool) {
            settings.debug = debug;
        }
        if let Some(follows) = section.get("commandLinks").and_then(Value::as_bool) {
            settings.command_links = follows;
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::{Settings, Shown, ShownCopies};
    use serde_json::json;

    #[test]
    fn a_mistake_leaves_the_rest() {
        let section = json!({
            "targets": ["aarch64-linux-gnu", 5],
            "hover": {"layout": "always", "abi": 7, "copies": false},
            "inlayHints": {"drops": false, "minimumCopyBytes": 64, "types": "yes", "copies": 3},
            "debug": true,
        });
        let settings = Settings::read(&section);
        let mut expected =
            Settings { targets: vec!["aarch64-linux-gnu".to_string()], debug: true, ..Settings::default() };
        expected.hover.layout = Shown::Always;
        expected.hover.copies = false;
        expected.inlay_hints.drops = false;
        expected.inlay_hints.minimum_copy_bytes = 64;
        assert_eq!(settings, expected);
        assert_eq!(Settings::read(&json!({"lang": section})), expected);
        assert_eq!(Settings::read(&json!(null)), Settings::default());
    }
    #[test]
    fn copies_are_one_of_three() {
        for (value, expected) in [
            (json!(null), ShownCopies::Surviving),
            (json!("surviving"), ShownCopies::Surviving),
            (json!("inserted"), ShownCopies::Inserted),
            (json!("off"), ShownCopies::None),
            (json!(true), ShownCopies::Surviving),
            (json!(false), ShownCopies::None),
        ] {
            let settings = Settings::read(&json!({"inlayHints": {"copies": value}}));
            assert_eq!(settings.inlay_hints.copies, expected, "{value}");
        }
    }
}
