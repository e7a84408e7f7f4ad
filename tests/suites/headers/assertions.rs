//! What C is asked about a header: for each value of each function, and each type of the program, whether its size, its
//! alignment and the places of everything inside are those that `lang abi` tells. It reads a header as it is written, one
//! field a line; names of types and fields are the header's, numbers the report's.

use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write;

/// A field of a structure: its type as written, how to reach it, and how many elements it has if it is an array.
struct Member {
    ty: String,
    path: String,
    lengths: Vec<u64>,
}

/// A file of C that includes `program.h` and fails to compile where C and the report differ.
///
/// # Errors
/// What cannot be compared, because the header lacks it.
pub fn assertions(header: &str, report: &Value) -> Result<String, String> {
    let structures = structures(header);
    let mut text = "#include \"program.h\"\n#include <stddef.h>\n\
                    #ifdef __cplusplus\n#define _Static_assert static_assert\n#define _Alignof alignof\n#endif\n"
        .to_string();
    let mut asked = 0;
    for function in list(&report["functions"]) {
        let symbol = function["symbol"].as_str().unwrap_or_default();
        let Some(declared) = header.lines().find(|line| line.contains(&format!("{symbol}(")) && line.ends_with(");"))
        else {
            continue;
        };
        let (result, parameters) = types_of(declared, symbol)?;
        let abi = &function["targets"][0]["abi"];
        let values = list(&abi["params"]).iter().zip(&parameters).chain([(&abi["result"], &result)]);
        for (value, ty) in values {
            // A pointer to a function has a name in C only where one is declared, and `void` has no size.
            if ty.contains('(') || ty.ends_with("void") {
                continue;
            }
            asked += 1;
            let (bytes, align) = (&value["bytes"], &value["align"]);
            let about = format!("{symbol}: {ty}");
            let _ =
                writeln!(text, "_Static_assert(sizeof({ty}) == {bytes} && _Alignof({ty}) == {align}, \"{about}\");");
            let mut leaves = Vec::new();
            flatten(&structures, ty, "", &mut leaves);
            let told: Vec<&Value> = list(&value["fields"]).iter().filter(|leaf| leaf["bits"] != 0).collect();
            if told.len() < 64 && !told.is_empty() && told.len() != leaves.len() {
                return Err(format!("{about} has {leaves:?}, but {told:#?}"));
            }
            for (leaf, path) in told.into_iter().zip(leaves) {
                let bits = |key: &str| leaf[key].as_u64().unwrap_or_default() / 8;
                same(&mut text, ty, &path, bits("offset_bits"), bits("bits"));
            }
        }
    }
    for of_program in list(&report["types"]) {
        let name = c_name(of_program["name"].as_str().unwrap_or_default());
        let Some(members) = structures.get(&name) else { continue };
        asked += 1;
        let on = &of_program["targets"][0];
        let (size, align) = (&on["size"], &on["align"]);
        let _ = writeln!(text, "_Static_assert(sizeof({name}) == {size} && _Alignof({name}) == {align}, \"{name}\");");
        let told = list(&on["fields"]).iter().filter(|field| field["size"] != 0);
        for (field, member) in told.zip(members.iter().filter(|member| !member.lengths.contains(&0))) {
            let number = |key: &str| field[key].as_u64().unwrap_or_default();
            same(&mut text, &name, &member.path, number("offset"), number("size"));
        }
    }
    if asked == 0 { Err(format!("there is nothing to ask about in\n{header}")) } else { Ok(text) }
}

fn same(text: &mut String, ty: &str, path: &str, offset: u64, size: u64) {
    let field = format!("(({ty} *)0)->{path}");
    let _ = writeln!(
        text,
        "_Static_assert(offsetof({ty}, {path}) == {offset} && sizeof({field}) == {size}, \"{ty}.{path}\");"
    );
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// `app.Pair[i8, app.Point]` is `Pair_i8_Point` in a header.
fn c_name(name: &str) -> String {
    let (head, arguments) = name.split_once('[').unwrap_or((name, ""));
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_string();
    let arguments = arguments.strip_suffix(']').unwrap_or(arguments).split(", ");
    let words: String = arguments.filter(|word| !word.is_empty()).map(|word| format!("_{}", last(word))).collect();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    format!("{}{words}", last(head)).chars().map(plain).collect()
}

/// The result and the parameters of a declaration.
fn types_of(declared: &str, symbol: &str) -> Result<(String, Vec<String>), String> {
    let call = format!("{symbol}(");
    let (result, list) = declared.split_once(&call).ok_or_else(|| format!("no {symbol} in {declared}"))?;
    let list = list.strip_suffix(");").unwrap_or(list);
    let mut depth = 0;
    let parts = list.split(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ',' && depth == 0
    });
    let without_name = |part: &str| {
        let end = part.rfind(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')).map_or(0, |at| at + 1);
        part[..end].trim().to_string()
    };
    Ok((result.trim().to_string(), parts.map(without_name).collect()))
}

/// The members of all structures and unions, those of an enum's cases by the way to them.
fn structures(header: &str) -> HashMap<String, Vec<Member>> {
    let mut found = HashMap::new();
    let mut lines = header.lines();
    while let Some(line) = lines.next() {
        let head = line.strip_prefix("struct ").or_else(|| line.strip_prefix("union "));
        let Some(name) = head.and_then(|head| head.strip_suffix(" {")) else { continue };
        let (mut members, mut open) = (Vec::new(), Vec::new());
        for line in lines.by_ref().map(str::trim).take_while(|line| !line.starts_with('}') || line.starts_with("} ")) {
            let line = line.split(" /*").next().unwrap_or(line);
            if line.starts_with("} __attribute__") {
                break;
            } else if line.ends_with('{') {
                open.push(members.len());
            } else if let Some(name) = line.strip_prefix("} ") {
                let name = name.trim_end_matches(';');
                for member in members.iter_mut().skip(open.pop().unwrap_or(0)) {
                    let Member { path, .. } = member;
                    *path = format!("{name}.{path}");
                }
            } else if let Some(member) = member(line) {
                members.push(member);
            }
        }
        found.insert(name.to_string(), members);
    }
    found
}

fn member(line: &str) -> Option<Member> {
    let line = line.strip_suffix(';')?;
    // `int64_t (*code)(void *)` and `const Point (*at)[2]` are pointers, `bool (*few[2])(void)` an array of them.
    if let Some((_, rest)) = line.split_once("(*") {
        let declarator = rest.replace("const ", "");
        let declarator = declarator.trim_start_matches(['(', '*']).split(')').next()?;
        let mut parts = declarator.split('[');
        let path = parts.next()?.to_string();
        let lengths = parts.filter_map(|length| length.trim_end_matches(']').parse().ok()).collect();
        return Some(Member { ty: "void *".to_string(), path, lengths });
    }
    let (declared, lengths) = line.find('[').map_or((line, ""), |at| line.split_at(at));
    let at = declared.rfind([' ', '*'])? + 1;
    let lengths = lengths.split(['[', ']']).filter_map(|length| length.parse().ok()).collect();
    Some(Member { ty: declared[..at].trim().to_string(), path: declared[at..].to_string(), lengths })
}

/// The scalars in a value, in order, as the report has them.
fn flatten(structures: &HashMap<String, Vec<Member>>, ty: &str, path: &str, leaves: &mut Vec<String>) {
    let Some(members) = structures.get(ty.trim_start_matches("const ")) else {
        leaves.push(path.to_string());
        return;
    };
    for member in members {
        let way = if path.is_empty() { member.path.clone() } else { format!("{path}.{}", member.path) };
        let mut ways = vec![way];
        for length in &member.lengths {
            ways = ways.iter().flat_map(|way| (0..*length).map(move |at| format!("{way}[{at}]"))).collect();
        }
        for way in ways {
            flatten(structures, &member.ty, &way, leaves);
        }
    }
}
