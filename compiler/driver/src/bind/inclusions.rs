//! What headers include that is nobody else's. C libraries keep most of a header's contents in files that no program includes
//! by itself, and share some of them between headers. Owns the rule which files these are; it is told by what files say of
//! themselves and by who includes whom, not by a list of names. It must not know what is declared.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use c::clang::wire::File;

/// Files by their numbers.
#[derive(Default)]
pub(super) struct Owned {
    /// What the headers stand for, without themselves.
    pub files: BTreeSet<u32>,
    /// Those of them that other headers may share.
    pub shared: BTreeSet<u32>,
    /// The headers that include files of such a folder themselves. They are of a library whose headers lie side by side: none of them
    /// stands for its folder.
    pub libraries: BTreeSet<u32>,
}

/// What a header of the main file, which is the first, stands for besides itself. It owns a file that an owned one includes
///
/// - if it is internal: its folder has a file that says in an `#error` that it is not to be included directly (`bits`), or its
///   name or its folder's begins with `_`;
/// - if the owned one is nothing but this inclusion: `poll.h` is `sys/poll.h`;
/// - if both have one name in folders where headers are looked for: `#include_next` of the compiler's `limits.h`;
/// - if the owned one is internal or was owned by such a one, and its name begins as the header's: what `bits/errno.h` is made
///   of stands in `linux/errno.h`, `asm/errno.h`, `asm-generic/errno.h` and `asm-generic/errno-base.h`.
///
/// `filled` are the files in which something is declared.
pub(super) fn owned(files: &[File], filled: &HashSet<&str>, is_system: impl Fn(&Path) -> bool) -> Owned {
    let mut owned = Owned::default();
    let folder = |file: &File| Path::new(&file.path).parent().map(Path::to_path_buf).unwrap_or_default();
    let internal: BTreeSet<_> = files.iter().filter(|file| file.is_internal).map(folder).collect();
    let internal: Vec<_> = internal.into_iter().filter(|folder| !is_system(folder)).collect();
    let is_hidden = |path: Option<&Path>| {
        path.and_then(Path::file_name).and_then(|name| name.to_str()).is_some_and(|name| name.starts_with('_'))
    };
    let is_of_library =
        |file: &File| file.is_internal || internal.iter().any(|folder| Path::new(&file.path).starts_with(folder));
    let is_internal = |file: &File| {
        let path = Path::new(&file.path);
        is_of_library(file) || is_hidden(Some(path)) || is_hidden(path.parent())
    };
    let Some(main) = files.first() else { return owned };
    let stems: Vec<String> = main.includes.iter().map(|index| stem(&files[*index as usize])).collect();
    let is_called_alike = |file: &File| stems.iter().any(|stem| self::stem(file).starts_with(stem.as_str()));
    for index in &main.includes {
        if files[*index as usize].includes.iter().any(|inner| is_of_library(&files[*inner as usize])) {
            owned.libraries.insert(*index);
        }
    }
    // Whether each was reached behind an internal one, which may turn out later.
    let mut reached: BTreeMap<u32, bool> = main.includes.iter().map(|index| (*index, false)).collect();
    let mut left: Vec<u32> = main.includes.clone();
    while let Some(index) = left.pop() {
        let from = &files[index as usize];
        let is_behind = reached.get(&index).copied().unwrap_or(false);
        for inner in &from.includes {
            let to = &files[*inner as usize];
            let is_same = Path::new(&from.path).file_name() == Path::new(&to.path).file_name();
            let is_behind = match () {
                () if is_internal(to) => true,
                () if from.includes.len() == 1 && !filled.contains(from.path.as_str()) => is_behind,
                () if is_same && is_system(&folder(from)) && is_system(&folder(to)) => is_behind,
                () if is_behind && is_called_alike(to) => true,
                () => continue,
            };
            let known = reached.insert(*inner, is_behind);
            if known.is_none_or(|known| is_behind && !known) {
                left.push(*inner);
            } else if let Some(known) = known {
                reached.insert(*inner, known);
            }
        }
    }
    for (index, is_behind) in reached {
        if !main.includes.contains(&index) {
            owned.files.insert(index);
            if is_behind {
                owned.shared.insert(index);
            }
        }
    }
    owned
}

fn stem(file: &File) -> String {
    Path::new(&file.path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use c::clang::wire::File;

    use super::owned;

    /// Files as `name: what it includes`; those that say that they are internal have a `!` before them.
    fn names(of: &[&str], filled: &[&str]) -> String {
        let lines: Vec<(&str, &str)> = of.iter().map(|line| line.split_once(':').expect("a colon")).collect();
        let path = |name: &str| name.trim_start_matches('!').to_string();
        let number = |name: &str| lines.iter().position(|(known, _)| path(known) == name).expect("a file") as u32;
        let file = |(name, includes): &(&str, &str)| File {
            path: path(name),
            includes: includes.split_ascii_whitespace().map(number).collect(),
            is_internal: name.starts_with('!'),
        };
        let files: Vec<File> = lines.iter().map(file).collect();
        let filled: HashSet<&str> = filled.iter().copied().collect();
        let found = owned(&files, &filled, |folder: &Path| folder.ends_with("include"));
        let names: Vec<&str> = found.files.iter().map(|index| files[*index as usize].path.as_str()).collect();
        names.join(" ")
    }

    #[test]
    fn what_nobody_else_has_is_the_headers() {
        let errno = [
            "main.c: /include/errno.h",
            "/include/errno.h: /include/features.h /include/bits/errno.h",
            "/include/features.h: /include/bits/all.h",
            "!/include/bits/errno.h: /include/linux/errno.h /include/linux/other.h",
            "/include/bits/all.h:",
            "/include/linux/errno.h: /include/asm/errno.h",
            "/include/linux/other.h:",
            "/include/asm/errno.h: /include/asm/errno-base.h /include/asm/types.h",
            "/include/asm/errno-base.h:",
            "/include/asm/types.h:",
        ];
        let found = "/include/bits/errno.h /include/linux/errno.h /include/asm/errno.h /include/asm/errno-base.h";
        assert_eq!(names(&errno, &[]), found);
        let poll = [
            "main.c: /include/poll.h",
            "/include/poll.h: /include/sys/poll.h",
            "/include/sys/poll.h: /include/a.h",
            "/include/a.h:",
        ];
        assert_eq!(names(&poll, &["/include/sys/poll.h"]), "/include/sys/poll.h");
        assert_eq!(names(&poll, &["/include/poll.h", "/include/sys/poll.h"]), "");
        let next = ["main.c: /c/include/limits.h", "/c/include/limits.h: /include/limits.h", "/include/limits.h:"];
        assert_eq!(names(&next, &["/c/include/limits.h"]), "/include/limits.h");
        // A library's own `errno.h` beside the system's.
        let other = ["main.c: /include/uv/errno.h", "/include/uv/errno.h: /include/errno.h", "/include/errno.h:"];
        assert_eq!(names(&other, &["/include/uv/errno.h"]), "");
        let circle =
            ["main.c: /include/a.h", "/include/a.h: /include/_b.h", "/include/_b.h: /include/a.h /include/_b.h"];
        assert_eq!(names(&circle, &[]), "/include/_b.h");
    }
}
