//! The book's chapters as lists of snippets. It owns which blocks belong together and that links lead somewhere; what a
//! snippet must do, `snippet` knows.

use std::path::PathBuf;

use libtest_mimic::{Failed, Trial};
use project::standard_library::MODULES;
use tests::root;

use crate::fences::{Block, blocks};
use crate::hover::Shown;
use crate::snippet::{self, Expected, Snippet};

/// The fewest snippets that a chapter has.
const FEWEST: usize = 3;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for path in chapters() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("the chapter is there");
        let snippets = snippets(&name, &text).unwrap_or_else(|problem| panic!("{problem}"));
        assert!(snippets.len() >= FEWEST, "{name} has only {} snippets", snippets.len());
        trials.extend(
            snippets.into_iter().map(|snippet| Trial::test(snippet.place.clone(), move || snippet::holds(&snippet))),
        );
        trials.push(Trial::test(format!("{name}, links"), move || links_lead_somewhere(&text)));
    }
    trials
}

fn chapters() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("compiler/std/book")).expect("the folder of the book");
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort_unstable();
    paths
}

/// The snippets of a chapter, each with the blocks that belong to it: `c linked` before it, `c calls`, `output` and
/// `console run` behind.
fn snippets(chapter: &str, text: &str) -> Result<Vec<Snippet>, String> {
    let mut snippets: Vec<Snippet> = Vec::new();
    let mut linked: Vec<String> = Vec::new();
    let mut before = String::new();
    for block in blocks(text).map_err(|problem| format!("{chapter}:{problem}"))? {
        let place = format!("{chapter}:{}", block.line);
        let Block { info, text, .. } = block;
        match info.split(' ').collect::<Vec<_>>()[..] {
            ["lang"] => snippets.push(Snippet::new(place, text, std::mem::take(&mut linked), Expected::Runs)),
            ["lang", "panics"] => {
                snippets.push(Snippet::new(place, text, std::mem::take(&mut linked), Expected::Panics));
            }
            ["lang", "refused", code] => {
                snippets.push(Snippet::new(place, text, Vec::new(), Expected::Refused(code.to_string())));
            }
            ["c", "linked"] => linked.push(text),
            ["c", "calls"] => last(&mut snippets, &place)?.caller = Some(text),
            ["output"] => {
                if !before.starts_with("lang") && before != "c calls" {
                    return Err(format!("{place}: output stands behind what prints it"));
                }
                last(&mut snippets, &place)?.output = Some(text);
            }
            ["console", "run"] => last(&mut snippets, &place)?.consoles.push(text),
            ["text", "hover", ..] => {
                let of = info["text hover ".len()..].to_string();
                last(&mut snippets, &place)?.shown.push(Shown { of, text });
            }
            ["c" | "rust" | "console" | "toml" | "text"] => {}
            _ => return Err(format!("{place}: nobody knows blocks of `{info}`")),
        }
        before = info;
    }
    if linked.is_empty() {
        Ok(snippets)
    } else {
        Err(format!("{chapter}: no program stands behind the C that is linked"))
    }
}

fn last<'a>(snippets: &'a mut [Snippet], place: &str) -> Result<&'a mut Snippet, String> {
    snippets.last_mut().ok_or_else(|| format!("{place}: no snippet stands before it"))
}

/// Links are to chapters, to items of the library (`std:deque.Deque`) or to pages of the web.
fn links_lead_somewhere(text: &str) -> Result<(), Failed> {
    // Texts between lines of backticks are at odd places.
    let prose: String = text.split("\n```").step_by(2).collect();
    for link in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let is_there = match link.strip_prefix("std:") {
            Some(path) => is_in_the_library(path),
            None => link.starts_with("https://") || chapters().iter().any(|path| path.ends_with(link)),
        };
        if !is_there {
            return Err(format!("the link `{link}` leads nowhere").into());
        }
    }
    Ok(())
}

/// Whether a path names a module, or a public item of the module in front of its last point.
fn is_in_the_library(path: &str) -> bool {
    let module = |name: &str| MODULES.iter().find(|(module, _)| *module == name).map(|(_, text)| *text);
    if module(path).is_some() {
        return true;
    }
    path.rsplit_once('.').is_some_and(|(owner, item)| {
        module(owner).is_some_and(|text| {
            text.lines().any(|line| {
                line.strip_prefix("pub ")
                    .is_some_and(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == item))
            })
        })
    })
}
