//! What the compiler records of variables for debuggers, compared with what names mean to it: at each use of a variable in
//! the whole corpus, and of random programs, the innermost scope with that name must be the scope of the variable that is
//! used, and what has no memory must need none. Must not know how debug information is written.

use std::collections::{HashMap, HashSet};

use crosscheck::programs::Size;
use hir::{Expression, ItemKind};
use tests::session::Session;

/// The variables that a debugger would find under the names of one function's uses.
#[derive(Default)]
struct Found {
    /// Uses of variables that have memory.
    uses: usize,
    /// Uses of variables that have none.
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

/// Whether some instruction stands in a scope.
fn is_reached(function: &mir::Function, scope: mir::ScopeId) -> bool {
    let scope = &function.scopes[scope.index()];
    let range = scope.start..scope.end;
    let ends = function.blocks.iter().map(|block| block.source);
    function.instructions.iter().map(|instruction| instruction.source).chain(ends).any(|source| range.contains(&source))
}

fn look(program: &str, session: &Session, found: &mut Found) {
    let db = &session.db;
    let items =
        hir::module_of_file(db, session.file).map(|module| hir::module_items(db, module).ids().collect::<Vec<_>>());
    for item in items.unwrap_or_default() {
        if !matches!(item.kind(db), ItemKind::Function | ItemKind::Test) {
            continue;
        }
        look_at(program, db, item, (lower::Instance::function(item), None), found);
        for closure in hir::body(db, item).closures() {
            let code = lower::Instance::Closure(item, closure, types::Arguments::NONE);
            look_at(program, db, item, (code, Some(closure)), found);
        }
    }
}

/// The expressions of a body that are evaluated by the function itself, or by a closure in it, and by no closure inside.
fn own_expressions(body: &hir::Body, closure: Option<hir::ClosureId>) -> Vec<(hir::ExpressionId, Expression)> {
    let mut inner = HashSet::new();
    for other in body.closures() {
        let is_around = |closure| body.expressions_in(other).any(|(id, _)| id == body.closure_literal(closure));
        if closure != Some(other) && !closure.is_some_and(is_around) {
            inner.extend(body.expressions_in(other).map(|(id, _)| id.index()));
        }
    }
    let all: Vec<_> = match closure {
        Some(closure) => body.expressions_in(closure).collect(),
        None => body.expressions().collect(),
    };
    all.into_iter().filter(|(id, _)| !inner.contains(&id.index())).collect()
}

/// Looks at the uses of variables in one function or closure.
fn look_at(
    program: &str,
    db: &source::Database,
    item: hir::ItemId,
    (instance, closure): (lower::Instance, Option<hir::ClosureId>),
    found: &mut Found,
) {
    let module = lower::mir_of(db, instance, lower::Settings::default()).module;
    let Some(function) = module.functions.first() else {
        return;
    };
    let source = hir::item_source(db, item).expect("an item of the text");
    let parse = source::parse(db, source.chunk);
    let (map, body) = (hir::body_source_map(db, item), hir::body(db, item));
    let inference = types::infer(db, item);
    let declared: HashMap<u32, &mir::Variable> =
        function.variables.iter().map(|variable| (variable.offset, variable)).collect();
    assert_eq!(declared.len(), function.variables.len(), "each variable has a place of its own");
    for (id, expression) in own_expressions(body, closure) {
        let Expression::Local(local) = expression else {
            continue;
        };
        let (name, position) = (body[local].name.text(), parse.range(map.expression(id)).start);
        let declaration = hir::local_name_range(parse, map, local).start;
        let place = || {
            let line = source.chunk.text(db)[..position as usize].lines().count();
            format!("{program} {}: `{name}` in line {line} of its item", item.name(db).text())
        };
        let Some(wanted) = declared.get(&declaration) else {
            found.problems.push(format!("{}: nothing is told of it", place()));
            continue;
        };
        match wanted.slot {
            Some(_) => found.uses += 1,
            None => found.without_memory += 1,
        }
        let has_bytes = types::layout(db, inference.local_type(local)).size > 0;
        if wanted.slot.is_none() && has_bytes && is_reached(function, wanted.scope) {
            found.problems.push(format!("{}: it has no memory", place()));
        }
        let shown = shown(&module, function, &name, position).map(|variable| variable.offset);
        if shown != Some(wanted.offset) {
            found.problems.push(format!("{}: {shown:?}, not {}", place(), wanted.offset));
        }
    }
}

/// They have more variables of one name than people write.
const RANDOM_PROGRAMS: u64 = 40;

#[test]
fn a_name_shows_the_variable_that_it_means() {
    let mut written = Found::default();
    for program in tests::corpus::programs().iter().filter(|program| program.path.is_file()) {
        look(&program.name, &Session::open(&program.path), &mut written);
    }
    let mut random = Found::default();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("program.lang");
    for seed in 1..=RANDOM_PROGRAMS {
        std::fs::write(&path, crosscheck::programs::generate(seed, Size::MEDIUM)).expect("the folder is ours");
        look(&format!("seed {seed}"), &Session::open(&path), &mut random);
    }
    for found in [&written, &random] {
        println!("{} uses, {} of variables without memory", found.uses, found.without_memory);
        assert!(found.problems.is_empty(), "{}", found.problems.join("\n"));
    }
    assert!(written.uses > 1_000 && random.uses > 10_000, "they use variables");
    // Random programs have arms that no value reaches.
    assert!(written.without_memory * 100 < written.uses, "nearly all variables have memory");
}
