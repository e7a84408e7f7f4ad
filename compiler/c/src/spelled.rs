//! Declarations in C's own words, for people: a type as clang spells it, with the name where C's grammar wants it. It must not
//! know who shows them.

/// A declaration of `name` with a type that stands without one, as `void (*)(int)` or `char[4]`.
pub fn declarator(ty: &str, name: &str) -> String {
    // The innermost pointer in parentheses is where the name belongs: `int (*(*)(void))(int)`, `void (*const)(int)`.
    let mut inner = None;
    for (at, _) in ty.match_indices("(*") {
        let rest = &ty[at + 2..];
        let words = rest.bytes().take_while(|byte| byte.is_ascii_lowercase() || matches!(byte, b'_' | b' ')).count();
        if rest[words..].starts_with([')', '[']) {
            inner = Some((at + 2, words));
            break;
        }
    }
    if let Some((at, words)) = inner {
        let blank = if words > 0 { " " } else { "" };
        return format!("{}{blank}{name}{}", &ty[..at + words], &ty[at + words..]);
    }
    let end = ty.find('[').unwrap_or(ty.len());
    let (head, lengths) = (ty[..end].trim_end(), &ty[end..]);
    let blank = if head.ends_with('*') || name.is_empty() { "" } else { " " };
    format!("{head}{blank}{name}{lengths}")
}

/// A function's declaration. Parameters are types, with their names if they have any.
pub fn prototype<'a>(
    result: &str,
    name: &str,
    parameters: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    variadic: bool,
) -> String {
    let mut list: Vec<String> = parameters.map(|(ty, name)| declarator(ty, name.unwrap_or(""))).collect();
    match (variadic, list.is_empty()) {
        (true, _) => list.push("...".to_string()),
        (false, true) => list.push("void".to_string()),
        (false, false) => {}
    }
    declarator(result, &format!("{name}({})", list.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::{declarator, prototype};

    #[test]
    fn names_stand_where_c_wants_them() {
        assert_eq!(declarator("int", "n"), "int n");
        assert_eq!(declarator("const char *", "text"), "const char *text");
        assert_eq!(declarator("char[4][2]", "letters"), "char letters[4][2]");
        assert_eq!(declarator("void (*)(int)", "handler"), "void (*handler)(int)");
        assert_eq!(declarator("void (*const)(int)", "handler"), "void (*const handler)(int)");
        assert_eq!(declarator("int (*)[3]", "rows"), "int (*rows)[3]");
        assert_eq!(declarator("void (*[2])(int)", "handlers"), "void (*handlers[2])(int)");
        assert_eq!(declarator("int (*(*)(void))(int)", "chosen"), "int (*(*chosen)(void))(int)");
        assert_eq!(declarator("struct point", ""), "struct point");
    }

    #[test]
    fn functions_are_told_with_what_they_take() {
        assert_eq!(prototype("int", "rand", [].into_iter(), false), "int rand(void)");
        let parameters = [("const char *", Some("format"))];
        assert_eq!(prototype("int", "printf", parameters.into_iter(), true), "int printf(const char *format, ...)");
        let parameters = [("int", None), ("void (*)(int)", Some("handler"))];
        assert_eq!(
            prototype("void (*)(int)", "signal", parameters.into_iter(), false),
            "void (*signal(int, void (*handler)(int)))(int)"
        );
    }
}
