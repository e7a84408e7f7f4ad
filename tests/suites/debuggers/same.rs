//! Both code generators tell debuggers the same, and `lang crosscheck` would notice if one did not. Owns which programs are
//! compared; what of them is, is the cross-check's.

use std::path::PathBuf;

use libtest_mimic::Failed;
use mir::debug::Mutation;
use serde_json::Value;

/// What a cross-check says of both code generators on some programs, if it ends with one of these codes.
fn crosscheck(programs: &[PathBuf], options: &[&str], codes: &[i32]) -> Result<Value, Failed> {
    let folder = tempfile::tempdir()?;
    let mut command = tests::lang_command(folder.path());
    command.args(["crosscheck", "--engines", "llvm,cranelift", "--targets", "x86_64-linux-gnu", "--format", "json"]);
    command.args(["--allow", "warnings"]).args(options).args(programs);
    let output = tests::finish(command)?;
    if !output.status.code().is_some_and(|code| codes.contains(&code)) {
        let (said, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        return Err(format!("{options:?}: {}\n{said}\n{complained}", output.status).into());
    }
    Ok(serde_json::from_slice::<Value>(&output.stdout)?["targets"][0].take())
}

/// Programs of the corpus, those with questions and random ones tell the same.
pub fn entries(corpus: Vec<PathBuf>, asked: &[PathBuf]) -> Result<(), Failed> {
    let programs = [asked, &corpus].concat();
    let (mut compared, mut without_code) = (0, 0);
    let mut compare = |programs: &[PathBuf], options: &[&str]| {
        let target = crosscheck(programs, options, &[0])?;
        let Some(told) = target["told"].as_array() else { return Err("nothing was compared".into()) };
        compared += told.iter().filter_map(|count| count["agreed"].as_u64()).sum::<u64>();
        without_code += told.iter().filter_map(|count| count["without_code"].as_u64()).sum::<u64>();
        Ok::<_, Failed>(())
    };
    for some in programs.chunks(4) {
        compare(some, &[])?;
    }
    compare(&[], &["--programs", "8", "--seed", "1"])?;
    println!("{compared} entries are the same, {without_code} have code by one engine only");
    if compared < 50 * (corpus.len() as u64 + without_code) {
        Err("too few entries were compared".into())
    } else {
        Ok(())
    }
}

/// With any kind of record wrong in what Cranelift tells, the check says of which entry, in the first program that has such
/// records.
pub fn mutations() -> Result<(), Failed> {
    let programs = ["debug/enums", "debug/globals", "debug/values", "debug/opaque", "run/notes"];
    let programs = programs.map(|name| tests::root().join(format!("tests/{name}.lang")));
    for mutation in Mutation::ALL {
        let mut seen = None;
        for program in &programs {
            let options = ["--mutate", mutation.name(), "--no-shrink"];
            let target = crosscheck(std::slice::from_ref(program), &options, &[0, 1])?;
            seen = target["told_differences"][0]["entry"].as_str().map(str::to_owned);
            if seen.is_some() {
                break;
            }
        }
        let entry = seen.ok_or_else(|| format!("{} is not noticed", mutation.name()))?;
        println!("{} is seen in {entry}", mutation.name());
    }
    Ok(())
}
