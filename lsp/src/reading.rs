//! Questions that read: from a handler to a snapshot on a thread of its own and back. It owns retries and cancellation.
//!
//! A question about a position is answered only for the text that the client saw when it asked: when a later edit comes
//! first, the answer is 'content modified', and the client asks again if it still cares. When something else was written,
//! the question is asked again silently. A question about a whole document is asked again in both cases, and so is one
//! that is asked while typing: editors take an error there for 'nothing', and show words of the text instead.
//!
//! The way there and back is the same for every kind of answer, which travels in a box: it is compiled once instead of
//! thirty times, which would be a tenth of this crate's compile time.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use salsa::{CancellationToken, Cancelled, Database as _};
use tokio::runtime::Handle;
use tokio::sync::oneshot::{self, Sender};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Url;

use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::uris;
use crate::world::{Delivery, Job, Read};

/// How often a question is asked again before it counts as failed.
const ATTEMPTS: usize = 50;

/// What becomes of a question when its text is edited before it is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edited {
    /// It has no answer.
    Refused,
    /// It is asked about the newest text.
    AskedAgain,
    /// It is asked about the newest text, at the place where its place is now, as often as it takes.
    Followed,
}

/// The answer to a question; whoever asked knows its type.
type Found = Box<dyn Any + Send>;

/// What finds the answer.
type Work = Arc<dyn Fn(&[Snapshot]) -> Found + Send + Sync>;

/// How one attempt ended.
enum Attempt {
    Done(Found),
    NoProject,
    Changed,
    /// It was cancelled; the state of the text that it saw.
    Cancelled(u64),
    Panicked,
}

/// Ends the work when nobody waits for it any more.
#[derive(Default)]
struct Guard {
    tokens: Arc<OnceLock<Vec<CancellationToken>>>,
}

impl Drop for Guard {
    fn drop(&mut self) {
        for token in self.tokens.get().into_iter().flatten() {
            token.cancel();
        }
    }
}

impl Server {
    /// Answers a question about a position in a document. `None` if no project has the document.
    ///
    /// `work` runs on a blocking thread and may run several times. It must not wait for anything but queries; what takes
    /// long and asks no query (a worker of LLVM, say) belongs behind it, when the snapshot is gone.
    pub(crate) async fn read<R: Send + 'static>(
        &self,
        uri: &Url,
        work: impl Fn(&Snapshot) -> R + Send + Sync + 'static,
    ) -> Result<Option<R>> {
        self.ask(uri, Edited::Refused, of_one(work)).await?.map(opened).transpose()
    }

    /// As [`Server::read`], for what editors ask while letters are typed: the answer is for the newest text, in which
    /// [`Snapshot::position`] finds the place again.
    pub(crate) async fn read_typing<R: Send + 'static>(
        &self,
        uri: &Url,
        work: impl Fn(&Snapshot) -> R + Send + Sync + 'static,
    ) -> Result<Option<R>> {
        self.ask(uri, Edited::Followed, of_one(work)).await?.map(opened).transpose()
    }

    /// As [`Server::read`], for questions whose answer is as good for a later text.
    pub(crate) async fn read_whole<R: Send + 'static>(
        &self,
        uri: &Url,
        work: impl Fn(&Snapshot) -> R + Send + Sync + 'static,
    ) -> Result<Option<R>> {
        self.ask(uri, Edited::AskedAgain, of_one(work)).await?.map(opened).transpose()
    }

    async fn ask(&self, uri: &Url, edited: Edited, work: Work) -> Result<Option<Found>> {
        let path = uris::path_of(uri);
        let mut edition = None;
        let mut attempts = 0;
        while attempts < ATTEMPTS || edited == Edited::Followed {
            attempts += 1;
            let guard = Guard::default();
            let (sender, receiver) = oneshot::channel();
            let (work, tokens) = (work.clone(), guard.tokens.clone());
            let threads = Handle::current();
            let deliver = Box::new(move |delivery| match delivery {
                Delivery::Snapshot(snapshot, edition) => {
                    threads.spawn_blocking(move || run(vec![*snapshot], edition, &tokens, sender, &*work));
                }
                Delivery::NoProject => answer(sender, Attempt::NoProject),
                Delivery::Changed => answer(sender, Attempt::Changed),
            });
            self.queue.add(Job::Read(Read {
                path: path.clone(),
                edition,
                follows: edited == Edited::Followed,
                deliver,
            }));
            match receiver.await {
                Ok(Attempt::Done(result)) => return Ok(Some(result)),
                Ok(Attempt::NoProject) => return Ok(None),
                Ok(Attempt::Changed) => return Err(Error::content_modified()),
                Ok(Attempt::Cancelled(seen)) => {
                    edition = match edited {
                        Edited::Refused => Some(seen),
                        // The place is that of the first text.
                        Edited::Followed => edition.or(Some(seen)),
                        Edited::AskedAgain => None,
                    }
                }
                Ok(Attempt::Panicked) => return Err(internal()),
                Err(_ending) => return Err(Error::request_cancelled()),
            }
        }
        Err(Error::content_modified())
    }

    /// Answers a question about all projects.
    pub(crate) async fn read_all<R: Send + 'static>(
        &self,
        work: impl Fn(&[Snapshot]) -> R + Send + Sync + 'static,
    ) -> Result<R> {
        opened(self.ask_all(Arc::new(move |snapshots| Box::new(work(snapshots)))).await?)
    }

    async fn ask_all(&self, work: Work) -> Result<Found> {
        for _attempt in 0..ATTEMPTS {
            let guard = Guard::default();
            let (sender, receiver) = oneshot::channel();
            let (work, tokens) = (work.clone(), guard.tokens.clone());
            let threads = Handle::current();
            self.queue.add(Job::ReadAll(Box::new(move |snapshots| {
                threads.spawn_blocking(move || run(snapshots, 0, &tokens, sender, &*work));
            })));
            match receiver.await {
                Ok(Attempt::Done(result)) => return Ok(result),
                Ok(Attempt::NoProject | Attempt::Changed | Attempt::Cancelled(_)) => {}
                Ok(Attempt::Panicked) => return Err(internal()),
                Err(_ending) => return Err(Error::request_cancelled()),
            }
        }
        Err(Error::content_modified())
    }
}

/// Work on the one project that has the document.
fn of_one<R: Send + 'static>(work: impl Fn(&Snapshot) -> R + Send + Sync + 'static) -> Work {
    Arc::new(move |all| Box::new(work(&all[0])))
}

/// The answer with its type, which is that of the question's work.
fn opened<R: 'static>(found: Found) -> Result<R> {
    found.downcast().map(|found| *found).map_err(|_another| internal())
}

/// One attempt, on a blocking thread. The snapshots are gone before the answer is sent.
fn run(
    snapshots: Vec<Snapshot>,
    edition: u64,
    tokens: &OnceLock<Vec<CancellationToken>>,
    sender: Sender<Attempt>,
    work: &(dyn Fn(&[Snapshot]) -> Found + Send + Sync),
) {
    let new = snapshots.iter().map(|snapshot| snapshot.db.cancellation_token()).collect();
    // Each attempt has a lock of its own, which is empty.
    let _empty = tokens.set(new);
    if sender.is_closed() {
        return;
    }
    let attempt = match catch_unwind(AssertUnwindSafe(|| work(&snapshots))) {
        Ok(result) => Attempt::Done(result),
        Err(panic) if panic.is::<Cancelled>() => Attempt::Cancelled(edition),
        Err(_panic) => Attempt::Panicked,
    };
    drop(snapshots);
    answer(sender, attempt);
}

fn answer(sender: Sender<Attempt>, attempt: Attempt) {
    // Nobody waits for the answer to a question that the client took back.
    let _taken_back = sender.send(attempt);
}

fn internal() -> Error {
    let mut error = Error::internal_error();
    error.message = "internal error in the language server; its log (standard error) says where".into();
    error
}
