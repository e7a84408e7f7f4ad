//! The command: `tiny run FILE [LIBRARY…]`, `tiny object FILE OUT`, `tiny optimised FILE OUT WORKER`, `tiny mir FILE`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    match act(&arguments) {
        Ok(code) => ExitCode::from(code as u8),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn act(arguments: &[String]) -> Result<i32, String> {
    let [action, path, rest @ ..] = arguments else {
        return Err("usage: tiny run|object|optimised|mir FILE …".to_owned());
    };
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let folder = std::env::current_dir().unwrap_or_default();
    let program = tiny::compile(path, &folder.to_string_lossy(), &text)?;
    let target = abi::Target::host().ok_or("no code can be made for this machine")?;
    let write = |out: &str, bytes: Vec<u8>| std::fs::write(out, bytes).map_err(|error| format!("{out}: {error}"));
    match (action.as_str(), rest) {
        ("run", libraries) => return tiny::run(&program, libraries),
        ("object", [out]) => write(out, tiny::object(&program, &target)?)?,
        ("optimised", [out, worker]) => write(out, tiny::optimised_object(&program, &target, worker.as_ref())?)?,
        ("mir", []) => print!("{}", mir::print(&program.module)),
        _ => return Err(format!("tiny {action} wants other words behind {path}")),
    }
    Ok(0)
}
