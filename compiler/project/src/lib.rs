//! Projects: `lang.toml`, packages, the embedded standard library, and files on disk turned into salsa inputs, for the
//! command line and the editor's server alike.
//!
//! It must not know types or editors. All its calls of the operating system stand in `disk`. Reading order: `input`,
//! `load`, `living`, `manifest`, `problems`, `report`.

pub mod book;
pub mod disk;
mod header_modules;
mod imports;
mod input;
mod living;
mod load;
mod manifest;
mod overlay;
mod paths;
pub mod problems;
mod report;
pub mod standard_library;
pub mod template;
#[cfg(test)]
mod tests;

pub use header_modules::{CDeclaration, HeaderBinder, HeaderModule, WantedModule, words};
pub use input::{Input, NoInput};
pub use living::{LivingProject, TextChange};
pub use load::{CSettings, HeaderItems, LinkSettings, Loaded, LoadedFile, TargetNames, add_package, load};
pub use manifest::{BindEntry, DebugSetting, Dependency, Manifest, read as read_manifest};
pub use overlay::Overlay;
pub use report::{Change, Origin, Place, Report};

/// The file that makes a folder a package.
pub const MANIFEST: &str = "lang.toml";
