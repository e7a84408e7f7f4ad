//! The standard library's text, embedded in the binary. It owns the list of its modules (a test compares it with the
//! folder) and the copy on disk that go-to-definition opens; it must not know what is in them. Nothing here is parsed
//! before something reaches it. Who works on the library names a folder in `LANG_STD` whose texts stand for those that
//! were embedded, so that nothing is built to try a change.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use source::{Database, Package, SourceFile};

/// Every module: its path below `std`, and its text.
pub const MODULES: &[(&str, &str)] = &[
    ("array", include_str!("../../std/array.lang")),
    ("bench", include_str!("../../std/bench.lang")),
    ("c", include_str!("../../std/c.lang")),
    ("c.linux", include_str!("../../std/c/linux.lang")),
    ("c.numbers", include_str!("../../std/c/numbers.lang")),
    ("c.vectors", include_str!("../../std/c/vectors.lang")),
    ("clone", include_str!("../../std/clone.lang")),
    ("compare", include_str!("../../std/compare.lang")),
    ("copy", include_str!("../../std/copy.lang")),
    ("deque", include_str!("../../std/deque.lang")),
    ("drop", include_str!("../../std/drop.lang")),
    ("env", include_str!("../../std/env.lang")),
    ("failure", include_str!("../../std/failure.lang")),
    ("fs", include_str!("../../std/fs.lang")),
    ("fs.file", include_str!("../../std/fs/file.lang")),
    ("fs.folder", include_str!("../../std/fs/folder.lang")),
    ("fs.metadata", include_str!("../../std/fs/metadata.lang")),
    ("hash", include_str!("../../std/hash.lang")),
    ("heap", include_str!("../../std/heap.lang")),
    ("index", include_str!("../../std/index.lang")),
    ("io", include_str!("../../std/io.lang")),
    ("io.bytes", include_str!("../../std/io/bytes.lang")),
    ("io.descriptor", include_str!("../../std/io/descriptor.lang")),
    ("io.reader", include_str!("../../std/io/reader.lang")),
    ("io.writer", include_str!("../../std/io/writer.lang")),
    ("iterator", include_str!("../../std/iterator.lang")),
    ("iterator.adapters", include_str!("../../std/iterator/adapters.lang")),
    ("iterator.backward", include_str!("../../std/iterator/backward.lang")),
    ("iterator.collect", include_str!("../../std/iterator/collect.lang")),
    ("iterator.copied", include_str!("../../std/iterator/copied.lang")),
    ("iterator.owned", include_str!("../../std/iterator/owned.lang")),
    ("json", include_str!("../../std/json.lang")),
    ("json.read", include_str!("../../std/json/read.lang")),
    ("json.write", include_str!("../../std/json/write.lang")),
    ("map", include_str!("../../std/map.lang")),
    ("math", include_str!("../../std/math.lang")),
    ("math.bits", include_str!("../../std/math/bits.lang")),
    ("math.double", include_str!("../../std/math/double.lang")),
    ("math.integer", include_str!("../../std/math/integer.lang")),
    ("math.single", include_str!("../../std/math/single.lang")),
    ("net", include_str!("../../std/net.lang")),
    ("net.address", include_str!("../../std/net/address.lang")),
    ("net.socket", include_str!("../../std/net/socket.lang")),
    ("net.tcp", include_str!("../../std/net/tcp.lang")),
    ("net.udp", include_str!("../../std/net/udp.lang")),
    ("operators", include_str!("../../std/operators.lang")),
    ("option", include_str!("../../std/option.lang")),
    ("parse", include_str!("../../std/parse.lang")),
    ("parse.float", include_str!("../../std/parse/float.lang")),
    ("path", include_str!("../../std/path.lang")),
    ("prelude", include_str!("../../std/prelude.lang")),
    ("process", include_str!("../../std/process.lang")),
    ("process.pipe", include_str!("../../std/process/pipe.lang")),
    ("process.spawn", include_str!("../../std/process/spawn.lang")),
    ("process.talk", include_str!("../../std/process/talk.lang")),
    ("random", include_str!("../../std/random.lang")),
    ("range", include_str!("../../std/range.lang")),
    ("result", include_str!("../../std/result.lang")),
    ("runtime", include_str!("../../std/runtime.lang")),
    ("runtime.around", include_str!("../../std/runtime/around.lang")),
    ("runtime.bench", include_str!("../../std/runtime/bench.lang")),
    ("runtime.bytes", include_str!("../../std/runtime/bytes.lang")),
    ("runtime.decimal", include_str!("../../std/runtime/decimal.lang")),
    ("runtime.difference", include_str!("../../std/runtime/difference.lang")),
    ("runtime.format", include_str!("../../std/runtime/format.lang")),
    ("runtime.frames", include_str!("../../std/runtime/frames.lang")),
    ("runtime.lines", include_str!("../../std/runtime/lines.lang")),
    ("runtime.natural", include_str!("../../std/runtime/natural.lang")),
    ("runtime.powers", include_str!("../../std/runtime/powers.lang")),
    ("runtime.white_space", include_str!("../../std/runtime/white_space.lang")),
    ("set", include_str!("../../std/set.lang")),
    ("shared", include_str!("../../std/shared.lang")),
    ("show", include_str!("../../std/show.lang")),
    ("slice", include_str!("../../std/slice.lang")),
    ("slice.parts", include_str!("../../std/slice/parts.lang")),
    ("slice.search", include_str!("../../std/slice/search.lang")),
    ("slice.sort", include_str!("../../std/slice/sort.lang")),
    ("string", include_str!("../../std/string.lang")),
    ("string.grapheme_table", include_str!("../../std/string/grapheme_table.lang")),
    ("string.graphemes", include_str!("../../std/string/graphemes.lang")),
    ("string.piece", include_str!("../../std/string/piece.lang")),
    ("system", include_str!("../../std/system.lang")),
    ("test", include_str!("../../std/test.lang")),
    ("thread", include_str!("../../std/thread.lang")),
    ("thread.atomic", include_str!("../../std/thread/atomic.lang")),
    ("thread.channel", include_str!("../../std/thread/channel.lang")),
    ("thread.condition", include_str!("../../std/thread/condition.lang")),
    ("thread.once", include_str!("../../std/thread/once.lang")),
    ("thread.scoped", include_str!("../../std/thread/scoped.lang")),
    ("time", include_str!("../../std/time.lang")),
    ("time.date", include_str!("../../std/time/date.lang")),
    ("time.duration", include_str!("../../std/time/duration.lang")),
    ("time.rfc_3339", include_str!("../../std/time/rfc_3339.lang")),
    ("tree", include_str!("../../std/tree.lang")),
    ("tree.node", include_str!("../../std/tree/node.lang")),
    ("tree.walk", include_str!("../../std/tree/walk.lang")),
];

/// The package `std`, as inputs that are never expected to change.
pub(crate) fn package(db: &Database) -> Package {
    let folder = std::env::var_os("LANG_STD").map(PathBuf::from);
    let modules = MODULES
        .iter()
        .map(|&(path, embedded)| {
            let shown: Arc<str> = display_path(path).into();
            let changed = folder.as_ref().and_then(|folder| std::fs::read_to_string(folder.join(&*shown)).ok());
            let text = changed.map_or_else(|| Arc::from(embedded), Arc::from);
            let file = SourceFile::builder(shown, text).durability(salsa::Durability::HIGH).new(db);
            (Arc::from(path), file)
        })
        .collect();
    Package::builder("std".into(), modules, Vec::new()).durability(salsa::Durability::HIGH).new(db)
}

/// How messages show a module of the library, and where it lies below the folder that `LANG_STD` names.
pub fn display_path(module: &str) -> String {
    format!("std/{}.lang", module.replace('.', "/"))
}

/// Writes the library below `folder`, read-only, and returns the folder to open files in. Each version of the text has
/// a folder of its own, so that an editor's open file never changes under it.
pub fn write_to(folder: &Path, version: &str) -> io::Result<PathBuf> {
    let root = folder.join(format!("std-{version}"));
    for (module, text) in MODULES {
        crate::disk::write_read_only(&root.join(display_path(module)), text)?;
    }
    Ok(root)
}
