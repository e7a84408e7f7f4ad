//! What the compiler records of variables for debuggers, compared with what names mean to it: at each use of a variable in
//! the whole corpus, and of random programs, the innermost scope with that name must be the scope of the variable that is
//! used. Must not know how debug information is written.

use std::collections::HashMap;

use crosscheck::programs::Size;
use hir::{Expression, ItemKind};
use tests::session::Session;

/// The variables that a debugger would find under the names of one function's uses.
#[derive(Default)]
struct Found {
    /// Uses whose variable is found.
    uses: usize,
    /// Uses of variables that have no memory, under whose names nothing is found.
    without_memory: usize,
    /// What is wrong.
    problems: Vec<String>,
}

fn depth(function: &mir::Function, scope: mir::ScopeId) -> usize {
    std::iter::successors(Some(scope), |scope| function.scopes[scope.index()].parent).count()
}

/// The variable that a debugger shows for a name at a position: of those that are visible, the one of the innermost scope.
fn shown<'a>(
    module: &mir::Module,
    function: &'a mir::Function,
    name: &str,
    position: u32,
) -> Option<&'a mir::Variable> {
    let visible = function.variables.iter().filter(|variable| {
        let scope = &function.scopes[variable.scope.index()];
        module.strings.text(variable.name) == name && (scope.start..scope.end).contains(&position)
    });
    visible.max_by_key(|variable| depth(function, variable.scope))
}

fn look(program: &str, session: &Session, found: &mut Found) {
    let db = &session.db;
    let items =
        hir::module_of_file(db, session.file).map(|module| hir::module_items(db, module).ids().collect::<Vec<_>>());
    for item in items.unwrap_or_default() {
        if !matches!(item.kind(db), ItemKind::Function | ItemKind::Test) {
            continue;
        }
        let module = lower::mir_of(db, lower::Instance::Function(item), lower::Settings::default()).module;
        let Some(function) = module.functions.first() else {
            continue;
        };
        let source = hir::item_source(db, item).expect("an item of the text");
        let parse = source::parse(db, source.chunk);
        let (map, body) = (hir::body_source_map(db, item), hir::body(db, item));
        let declared: HashMap<u32, &mir::Variable> =
            function.variables.iter().map(|variable| (variable.offset, variable)).collect();
        assert_eq!(declared.len(), function.variables.len(), "each variable has a place of its own");
        for (id, expression) in body.expressions() {
            let Expression::Local(local) = expression else {
                continue;
            };
            let (name, position) = (body[local].name.text(), parse.range(map.expression(id)).start);
            let declaration = hir::local_name_range(parse, map, local).start;
            let wanted = declared.get(&declaration).map(|variable| variable.offset);
            let shown = shown(&module, function, &name, position).map(|variable| variable.offset);
            match wanted {
                Some(_) => found.uses += 1,
                None => found.without_memory += 1,
            }
            // A name of a pattern without memory does not hide another of that name yet.
            let is_alone = body.locals().filter(|(_, other)| other.name == body[local].name).count() == 1;
            if shown != wanted && (is_alone || wanted.is_some()) {
                let place = source.chunk.text(db)[..position as usize].lines().count();
                found.problems.push(format!(
                    "{program} {}: `{name}` in line {place} of its item: {shown:?}, not {wanted:?}",
                    item.name(db).text()
                ));
            }
        }
    }
}

/// They have more variables of one name than people write.
const RANDOM_PROGRAMS: u64 = 40;

#[test]
fn a_name_shows_the_variable_that_it_means() {
    let mut found = Found::default();
    for program in tests::corpus::programs().iter().filter(|program| program.path.is_file()) {
        look(&program.name, &Session::open(&program.path), &mut found);
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("program.lang");
    for seed in 1..=RANDOM_PROGRAMS {
        std::fs::write(&path, crosscheck::programs::generate(seed, Size::MEDIUM)).expect("the folder is ours");
        look(&format!("seed {seed}"), &Session::open(&path), &mut found);
    }
    println!("{} uses, {} of variables without memory", found.uses, found.without_memory);
    assert!(found.problems.is_empty(), "{}", found.problems.join("\n"));
    assert!(found.uses > 10_000, "the corpus uses variables");
    assert!(found.without_memory * 30 < found.uses, "nearly all variables have memory");
}
