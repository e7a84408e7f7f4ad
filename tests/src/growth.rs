//! Programs of any size, one kind for each way in which a program can be large: what the suite `growth` and the script
//! `bench/growth.py` double. Owns the texts; must not know how they are measured.

mod bodies;
mod broken;
mod generics;
mod items;
mod nesting;
mod patterns;
mod shapes;
mod traits;

/// A way in which a program can be large.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name to select it by.
    pub name: &'static str,
    /// What is doubled.
    pub what: &'static str,
    /// A size at which the program's own work is well above that of starting: the suite begins here.
    pub start: usize,
    /// The program of a size.
    pub make: Make,
}

/// How a program is made.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// One file.
    File(fn(usize) -> String),
    /// A folder of files, by path; `main.lang` is one of them.
    Folder(fn(usize) -> Vec<(String, String)>),
}

impl Kind {
    /// The files of the program of a size, by path, `main.lang` first.
    pub fn files(&self, size: usize) -> Vec<(String, String)> {
        match self.make {
            Make::File(make) => vec![("main.lang".to_owned(), make(size))],
            Make::Folder(make) => make(size),
        }
    }
}

/// All kinds, in the order in which they are told of.
pub fn kinds() -> Vec<Kind> {
    [
        items::KINDS,
        shapes::KINDS,
        bodies::KINDS,
        generics::KINDS,
        traits::KINDS,
        nesting::KINDS,
        patterns::KINDS,
        broken::KINDS,
    ]
    .concat()
}

const fn file(name: &'static str, what: &'static str, start: usize, make: fn(usize) -> String) -> Kind {
    Kind { name, what, start, make: Make::File(make) }
}

/// `part(0)`, `part(1)`, … one after the other.
fn repeat(size: usize, part: impl Fn(usize) -> String) -> String {
    (0..size).map(part).collect()
}
