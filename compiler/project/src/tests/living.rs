//! Projects that live: after any sequence of edits, files that come and go, and manifests that change, the inputs are those
//! of a fresh load, and files that stayed have the inputs that they had.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use source::{Database, SourceFile};

use crate::{HeaderItems, Input, LivingProject, Loaded, Overlay, TargetNames, TextChange, load};

fn target() -> TargetNames {
    TargetNames { triple: "x86_64-linux-gnu".to_string(), os: "linux".to_string() }
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        write(&folder.path().join(path), text);
    }
    folder
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// Everything of a loaded program that does not depend on ids.
fn described(db: &Database, loaded: &Loaded) -> String {
    let mut text = format!("{} {:?} {} {}\n", loaded.name, loaded.version, loaded.folder.display(), loaded.is_library);
    for package in loaded.program.packages(db).iter().skip(1) {
        text += &format!("package {} {}\n", package.name(db), *package == loaded.root);
        for (name, dependency) in package.dependencies(db) {
            text += &format!("  needs {name} = {}\n", dependency.name(db));
        }
        for (module, file) in package.modules(db) {
            text += &format!("  `{module}` {} {:?}\n", file.path(db), file.text(db));
        }
    }
    for file in &loaded.files {
        text += &format!("file {} {} {} {}\n", file.file.path(db), file.package.name(db), file.usable, file.own);
    }
    text + &format!("{:?}\n{:?}\n{:?}\n", loaded.reports, loaded.link, loaded.watched)
}

struct Living {
    db: Database,
    overlay: Overlay,
    project: LivingProject,
    input: Input,
    inputs: HashMap<PathBuf, SourceFile>,
}

impl Living {
    fn new(input: Input) -> Living {
        let mut db = Database::new();
        let overlay = Overlay::default();
        let project = LivingProject::open(&mut db, input.clone(), &target(), &overlay, None, None);
        let mut living = Living { db, overlay, project, input, inputs: HashMap::new() };
        living.check();
        living
    }

    fn type_text(&mut self, path: &Path, text: &str) -> TextChange {
        self.overlay.set(path.to_path_buf(), text.into());
        self.project.edit(&mut self.db, path, &self.overlay)
    }

    fn close(&mut self, path: &Path) -> TextChange {
        self.overlay.remove(path);
        self.project.edit(&mut self.db, path, &self.overlay)
    }

    fn reload(&mut self) {
        self.project.reload(&mut self.db, &self.overlay);
    }

    /// Compares with another project opened now, and inputs with those seen before.
    fn check(&mut self) {
        let mut db = Database::new();
        let fresh = LivingProject::open(&mut db, self.input.clone(), &target(), &self.overlay, None, None);
        assert_eq!(described(&self.db, self.project.loaded()), described(&db, fresh.loaded()));
        for file in &self.project.loaded().files {
            let path = file.path.clone().expect("each was read from disk");
            assert_eq!(self.project.loaded().file(&path), Some(file.file));
            assert_eq!(self.project.loaded().path(file.file), Some(path.as_path()));
            let known = *self.inputs.entry(path).or_insert(file.file);
            assert_eq!(known, file.file, "a file keeps its input");
        }
    }
}

const MANIFEST_TEXT: &str =
    "name = \"app\"\nversion = \"0.1.0\"\n\n[dependencies]\ngeometry = { path = \"../geometry\" }\n";
const FILES: &[(&str, &str)] = &[
    ("app/lang.toml", MANIFEST_TEXT),
    ("app/main.lang", "import a\nfn main {}\n"),
    ("app/a.lang", "import geometry\n"),
    ("geometry/lang.toml", "name = \"geometry\"\nversion = \"0.1.0\"\n"),
    ("geometry/lib.lang", "pub fn area {}\n"),
];

#[test]
fn an_edit_of_a_text_is_only_that() {
    let folder = folder(FILES);
    let main = folder.path().join("app/main.lang");
    let mut living = Living::new(Input::Folder(folder.path().join("app")));
    let before = std::sync::Arc::clone(living.project.loaded());
    assert_eq!(living.type_text(&main, "import a\nimport b\nfn main { a() }\n"), TextChange::Text);
    assert!(std::sync::Arc::ptr_eq(&before, living.project.loaded()));
    living.check();
    assert_eq!(living.close(&main), TextChange::Text);
    living.check();
    let elsewhere = folder.path().join("elsewhere.lang");
    assert_eq!(living.type_text(&elsewhere, ""), TextChange::Elsewhere);
}

#[test]
fn manifests_and_unsaved_files() {
    let folder = folder(FILES);
    let root = folder.path();
    let mut living = Living::new(Input::Folder(root.join("app")));
    let manifest = root.join("app/lang.toml");
    assert_eq!(living.type_text(&manifest, "name = \"app\"\nvers"), TextChange::Reloaded);
    living.check();
    assert!(!living.project.loaded().reports.is_empty());
    assert_eq!(living.close(&manifest), TextChange::Reloaded);
    living.check();
    let unsaved = root.join("app/deep/new.lang");
    assert!(!living.project.has(&unsaved));
    living.overlay.set(unsaved.clone(), "fn new {}".into());
    living.reload();
    living.check();
    assert!(living.project.owns(&unsaved));
    assert!(living.project.has(&root.join("geometry/lib.lang")));
    assert!(!living.project.owns(&root.join("geometry/lib.lang")));
}

#[test]
fn a_lone_file_follows_its_imports() {
    let folder = folder(&[("one.lang", "fn main {}\n"), ("two.lang", "import three\n"), ("three.lang", "")]);
    let root = folder.path();
    let one = root.join("one.lang");
    let mut living = Living::new(Input::File(one.clone()));
    assert!(!living.project.has(&root.join("two.lang")));
    assert_eq!(living.type_text(&one, "fn main { }\n"), TextChange::Text);
    assert_eq!(living.type_text(&one, "import two\nfn main { }\n"), TextChange::Reloaded);
    living.check();
    assert!(living.project.has(&root.join("three.lang")));
    assert_eq!(living.type_text(&one, "import four\nfn main { }\n"), TextChange::Reloaded);
    living.check();
    assert!(!living.project.has(&root.join("two.lang")));
    assert!(living.project.watches(&root.join("four.lang")));
    write(&root.join("four.lang"), "fn four {}");
    living.reload();
    living.check();
    assert!(living.project.has(&root.join("four.lang")));
}

#[test]
fn a_file_that_is_no_text_until_it_is_opened() {
    let folder = folder(&[("one.lang", "")]);
    let one = folder.path().join("one.lang");
    std::fs::write(&one, b"fn main {}\xff").expect("a file");
    let mut living = Living::new(Input::File(one.clone()));
    assert!(!living.project.loaded().reports.is_empty());
    assert_eq!(living.type_text(&one, "fn main {}"), TextChange::Reloaded);
    living.check();
    assert!(living.project.loaded().reports.is_empty());
    assert_eq!(living.close(&one), TextChange::Reloaded);
    living.check();
}

#[test]
fn without_an_overlay_it_is_what_the_command_line_loads() {
    let folder = folder(FILES);
    let input = Input::Folder(folder.path().join("app"));
    let living = Living::new(input.clone());
    let db = Database::new();
    let loaded = load(&db, &input, &target(), None, HeaderItems::All);
    assert_eq!(described(&db, &loaded), described(&living.db, living.project.loaded()));
}

#[test]
fn random_sequences_equal_a_fresh_load() {
    for seed in 0..20 {
        let folder = folder(FILES);
        let root = folder.path();
        let mut random = fastrand::Rng::with_seed(seed);
        let input =
            if seed % 2 == 0 { Input::Folder(root.join("app")) } else { Input::File(root.join("app/main.lang")) };
        let mut living = Living::new(input);
        let names = ["main", "a", "b", "c", "deep/d", "lib"];
        for step in 0..40 {
            let package = if random.bool() { "app" } else { "geometry" };
            let path = root.join(format!("{package}/{}.lang", random.choice(names).expect("there are some")));
            let imports = ["", "import a\n", "import b\nimport deep.d\n", "import geometry\n", "import c\n"];
            let text = format!("{}fn f{step} {{}}\n", random.choice(imports).expect("there are some"));
            match random.u32(..7) {
                0 => {
                    write(&path, &text);
                    living.reload();
                }
                1 => {
                    // It may not be there.
                    let _missing = std::fs::remove_file(&path);
                    living.reload();
                }
                2 => {
                    let manifest = root.join("app/lang.toml");
                    let cut = MANIFEST_TEXT.floor_char_boundary(random.usize(..=MANIFEST_TEXT.len()));
                    living.type_text(&manifest, &MANIFEST_TEXT[..cut]);
                }
                3 => {
                    living.close(&path);
                    living.reload();
                }
                _ => {
                    let is_new = !living.project.has(&path);
                    living.type_text(&path, &text);
                    if is_new {
                        living.reload();
                    }
                }
            }
            living.check();
        }
    }
}
