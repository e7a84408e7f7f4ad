//! The adventure: a way through the story that comes with it.

use libtest_mimic::Failed;

use crate::tools::{Built, example, same};

pub fn works(built: &Built) -> Result<(), Failed> {
    let story = example("adventure/stories/lighthouse.story");
    let read = |ending: &str| std::fs::read_to_string(story.with_extension(ending));
    let name = story.to_string_lossy();
    same(&built.prints(&[&name], &read("input")?)?, &read("stdout")?)?;
    // Who says nothing more leaves.
    let left = built.prints(&[&name], "take the anchor\nquit\n")?;
    same(left.rsplit("\n\n").next().unwrap_or_default(), "> You give up after 2 moves.\n")?;
    std::fs::write(built.folder().join("wrong"), "title: a\n[room a]\nway up: b\n")?;
    same(&built.complains(&["wrong"], 1)?, "adventure: wrong: there is no room `b` for the way up from a")
}
