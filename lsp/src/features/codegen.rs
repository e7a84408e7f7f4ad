//! Code on request: `lang.showCode`, `lang.layout`, `lang.crosscheck` and `lang.copies`. It owns what is made while the
//! snapshot is held (modules, which are plain data) and what after (everything that a code generator does), so that nobody
//! waits for a code generator but who asked. It must not know what the code says.
//!
//! `lang.showCode {uri, position, form}` answers `{title, level, symbol, language, text, lines}`, where `lines` is a list of
//! `[line of the source, first line of the text, last line of the text]`, all counted from 0; `level` names code generator,
//! level and target, as the first line of the text does, and `symbol` is the same for all places of a function, whose first and
//! last line are `source`. Forms are `abi`, `mir`, `mir-source`,
//! `llvm-ir`, `clif`, `asm-llvm`, `asm-cranelift`; with `"optimise": false` LLVM's are those of a debug build. `null` where
//! there is no function.
//!
//! `lang.layout {uri, position}` answers `{name, layouts, text}`; `lang.crosscheck {uri, position}` answers `{verdict,
//! text}`; `lang.copies {uri, position}` answers `{function, copies, text}`.

use std::sync::Arc;
use std::time::Duration;

use crosscheck::{Engine, Setup};
use driver::system::witness::Toolchain;
use driver::{FunctionCode, ShownCode};
use mir::{Backend, Optimisation, Options, TextForm};
use serde_json::{Value, json};
use source::LineIndex;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{Position, TextDocumentIdentifier, TextDocumentPositionParams, Url};

use crate::context::Context;
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::survival::Fates;

/// So long may a text take; a function takes milliseconds.
const TEXT_LIMIT: Duration = Duration::from_secs(30);
/// So long may a cross-check take: some ten programs are made and run.
const CROSSCHECK_LIMIT: Duration = Duration::from_secs(120);

/// What a command was asked about.
#[derive(Clone)]
struct Asked {
    place: TextDocumentPositionParams,
    form: String,
    optimise: bool,
}

impl Asked {
    fn read(arguments: &[Value]) -> Result<Asked> {
        let wrong = || {
            let words = "the argument is {\"uri\": …, \"position\": {\"line\": …, \"character\": …}}, for lang.showCode with \"form\"";
            Error::invalid_params(words)
        };
        let first = arguments.first().ok_or_else(wrong)?;
        let uri = first["uri"].as_str().and_then(|uri| Url::parse(uri).ok()).ok_or_else(wrong)?;
        let position: Position =
            serde_json::from_value(first["position"].clone()).map_err(|_not_a_position| wrong())?;
        Ok(Asked {
            place: TextDocumentPositionParams { text_document: TextDocumentIdentifier { uri }, position },
            form: first["form"].as_str().unwrap_or_default().to_string(),
            optimise: first["optimise"].as_bool().unwrap_or(true),
        })
    }

    fn uri(&self) -> Url {
        self.place.text_document.uri.clone()
    }
}

/// An answer that is no fault of the client's, in words for the user.
fn refused(message: impl Into<String>) -> Error {
    Error {
        // `RequestFailed` of the protocol.
        code: ErrorCode::ServerError(-32803),
        message: message.into().into(),
        data: None,
    }
}

/// Does work on a thread of its own, and gives up waiting after a while.
async fn within<R: Send + 'static>(
    limit: Duration,
    what: &str,
    work: impl FnOnce() -> R + Send + 'static,
) -> Result<R> {
    match tokio::time::timeout(limit, tokio::task::spawn_blocking(work)).await {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(_panic)) => Err(refused(format!("{what} failed; the server's log says where"))),
        Err(_too_long) => Err(refused(format!("{what} took longer than {} seconds", limit.as_secs()))),
    }
}

/// What a form is made with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Abi,
    Mir,
    MirSource,
    Llvm(TextForm),
    Cranelift(TextForm),
}

impl Form {
    fn read(name: &str) -> Result<Form> {
        Ok(match name {
            "abi" => Form::Abi,
            "mir" => Form::Mir,
            "mir-source" => Form::MirSource,
            "llvm-ir" => Form::Llvm(TextForm::Llvm),
            "asm-llvm" => Form::Llvm(TextForm::Assembly),
            "clif" => Form::Cranelift(TextForm::Clif),
            "asm-cranelift" => Form::Cranelift(TextForm::Assembly),
            unknown => {
                return Err(Error::invalid_params(format!(
                    "there is no form `{unknown}`; the forms are abi, mir, mir-source, llvm-ir, clif, asm-llvm, asm-cranelift"
                )));
            }
        })
    }

    fn language(self) -> &'static str {
        match self {
            Form::Abi => "lang-abi",
            Form::Mir | Form::MirSource => "lang-mir",
            Form::Llvm(TextForm::Assembly) | Form::Cranelift(TextForm::Assembly) => "lang-asm",
            Form::Llvm(TextForm::Llvm | TextForm::Clif) => "lang-llvm-ir",
            Form::Cranelift(TextForm::Llvm | TextForm::Clif) => "lang-clif",
        }
    }
}

impl Form {
    /// Which code generator and level it shows.
    fn level(self, optimise: bool) -> &'static str {
        match self {
            Form::Abi => "ABI",
            Form::Mir => "MIR after the ABI pass",
            Form::MirSource => "MIR before the ABI pass",
            Form::Llvm(_) if optimise => "LLVM -O2",
            Form::Llvm(_) => "LLVM -O0",
            Form::Cranelift(_) => "Cranelift -O0",
        }
    }

    /// What a comment begins with.
    fn comment(self) -> &'static str {
        match self {
            Form::Abi | Form::Mir | Form::MirSource => "#",
            Form::Llvm(TextForm::Assembly) | Form::Cranelift(TextForm::Assembly) => "#",
            Form::Llvm(TextForm::Llvm | TextForm::Clif) | Form::Cranelift(TextForm::Llvm | TextForm::Clif) => ";",
        }
    }
}

/// A function where it stands, without the database.
struct Function {
    name: String,
    code: FunctionCode,
    /// Where offsets of its code are counted from.
    start: u32,
    /// The text of its file.
    text: Arc<str>,
    /// Its first and its last line.
    lines: (u32, u32),
}

impl Function {
    /// The function at a place; why it has no code.
    fn of(snapshot: &Snapshot, asked: &Asked, for_optimiser: bool) -> Option<std::result::Result<Function, String>> {
        let position = snapshot.position(&asked.place)?;
        let found = ide::function_at(&snapshot.db, position)?;
        let (program, run) = snapshot.program();
        let code = match driver::function_code(&program, &run, found.item, for_optimiser) {
            Ok(code) => code,
            Err(no_code) => return Some(Err(no_code.0)),
        };
        let place = snapshot.range(found.file, found.range);
        Some(Ok(Function {
            name: found.name,
            code,
            start: found.start,
            text: found.file.text(&snapshot.db).clone(),
            lines: (place.start.line, place.end.line),
        }))
    }

    /// The answer to `lang.showCode`.
    fn answer(&self, form: Form, level: &str, target: &ide::Target, shown: &ShownCode) -> Value {
        let index = LineIndex::new(&self.text);
        let mut lines: Vec<(u32, u32, u32)> = Vec::new();
        for (line, offset) in &shown.lines {
            let source = index.line_column(self.start.saturating_add(*offset)).line;
            match lines.last_mut() {
                Some((known, _, last)) if *known == source && *last + 1 == *line => *last = *line,
                Some(_) | None => lines.push((source, *line, *line)),
            }
        }
        // Behind the line that says what it is.
        let lines: Vec<(u32, u32, u32)> =
            lines.into_iter().map(|(source, first, last)| (source, first + 1, last + 1)).collect();
        let text = format!("{} {level}, {target}\n{}", form.comment(), shown.text);
        json!({
            "title": self.name, "level": level, "symbol": self.code.symbol, "language": form.language(), "text": text,
            "lines": lines, "source": self.lines,
        })
    }
}

/// `lang.showCode`
pub(crate) async fn show_code(server: &Server, arguments: &[Value]) -> Result<Option<Value>> {
    let asked = Asked::read(arguments)?;
    let form = Form::read(&asked.form)?;
    if form == Form::Abi {
        return show_abi(server, asked).await;
    }
    let optimise = asked.optimise;
    let for_optimiser = optimise && matches!(form, Form::Llvm(_));
    let uri = asked.uri();
    let found = server
        .read(&uri, move |snapshot| {
            let function = Function::of(snapshot, &asked, for_optimiser)?;
            Some((function, snapshot.context.clone()))
        })
        .await?;
    let Some((function, context)) = found.flatten() else {
        return Ok(None);
    };
    let function = function.map_err(refused)?;
    within(TEXT_LIMIT, "the code generator", move || {
        let shown = shown(&function, form, optimise, &context).map_err(refused)?;
        let target = context.tools.settings.target;
        Ok(Some(function.answer(form, form.level(optimise), &target, &shown)))
    })
    .await?
}

fn shown(function: &Function, form: Form, optimise: bool, context: &Context) -> std::result::Result<ShownCode, String> {
    let tools = &context.tools;
    let (backend, text, optimisation): (&dyn Backend, TextForm, Optimisation) = match form {
        Form::Abi | Form::Mir => return Ok(ShownCode::of_module(&function.code.lowered)),
        Form::MirSource => return Ok(ShownCode::of_module(&function.code.source)),
        Form::Cranelift(text) => (tools.cranelift, text, Optimisation::None),
        Form::Llvm(text) if optimise => (context.llvm.workers()?, text, Optimisation::Speed),
        Form::Llvm(text) => (context.llvm.workers()?, text, Optimisation::None),
    };
    let options = Options { optimisation, source_positions: true, ..Options::default() };
    let made = backend.text(&function.code.lowered, &tools.settings.target, &options, text);
    if matches!(form, Form::Llvm(_)) {
        context.llvm.answered(&made);
    }
    let made = made.map_err(|error| error.to_string())?;
    Ok(ShownCode::of_text(&made, text))
}

async fn show_abi(server: &Server, asked: Asked) -> Result<Option<Value>> {
    let uri = asked.uri();
    let found = server
        .read(&uri, move |snapshot| {
            let found = ide::called_at(&snapshot.db, snapshot.position(&asked.place)?)?;
            let targets = ide::shown_targets(&snapshot.context.settings.targets);
            Some((found.name, ide::abi_text(&snapshot.db, found.item, &targets)))
        })
        .await?;
    match found.flatten() {
        None => Ok(None),
        Some((title, None)) => {
            Err(refused(format!("`{title}` has errors or type parameters: it is not called at all")))
        }
        Some((title, Some(text))) => {
            let language = Form::Abi.language();
            Ok(Some(json!({"title": title, "language": language, "text": text, "lines": []})))
        }
    }
}

/// `lang.layout`
pub(crate) async fn layout(server: &Server, arguments: &[Value]) -> Result<Option<Value>> {
    let asked = Asked::read(arguments)?;
    let uri = asked.uri();
    let found = server
        .read(&uri, move |snapshot| {
            let targets = ide::shown_targets(&snapshot.context.settings.targets);
            ide::picture(&snapshot.db, snapshot.position(&asked.place)?, &targets)
        })
        .await?;
    match found.flatten() {
        None => Ok(None),
        Some(ide::Picture { name, layouts }) if layouts.is_empty() => {
            Err(refused(format!("`{name}` has no layout: it has errors, type parameters, or contains itself")))
        }
        Some(ide::Picture { name, layouts }) => {
            let texts: Vec<String> = layouts.iter().map(ide::layout_text).collect();
            let layouts: Vec<Value> = layouts.iter().map(layout_json).collect();
            Ok(Some(json!({"name": name, "layouts": layouts, "text": texts.join("\n")})))
        }
    }
}

fn layout_json(layout: &ide::TypeLayout) -> Value {
    let travels: Vec<Value> = layout.travels.iter().map(travels_json).collect();
    let targets: Vec<&str> = layout.travels.iter().map(|travels| travels.target.as_str()).collect();
    let parts = |parts: &[ide::PartLayout]| parts.iter().map(part_json).collect::<Vec<Value>>();
    let case = |case: &ide::CaseLayout| json!({"name": case.name, "parts": parts(&case.parts)});
    let cases: Vec<Value> = layout.cases.iter().map(case).collect();
    json!({
        "name": layout.name,
        "kind": layout.kind,
        "notes": layout.notes,
        // A struct is read in one way, an enum in one for each case.
        "shapes": if cases.is_empty() { Value::Null } else { Value::Array(cases) },
        "targets": targets,
        "size": layout.size,
        "align": layout.align,
        "padding": layout.padding,
        "pointer": layout.pointer,
        "parts": parts(&layout.parts),
        "travels": travels,
    })
}

fn part_json(part: &ide::PartLayout) -> Value {
    json!({
        "name": part.name,
        "type": part.ty,
        "owner": part.is_owner,
        "kind": if part.is_tag { "tag" } else { "field" },
        "offset": part.offset,
        "size": part.size,
        "align": part.align,
        "parts": part.parts.iter().map(part_json).collect::<Vec<Value>>(),
    })
}

/// In words, and piece by piece: which bytes travel in which register.
fn travels_json(travels: &ide::Travels) -> Value {
    let words = |value: &ide::ValueReport| format!("{}, {}", value.places_text(), value.how);
    let places = |value: &ide::ValueReport| {
        let place = |place: &ide::PlaceReport| json!({"location": place.location, "carries": place.carries, "offset": place.offset, "size": place.len});
        value.places.iter().map(place).collect::<Vec<Value>>()
    };
    json!({
        "target": travels.target,
        "argument": words(&travels.argument),
        "result": words(&travels.result),
        "argumentPlaces": places(&travels.argument),
        "resultPlaces": places(&travels.result),
    })
}

/// `lang.crosscheck`
pub(crate) async fn crosscheck(server: &Server, arguments: &[Value]) -> Result<Option<Value>> {
    let asked = Asked::read(arguments)?;
    let uri = asked.uri();
    let found = server
        .read(&uri, move |snapshot| {
            let function = Function::of(snapshot, &asked, false)?;
            Some((function, snapshot.context.clone()))
        })
        .await?;
    let Some((function, context)) = found.flatten() else {
        return Ok(None);
    };
    let function = function.map_err(refused)?;
    let report = within(CROSSCHECK_LIMIT, "the cross-check", move || checked(&function, &context)).await?;
    report.map(Some).map_err(refused)
}

fn checked(function: &Function, context: &Context) -> std::result::Result<Value, String> {
    let tools = &context.tools;
    let target = tools.settings.target;
    let mut engines = vec![Engine::Code(tools.cranelift), Engine::C];
    let mut text = String::new();
    match context.llvm.workers() {
        Ok(workers) => engines.insert(0, Engine::Code(workers)),
        Err(reason) => text.push_str(&format!("without LLVM: {reason}\n\n")),
    }
    let setup = Setup {
        target,
        toolchain: Toolchain::find(&target)?,
        engines,
        threads: 1,
        mutation: None,
        verify: tools.settings.verify,
        shrink: false,
        first_turn: 0,
    };
    let report = crosscheck::check_function(&setup, &function.code)?;
    let verdict = match report.agrees() {
        true => format!("agreement: all engines call `{}` in the same way", function.name),
        false => format!("difference: not all engines call `{}` in the same way", function.name),
    };
    text.push_str(&report.to_string());
    Ok(json!({"verdict": verdict, "text": text}))
}

/// `lang.copies`
pub(crate) async fn copies(server: &Server, arguments: &[Value]) -> Result<Option<Value>> {
    let asked = Asked::read(arguments)?;
    let uri = asked.uri();
    let found = server
        .read(&uri, move |snapshot| {
            let position = snapshot.position(&asked.place)?;
            let ide::FoundItem { item, name, .. } = ide::function_at(&snapshot.db, position)?;
            let found = ide::copies_of_function(&snapshot.db, item)?;
            let fates = Fates::new(snapshot, position);
            let target = snapshot.context.tools.settings.target;
            let mut text = String::new();
            let copies: Vec<Value> = found
                .copies
                .iter()
                .map(|copy| {
                    let fate = fates.of(&target, &copy.symbol, copy.number).words();
                    let (from, to) = (copy.from.describe(), copy.to.describe());
                    text.push_str(&format!("{}: {from} to {to}\n  {}\n  -O2: {fate}\n", copy.label(), copy.why));
                    let range = copy.range(&snapshot.db, item);
                    let range = range.map(|range| snapshot.range(range.file, range.range));
                    json!({
                        "bytes": copy.bytes, "type": copy.ty, "from": from, "to": to, "why": copy.why,
                        "reason": copy.reason_name(), "range": range, "fate": fate,
                    })
                })
                .collect();
            if copies.is_empty() {
                text.push_str("no copies\n");
            }
            Some(json!({"function": name, "copies": copies, "text": text}))
        })
        .await?;
    Ok(found.flatten())
}
