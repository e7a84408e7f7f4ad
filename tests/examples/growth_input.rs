//! Writes a program of a kind and size into a folder, for `bench/growth.py`; without arguments it lists the kinds.

use std::path::Path;
use tests::growth::kinds;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => {
            for kind in kinds() {
                println!("{}\t{}\t{}", kind.name, kind.start, kind.what);
            }
            Ok(())
        }
        [name, size, folder] => {
            let size = size.parse().map_err(|error| format!("{size}: {error}"))?;
            let kind = kinds()
                .into_iter()
                .find(|kind| kind.name == name)
                .ok_or_else(|| format!("no kind is called {name}"))?;
            for (path, text) in kind.files(size) {
                let path = Path::new(folder).join(path);
                std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            Ok(())
        }
        _ => Err("usage: growth_input [KIND SIZE FOLDER]".to_owned()),
    }
}
