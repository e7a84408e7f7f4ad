fn main() {
    let mut arguments = std::env::args().skip(1);
    let (from, to): (u64, u64) = (arguments.next().unwrap().parse().unwrap(), arguments.next().unwrap().parse().unwrap());
    let folder = arguments.next().unwrap();
    for seed in from..to {
        let twins = tests::twins::generics::generate(seed);
        std::fs::write(format!("{folder}/p{seed}.lang"), twins.language).unwrap();
        std::fs::write(format!("{folder}/p{seed}.rs"), twins.rust).unwrap();
    }
}
