//! Modules as one. Owns what a program is linked for, and whose fault it is if the whole is not well-formed; which definition
//! stays, `mir` decides.

use std::path::PathBuf;

use mir::{LinkError, Linker, Module};

use super::{Refused, files};

/// All of them.
pub fn all(paths: &[PathBuf]) -> Result<Module, Refused> {
    whole(paths, |linker| linker.all())
}

/// What some symbols lead to.
pub fn reachable_from(paths: &[PathBuf], roots: &[&str]) -> Result<Module, Refused> {
    whole(paths, |linker| linker.reachable_from(roots))
}

/// A program: what its beginning leads to.
pub fn program(paths: &[PathBuf]) -> Result<Module, Refused> {
    whole(paths, |linker| {
        if !linker.defines(lower::C_ENTRY) {
            let message = format!("there is no `{}` in the modules, with which a program begins", lower::C_ENTRY);
            return Err(LinkError { message });
        }
        linker.reachable_from(&[lower::C_ENTRY])
    })
}

fn whole(paths: &[PathBuf], join: impl FnOnce(Linker<'_>) -> Result<Module, LinkError>) -> Result<Module, Refused> {
    let read: Vec<(String, Vec<u8>)> =
        paths.iter().map(|path| Ok((files::name(path), files::bytes(path)?))).collect::<Result<_, Refused>>()?;
    let mut linker = Linker::new();
    for (name, bytes) in &read {
        let added = match files::is_binary(bytes) {
            true => linker.add_bytes(name, bytes),
            false => linker.add_module(name, files::of_text(name, bytes)?),
        };
        added.map_err(|error| Refused::Wrong(error.to_string()))?;
    }
    let whole = join(linker).map_err(|error| Refused::Wrong(error.to_string()))?;
    match mir::verify(&whole) {
        Ok(()) => Ok(whole),
        Err(problems) => Err(blamed(&read, files::not_well_formed("what the modules are together", &problems))),
    }
}

/// Says which module is wrong by itself, if one is: the others can do nothing for it.
fn blamed(read: &[(String, Vec<u8>)], message: String) -> Refused {
    let alone = read.iter().find_map(|(name, bytes)| files::of_bytes(name, bytes).err());
    alone.unwrap_or(Refused::Wrong(message))
}
