//! The virtual machine: its programs, beside what they compute.

use libtest_mimic::Failed;

use crate::tools::{Built, example, same};

pub fn works(built: &Built) -> Result<(), Failed> {
    let program = |name: &str| example("vm/programs").join(name).to_string_lossy().into_owned();
    let factorial = program("factorial.asm");
    let output = built.run(&[&factorial], b"")?;
    let mut expected = String::new();
    let mut product: i64 = 1;
    for number in 1..=21 {
        expected.push_str(&format!("{product}\n"));
        product = product.saturating_mul(number);
    }
    same(&String::from_utf8_lossy(&output.stdout), &expected)?;
    same(&String::from_utf8_lossy(&output.stderr), &format!("vm: {factorial}: line 19: the number is too large\n"))?;
    let primes: String =
        (2..=200).filter(|n| (2..*n).all(|divisor| n % divisor != 0)).map(|n| format!("{n}\n")).collect();
    same(&built.prints(&[&program("primes.asm")], "200\n")?, &format!("Up to: {primes}"))?;
    let guessed = built.prints(&[&program("guess.asm")], "50\n7\n42\n")?;
    same(&guessed, "A number from 1 to 99; what is it?\ntoo large\ntoo small\nright: 42\nand 63\n")?;
    let listed = built.prints(&["--list", &factorial], "")?;
    same(
        listed.lines().take(3).collect::<Vec<_>>().join("|").as_str(),
        "    0  push       0|    9  copy       |   10  call       32 1",
    )?;
    same(
        &built.complains(&["--steps", "5", &factorial], 1)?,
        &format!("vm: {factorial}: line 13: it takes too many steps"),
    )?;
    std::fs::write(built.folder().join("wrong.asm"), "push 1\njump nowhere\n")?;
    same(&built.complains(&["wrong.asm"], 1)?, "vm: wrong.asm: line 2: there is no label `nowhere`")?;
    same(&built.complains(&["none.asm"], 1)?, "vm: cannot open `none.asm`: No such file or directory")
}
