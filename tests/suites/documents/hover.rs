//! What editors show above a place of a snippet: the first block of the language server's page for it.

use libtest_mimic::Failed;
use tests::language_client::Client;

use crate::console::text_fits;

/// A block that says what is shown.
pub struct Shown {
    /// The text that it is asked for, where it stands last; behind `|`, if that is in it.
    pub of: String,
    pub text: String,
}

pub fn shows(file: &str, program: &str, shown: &Shown) -> Result<(), Failed> {
    let (before, of) = shown.of.split_once('|').unwrap_or(("", &shown.of));
    let Some(place) = program.rfind(&format!("{before}{of}")) else {
        return Err(format!("`{}` does not stand in the snippet", shown.of).into());
    };
    let (before, behind) = program.split_at(place + before.len());
    let mut client = Client::of_files(&[(file, &format!("{before}$0{behind}"))]);
    client.open(file);
    let answer = client.ask("textDocument/hover", client.at(0));
    let page = answer["contents"]["value"].as_str().unwrap_or_default();
    let block = page.strip_prefix("```text\n").and_then(|page| page.split("```").next()).unwrap_or(page);
    if text_fits(&shown.text, block) { Ok(()) } else { Err(format!("above `{}` stands:\n{page}", shown.of).into()) }
}
