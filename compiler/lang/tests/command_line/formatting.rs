//! `lang fmt`: in place, from standard input, only compared; and that the standard library is in the form it makes.

use std::path::Path;

use crate::support::Folder;

const UGLY: &str = "fn  main( ) {\n    println( 1+2 )\n}\n";
const PRETTY: &str = "fn main() {\n  println(1 + 2)\n}\n";

#[test]
fn files_are_formatted_in_place() {
    let folder = Folder::new(&[("a.lang", UGLY), ("b.lang", PRETTY), ("c.lang", UGLY)]);
    let ended = folder.lang(&["fmt", "a.lang", "b.lang"]);
    ended.exit(0).says("formatted 1 file\n");
    assert_eq!(ended.stdout, "");
    assert_eq!(folder.read("a.lang"), PRETTY.as_bytes());
    assert_eq!(folder.read("c.lang"), UGLY.as_bytes());
    assert_eq!(folder.names(), ["a.lang", "b.lang", "c.lang"], "no temporary is left");
    let again = folder.lang(&["fmt", "a.lang", "b.lang"]);
    assert_eq!((again.exit(0).stderr.as_str(), again.stdout.as_str()), ("", ""));
}

#[test]
fn a_file_that_is_formatted_is_not_written() {
    let folder = Folder::new(&[("a.lang", PRETTY)]);
    let modified = || std::fs::metadata(folder.path("a.lang")).unwrap().modified().unwrap();
    let before = modified();
    folder.lang(&["fmt", "a.lang"]).exit(0);
    assert_eq!(modified(), before);
}

#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[("a.lang", UGLY)]);
    let path = folder.path("a.lang");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("a.lang", folder.path("link.lang")).unwrap();
    folder.lang(&["fmt", "link.lang"]).exit(0);
    assert_eq!(folder.read("a.lang"), PRETTY.as_bytes());
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(folder.path("link.lang").is_symlink());
}

#[test]
fn a_project_formats_its_own_files() {
    let folder = Folder::new(&[
        ("p/lang.toml", "name = \"p\"\nversion = \"0.1.0\"\n"),
        ("p/main.lang", UGLY),
        ("p/deep/er.lang", UGLY),
        ("p/other/lang.toml", "name = \"other\"\nversion = \"0.1.0\"\n"),
        ("p/other/main.lang", UGLY),
    ]);
    folder.lang(&["fmt", "p"]).exit(0).says("formatted 2 files");
    assert_eq!(folder.read("p/deep/er.lang"), PRETTY.as_bytes());
    assert_eq!(folder.read("p/other/main.lang"), UGLY.as_bytes(), "another package");
    let mut here = folder.command(env!("CARGO_BIN_EXE_lang"));
    here.current_dir(folder.path("p/other/")).arg("fmt");
    assert!(here.status().unwrap().success());
    assert_eq!(folder.read("p/other/main.lang"), PRETTY.as_bytes());
}

#[test]
fn check_shows_the_difference_and_writes_nothing() {
    let folder = Folder::new(&[("a.lang", UGLY), ("b.lang", PRETTY)]);
    let ended = folder.lang(&["fmt", "--check", "a.lang", "b.lang"]);
    ended.exit(1).says("1 file would be changed by `lang fmt`");
    assert_eq!(
        ended.stdout,
        "--- a.lang\n+++ a.lang\n@@ -1,3 +1,3 @@\n-fn  main( ) {\n-    println( 1+2 )\n+fn main() {\n+  println(1 + 2)\n }\n"
    );
    assert_eq!(folder.read("a.lang"), UGLY.as_bytes());
    folder.lang(&["fmt", "--check", "b.lang"]).exit(0);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new(&[]);
    let ended = folder.lang_with_input(&["fmt", "-"], UGLY);
    assert_eq!(ended.exit(0).stdout, PRETTY);
    folder.lang_with_input(&["fmt", "--check", "-"], UGLY).exit(1).prints("--- <stdin>\n");
    assert_eq!(folder.lang_with_input(&["fmt", "--check", "-"], PRETTY).exit(0).stdout, "");
}

#[test]
fn broken_files_are_reported_and_the_rest_is_formatted() {
    let broken = format!("fn  f  {{ let  = }}\n{UGLY}");
    let folder = Folder::new(&[("a.lang", &broken)]);
    let ended = folder.lang(&["fmt", "a.lang"]);
    ended.exit(1).says("expected a name").says("a.lang:1:");
    let text = String::from_utf8(folder.read("a.lang")).unwrap();
    assert!(text.ends_with(PRETTY) && text.contains("let  ="), "{text}");
    let checked = folder.lang(&["check", "--message-format", "short", "a.lang"]);
    assert!(checked.stderr.contains("expected a name"), "the same words: {}", checked.stderr);
}

#[test]
fn what_cannot_be_formatted_is_told() {
    let folder = Folder::new(&[("a.txt", ""), ("empty/x", "")]);
    folder.write("latin.lang", b"# \xe9\n");
    folder.lang(&["fmt", "nowhere.lang"]).exit(2).says("there is no file nowhere.lang");
    folder.lang(&["fmt", "a.txt"]).exit(2).says("does not end in .lang");
    folder.lang(&["fmt", "empty"]).exit(2).says("there is no .lang file in empty");
    folder.lang(&["fmt", "-", "a.lang"]).exit(2).says("not both");
    folder.lang(&["fmt"]).exit(2).says("there is no lang.toml");
    folder.lang(&["fmt", "latin.lang"]).exit(1).says("not UTF-8");
}

#[test]
fn the_standard_library_is_formatted() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../std");
    let folder = Folder::new(&[]);
    let ended = folder.lang(&["fmt", "--check", &library.display().to_string()]);
    assert_eq!(ended.exit(0).stdout, "");
}
