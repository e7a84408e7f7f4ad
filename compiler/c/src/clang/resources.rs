//! Where clang's own headers lie (`stdarg.h`, `immintrin.h`): clang looks for them beside the program that asks, which is none
//! of clang's, and so finds them on the targets only whose tool chain it knows on this machine. Owns the places where
//! distributions put them beside the library; must not know what is in them.

use std::path::{Path, PathBuf};

/// The folder of what belongs to a libclang, which says of itself that it is this version (`Debian clang version 22.1.0 (…)`).
pub(super) fn folder(library: &Path, version: &str) -> Option<PathBuf> {
    let full = version.split(' ').find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))?;
    let full = full.split(['-', '+']).next()?;
    let major = full.split('.').next()?;
    // A link may lead to where the rest of clang is, or away from there.
    let places = [Some(library.to_path_buf()), library.canonicalize().ok()].into_iter().flatten();
    let beside = places.filter_map(|library| library.parent().map(Path::to_path_buf));
    let folders = beside.flat_map(|folder| [folder.clone(), folder.join("../lib")]);
    let mut versions = folders.flat_map(|folder| [major, full].map(|version| folder.join("clang").join(version)));
    versions.find(|folder| folder.join("include/stddef.h").is_file())?.canonicalize().ok()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn it_is_found_where_distributions_have_it() {
        let root = tempfile::tempdir().expect("there is room");
        let put = |path: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room");
            fs::write(path, "").expect("there is room");
        };
        put("llvm-22/lib/libclang-22.so.22");
        put("llvm-22/lib/clang/22/include/stddef.h");
        put("lib64/libclang.so");
        put("lib/clang/19/include/stddef.h");
        put("old/libclang.so");
        put("old/clang/14.0.6/include/stddef.h");
        put("alone/libclang.so");
        symlink("../../alone/libclang.so", root.path().join("llvm-22/lib/libclang-22.so.1")).expect("there is room");
        let found = |library: &str, version: &str| {
            let root = root.path().canonicalize().expect("it is there");
            folder(&root.join(library), version)
                .map(|folder| folder.strip_prefix(&root).expect("it is below").to_string_lossy().into_owned())
        };
        let debian = "Debian clang version 22.0.0 (++2025-1~exp1)";
        assert_eq!(found("llvm-22/lib/libclang-22.so.22", debian).as_deref(), Some("llvm-22/lib/clang/22"));
        assert_eq!(found("llvm-22/lib/libclang-22.so.1", debian).as_deref(), Some("llvm-22/lib/clang/22"));
        assert_eq!(found("lib64/libclang.so", "clang version 19.1.7-2").as_deref(), Some("lib/clang/19"));
        assert_eq!(found("old/libclang.so", "clang version 14.0.6").as_deref(), Some("old/clang/14.0.6"));
        assert_eq!(found("old/libclang.so", debian), None);
        assert_eq!(found("alone/libclang.so", "clang version 14.0.6"), None);
        assert_eq!(found("missing/libclang.so", "what?"), None);
    }
}
