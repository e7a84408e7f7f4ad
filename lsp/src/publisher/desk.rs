//! Where the writer lays down what is to be reported on and the publisher's thread takes it up. It owns who is at work on
//! what, and so the one answer to whether all work is done; it must not know what the work is.
//!
//! `P` names a project, `W` is the work on it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The desk.
pub(super) struct Desk<P, W> {
    state: Mutex<State<P, W>>,
    news: Condvar,
}

struct State<P, W> {
    /// Projects to report on, the most recent last.
    posts: Vec<(P, W)>,
    /// Projects that are gone.
    forgotten: Vec<P>,
    /// The project that is being reported on, until it is withdrawn.
    current: Option<P>,
    /// Whether the writer is in the middle of something whose posts are still to come. Without it the first of two
    /// projects could be reported on, and everything be called done, before the second one is posted.
    is_changing: bool,
}

/// What the publisher's thread finds.
pub(super) struct Found<P, W> {
    /// A project to report on.
    pub(super) post: Option<(P, W)>,
    /// Projects that are gone.
    pub(super) forgotten: Vec<P>,
}

/// The snapshot was withdrawn.
pub(super) struct Withdrawn;

impl<P: Copy + PartialEq, W> Desk<P, W> {
    pub(super) fn new() -> Desk<P, W> {
        Desk {
            state: Mutex::new(State { posts: Vec::new(), forgotten: Vec::new(), current: None, is_changing: false }),
            news: Condvar::new(),
        }
    }

    /// The writer begins something whose posts are still to come; `busy` tells others.
    pub(super) fn begin(&self, busy: impl FnOnce()) {
        let mut state = self.lock();
        state.is_changing = true;
        busy();
    }

    /// The writer takes back what it posted about a project: it is about to change, and posted anew or forgotten.
    pub(super) fn withdraw(&self, project: P) {
        let mut state = self.lock();
        state.is_changing = true;
        state.posts.retain(|(posted, _)| *posted != project);
        if state.current == Some(project) {
            state.current = None;
        }
    }

    /// The writer says that a project is gone.
    pub(super) fn forget(&self, project: P) {
        let mut state = self.lock();
        state.is_changing = true;
        state.forgotten.push(project);
    }

    /// The writer posts all that follows from what it did, and is done with it. `idle` tells others that nothing is left.
    pub(super) fn post(&self, posts: Vec<(P, W)>, idle: impl FnOnce()) {
        let mut state = self.lock();
        let was_changing = std::mem::take(&mut state.is_changing);
        for (project, work) in posts {
            state.posts.retain(|(posted, _)| *posted != project);
            state.posts.push((project, work));
        }
        if was_changing && state.is_done() {
            idle();
        }
        self.news.notify_one();
    }

    /// The publisher's thread takes the next work, or waits for it.
    pub(super) fn take(&self) -> Found<P, W> {
        let mut state = self.lock();
        while state.posts.is_empty() && state.forgotten.is_empty() {
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let forgotten = std::mem::take(&mut state.forgotten);
        let post = state.posts.pop();
        state.current = post.as_ref().map(|(project, _)| *project);
        Found { post, forgotten }
    }

    /// The publisher's thread does something unless the project was withdrawn meanwhile, which waits until it is done.
    pub(super) fn unless_withdrawn(&self, project: P, action: impl FnOnce()) -> Result<(), Withdrawn> {
        let state = self.lock();
        if state.current != Some(project) {
            return Err(Withdrawn);
        }
        action();
        drop(state);
        Ok(())
    }

    /// The publisher's thread has done what it took. `idle` tells others that nothing is left.
    pub(super) fn finish(&self, idle: impl FnOnce()) {
        let mut state = self.lock();
        state.current = None;
        if state.is_done() {
            idle();
        }
    }

    /// A panic of another thread leaves the lists as they are, which is as good as any other state.
    fn lock(&self) -> MutexGuard<'_, State<P, W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P, W> State<P, W> {
    fn is_done(&self) -> bool {
        !self.is_changing && self.posts.is_empty() && self.forgotten.is_empty() && self.current.is_none()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::Desk;

    /// What was said last, and a desk to say it.
    fn desk() -> (Cell<&'static str>, Desk<u8, ()>) {
        (Cell::new(""), Desk::new())
    }

    #[test]
    fn projects_that_are_posted_together_are_done_together() {
        let (said, desk) = desk();
        desk.begin(|| said.set("busy"));
        desk.post(vec![(1, ()), (2, ())], || said.set("idle"));
        for last in [2, 1] {
            assert_eq!(said.get(), "busy");
            assert_eq!(desk.take().post.map(|(project, ())| project), Some(last));
            desk.finish(|| said.set("idle"));
        }
        assert_eq!(said.get(), "idle");
    }

    #[test]
    fn nothing_is_done_while_the_writer_is_at_work() {
        let (said, desk) = desk();
        desk.post(vec![(1, ())], || said.set("idle"));
        desk.take();
        desk.withdraw(1);
        assert!(desk.unless_withdrawn(1, || said.set("sent")).is_err());
        desk.finish(|| said.set("idle"));
        assert_eq!(said.get(), "");
        desk.post(vec![(1, ())], || said.set("idle"));
        desk.take();
        assert!(desk.unless_withdrawn(1, || said.set("sent")).is_ok());
        desk.finish(|| said.set("idle"));
        assert_eq!(said.get(), "idle");
    }

    #[test]
    fn work_without_posts_ends_too() {
        let (said, desk) = desk();
        // Settings before anything was loaded say nothing.
        desk.post(Vec::new(), || said.set("idle"));
        assert_eq!(said.get(), "");
        desk.begin(|| said.set("busy"));
        desk.post(Vec::new(), || said.set("idle"));
        assert_eq!(said.get(), "idle");
        desk.begin(|| said.set("busy"));
        desk.forget(1);
        desk.post(Vec::new(), || said.set("idle"));
        assert_eq!(said.get(), "busy");
        assert_eq!(desk.take().forgotten, [1]);
        desk.finish(|| said.set("idle"));
        assert_eq!(said.get(), "idle");
    }
}
