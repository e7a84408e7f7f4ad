//! The modules of a crate and which of them each one uses, read from the source text as the compiler resolves it. Owns this
//! reading, circles among modules and walls between layers of them; which crate has which layers, [`super`] says. What
//! only tests use does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tests::corpus;

/// The root of a crate among its modules.
const ROOT: &str = "lib";

/// The text of each module but those of tests, by its path: `llvm::value`.
#[derive(Clone)]
pub struct Modules {
    texts: BTreeMap<String, String>,
}

impl Modules {
    /// Reads the modules of a crate from the folder of its sources.
    pub fn read(sources: &Path) -> Modules {
        let mut texts = BTreeMap::new();
        corpus::walk(sources, &mut |path| {
            if path.extension().is_some_and(|ending| ending == "rs") {
                let below = path.strip_prefix(sources).expect("found below the sources").with_extension("");
                let names: Vec<_> = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
                texts.insert(names.join("::"), corpus::read(path));
            }
        });
        Modules::of(texts)
    }

    fn of(texts: BTreeMap<String, String>) -> Modules {
        let mut of_tests = Vec::new();
        for (module, text) in &texts {
            let path = |name: &str| if module == ROOT { name.to_string() } else { format!("{module}::{name}") };
            of_tests.extend(without_tests(&tokens(text)).1.iter().map(|name| path(name)));
        }
        let is_test = |module: &str| of_tests.iter().any(|of| is_in(module, of));
        Modules { texts: texts.into_iter().filter(|(module, _)| !is_test(module)).collect() }
    }

    /// The same with more text at the end of one module, which must be there.
    pub fn with(&self, module: &str, text: &str) -> Modules {
        let mut other = self.clone();
        other.texts.get_mut(module).unwrap_or_else(|| panic!("no module `{module}`")).push_str(text);
        other
    }

    /// The modules that each module names.
    fn uses(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let of = |(module, text): (&'_ String, &String)| {
            let paths = paths(&without_tests(&tokens(text)).0);
            paths.iter().filter_map(|path| self.resolve(module, path)).filter(|used| used != module).collect()
        };
        self.texts.iter().map(|entry| (entry.0.as_str(), of(entry))).collect()
    }

    /// The module that a path in another one ends in.
    fn resolve(&self, from: &str, path: &[String]) -> Option<&str> {
        let mut base: Vec<&str> = if from == ROOT { Vec::new() } else { from.split("::").collect() };
        let mut rest = path.iter().map(String::as_str).peekable();
        match *rest.peek()? {
            "crate" => base.clear(),
            "self" | "super" => {}
            child => {
                let inner = if base.is_empty() { child.to_string() } else { format!("{}::{child}", base.join("::")) };
                self.texts.get(&inner)?;
            }
        }
        while let Some(step) = rest.next_if(|step| ["crate", "self", "super"].contains(step)) {
            if step == "super" {
                base.pop();
            }
        }
        for name in rest {
            base.push(name);
            if !self.texts.contains_key(&base.join("::")) {
                base.pop();
                break;
            }
        }
        let found = if base.is_empty() { ROOT.to_string() } else { base.join("::") };
        self.texts.get_key_value(&found).map(|(module, _)| module.as_str())
    }

    /// The modules that come back to themselves, each with those that it does so by.
    pub fn circles(&self) -> Vec<BTreeSet<&str>> {
        let uses = self.uses();
        let reached: BTreeMap<&str, BTreeSet<&str>> =
            uses.keys().map(|module| (*module, reach(&uses, module))).collect();
        let mut circles: Vec<BTreeSet<&str>> = Vec::new();
        for (module, reached_by_it) in &reached {
            let back = reached_by_it.iter().filter(|other| reached[*other].contains(module)).copied();
            let circle: BTreeSet<&str> = back.collect();
            if !circle.is_empty() && !circles.contains(&circle) {
                circles.push(circle);
            }
        }
        circles
    }

    /// What is wrong with the layers, from the ground up: each layer is a list of groups that do not know each other, a
    /// group a module with those below it that no other group names.
    pub fn beyond_walls(&self, layers: &[&[&str]]) -> Vec<String> {
        let groups =
            || layers.iter().enumerate().flat_map(|(height, groups)| groups.iter().map(move |of| (height, *of)));
        let place = |module: &str| groups().filter(|(_, of)| is_in(module, of)).max_by_key(|(_, of)| of.len());
        let mut wrong = Vec::new();
        for (_, group) in groups().filter(|(_, group)| !self.texts.contains_key(*group)) {
            wrong.push(format!("no module is called `{group}`"));
        }
        for (module, uses) in self.uses() {
            let Some((height, group)) = place(module) else {
                wrong.push(format!("`{module}` stands in no layer"));
                continue;
            };
            for used in uses {
                let below = place(used).is_some_and(|(other, of)| other < height || of == group);
                if !below {
                    wrong.push(format!("`{module}` must not use `{used}`"));
                }
            }
        }
        wrong
    }
}

/// Whether a module is the other one or stands inside of it.
fn is_in(module: &str, of: &str) -> bool {
    module.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// What is used from a module on, by any way; itself only if a way comes back.
fn reach<'a>(uses: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&'a str> = uses[from].iter().copied().collect();
    while let Some(module) = open.pop() {
        if reached.insert(module) {
            open.extend(&uses[module]);
        }
    }
    reached
}

/// Words, `::` and single signs, without comments and texts.
fn tokens(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let end_of = |from: usize, end: &str| text[from..].find(end).map_or(text.len(), |found| from + found + end.len());
    while at < bytes.len() {
        let rest = &text[at..];
        let before = at;
        if rest.starts_with("//") {
            at = end_of(at, "\n");
        } else if rest.starts_with("/*") {
            at = end_of(at, "*/");
        } else if rest.starts_with("r\"") || rest.starts_with("r#") {
            let fence: String = rest[1..].chars().take_while(|sign| *sign == '#').collect();
            at = match rest[1 + fence.len()..].starts_with('"') {
                true => end_of(at + 2 + fence.len(), &format!("\"{fence}")),
                false => at + 1,
            };
        } else if bytes[at] == b'"' || (bytes[at] == b'\'' && is_letter_literal(rest)) {
            let quote = bytes[at];
            at += 1;
            while at < bytes.len() && bytes[at] != quote {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at += 1;
        } else if is_word(bytes[at]) {
            while at < bytes.len() && is_word(bytes[at]) {
                at += 1;
            }
            tokens.push(text[before..at].to_string());
        } else if rest.starts_with("::") {
            at += 2;
            tokens.push("::".to_string());
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            if !bytes[before].is_ascii_whitespace() {
                tokens.push(text[before..at].to_string());
            }
        }
    }
    tokens
}

/// Whether a quote begins a letter, not a lifetime.
fn is_letter_literal(rest: &str) -> bool {
    let mut letters = rest.chars().skip(1);
    letters.next() == Some('\\') || letters.next() == Some('\'')
}

/// The tokens without items for tests, and the modules among those.
fn without_tests(tokens: &[String]) -> (Vec<String>, Vec<String>) {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..].iter().map(String::as_str).take(MARK.len()).eq(MARK) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        at += MARK.len();
        let begin = at;
        let mut depth = 0;
        while at < tokens.len() {
            match tokens[at].as_str() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 && matches!(tokens[at - 1].as_str(), ";" | "}") {
                break;
            }
        }
        let item = &tokens[begin..at];
        if let Some(place) = item.iter().position(|token| token == "mod")
            && item.get(place + 2).is_some_and(|token| token == ";")
        {
            modules.push(item[place + 1].clone());
        }
    }
    (kept, modules)
}

/// Each path of two names or more, those that `use` spells as a tree included.
fn paths(tokens: &[String]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at] == "use" {
            at = use_tree(tokens, at + 1, &mut Vec::new(), &mut paths);
        } else if tokens.get(at + 1).is_some_and(|next| next == "::") && (at == 0 || tokens[at - 1] != "::") {
            let mut path = vec![tokens[at].clone()];
            while tokens.get(at + 1).is_some_and(|next| next == "::") && at + 2 < tokens.len() {
                path.push(tokens[at + 2].clone());
                at += 2;
            }
            paths.push(path);
            at += 1;
        } else {
            at += 1;
        }
    }
    paths
}

/// Reads one tree of `use` behind a prefix; answers where it ends.
fn use_tree(tokens: &[String], mut at: usize, prefix: &mut Vec<String>, paths: &mut Vec<Vec<String>>) -> usize {
    let outer = prefix.len();
    while at < tokens.len() {
        match tokens[at].as_str() {
            "{" => {
                at += 1;
                while at < tokens.len() && tokens[at] != "}" {
                    at = use_tree(tokens, at, prefix, paths);
                    at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
                }
                prefix.truncate(outer);
                return at + 1;
            }
            "as" => at += 2,
            "::" => at += 1,
            ";" | "," | "}" => break,
            name => {
                // `self` at the end of a tree is the prefix.
                if name != "self" || prefix.is_empty() {
                    prefix.push(name.to_string());
                }
                at += 1;
            }
        }
    }
    paths.push(prefix.clone());
    prefix.truncate(outer);
    at
}

#[test]
fn each_way_to_name_a_module_is_read() {
    let crate_of = |text: &str| {
        let texts =
            [(ROOT, ""), ("low", ""), ("high", ""), ("high::inner", ""), ("asking", text), ("asking::child", "")];
        Modules::of(texts.map(|(module, text)| (module.to_string(), text.to_string())).into())
    };
    let named = |text: &str| crate_of(text).uses()["asking"].iter().copied().collect::<Vec<_>>().join(" ");
    assert_eq!(named("use crate::high::inner::Thing;"), "high::inner");
    assert_eq!(named("use crate::{low::Thing, high::{self, inner::{One, Two}}};"), "high high::inner low");
    assert_eq!(named("use super::high as other;"), "high");
    assert_eq!(named("pub(crate) use child::Thing;"), "asking::child");
    assert_eq!(named("fn f() -> crate::low::Thing { super::high::inner::g::<'_, u8>() }"), "high::inner low");
    assert_eq!(named("use crate::Thing;"), "lib");
    assert_eq!(named("const TEXT: &str = \"crate::low\"; const QUOTE: char = '\"'; // crate::high\n"), "");
    assert_eq!(named("const RAW: &str = r#\"\"crate::low\"#; /* crate::high */ use std::fmt;"), "");
    assert_eq!(named("#[cfg(test)] mod tests { use crate::high; } use crate::low;"), "low");
    assert_eq!(named("#[cfg(test)] use crate::high::{inner, Thing};"), "");
}

#[test]
fn circles_are_found_and_walls_hold() {
    let texts = [
        (ROOT, "#[cfg(test)] mod checks;"),
        ("ground", ""),
        ("left", "use crate::ground;"),
        ("left::inner", "use super::Left;"),
        ("right", "use crate::ground;"),
        ("checks", "use crate::right; use crate::left;"),
    ];
    let modules = Modules::of(texts.map(|(module, text)| (module.to_string(), text.to_string())).into());
    let layers: [&[&str]; 3] = [&["ground"], &["left", "right"], &[ROOT]];
    let none = Vec::<String>::new();
    assert_eq!(modules.beyond_walls(&layers), none);
    assert!(modules.circles().is_empty());
    assert_eq!(modules.with("ground", "use crate::left;").beyond_walls(&layers), ["`ground` must not use `left`"]);
    assert_eq!(modules.with("left", "use crate::right;").beyond_walls(&layers), ["`left` must not use `right`"]);
    assert_eq!(modules.beyond_walls(&layers[..2]), ["`lib` stands in no layer"]);
    assert_eq!(modules.beyond_walls(&[&["ground", "gone"], layers[1], layers[2]]), ["no module is called `gone`"]);
    let circle = modules.with("left", "use inner::Inner;");
    assert_eq!(circle.circles(), [BTreeSet::from(["left", "left::inner"])]);
}
