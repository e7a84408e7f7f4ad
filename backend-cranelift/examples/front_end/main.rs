//! Prints the assembly of a program in the language of `compiler`: `cargo run -p backend-cranelift --example front_end`.

mod compiler;
mod program;

fn main() {
    match abi::Target::host() {
        Some(target) => print!("{}", compiler::compile(&program::program(), &target)),
        None => eprintln!("the C ABI of this machine is not described"),
    }
}
