//! `lang doc`: the pages of packages and of the standard library with the book, on the command line and in a browser, with
//! hands on keys. Pictures of them are kept in `target/doc-screenshots`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::json;
use tests::browser::Browser;
use tests::{finish, lang_command, root};

fn lang(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = lang_command(folder);
    command.args(arguments).current_dir(folder);
    let output = finish(command).expect("it ends");
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (output.status.code().unwrap_or(-1), said)
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    }
}

/// The files of a folder with pages.
fn read(folder: &Path) -> BTreeMap<String, String> {
    let files = std::fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("an entry"));
    files
        .map(|entry| {
            let text = std::fs::read_to_string(entry.path()).expect("it is text");
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect()
}

fn standard_pages() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, said) = lang(folder.path(), &["doc", "--std", "-o", "pages"]);
    assert_eq!((code, said.as_str()), (0, "pages/index.html\n"));
    let pages = folder.path().join("pages");
    (folder, pages)
}

/// Each link is followed in the texts of the pages, those of the book included.
#[test]
fn every_link_of_the_standard_library_and_the_book_leads_somewhere() {
    let (_folder, pages) = standard_pages();
    let pages = read(&pages);
    let attributes = |html: &str, name: &str| -> Vec<String> {
        let start = format!(" {name}=\"");
        let values = html.split(&start).skip(1).map(|rest| rest.split('"').next().unwrap_or_default());
        values.map(str::to_string).collect()
    };
    let places: BTreeMap<&String, BTreeSet<String>> =
        pages.iter().map(|(file, html)| (file, attributes(html, "id").into_iter().collect())).collect();
    let mut followed = 0;
    for (file, html) in pages.iter().filter(|(file, _)| file.ends_with(".html")) {
        for link in attributes(html, "href").iter().filter(|link| !link.starts_with("https://")) {
            let (page, place) = link.split_once('#').unwrap_or((link, ""));
            let page = if page.is_empty() { file.clone() } else { page.to_string() };
            let there = places.get(&page).is_some_and(|places| place.is_empty() || places.contains(place));
            assert!(there, "{file}: {link} leads nowhere");
            followed += 1;
        }
    }
    assert!(followed > 5_000, "only {followed} links were followed");
    let chapters = std::fs::read_dir(root().join("compiler/std/book")).expect("the book is there").count();
    assert_eq!(pages.keys().filter(|file| file.starts_with("book.")).count(), chapters);
}

#[test]
fn a_package_is_documented_with_what_it_depends_on() {
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        &[
            ("shapes/lang.toml", "name = \"shapes\"\nversion = \"1.2.3\"\n"),
            ("shapes/lib.lang", "# Shapes.\n\n# A square.\npub type copy Square { pub let @side: f64 }\n"),
            (
                "draw/lang.toml",
                "name = \"draw\"\nversion = \"0.5.0\"\n\n[dependencies]\nshapes = { path = \"../shapes\" }\n",
            ),
            (
                "draw/main.lang",
                "# Draws.\n\nimport shapes (Square)\n\n# Draws one.\npub fn draw(square: Square) -> f64 { square.side }\nfn main {}\n",
            ),
        ],
    );
    let draw = folder.path().join("draw");
    let (code, said) = lang(&draw, &["doc", "--target", "aarch64-linux-gnu,riscv64-linux-gnu"]);
    assert_eq!((code, said.as_str()), (0, "./draw-doc/index.html\n"));
    let pages = read(&draw.join("draw-doc"));
    let page = &pages["draw.html"];
    assert!(page.contains("<a class=\"t\" href=\"shapes.html#Square\">Square</a>"), "{page}");
    assert!(page.contains("<th>riscv64-linux-gnu") && page.contains("square v0") && !page.contains("x86_64"), "{page}");
    assert!(pages["index.html"].contains("<small>0.5.0</small>"));
    let order: Vec<usize> =
        ["draw.html", "shapes.html"].iter().map(|file| pages["index.html"].find(file).expect("it is listed")).collect();
    assert!(order.is_sorted(), "what was asked for comes first");
    // Pages are written over pages; nothing is over a source.
    assert_eq!(lang(&draw, &["doc"]).0, 0);
    write(&draw, &[("draw-doc/main.lang", "fn main {}\n")]);
    assert_eq!(lang(&draw, &["doc"]).0, 0);
    assert!(draw.join("draw-doc/main.lang").exists());
}

#[test]
fn what_has_mistakes_is_not_documented() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &[("a.lang", "pub fn f -> i64 { \"\" }\n"), ("b.lang", "pub fn f {}\n"), ("c", "")]);
    let (code, said) = lang(folder.path(), &["doc", "a.lang"]);
    assert!(code == 1 && said.contains("a.lang:1") && !folder.path().join("a-doc").exists(), "{code}: {said}");
    let (code, said) = lang(folder.path(), &["doc", "b.lang", "-o", "c"]);
    assert!(code == 1 && said.contains("c"), "a file is where the folder has to be: {code}: {said}");
    let (code, said) = lang(folder.path(), &["doc", "b.lang", "--target", "z80"]);
    assert!(code == 2 && said.contains("z80"), "{code}: {said}");
    assert_eq!(lang(folder.path(), &["doc", "--std", "b.lang"]).0, 2);
}

/// What somebody does who has no mouse, and somebody with a telephone.
#[test]
fn pages_are_used_in_a_browser() {
    let (_folder, pages) = standard_pages();
    let pictures = root().join("target/doc-screenshots");
    std::fs::create_dir_all(&pictures).expect("a folder");
    let mut browser = Browser::start();
    browser.resize(1280, 900);
    browser.prefer("light");
    browser.open(&pages.join("index.html"));
    browser.picture(&pictures.join("index.png"));

    // The search, by keys alone.
    browser.press("/");
    browser.type_text("push_fr");
    browser.wait_for("document.querySelectorAll('#found [role=option]').length > 0");
    browser.picture(&pictures.join("search.png"));
    let first = browser.value("document.querySelector('#found [aria-selected=true] b').textContent");
    assert_eq!(first, json!("Deque.push_front"));
    browser.press("Escape");
    assert_eq!(browser.value("document.getElementById('found').hidden"), json!(true));
    browser.press("/");
    browser.type_text("option");
    browser.press("ArrowDown");
    browser.press("ArrowUp");
    browser.press("Enter");
    browser.wait_for("location.href.endsWith('std.option.html#Option') || location.href.endsWith('std.option.html')");
    browser.wait_for("document.readyState === 'complete'");
    browser.press("/");
    browser.type_text("zzzzzz");
    browser.wait_for("document.getElementById('found').textContent.includes('Nothing')");
    browser.press("Enter");
    browser.press("Escape");
    assert_eq!(browser.value("document.activeElement.tagName"), json!("BODY"));

    // The first key leads past the lists.
    browser.open(&pages.join("std.option.html"));
    browser.press("Tab");
    assert_eq!(browser.value("document.activeElement.className"), json!("skip"));
    browser.press("Enter");
    browser.wait_for("document.activeElement.id === 'content'");

    // Details open by keys, and the memory is drawn to scale: a byte is an eighth of its row.
    browser.value("document.querySelector('#Option .memory summary').focus()");
    browser.press("Enter");
    browser.wait_for("document.querySelector('#Option .memory').open");
    let share = browser.value(
        "(() => { const [tag, gap] = document.querySelectorAll('#Option .bytes .b'); \
         return Math.round(gap.getBoundingClientRect().width / tag.getBoundingClientRect().width); })()",
    );
    assert!(share.as_i64().is_some_and(|share| (7..=9).contains(&share)), "{share}");
    browser.picture(&pictures.join("memory.png"));

    // Dark, by the system and by the button, which is remembered where it may be.
    let background = "getComputedStyle(document.body).backgroundColor";
    let light = browser.value(background);
    browser.prefer("dark");
    let dark = browser.value(background);
    assert_ne!(light, dark);
    browser.picture(&pictures.join("dark.png"));
    browser.value("document.getElementById('theme').click()");
    assert_eq!(browser.value(background), light);

    // No page is wider than a telephone, and the list is folded.
    browser.resize(360, 740);
    let mut files: Vec<String> = read(&pages).into_keys().filter(|file| file.ends_with(".html")).collect();
    files.retain(|file| !file.starts_with("source.") || file == "source.std.option.html");
    for file in &files {
        browser.open(&pages.join(file));
        browser.value("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        let wide = browser.value("document.documentElement.scrollWidth");
        assert!(wide.as_i64().is_some_and(|wide| wide <= 360), "{file} is {wide} wide");
    }
    browser.open(&pages.join("std.deque.html"));
    assert_eq!(browser.value("document.getElementById('side').open"), json!(false));
    browser.picture(&pictures.join("narrow.png"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}
