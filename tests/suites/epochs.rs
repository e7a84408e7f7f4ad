//! The tables of names and types end with the databases that use them: ids of an epoch that is over stand for nothing, those
//! of the next are right on every thread, and no epoch begins while a database lives. All in one test: nothing else in the
//! process may hold a database.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use hir::Name;
use tests::session::Session;
use types::{Ty, TypeKind};

const EPOCHS: usize = 40;
const THREADS: usize = 4;

fn program(epoch: usize) -> (String, String) {
    let text = format!(
        "fn f_{epoch}(a_{epoch}: ([u8; {}], Pointer[i{}])) {{\n  let b: (i64, f64) = a_{epoch}\n}}\nfn main() {{}}\n",
        epoch + 1,
        8 << (epoch % 4)
    );
    (text, format!("([u8; {}], Pointer[i{}])", epoch + 1, 8 << (epoch % 4)))
}

/// What is wrong with a program, by a clone of its database on another thread.
fn messages(session: &Session) -> Vec<String> {
    lower::diagnostics(&session.db, session.file).iter().map(|diagnostic| diagnostic.message.clone()).collect()
}

type Work = Box<dyn FnOnce() + Send>;

#[test]
fn tables_end_with_the_databases() {
    // Threads that remember what they met in every epoch before.
    let threads: Vec<Sender<Work>> = (0..THREADS)
        .map(|_| {
            let (sender, work): (Sender<Work>, Receiver<Work>) = channel();
            thread::spawn(move || work.into_iter().for_each(|work| work()));
            sender
        })
        .collect();
    let mut dead: Vec<(Name, Ty)> = Vec::new();
    for epoch in 0..EPOCHS {
        let folder = tempfile::tempdir().expect("there is room for a program");
        let (text, ty) = program(epoch);
        let path = folder.path().join("main.lang");
        std::fs::write(&path, text).expect("there is room for a program");
        let (answer, answers) = channel();
        for thread in &threads {
            let (path, answer) = (path.clone(), answer.clone());
            let work = move || {
                // Each has a database of its own, and all use the same tables.
                let session = Session::open(&path);
                let names: Vec<Name> = (0..50).map(|number| Name::new(&format!("name_{epoch}_{number}"))).collect();
                let types: Vec<Ty> = (0..50).map(|number| Ty::tuple(&[Ty::I8, Ty::array(Ty::I8, number)])).collect();
                let found = messages(&session);
                for (number, (name, ty)) in names.iter().zip(&types).enumerate() {
                    assert_eq!(name.text(), format!("name_{epoch}_{number}"));
                    let elements = ty.as_tuple().expect("it is a tuple");
                    assert_eq!(elements[1].kind(), TypeKind::Array(Ty::I8, number as u64));
                }
                assert!(!source::begin_epoch());
                drop(session);
                answer.send((found, names[7], types[7])).expect("somebody waits");
            };
            thread.send(Box::new(work)).expect("the thread works");
        }
        drop(answer);
        let answers: Vec<_> = answers.into_iter().collect();
        assert_eq!(answers.len(), THREADS);
        for (found, name, compound) in &answers {
            assert!(found.iter().any(|message| message.contains(&ty)), "{ty}: {found:?}");
            assert_eq!((*name, *compound), (answers[0].1, answers[0].2), "all threads use the same tables");
        }
        // What an epoch knew stays until the next is begun.
        assert!(answers[0].1.text().starts_with("name_"));
        assert!(source::begin_epoch());
        assert_eq!(source::entries(), 0);
        dead.push((answers[0].1, answers[0].2));
        // Others have taken the places, and not the numbers.
        for number in 0..200 {
            Name::new(&format!("other_{epoch}_{number}"));
            Ty::pointer(Ty::array(Ty::BOOL, number));
        }
        for (name, ty) in &dead {
            assert!(catch_unwind(AssertUnwindSafe(|| name.text())).is_err());
            assert!(catch_unwind(AssertUnwindSafe(|| ty.kind())).is_err());
        }
    }
}
