//! Prints the functions of `front_end` in LLVM IR for this machine: `cargo run -p abi --example llvm_text > out.ll`, then
//! `clang-22 -c out.ll` makes an object that links with C.

mod front_end;

fn main() {
    match abi::Target::host() {
        Some(target) => print!("{}", front_end::module(&target)),
        None => eprintln!("the C ABI of this machine is not described"),
    }
}
