//! Prints the assembly of `program`: `cargo run -p backend-cranelift --example front_end`.

mod assembly;
mod compiler;
mod language;
mod program;

fn main() {
    match abi::Target::host() {
        Some(target) => {
            let program = program::program();
            print!("{}", assembly::print(&program, &compiler::compile(&program, &target)));
        }
        None => eprintln!("the C ABI of this machine is not described"),
    }
}
