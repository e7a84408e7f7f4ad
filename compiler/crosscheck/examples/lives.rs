//! Writes random programs about lives into a folder, each beside what it must print: `lives FOLDER FIRST COUNT`.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let folder = Path::new(arguments.get(1).map_or(".", String::as_str));
    for seed in number(2)..number(2) + number(3) {
        let life = crosscheck::lives::life(seed);
        std::fs::write(folder.join(format!("{seed}.lang")), &life.source)?;
        std::fs::write(folder.join(format!("{seed}.stdout")), life.stdout().unwrap_or_default())?;
    }
    Ok(())
}
