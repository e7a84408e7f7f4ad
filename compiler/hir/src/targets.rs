//! For which targets an item stands: what `@[only(os: …, arch: …)]` means, as a set of all that are known. Owns the words
//! for systems and architectures; must not know anything else of a target. A test of `driver` holds the list against that
//! of `abi`, which this room must not see.

use source::{Db, Program};

use crate::arena::List;
use crate::{Attribute, AttributeArgument, AttributeValue, ItemId, ItemTree, item_data};

/// A kind of target, as far as `@[only(…)]` tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Platform {
    /// The word for the operating system.
    pub os: &'static str,
    /// The word for the architecture, with which the triple begins.
    pub arch: &'static str,
    /// Whether a program can be built for it; of the others the compiler knows the ABI only.
    pub has_code: bool,
}

const fn platform(os: &'static str, arch: &'static str, has_code: bool) -> Platform {
    Platform { os, arch, has_code }
}

/// Every platform, those of one system side by side.
pub const PLATFORMS: [Platform; 11] = [
    platform("linux", "x86_64", true),
    platform("linux", "aarch64", true),
    platform("linux", "riscv64", false),
    platform("linux", "s390x", false),
    platform("linux", "loongarch64", false),
    platform("linux", "powerpc64le", false),
    platform("windows", "x86_64", false),
    platform("windows", "aarch64", false),
    platform("macos", "x86_64", false),
    platform("macos", "aarch64", false),
    platform("none", "wasm32", false),
];

/// A set of [`PLATFORMS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Targets(u16);

impl Targets {
    /// All of them.
    pub const ALL: Targets = Targets((1 << PLATFORMS.len()) - 1);
    /// None of them.
    pub const NONE: Targets = Targets(0);

    /// Those that a condition holds for.
    pub fn of(condition: impl Fn(Platform) -> bool) -> Targets {
        let mut set = 0;
        for (place, platform) in PLATFORMS.iter().enumerate() {
            set |= u16::from(condition(*platform)) << place;
        }
        Targets(set)
    }

    /// The one that is selected; all of them in a database without a program.
    pub fn selected(db: &dyn Db) -> Targets {
        let Some(program) = Program::try_get(db) else {
            return Targets::ALL;
        };
        let target = program.target(db);
        let triple = target.triple(db);
        let arch = triple.split('-').next().unwrap_or(triple);
        Targets::of(|platform| platform.os == &**target.os(db) && platform.arch == arch)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Targets::NONE
    }

    /// Those in both.
    pub fn and(self, other: Targets) -> Targets {
        Targets(self.0 & other.0)
    }

    /// Those in one or the other.
    pub fn or(self, other: Targets) -> Targets {
        Targets(self.0 | other.0)
    }

    /// Those that are not in `other`.
    pub fn without(self, other: Targets) -> Targets {
        Targets(self.0 & !other.0)
    }

    /// The set in a message: whole systems by their names, else whole architectures, else one by one.
    pub fn describe(self) -> String {
        let whole = |part: Targets| part.and(self) == part;
        let systems = words(|platform| platform.os);
        let by_system = systems.iter().filter(|os| whole(of_system(os)));
        let left = by_system.clone().fold(self, |left, os| left.without(of_system(os)));
        let architectures = words(|platform| platform.arch);
        let by_architecture: Vec<&str> = architectures
            .into_iter()
            .filter(|arch| whole(of_architecture(arch)) && !of_architecture(arch).and(left).is_empty())
            .collect();
        let named = by_architecture.iter().fold(Targets::NONE, |named, arch| named.or(of_architecture(arch)));
        let mut parts: Vec<String> = if named == self {
            by_architecture.iter().map(|arch| (*arch).to_string()).collect()
        } else {
            let mut parts: Vec<String> = by_system.map(|os| (*os).to_string()).collect();
            parts.extend(
                PLATFORMS
                    .iter()
                    .filter(|platform| !Targets::of(|each| each == **platform).and(left).is_empty())
                    .map(|platform| format!("{} on {}", platform.os, platform.arch)),
            );
            parts
        };
        match parts.pop() {
            Some(last) if parts.is_empty() => last,
            Some(last) => format!("{} and {last}", parts.join(", ")),
            None => "no target".to_string(),
        }
    }
}

fn of_system(os: &str) -> Targets {
    Targets::of(|platform| platform.os == os)
}

fn of_architecture(arch: &str) -> Targets {
    Targets::of(|platform| platform.arch == arch)
}

/// The words of one kind, each once.
pub fn words(word: impl Fn(&Platform) -> &'static str) -> Vec<&'static str> {
    let mut words = Vec::new();
    for each in PLATFORMS.iter().map(word) {
        if !words.contains(&each) {
            words.push(each);
        }
    }
    words
}

/// What is written before the colon in `@[only(os: …)]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// `os`
    System,
    /// `arch`
    Architecture,
}

impl Key {
    /// The one with a name.
    pub fn from_text(name: &str) -> Option<Key> {
        match name {
            "os" => Some(Key::System),
            "arch" => Some(Key::Architecture),
            _ => None,
        }
    }

    /// The values there are.
    pub fn values(self) -> Vec<&'static str> {
        match self {
            Key::System => words(|platform| platform.os),
            Key::Architecture => words(|platform| platform.arch),
        }
    }

    /// The targets that have a value.
    pub fn targets(self, value: &str) -> Targets {
        match self {
            Key::System => of_system(value),
            Key::Architecture => of_architecture(value),
        }
    }

    /// What a value is called.
    pub fn description(self) -> &'static str {
        match self {
            Key::System => "operating system",
            Key::Architecture => "architecture",
        }
    }
}

/// The targets that every `@[only(…)]` in `attributes` lets through, and whether there is one. One that is wrong, which
/// has been reported, counts for nothing: an item is not lost by a slip in its attribute.
pub(crate) fn condition(tree: &ItemTree, attributes: List) -> (Targets, bool) {
    let mut found = (Targets::ALL, false);
    for attribute in tree.attributes(attributes) {
        if attribute.name.text() == "only"
            && let Some(targets) = attribute_targets(tree, *attribute)
        {
            found = (found.0.and(targets), true);
        }
    }
    found
}

/// Whether there is an `@[only(…)]` that is wrong: nobody knows what it means.
pub(crate) fn is_unclear(tree: &ItemTree, attributes: List) -> bool {
    let mut only = tree.attributes(attributes).iter();
    only.any(|attribute| attribute.name.text() == "only" && attribute_targets(tree, *attribute).is_none())
}

/// One attribute: of several values for one word any will do, and each word that is there must fit.
fn attribute_targets(tree: &ItemTree, only: Attribute) -> Option<Targets> {
    let arguments = tree.attribute_arguments(only);
    let mut found = Targets::ALL;
    for key in [Key::System, Key::Architecture] {
        let mut values = Targets::NONE;
        let mut is_written = false;
        for argument in arguments {
            let (written, targets) = argument_targets(argument)?;
            if written == key {
                is_written = true;
                values = values.or(targets);
            }
        }
        if is_written {
            found = found.and(values);
        }
    }
    (!arguments.is_empty() && !found.is_empty()).then_some(found)
}

fn argument_targets(argument: &AttributeArgument) -> Option<(Key, Targets)> {
    let key = Key::from_text(&argument.name?.text())?;
    let AttributeValue::String(value) = &argument.value else {
        return None;
    };
    let targets = key.targets(value);
    (!targets.is_empty()).then_some((key, targets))
}

/// The targets that an item stands for, by its own attributes and by those of what it is declared in.
pub fn item_targets(db: &dyn Db, item: ItemId) -> Targets {
    let mut found = Targets::ALL;
    let mut next = Some(item);
    while let Some(item) = next {
        if let Some(data) = item_data(db, item) {
            found = found.and(condition(data.tree, data.attributes).0);
        }
        next = item.parent_item(db);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_described_as_short_as_they_are() {
        let set = |os: &'static [&'static str], arch: &'static [&'static str]| {
            Targets::of(|each| {
                (os.is_empty() || os.contains(&each.os)) && (arch.is_empty() || arch.contains(&each.arch))
            })
        };
        for (targets, expected) in [
            (set(&["linux"], &[]), "linux"),
            (set(&["linux", "macos"], &[]), "linux and macos"),
            (set(&[], &["x86_64"]), "x86_64"),
            (set(&[], &["riscv64", "aarch64"]), "aarch64 and riscv64"),
            (set(&["linux"], &["x86_64"]), "linux on x86_64"),
            (set(&["windows", "macos"], &["x86_64"]), "windows on x86_64 and macos on x86_64"),
            (set(&["none"], &["x86_64"]), "no target"),
            (Targets::ALL.without(set(&["linux"], &[])), "windows, macos and none"),
        ] {
            assert_eq!(targets.describe(), expected);
        }
    }
}
