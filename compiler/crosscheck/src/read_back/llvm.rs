//! LLVM's signatures, read back from its text: definitions, declarations and calls. Owns the reader, which keeps types and
//! those attributes that change how a value travels; optimisers' attributes come on top and are left out. Must not know
//! how a signature is derived.

use std::collections::HashMap;

use abi::llvm::LlvmSignature;
use abi::{FnAbi, Target};
use mir::{AbiTypes, Module};

use super::{Difference, Wanted, llvm_places};

/// Which kind of line a signature was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// With a body.
    Definition,
    /// Without.
    Declaration,
    /// A call.
    Call,
}

/// A signature in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub kind: Kind,
    /// The result with its attributes.
    pub result: String,
    /// The parameters with theirs.
    pub params: Vec<String>,
    /// Whether dots follow; calls have none.
    pub variadic: bool,
}

/// Compares every function that is wanted with the text.
pub(super) fn compare(
    text: &str,
    wanted: &[Wanted<'_>],
    module: &Module,
    target: &Target,
) -> Vec<(String, Difference)> {
    let found = read(text);
    let mut types = AbiTypes::new(&module.types, *target);
    let mut differences = Vec::new();
    for wanted in wanted {
        let none = Vec::new();
        let candidates = found.get(wanted.name).unwrap_or(&none);
        let converted = match types.signature(module.signatures.get(wanted.signature)) {
            Ok(converted) => converted,
            Err(unsupported) => {
                let difference = Difference::new("signature", "a C type", unsupported.to_string());
                differences.push((wanted.name.to_owned(), difference));
                continue;
            }
        };
        let signature = abi::llvm::signature(target, &types.arena, &converted, wanted.abi);
        let one = compare_one(wanted.abi, wanted.defined, &signature, candidates, target);
        differences.extend(one.map(|difference| (wanted.name.to_owned(), difference)));
    }
    differences
}

fn compare_one(
    abi: &FnAbi,
    defined: bool,
    signature: &LlvmSignature,
    found: &[Found],
    target: &Target,
) -> Option<Difference> {
    let value = |value: &abi::llvm::LlvmValue| format!("{}{}", value.ty, value.attributes);
    let params: Vec<String> = signature.params.iter().map(value).collect();
    let result = value(&signature.result);
    let fixed = usize::from(signature.fixed);
    let agrees = |found: &&Found| {
        let expected = match found.kind {
            Kind::Definition | Kind::Declaration => params.get(..fixed).unwrap_or(&params),
            Kind::Call => &params,
        };
        found.result == result
            && found.params.len() == expected.len()
            && expected.iter().zip(&found.params).all(|pair| is_passed_as(pair, found.kind, target))
            && (found.kind == Kind::Call || found.variadic == signature.variadic)
    };
    let relevant = |found: &&Found| (found.kind == Kind::Definition) == defined;
    let differing = |kind: Kind| {
        let mut of_kind = found.iter().filter(|found| found.kind == kind).peekable();
        of_kind.peek()?;
        // A variadic function is called with other lists of arguments too.
        if signature.variadic && kind == Kind::Call {
            return (!of_kind.clone().any(|found| agrees(&found))).then(|| of_kind.next()).flatten();
        }
        of_kind.find(|found| !agrees(found))
    };
    if !found.iter().any(|found| relevant(&found)) {
        return Some(Difference::new("signature", signature.to_string(), "no such function"));
    }
    let kinds: &[Kind] = if defined { &[Kind::Definition] } else { &[Kind::Declaration, Kind::Call] };
    for kind in kinds {
        if let Some(wrong) = differing(*kind) {
            let what = format!("{kind:?}").to_lowercase();
            return Some(Difference::new(what, signature.to_string(), wrong.text()));
        }
    }
    llvm_places::compare(abi, signature, target)
}

/// Whether a parameter travels as it should. A call says of the address that the bytes for the argument area are read from
/// how aligned it is; in the area they lie at a whole word whatever it says.
pub(super) fn is_passed_as((expected, found): (&String, &String), kind: Kind, target: &Target) -> bool {
    if kind != Kind::Call || expected == found {
        return expected == found;
    }
    let (Some((expected, wanted)), Some((found, told))) = (with_alignment(expected), with_alignment(found)) else {
        return false;
    };
    expected == found && expected.contains(" byval(") && told < wanted && wanted <= target.pointer_bytes()
}

/// A parameter and the alignment that it ends with.
fn with_alignment(text: &str) -> Option<(&str, u64)> {
    let (before, alignment) = text.rsplit_once(" align ")?;
    Some((before, alignment.parse().ok()?))
}

impl Found {
    fn text(&self) -> String {
        let dots = if self.variadic { ", ..." } else { "" };
        format!("{} ({}{dots})", self.result, self.params.join(", "))
    }
}

/// All signatures of a text, by symbol.
pub(super) fn read(text: &str) -> HashMap<String, Vec<Found>> {
    let mut found: HashMap<String, Vec<Found>> = HashMap::new();
    let structures: Structures<'_> = text.lines().filter_map(|line| line.split_once(" = type ")).collect();
    for line in text.lines() {
        let kind = if line.starts_with("define ") {
            Kind::Definition
        } else if line.starts_with("declare ") {
            Kind::Declaration
        } else if line.contains("call ") {
            Kind::Call
        } else {
            continue;
        };
        // Names may hold brackets and spaces, so that the line is only taken apart without them.
        if let Some((name, signature)) = read_line(&written_out(line, &structures), kind) {
            found.entry(name).or_default().push(signature);
        }
    }
    found
}

/// What each named structure is made of, by `%name`.
type Structures<'t> = HashMap<&'t str, &'t str>;

/// A text with what the structures in it are made of instead of their names.
fn written_out(text: &str, structures: &Structures<'_>) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('%') {
        written.push_str(&rest[..start]);
        let (name, behind) = rest[start..].split_at(length_of_name(&rest[start..]));
        match structures.get(name) {
            Some(body) => written.push_str(&written_out(body, structures)),
            None => written.push_str(name),
        }
        rest = behind;
    }
    written + rest
}

/// How long the `%name` or `%"name"` at the start is.
fn length_of_name(text: &str) -> usize {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-$._".contains(letter);
    match text.strip_prefix("%\"") {
        Some(quoted) => quoted.find('"').map_or(text.len(), |end| end + 3),
        None => text[1..].find(|letter| !is_plain(letter)).map_or(text.len(), |end| end + 1),
    }
}

fn read_line(line: &str, kind: Kind) -> Option<(String, Found)> {
    let begin = match kind {
        Kind::Definition | Kind::Declaration => 0,
        Kind::Call => line.find("call ")? + 5,
    };
    let line = line.get(begin..)?;
    let at = line.find('@')?;
    let (name, open) = symbol(line.get(at + 1..)?)?;
    let open = at + 1 + open;
    let inner = line.get(open + 1..open + balanced(line.get(open..)?)? - 1)?;
    let mut params = Vec::new();
    let mut variadic = false;
    for argument in split(inner) {
        if argument == "..." {
            variadic = true;
        } else {
            let (ty, rest) = leading_type(argument)?;
            params.push(format!("{ty}{}", attributes(rest)));
        }
    }
    let result = result(line.get(..at)?.trim_end())?;
    let signature = Found { kind, result, params, variadic };
    Some((name, signature))
}

/// The name behind an `@`, and where the parenthesis behind it stands.
fn symbol(text: &str) -> Option<(String, usize)> {
    if let Some(quoted) = text.strip_prefix('"') {
        let end = quoted.find('"')?;
        let open = end + 2;
        return (text.get(open..)?.starts_with('(')).then(|| (quoted[..end].to_owned(), open));
    }
    let open = text.find(|letter: char| !(letter.is_ascii_alphanumeric() || "-$._".contains(letter)))?;
    text[open..].starts_with('(').then(|| (text[..open].to_owned(), open))
}

/// The type of a result and its attributes, which stand in front of it.
fn result(prefix: &str) -> Option<String> {
    let mut prefix = prefix;
    // A call of a variadic function names the function's type.
    if prefix.ends_with(')') {
        prefix = prefix[..opening(prefix)?].trim_end();
    }
    let start =
        if prefix.ends_with(['>', '}', ']']) { opening(prefix)? } else { prefix.rfind(' ').map_or(0, |at| at + 1) };
    Some(format!("{}{}", &prefix[start..], attributes(&prefix[..start])))
}

const OPEN: [char; 4] = ['(', '[', '{', '<'];
const CLOSE: [char; 4] = [')', ']', '}', '>'];

/// Where what closes at the end of a text opens.
fn opening(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text.char_indices().rev() {
        if CLOSE.contains(&letter) {
            depth += 1;
        } else if OPEN.contains(&letter) {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// How long the bracketed text at the start is.
fn balanced(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        if OPEN.contains(&letter) {
            depth += 1;
        } else if CLOSE.contains(&letter) {
            depth -= 1;
            if depth == 0 {
                return Some(at + 1);
            }
        }
    }
    None
}

/// The items between commas that stand in no bracket.
fn split(text: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in text.char_indices() {
        if OPEN.contains(&letter) {
            depth += 1;
        } else if CLOSE.contains(&letter) {
            depth -= 1;
        } else if letter == ',' && depth == 0 {
            items.push(text[start..at].trim());
            start = at + 1;
        }
    }
    items.push(text[start..].trim());
    items.retain(|item| !item.is_empty());
    items
}

fn leading_type(text: &str) -> Option<(&str, &str)> {
    let end = if text.starts_with(OPEN) { balanced(text)? } else { text.find(' ').unwrap_or(text.len()) };
    Some(text.split_at(end))
}

/// The attributes that change how a value travels, in the order in which the description writes them.
fn attributes(text: &str) -> String {
    let mut found: [Option<String>; 8] = Default::default();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find([' ', '(']).unwrap_or(rest.len());
        let word = &rest[..end];
        let mut next = &rest[end..];
        let mut argument = "";
        if next.starts_with('(') {
            let length = balanced(next).unwrap_or(next.len());
            (argument, next) = next.split_at(length);
        }
        let position = match word {
            "zeroext" => Some(0),
            "signext" => Some(1),
            "byval" => Some(2),
            "sret" => Some(3),
            "align" => Some(4),
            "alignstack" => Some(5),
            "inreg" => Some(6),
            "noext" => Some(7),
            _ => None,
        };
        if let Some(position) = position {
            let mut text = format!(" {word}{argument}");
            if word == "align" {
                let number = next.split_whitespace().next().unwrap_or_default();
                text = format!(" align {number}");
            }
            found[position] = Some(text);
        }
        rest = next.trim_start();
        if rest.len() == text.len() {
            break;
        }
        if end == 0 && argument.is_empty() {
            // What is no word is a value, which comes last.
            break;
        }
    }
    // The alignment of a plain address is a fact for optimisers.
    if found[2].is_none() && found[3].is_none() {
        found[4] = None;
    }
    found.into_iter().flatten().collect()
}
