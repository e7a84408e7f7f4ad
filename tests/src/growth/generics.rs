//! Programs with many generic items, instances and type arguments.

use super::{Kind, file, repeat};

pub(super) const KINDS: &[Kind] = &[
    file("instances", "instances of one generic function and type", 200, instances),
    file("reached_instances", "instances of one generic type and function, all reached", 200, reached_instances),
    file("generic_functions", "generic functions, each calling the one before", 200, generic_functions),
    file("generic_arguments", "calls in one body whose type arguments are told later", 200, generic_arguments),
    file("type_parameters", "type parameters of one type and function", 50, type_parameters),
    file("optional_chain", "options handed on in one body", 200, optional_chain),
];

fn instances(size: usize) -> String {
    "type inline Box[T] { let @value: T  fn move out -> T { @value } }\nfn keep[T](x: T) -> T { let y = x  y }\n"
        .to_owned()
        + &repeat(size, |i| {
            format!("type inline W{i} {{ let @a: i64 }}\nfn use{i}() -> i64 {{ Box(keep(W{i}({i}))).out().a }}\n")
        })
        + "fn main() { println(use0()) }\n"
}

fn reached_instances(size: usize) -> String {
    let calls = repeat(size, |i| format!("  sum += use{i}()\n"));
    instances(size).replace("{ println(use0()) }", &format!("{{\n  let mut sum = 0\n{calls}  println(sum)\n}}"))
}

fn generic_functions(size: usize) -> String {
    "fn work0[T](x: T) -> T { x }\n".to_owned()
        + &repeat(size, |i| format!("fn work{}[T](x: T) -> T {{ let y = work{i}(x)  y }}\n", i + 1))
        + &format!("fn main() {{ println(work{size}(1)) }}\n")
}

fn generic_arguments(size: usize) -> String {
    "fn main() {\n".to_owned()
        + &repeat(size, |i| format!("  let mut o{i} = None\n  o{i}.insert({i})\n"))
        + "  println(o0.is_some())\n}\n"
}

fn type_parameters(size: usize) -> String {
    let list = |part: &dyn Fn(usize) -> String| (0..size).map(part).collect::<Vec<_>>().join(", ");
    format!("type inline Wide[{}] {{ ", list(&|i| format!("T{i}")))
        + &repeat(size, |i| format!("let @f{i}: T{i}  "))
        + &format!("}}\nfn make[{}](", list(&|i| format!("A{i}")))
        + &list(&|i| format!("a{i}: A{i}"))
        + &format!(") -> Wide[{}] {{ Wide({}) }}\n", list(&|i| format!("A{i}")), list(&|i| format!("a{i}")))
        + &format!("fn main() {{ println(make({}).f0) }}\n", list(&|i| i.to_string()))
}

fn optional_chain(size: usize) -> String {
    "fn either[T: ref](a: Option[T], b: T) -> T { a.unwrap_or(b) }\nfn main() {\n  let n = 1\n  let r0 = ref n\n"
        .to_owned()
        + &repeat(size, |i| format!("  let r{} = either(Some(r{i}), ref n)\n", i + 1))
        + &format!("  println(r{size})\n}}\n")
}
