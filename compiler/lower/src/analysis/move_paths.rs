//! Move paths: the variables whose values may be gone, and the fields that are moved out of them, numbered densely.
//! Must not know flow.

use rustc_hash::FxHashMap;

use crate::source_form::{Access, LocalId, Place, PlaceBase, Projection, SourceForm};

/// Numbers for whole locals and for the fields that something is moved out of.
pub struct MovePaths {
    paths: Vec<MovePath>,
    /// The path of each local, or `NONE`.
    roots: Vec<u32>,
    /// The path of a field of a path.
    children: FxHashMap<(u32, u32), u32>,
}

/// One path.
#[derive(Clone, Copy)]
pub struct MovePath {
    /// The place it stands for.
    pub place: Place,
    /// The local it begins with.
    pub local: LocalId,
    /// The path it is a field of.
    pub parent: Option<PathId>,
    first_child: u32,
    next_sibling: u32,
}

/// A number of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PathId(pub u32);

const NONE: u32 = u32::MAX;

impl MovePaths {
    /// The paths of a body in which these locals matter.
    pub fn new(form: &mut SourceForm, tracked: &[LocalId]) -> MovePaths {
        let mut paths = MovePaths {
            paths: Vec::with_capacity(tracked.len()),
            roots: vec![NONE; form.locals.len()],
            children: FxHashMap::default(),
        };
        for local in tracked {
            if paths.roots[local.0 as usize] == NONE {
                paths.roots[local.0 as usize] = paths.paths.len() as u32;
                paths.push(Place::local(*local), *local, None);
            }
        }
        paths.find_fields(form);
        paths
    }

    /// Adds a path; a field's is told by the path that it is a field of and which.
    fn push(&mut self, place: Place, local: LocalId, parent: Option<(PathId, u32)>) -> PathId {
        let id = self.paths.len() as u32;
        self.paths.push(MovePath {
            place,
            local,
            parent: parent.map(|(parent, _)| parent),
            first_child: NONE,
            next_sibling: NONE,
        });
        if let Some((parent, field)) = parent {
            self.children.insert((parent.0, field), id);
            let parent = parent.0 as usize;
            self.paths[id as usize].next_sibling = self.paths[parent].first_child;
            self.paths[parent].first_child = id;
        }
        PathId(id)
    }

    /// Adds the fields that something is moved out of.
    fn find_fields(&mut self, form: &mut SourceForm) {
        for index in 0..form.statements.len() {
            let mut moved = Vec::new();
            form.accesses(&form.statements[index].kind, |access, place| {
                if access == Access::Move && place.as_local().is_none() {
                    moved.push(place);
                }
            });
            for place in moved {
                self.add_field_path(form, place);
            }
        }
    }

    fn add_field_path(&mut self, form: &mut SourceForm, place: Place) {
        let PlaceBase::Local(local) = form.base(place) else {
            return;
        };
        let root = self.roots[local.0 as usize];
        if root == NONE {
            return;
        }
        let mut path = PathId(root);
        for step in 0..form.projections(place).len() {
            let Projection::Field(field) = form.projections(place)[step] else {
                return;
            };
            path = match self.child(path, field) {
                Some(child) => child,
                None => {
                    let parent = self.get(path).place;
                    let child = form.project(parent, Projection::Field(field));
                    self.push(child, local, Some((path, field)))
                }
            };
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// All of them.
    pub fn ids(&self) -> impl Iterator<Item = PathId> + use<> {
        (0..self.paths.len() as u32).map(PathId)
    }

    /// The path with a number.
    pub fn get(&self, path: PathId) -> &MovePath {
        &self.paths[path.0 as usize]
    }

    /// The path of a field.
    pub fn child(&self, path: PathId, field: u32) -> Option<PathId> {
        if !self.has_children(path) {
            return None;
        }
        self.children.get(&(path.0, field)).copied().map(PathId)
    }

    /// Whether fields of the path have paths of their own.
    pub fn has_children(&self, path: PathId) -> bool {
        self.paths[path.0 as usize].first_child != NONE
    }

    /// Calls `visit` for the path and all below it.
    pub fn subtree(&self, path: PathId, visit: &mut impl FnMut(PathId)) {
        visit(path);
        let mut child = self.paths[path.0 as usize].first_child;
        while child != NONE {
            self.subtree(PathId(child), visit);
            child = self.paths[child as usize].next_sibling;
        }
    }

    /// The longest path that a place begins with, and whether that is the whole place.
    pub fn find(&self, form: &SourceForm, place: Place) -> Option<(PathId, bool)> {
        let PlaceBase::Local(local) = form.base(place) else {
            return None;
        };
        let root = self.roots[local.0 as usize];
        if root == NONE {
            return None;
        }
        let mut path = PathId(root);
        for projection in form.projections(place) {
            let Projection::Field(field) = projection else {
                return Some((path, false));
            };
            match self.child(path, *field) {
                Some(child) => path = child,
                None => return Some((path, false)),
            }
        }
        Some((path, true))
    }
}
