//! The instances of generic functions and types that an editor tells of, without anything being compiled, beside those that a
//! build makes: on every program of `tests/run` they are the same ones.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use driver::{Program, Settings};
use lower::Instance;
use project::Input;
use tests::corpus;

fn open(path: &Path) -> Program {
    let input = Input::of_argument(Some(path)).expect("a program of the corpus");
    let settings =
        Settings { target: abi::Target::X86_64_LINUX, threads: Some(1), verify: false, unchecked: false, binder: None };
    Program::open(&input, &settings).0
}

/// The functions that a build makes, by the work list of instances, each with its type arguments.
fn made(program: &Program) -> BTreeSet<String> {
    let db = &program.db;
    let is_own = |item: &hir::ItemId| item.kind(db) == hir::ItemKind::Function;
    let items = hir::all_modules(db).iter().flat_map(|module| hir::module_items(db, *module).ids());
    let functions: Vec<hir::ItemId> = items.filter(is_own).collect();
    let exported = |item: &&hir::ItemId| matches!(types::signature(db, **item).linkage, types::Linkage::Exported(_));
    let mut open: Vec<Instance> = functions.iter().filter(exported).map(|item| Instance::function(*item)).collect();
    let packages = source::Program::try_get(db).expect("a program").packages(db);
    let built = *packages.last().expect("the package that is built");
    let main = functions.iter().find(|item| types::is_main(db, **item) && item.module(db).package(db) == built);
    open.push(Instance::Entry(*main.expect("the corpus has programs")));
    let mut known: HashSet<Instance> = open.iter().copied().collect();
    let (mut names, mut maker) = (BTreeSet::new(), lower::Maker::default());
    while let Some(instance) = open.pop() {
        if let Instance::Function(item, arguments) = instance
            && !arguments.is_empty()
        {
            names.insert(lower::function_name(db, item, arguments));
        }
        let built = maker.mir_of(db, instance, lower::Settings::default());
        open.extend(built.needs.into_iter().filter(|needed| known.insert(*needed)));
    }
    names
}

#[test]
fn instances_that_are_told_are_those_that_a_build_makes() {
    let (mut compared, mut spent) = (0, Duration::ZERO);
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for program in corpus::programs() {
        let opened = open(&program.path);
        let db = &opened.db;
        let start = Instant::now();
        let reached = lower::reached_instances(db);
        spent += start.elapsed();
        assert!(reached.is_whole, "{} has no errors", program.name);
        let items = || hir::all_modules(db).iter().flat_map(|module| hir::module_items(db, *module).ids());
        let told: BTreeSet<String> = items()
            .flat_map(|item| reached.of_function(item).iter().map(move |arguments| (item, *arguments)))
            .map(|(item, arguments)| lower::function_name(db, item, arguments))
            .collect();
        let made = made(&opened);
        let mut differs: Vec<String> = made.difference(&told).map(|name| format!("not told: {name}")).collect();
        differs.extend(told.difference(&made).map(|name| format!("not made: {name}")));
        compared += told.len();

        let own = items().filter(|item| !item.module(db).is_standard(db));
        let told: BTreeSet<String> =
            own.flat_map(|item| reached.of_type(item)).map(|ty| lower::type_name(db, *ty)).collect();
        let report = driver::abi_report(&opened, &[], &[]).expect("nothing is asked for by name");
        let made: BTreeSet<String> =
            report.types.into_iter().map(|ty| ty.name).filter(|name| name.contains('[')).collect();
        differs.extend(made.difference(&told).map(|name| format!("type not told: {name}")));
        compared += told.len();
        if !differs.is_empty() {
            wrong.insert(program.name, differs);
        }
    }
    println!("{compared} instances compared, told in {spent:?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
