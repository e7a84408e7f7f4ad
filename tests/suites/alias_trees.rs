//! Modules whose trees of memory kinds disagree, linked and run on the interpreter, Cranelift and LLVM. Each pair in
//! `tests/ir/alias_trees` is a program that LLVM gets wrong when it is told apart what only the paths of the kinds tell apart;
//! that it would is tested, too, by handing it such a tree.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use backend_cranelift::Cranelift;
use driver::worker::Workers;
use mir::interpret::{CLibrary, Limits, Program, run_program};
use mir::{Backend, Module, NoPositions, Optimisation, Options};
use tests::{finish, has_llvm, lang};

const TARGET: abi::Target = abi::Target::X86_64_LINUX;

/// What each of them prints: what the other module has stored last.
const RIGHT: &str = "2\n";
/// What they print when the other module's store is taken for one to other memory.
const WRONG: &str = "1\n";

/// The pairs of modules, by name.
fn pairs() -> BTreeMap<String, [Module; 2]> {
    let folder = tests::root().join("tests/ir/alias_trees");
    let read = |name: String| {
        let text = std::fs::read_to_string(folder.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        mir::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let entries = std::fs::read_dir(&folder).expect("the folder of pairs");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let firsts = names.filter_map(|name| name.strip_suffix("_one.mir").map(str::to_owned));
    firsts
        .map(|name| {
            let modules = ["one", "other"].map(|side| read(format!("{name}_{side}.mir")));
            (name, modules)
        })
        .collect()
}

fn linked(modules: [Module; 2]) -> Module {
    let mut all = Module::new("all");
    for module in modules {
        mir::link(&mut all, module).expect("the pair fits");
    }
    mir::verify(&all).expect("the pair is right");
    all
}

/// The same with a name of its own for each place in the trees, so that nothing says that two are one kind.
fn by_paths_alone(modules: [Module; 2]) -> Module {
    let module = linked(modules);
    let mut text = mir::print(&module);
    for (id, alias) in module.metadata.aliases() {
        let name = module.strings.text(alias.name);
        text = text.replacen(&format!("\n{id} \"{name}\""), &format!("\n{id} \"kind {id}\""), 1);
    }
    let module = mir::read(&text).expect("other names are names");
    mir::verify(&module).expect("other names change nothing");
    module
}

/// Before the ABI pass and after it.
fn interpreted(module: &Module) -> [String; 2] {
    let mut lowered = module.clone();
    mir::AbiPass::new(TARGET).run(&mut lowered).expect("the target passes all of it");
    [module, &lowered].map(|module| {
        let program = Program { modules: std::slice::from_ref(module), positions: &NoPositions };
        let ended = run_program(&program, "main", &[], &mut CLibrary::new(), &Limits::default());
        assert_eq!((ended.exit, &ended.fault), (0, &None));
        String::from_utf8(ended.stdout).expect("it is text")
    })
}

/// As a program by a code generator.
fn compiled(module: &Module, backend: &dyn Backend, optimisation: Optimisation, folder: &Path) -> String {
    let mut module = module.clone();
    let mut pass = mir::AbiPass::new(TARGET).with_llvm_signatures(backend.reads_llvm_signatures());
    pass.run(&mut module).expect("the target passes all of it");
    let options = Options { optimisation, verify: true, ..Options::default() };
    let artifacts = backend.compile(&module, &TARGET, &options).unwrap_or_else(|error| panic!("{error}"));
    let object = match artifacts.object {
        Some(object) => object.bytes,
        None => backend.assemble(&[(&artifacts, None)], &NoPositions, &TARGET, &options).expect("an object"),
    };
    let (file, program) = (folder.join("pair.o"), folder.join("pair"));
    std::fs::write(&file, object).expect("a written file");
    let mut command = Command::new("cc");
    command.arg(&file).arg("-o").arg(&program);
    let output = finish(command).expect("cc ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = finish(Command::new(&program)).expect("the program ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it is text")
}

fn llvm() -> Workers {
    assert!(has_llvm(), "lang-llvm is missing: run `cargo build --release -p backend-llvm` first");
    Workers::new(lang().with_file_name("lang-llvm"))
}

#[test]
fn no_engine_tells_apart_what_is_one_kind() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (llvm, cranelift) = (llvm(), Cranelift::new());
    let pairs = pairs();
    assert_eq!(pairs.len(), 4);
    for (name, [one, other]) in pairs {
        for modules in [[one.clone(), other.clone()], [other, one]] {
            let module = linked(modules);
            assert_eq!(interpreted(&module), [RIGHT; 2], "{name}");
            for optimisation in [Optimisation::None, Optimisation::Speed] {
                let by_cranelift = compiled(&module, &cranelift, optimisation, folder.path());
                assert_eq!(by_cranelift, RIGHT, "{name}, Cranelift, {optimisation:?}");
                let by_llvm = compiled(&module, &llvm, optimisation, folder.path());
                assert_eq!(by_llvm, RIGHT, "{name}, LLVM, {optimisation:?}");
            }
        }
    }
}

/// The programs would notice.
#[test]
fn llvm_breaks_each_program_with_the_tree_of_paths() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let llvm = llvm();
    for (name, modules) in pairs() {
        let module = by_paths_alone(modules);
        assert_eq!(interpreted(&module), [RIGHT; 2], "{name}: kinds change nothing that a program means");
        assert_eq!(compiled(&module, &llvm, Optimisation::None, folder.path()), RIGHT, "{name}");
        assert_eq!(compiled(&module, &llvm, Optimisation::Speed, folder.path()), WRONG, "{name}");
    }
}
