//! lang.toml, packages, the embedded standard library and files on disk.
