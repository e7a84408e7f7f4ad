//! What of a program needs code, made: a work list pulls each instance that the ones before it name. It owns the walk, the
//! stable order of its result and the modules that are put together from it; it must not know what code looks like.
//! Instances are ordered by symbol, since ids depend on the timing of threads.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use hir::ItemId;
use lower::{Built, Instance, Maker};
use mir::{Linkage, Module};
use rustc_hash::FxHashMap;
use source::Database;
use types::NamedType;

use crate::parallel;
use crate::waiting::Waiting;

/// An instance of a program.
pub(crate) struct Member {
    /// What it is.
    pub instance: Instance,
    /// Its name for the linker.
    pub symbol: Arc<str>,
    /// The instances that it names.
    pub needs: Vec<Instance>,
    /// The declared types that debuggers are told of by name.
    pub described: Vec<NamedType>,
    /// The constants without data that debuggers are told of.
    pub constants: Vec<ItemId>,
    /// Asked for by those only who would copy it.
    cost: OnceLock<u32>,
    /// Whether its type arguments make it larger than what can be compiled.
    pub is_too_large: bool,
    /// Whether it was made at all; in a program with errors not everything can be.
    pub is_made: bool,
    /// Its code or data, until it stands in a unit.
    module: Waiting,
}

/// So many instances of a program wait for their units as they are. Packing and unpacking takes a twelfth of the time of a
/// debug build, which only the memory of very many is worth; and only optimisers look at code before it stands in a unit.
const MOST_AT_HAND: usize = 8192;

impl Member {
    fn new(db: &Database, maker: &mut Maker, instance: Instance, how: &Making<'_>, number: usize) -> Member {
        let symbol = maker.symbol(db, instance);
        if !(how.can_be_made)(db, instance) {
            return Member::empty(instance, symbol);
        }
        let settings = (how.settings)(db, instance);
        let Built { module, needs, described, constants, is_too_large } = if instance == Instance::TestEntry {
            maker.test_entry(db, how.tests, settings)
        } else {
            maker.mir_of(db, instance, settings)
        };
        Member {
            instance,
            symbol,
            needs,
            described,
            constants,
            cost: OnceLock::new(),
            is_too_large,
            is_made: true,
            module: if settings.facts || number < MOST_AT_HAND {
                Waiting::at_hand(module)
            } else {
                Waiting::packed(&module)
            },
        }
    }

    pub(crate) fn empty(instance: Instance, symbol: Arc<str>) -> Member {
        Member {
            instance,
            symbol,
            needs: Vec::new(),
            described: Vec::new(),
            constants: Vec::new(),
            cost: OnceLock::from(u32::MAX),
            is_too_large: false,
            is_made: false,
            module: Waiting::default(),
        }
    }

    /// See [`lower::cost`]; asked before the module stands in a unit.
    pub(crate) fn cost(&self, db: &Database) -> u32 {
        *self.cost.get_or_init(|| self.with_module(|module| lower::cost(db, self.instance, module)))
    }

    /// Looks at its code or data.
    pub(crate) fn with_module<R>(&self, look: impl FnOnce(&Module) -> R) -> R {
        self.module.with(|module| look(module))
    }

    pub(crate) fn take(&self) -> Module {
        self.module.take()
    }

    /// Its body for units that do not define it.
    fn available(&self) -> Module {
        let mut module = self.module.copy();
        for function in &mut module.functions {
            function.linkage = Linkage::Available;
        }
        // The texts that a body names are each object's own copies and stay so.
        for global in module.globals.iter_mut().filter(|global| global.linkage != Linkage::Local) {
            global.linkage = Linkage::Available;
        }
        module
    }
}

/// How instances are made.
pub(crate) struct Making<'a> {
    /// Of how many threads use is made.
    pub threads: usize,
    /// The tests that a test executable can be asked for.
    pub tests: &'a [ItemId],
    /// What an instance is built with.
    pub settings: &'a (dyn Fn(&Database, Instance) -> lower::Settings + Sync),
    /// What can be made: in a program without errors everything.
    pub can_be_made: fn(&Database, Instance) -> bool,
}

/// Instances by symbol.
#[derive(Default)]
pub(crate) struct Instances {
    members: Vec<Member>,
    places: FxHashMap<Instance, usize>,
    /// Pairs of instances with one symbol, which no object file could hold; the first of them is a member.
    pub clashes: Vec<(Arc<str>, [Instance; 2])>,
}

/// What a module is put together from, by places in [`Instances`].
#[derive(Clone, Copy)]
pub(crate) struct Contents<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What it defines.
    pub defined: &'a [usize],
    /// Bodies that others define, to be inlined.
    pub candidates: &'a [usize],
}

impl Instances {
    /// All that `roots` need, themselves included.
    pub(crate) fn pull(db: &Database, roots: &[Instance], how: &Making<'_>) -> Instances {
        Instances::of(Instances::walked(db, roots, usize::MAX, how).unwrap_or_default())
    }

    /// The same of a small program: `None` as soon as there are more instances than `limit`.
    pub(crate) fn pull_within(db: &Database, roots: &[Instance], limit: usize, how: &Making<'_>) -> Option<Instances> {
        Instances::walked(db, roots, limit, how).map(Instances::of)
    }

    /// The roots, and what they need over so many steps.
    pub(crate) fn pull_near(db: &Database, roots: &[Instance], steps: usize, how: &Making<'_>) -> Instances {
        let mut walk = Walk::new(roots);
        for _ in 0..=steps {
            walk.step(db, how);
        }
        loop {
            walk.front.retain(|instance| lower::is_always_inlined(db, *instance));
            if walk.front.is_empty() {
                return Instances::of(walk.found);
            }
            walk.step(db, how);
        }
    }

    fn walked(db: &Database, roots: &[Instance], limit: usize, how: &Making<'_>) -> Option<Vec<Member>> {
        let mut walk = Walk::new(roots);
        while !walk.front.is_empty() {
            if walk.known.len() > limit {
                return None;
            }
            walk.step(db, how);
        }
        Some(walk.found)
    }

    fn of(mut members: Vec<Member>) -> Instances {
        members.sort_by(|left, right| left.symbol.cmp(&right.symbol));
        let mut instances = Instances::default();
        for member in members {
            match instances.members.last() {
                Some(last) if last.symbol == member.symbol => {
                    instances.clashes.push((member.symbol, [last.instance, member.instance]));
                }
                Some(_) | None => {
                    instances.places.insert(member.instance, instances.members.len());
                    instances.members.push(member);
                }
            }
        }
        instances
    }

    /// All of them.
    pub(crate) fn members(&self) -> &[Member] {
        &self.members
    }

    /// Gives a member other code, which needs the instances of these symbols besides.
    pub(crate) fn replace(&mut self, place: usize, module: Module, symbols: &[Arc<str>]) {
        for symbol in symbols {
            let Ok(needed) = self.members.binary_search_by(|member| member.symbol.cmp(symbol)) else { continue };
            let needed = self.members[needed].instance;
            let member = &mut self.members[place];
            if needed != member.instance && !member.needs.contains(&needed) {
                member.needs.push(needed);
            }
        }
        self.members[place].module.set(module);
    }

    /// Lets the code of a member name another one.
    pub(crate) fn redirect(&mut self, caller: usize, from: usize, to: usize) {
        let (old, new) = (&self.members[from], &self.members[to]);
        let (old_symbol, new_symbol) = (old.symbol.clone(), new.symbol.clone());
        let (old, new) = (old.instance, new.instance);
        let member = &mut self.members[caller];
        member.module.with(|module| module.redirect(&old_symbol, &new_symbol));
        member.needs.retain(|needed| *needed != old);
        if new != member.instance && !member.needs.contains(&new) {
            member.needs.push(new);
        }
    }

    /// Leaves of what debuggers are told of a member what holds for another one, too, whose place it takes.
    pub(crate) fn tell_what_is_common(&mut self, kept: usize, gone: usize) {
        let (kept, gone) = (&self.members[kept], &self.members[gone]);
        gone.with_module(|gone| kept.module.with(|kept| mir::debug::keep_what_is_common(kept, gone)));
    }

    /// Takes out members in whose places others stand now.
    pub(crate) fn forget(&mut self, gone: &BTreeMap<usize, usize>) {
        if gone.is_empty() {
            return;
        }
        let mut place = 0;
        self.members.retain(|_| {
            place += 1;
            !gone.contains_key(&(place - 1))
        });
        self.places = self.members.iter().enumerate().map(|(place, member)| (member.instance, place)).collect();
    }

    /// Where an instance stands, if it is one of them.
    pub(crate) fn place(&self, instance: Instance) -> Option<usize> {
        self.places.get(&instance).copied()
    }

    /// A module of copies, before the ABI pass.
    pub(crate) fn module(&self, contents: Contents<'_>) -> Module {
        self.put_together(contents, |member| member.module.copy())
    }

    /// The same, once: what it defines is gone from here afterwards, which saves its memory.
    pub(crate) fn last_module(&self, contents: Contents<'_>) -> Module {
        self.put_together(contents, Member::take)
    }

    fn put_together(&self, contents: Contents<'_>, module: impl Fn(&Member) -> Module) -> Module {
        let mut whole = Module::new(contents.name);
        let defined = contents.defined.iter().map(|place| module(&self.members[*place]));
        let candidates = contents.candidates.iter().map(|place| self.members[*place].available());
        for part in defined.chain(candidates) {
            mir::link(&mut whole, part).expect("symbols that clash were left out, and none of these has a target");
        }
        whole
    }
}

#[derive(Default)]
struct Walk {
    maker: Maker,
    known: rustc_hash::FxHashSet<Instance>,
    front: Vec<Instance>,
    found: Vec<Member>,
}

impl Walk {
    fn new(roots: &[Instance]) -> Walk {
        let mut walk = Walk::default();
        walk.add(roots.iter().copied());
        walk
    }

    fn add(&mut self, instances: impl Iterator<Item = Instance>) {
        let known = &mut self.known;
        self.front.extend(instances.filter(|instance| known.insert(*instance)));
    }

    /// Makes what was named so far.
    fn step(&mut self, db: &Database, how: &Making<'_>) {
        let front = std::mem::take(&mut self.front);
        // A few instances are not worth threads of their own.
        let threads = if front.len() < 64 { 1 } else { how.threads };
        let before = self.found.len();
        let make =
            |maker: &mut Maker, db: &Database, index: usize| Member::new(db, maker, front[index], how, before + index);
        let made = parallel::map_with(db, threads, front.len(), &mut self.maker, make);
        for member in &made {
            self.add(member.needs.iter().copied());
        }
        self.found.extend(made);
    }
}

/// The items in the files of the package that was asked for.
pub(crate) fn own_items(db: &Database, loaded: &project::Loaded) -> Vec<ItemId> {
    loaded
        .files
        .iter()
        .filter(|file| file.own)
        .filter_map(|file| hir::module_of_file(db, file.file))
        .flat_map(|module| hir::module_items(db, module).ids())
        .collect()
}
