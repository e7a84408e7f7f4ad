//! What objects tell debuggers, read back: the entries of functions, variables and types, with all around each, by name. Owns
//! what of DWARF is compared, which is what does not follow from how code is made: names, types, sizes, offsets, places of
//! declarations, what stands in what. Must not know who wrote it; where code and values are is each code generator's own.

mod entries;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

/// What a program's objects tell: of each entry, by its path, everything that is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    entries: BTreeMap<String, BTreeSet<String>>,
}

/// How many entries two engines tell alike.
#[derive(Clone, Debug, Serialize)]
pub struct ToldCount {
    /// The engine that tells.
    pub engine: String,
    /// The one that it is compared with.
    pub with: String,
    /// Entries that say the same.
    pub agreed: usize,
    /// Those that do not, or that only one has.
    pub differed: usize,
    /// What is only told of code that one engine has and the other not: variables of blocks, and their types.
    pub without_code: usize,
}

/// An entry of which two engines tell something else.
#[derive(Clone, Debug, Serialize)]
pub struct ToldDifference {
    /// The program.
    pub program: String,
    /// The entry, from the outermost around it on.
    pub entry: String,
    /// What each engine says; nothing if it has no such entry.
    pub says: [ToldBy; 2],
}

/// What one engine says of an entry.
#[derive(Clone, Debug, Serialize)]
pub struct ToldBy {
    /// The engine.
    pub engine: String,
    /// What is said, in order.
    pub says: Vec<String>,
}

/// What the comparison of engines gave.
#[derive(Clone, Debug, Default)]
pub struct ToldReport {
    /// One for each pair of engines.
    pub counts: Vec<ToldCount>,
    /// The first difference of each program.
    pub differences: Vec<ToldDifference>,
}

impl Told {
    /// Reads the objects of a program.
    ///
    /// # Errors
    /// Says what is no object or no DWARF.
    pub(super) fn read(objects: &[Vec<u8>]) -> Result<Told, String> {
        let mut told = Told::default();
        for object in objects {
            entries::read(object, &mut told.entries)?;
        }
        Ok(told)
    }
}

impl ToldReport {
    /// Compares what engines tell of a program with what the first one tells.
    pub(super) fn of(program: &str, told: &[(String, Told)]) -> ToldReport {
        let mut report = ToldReport::default();
        let Some(((first, ours), others)) = told.split_first() else { return report };
        for (engine, theirs) in others {
            let paths: BTreeSet<&String> = ours.entries.keys().chain(theirs.entries.keys()).collect();
            let differs = |path: &&String| ours.entries.get(*path) != theirs.entries.get(*path);
            let mut different: Vec<&String> = paths.iter().copied().filter(differs).collect();
            let agreed = paths.len() - different.len();
            let without_code = leave_out_without_code(&mut different, ours, theirs);
            let (engine, differed) = (engine.clone(), different.len());
            report.counts.push(ToldCount {
                engine: engine.clone(),
                with: first.clone(),
                agreed,
                differed,
                without_code,
            });
            if let Some(path) = different.first()
                && report.differences.is_empty()
            {
                let says = |engine: &String, told: &Told| ToldBy {
                    engine: engine.clone(),
                    says: told.entries.get(*path).into_iter().flatten().cloned().collect(),
                };
                let says = [says(first, ours), says(&engine, theirs)];
                report.differences.push(ToldDifference { program: program.to_owned(), entry: (*path).clone(), says });
            }
        }
        report
    }

    /// Adds what another program gave.
    pub fn add(&mut self, other: ToldReport) {
        for count in other.counts {
            let same = |known: &&mut ToldCount| known.engine == count.engine && known.with == count.with;
            match self.counts.iter_mut().find(same) {
                Some(known) => {
                    known.agreed += count.agreed;
                    known.differed += count.differed;
                    known.without_code += count.without_code;
                }
                None => self.counts.push(count),
            }
        }
        self.differences.extend(other.differences);
    }

    /// Whether nothing differs.
    pub fn agrees(&self) -> bool {
        self.differences.is_empty()
    }
}

/// The function whose block an entry stands in, or nothing of a type: whose code may be all that leads to it.
fn within(path: &str) -> Option<&str> {
    match path.split_once("/lexical_block") {
        Some((function, _)) => Some(function),
        None => (!path.contains("subprogram ")).then_some(""),
    }
}

/// Takes out variables of blocks, and types, which only one engine tells, and gives their number. If the other one tells the
/// very same of another one in the same function, though, it is one that is called otherwise or stands elsewhere.
fn leave_out_without_code(different: &mut Vec<&String>, ours: &Told, theirs: &Told) -> usize {
    // A part of what both tell is no matter of code.
    let is_part = |path: &str| {
        let around = path.rsplit_once('/').map_or("", |(around, _)| around);
        ours.entries.contains_key(around) && theirs.entries.contains_key(around)
    };
    let says = |path: &str| match (ours.entries.get(path), theirs.entries.get(path)) {
        _ if is_part(path) => None,
        (Some(says), None) => Some((true, says)),
        (None, Some(says)) => Some((false, says)),
        (Some(_), Some(_)) | (None, None) => None,
    };
    let mut told: BTreeSet<(&str, bool, &BTreeSet<String>)> = BTreeSet::new();
    for path in different.iter().copied() {
        if let (Some(within), Some((is_ours, says))) = (within(path), says(path)) {
            told.insert((within, is_ours, says));
        }
    }
    let all = different.len();
    different.retain(|path| match (within(path), says(path)) {
        (Some(within), Some((is_ours, says))) => told.contains(&(within, !is_ours, says)),
        (None, _) | (_, None) => true,
    });
    all - different.len()
}
