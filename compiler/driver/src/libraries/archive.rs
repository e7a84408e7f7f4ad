//! Archives in the form of System V with the index that linkers want. Written here, so that equal input gives equal bytes and
//! other targets need no tools; it must not know what objects mean.

/// What an archive begins with.
const MAGIC: &[u8] = b"!<arch>\n";
/// The length of what stands before each member.
const HEADER: usize = 60;

/// An archive of objects, each with the names that the index has of it.
pub(super) fn archive(members: &[(&[u8], Vec<String>)]) -> Vec<u8> {
    let names: Vec<&String> = members.iter().flat_map(|(_, names)| names).collect();
    let index_size = 4 + 4 * names.len() + names.iter().map(|name| name.len() + 1).sum::<usize>();
    let mut place = MAGIC.len() + HEADER + even(index_size);
    let mut index = (names.len() as u32).to_be_bytes().to_vec();
    for (bytes, names) in members {
        for _ in names {
            index.extend((place as u32).to_be_bytes());
        }
        place += HEADER + even(bytes.len());
    }
    for name in names {
        index.extend(name.as_bytes());
        index.push(0);
    }
    let mut archive = MAGIC.to_vec();
    add(&mut archive, "/", &index);
    for (number, (bytes, _)) in members.iter().enumerate() {
        add(&mut archive, &format!("part-{number}.o/"), bytes);
    }
    archive
}

/// Members begin at even places.
fn even(size: usize) -> usize {
    size.next_multiple_of(2)
}

/// A member without time and owner.
fn add(archive: &mut Vec<u8>, name: &str, bytes: &[u8]) {
    archive.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 100_644, bytes.len()).into_bytes());
    archive.extend(bytes);
    if bytes.len() % 2 == 1 {
        archive.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::{HEADER, MAGIC, archive};

    #[test]
    fn the_index_leads_to_members() {
        let members: [(&[u8], Vec<String>); 2] =
            [(b"abc", vec!["one".to_owned()]), (b"defg", vec!["two".to_owned(), "three".to_owned()])];
        let bytes = archive(&members);
        assert!(bytes.starts_with(MAGIC));
        let index = &bytes[MAGIC.len() + HEADER..];
        assert_eq!(index[..4], 3u32.to_be_bytes());
        for (number, contents) in [(0, &b"abc"[..]), (1, b"defg"), (2, b"defg")] {
            let place = &index[4 + 4 * number..][..4];
            let place = u32::from_be_bytes([place[0], place[1], place[2], place[3]]) as usize;
            assert_eq!(place % 2, 0);
            assert!(bytes[place..].starts_with(b"part-"));
            assert!(bytes[place + HEADER..].starts_with(contents));
        }
        assert!(index[16..].starts_with(b"one\0two\0three\0"));
    }
}
