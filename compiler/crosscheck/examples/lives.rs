//! Writes random programs about lives into a folder, each beside what it must print and how it ends: `lives FOLDER FIRST COUNT`.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let folder = Path::new(arguments.get(1).map_or(".", String::as_str));
    for seed in number(2)..number(2) + number(3) {
        let life = crosscheck::lives::life(seed);
        std::fs::write(folder.join(format!("{seed}.lang")), &life.source)?;
        if let Some(ending) = life.ending() {
            std::fs::write(folder.join(format!("{seed}.stdout")), ending.stdout)?;
            if let Some((line, column, message)) = ending.panic {
                let stderr = format!("program.lang:{line}:{column}: {message}\n");
                std::fs::write(folder.join(format!("{seed}.stderr")), stderr)?;
            }
        }
    }
    Ok(())
}
