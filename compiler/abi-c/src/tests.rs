//! That the header is that of this text. What it is worth to C, C++ and Python, the suite `abi_c` tries.

use expect_test::expect_file;

#[test]
fn the_header_is_made_from_the_text() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    // In the order in which the header tells of them.
    let files = ["data", "types", "function", "answer"].map(|file| folder.join("src").join(file).with_extension("rs"));
    let builder = files.iter().fold(cbindgen::Builder::new().with_config(config), cbindgen::Builder::with_src);
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    let header = String::from_utf8(header).unwrap().replace("//\n// # Safety\n//", "//\n// Presumed:");
    expect_file!["../include/lang_abi.h"].assert_eq(&header);
}
