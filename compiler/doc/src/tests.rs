//! The pages of the standard library and of small packages, held against the texts they are made of: every public name is
//! there, every link leads somewhere, and nothing that somebody wrote becomes a tag.

use std::collections::{BTreeMap, BTreeSet};

use abi::Target;
use source::{Database, Package};

use crate::{Chapter, Options, collect, pages};

fn options() -> Options {
    let targets = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(|name| Target::parse(name).expect("it is known"));
    Options { targets: targets.to_vec(), ..Options::default() }
}

fn standard(db: &Database) -> Package {
    fixtures::package(db, "std", fixtures::STANDARD, &[])
}

/// The pages of one module, with the standard library behind it.
fn pages_of(text: &str, options: Options) -> BTreeMap<String, String> {
    let db = Database::new();
    let standard = standard(&db);
    let package = fixtures::package(&db, "shop", &[("", text)], &[]);
    fixtures::program(&db, vec![standard, package]);
    pages(&db, &collect(&db, &[package], options)).into_iter().collect()
}

fn pages_of_standard_library() -> BTreeMap<String, String> {
    let db = Database::new();
    let standard = standard(&db);
    fixtures::program(&db, vec![standard]);
    let book = vec![
        Chapter::new("01-a.md", "# A\nSee [Deque](std:deque.Deque) and [B](02-b.md).\n"),
        Chapter::new("02-b.md", "# B\n"),
    ];
    pages(&db, &collect(&db, &[standard], Options { book, ..options() })).into_iter().collect()
}

/// The values of an attribute.
fn attributes<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    html.split(&start).skip(1).map(|rest| &rest[..rest.find('"').expect("the value ends")]).collect()
}

fn broken_links(pages: &BTreeMap<String, String>) -> Vec<String> {
    let places: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|(file, html)| (file.as_str(), attributes(html, "id").into_iter().collect())).collect();
    let mut broken = Vec::new();
    for (file, html) in pages.iter().filter(|(file, _)| file.ends_with(".html")) {
        for link in attributes(html, "href").into_iter().chain(attributes(html, "src")) {
            if link.starts_with("https://") {
                continue;
            }
            let (page, place) = link.split_once('#').unwrap_or((link, ""));
            let page = if page.is_empty() { file } else { page };
            match places.get(page) {
                Some(ids) if place.is_empty() || ids.contains(place) => {}
                Some(_) | None => broken.push(format!("{file}: {link}")),
            }
        }
    }
    broken
}

#[test]
fn every_link_of_the_standard_library_leads_somewhere_and_no_place_is_there_twice() {
    let pages = pages_of_standard_library();
    assert_eq!(broken_links(&pages), Vec::<String>::new());
    for (file, html) in &pages {
        let ids = attributes(html, "id");
        let unique: BTreeSet<&&str> = ids.iter().collect();
        assert_eq!(ids.len(), unique.len(), "{file} has a place twice");
    }
    let chapter = &pages["book.01-a.html"];
    assert!(
        chapter.contains("href=\"std.deque.html#Deque\"") && chapter.contains("href=\"book.02-b.html\""),
        "{chapter}"
    );
}

/// What stands behind `pub fn` and its like in the texts is the witness: no analysis is asked.
#[test]
fn every_public_name_of_the_standard_library_is_on_its_page() {
    let pages = pages_of_standard_library();
    let mut count = 0;
    for (module, text) in fixtures::STANDARD.iter().filter(|(module, _)| module.split('.').next() != Some("runtime")) {
        for line in text.lines() {
            let Some(declared) = line.trim_start().strip_prefix("pub ") else { continue };
            let head = declared.split(['(', '[', '{', ':', '=', '-']).next().unwrap_or_default();
            let name = head.split_whitespace().last().expect("it has a name");
            let is_field = declared.starts_with("let @") || declared.starts_with("let mut @");
            if is_field || declared.starts_with("import ") {
                continue;
            }
            let page = pages.get(&format!("std.{module}.html")).map_or("", String::as_str);
            let is_on = |html: &str| {
                attributes(html, "id").iter().any(|id| {
                    let last = id.rsplit('.').next().unwrap_or(id);
                    last.split('-').next() == Some(name)
                })
            };
            // The methods of a type's `impl` in another module stand on the page of the type.
            assert!(is_on(page) || pages.values().any(|html| is_on(html)), "`{name}` of {module} is on no page");
            count += 1;
        }
    }
    assert!(count > 500, "only {count} names were looked for");
}

#[test]
fn what_stands_on_a_page() {
    let text = "\
# A shop.

import std.deque (Deque)

# A price in `Deque[Price]`; see `Price.twice` and `missing`.
pub type copy Price { pub let @cents: i64  let @currency: u8
  # Two of them.
  pub fn twice -> Price { Price(@cents * 2, @currency) }
  fn hidden {}
}
impl Price { pub fn add(other: Price) -> i64 { @cents + other.cents } }
impl Show for Price { fn show -> String { \"\" } }
type Hidden { let @n: i64 }
# What can be sold.
pub trait Sold { fn price -> Price }
impl Sold for i64 { fn price -> Price { Price(self, 0) } }
pub let MOST: i64 = 7
pub fn sell[T: Sold](what: T, many: Deque[i64]) -> i64 { 0 }
pub fn pay(price: Price, with: f64) -> f64 { with }
";
    let pages = pages_of(text, options());
    let page = &pages["shop.html"];
    assert_eq!(
        attributes(page, "id")[5..],
        ["Price", "Price.twice", "Price.add", "Sold", "Sold.price", "sell", "pay", "MOST"],
    );
    for piece in [
        "<p>A shop.</p>",
        "<a href=\"#Price.twice\"><code>Price.twice</code></a>",
        "<code>missing</code>",
        "16 bytes, 7 of them padding, aligned to 8",
        "price rdi[0..8] rsi[8..9], with xmm0 → xmm0",
        "Traits that it has <small>1</small>",
        "Types that have it <small>1</small>",
        "import</span> shop (",
    ] {
        let page = page.replace("shop.html#", "#");
        assert!(page.contains(piece), "{piece} is missing in {page}");
    }
    assert!(!page.contains("Price.hidden") && !page.contains("Hidden"), "what is not public is shown");
    let all = pages_of(text, Options { with_private: true, ..options() });
    assert!(all["shop.html"].contains("id=\"Price.hidden\"") && all["shop.html"].contains("id=\"Hidden\""));
    assert!(pages["source.shop.html"].contains("id=\"L5\""));
}

/// The pages of a package whose entry offers what its modules declare.
fn pages_of_library() -> BTreeMap<String, String> {
    let grid = "\
# Grids.
import std.deque (Deque)

# A grid. Of cells.
pub type Grid {
  # How `wide` it is.
  pub let @width: i64
  # Nobody sees this.
  let @hidden: i64
  pub let @silent: Deque[i64]

  pub fn area -> i64 { @width }
}
# Where to.
pub type enum Way {
  # Up, as far as it goes.
  case Up(i64)
  case Down
}
pub fn other {}
";
    let db = Database::new();
    let standard = standard(&db);
    let entry = "pub import grid\npub import grid (Grid, Way as Direction)\npub import std.math (PI)\n";
    let package = fixtures::package(&db, "geo", &[("", entry), ("grid", grid)], &[]);
    fixtures::program(&db, vec![standard, package]);
    pages(&db, &collect(&db, &[package], options())).into_iter().collect()
}

#[test]
fn comments_of_fields_and_cases_are_shown() {
    let pages = pages_of_library();
    let page = &pages["geo.grid.html"];
    for piece in [
        "<p>Grids.</p>",
        "<dt><code>width</code>\n<dd><p>How <code>wide</code> it is.</p>",
        "<dt><code>Up</code>\n<dd><p>Up, as far as it goes.</p>",
    ] {
        assert!(page.contains(piece), "{piece} is missing in {page}");
    }
    assert!(!page.contains("Nobody sees") && !page.contains("<dt><code>silent") && !page.contains("<dt><code>Down"));
}

#[test]
fn what_a_module_offers_of_others_is_on_its_page() {
    let pages = pages_of_library();
    assert_eq!(broken_links(&pages), Vec::<String>::new());
    let page = &pages["geo.html"];
    for piece in [
        "<a href=\"geo.grid.html#Grid\">Grid</a> <small>type</small><td><p>A grid.</p>",
        "<a href=\"geo.grid.html#Way\">Direction</a> <small>type</small><td><p>Where to.</p>",
        "<a href=\"geo.grid.html\">grid</a> <small>module</small><td><p>Grids.</p>",
        "<th scope=\"row\">PI <small>constant</small>",
    ] {
        assert!(page.contains(piece), "{piece} is missing in {page}");
    }
    let import = |page: &str| {
        let block =
            page.split("import</span>").nth(1).and_then(|rest| rest.split("</code>").next()).expect("it is there");
        let pieces = block.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
        pieces.collect::<String>()
    };
    assert_eq!(import(page), " geo (Direction, Grid, PI, grid)");
    assert_eq!(import(&pages["geo.grid.html"]), " geo (Grid)");
    let list = &pages["search.js"];
    for row in [r#"["Grid","geo","type","#, r#"["Grid.area","geo","method","#, r#"["Way","geo.grid","type","#] {
        assert!(list.contains(row), "{row} is missing in {list}");
    }
}

#[test]
fn nothing_that_somebody_wrote_is_a_tag() {
    let text = "\
# <script>alert(1)</script> [x](javascript:alert) ![y](https://a.b/c.png)

# A <b onclick=\"alert(2)\">b</b> `<i>` of \"quotes\" & more:
# ```lang
# let a = \"</script><script>alert(3)</script>\"
# ```
# ```text
# <u>
# ```
# ```lang refused <s>
# f
# ```
pub fn f(a: ref String) {}
";
    for (file, html) in pages_of(text, options()) {
        let body = html
            .replace("<script src=\"page.js\"></script>", "")
            .replace("<script src=\"search.js\" defer></script>", "");
        for tag in ["<script", "<b ", "<i>", "<u>", "<s>", "=\"javascript:", "<img"] {
            assert!(!body.contains(tag) || !file.ends_with(".html"), "{file} has {tag}: {html}");
        }
        assert!(!html.contains("</script><script>alert"), "{file}");
    }
}

/// What is searched is a list of texts; the frame around it is the one call.
#[test]
fn the_search_reads_every_entry() {
    let pages = pages_of("pub type A { pub fn b {} }\n", options());
    let list = pages["search.js"].trim().strip_prefix("window.langSearch(").and_then(|rest| rest.strip_suffix(");"));
    let rows: Vec<[String; 5]> = serde_json::from_str(list.expect("it is one call")).expect("it is a list");
    let names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names, ["shop", "A", "A.b"]);
    assert_eq!(rows[2][3], "shop.html#A.b");
}

/// What C declares is no part of what a package offers: a line says where it stands.
#[test]
fn modules_of_headers_are_a_line_each() {
    let db = Database::new();
    let standard = standard(&db);
    let texts = [
        ("", "import shop.c (give)\npub fn sell -> i32 { unsafe { give() } }\n"),
        ("c", "extern {\n  pub fn give -> i32\n}\n"),
    ];
    let package = fixtures::package(&db, "shop", &texts, &[]);
    fixtures::program(&db, vec![standard, package]);
    let module = hir::package_modules(&db, package).find(|module| module.full_path(&db) == "shop.c");
    let file = hir::module_file(&db, module.expect("it is there")).expect("it has one");
    let pages_with = |of_headers| -> BTreeMap<String, String> {
        pages(&db, &collect(&db, &[package], Options { of_headers, ..options() })).into_iter().collect()
    };
    let told = pages_with(vec![(file, vec!["give<&>.h".to_string()])]);
    assert!(told["index.html"].contains("shop.c<td>What C declares in <code>give&lt;&amp;&gt;.h</code>."));
    assert!(!told.contains_key("shop.c.html") && told.contains_key("shop.html"));
    assert!(!told["search.js"].contains("give"), "{}", told["search.js"]);
    assert!(pages_with(Vec::new()).contains_key("shop.c.html"));
}
