//! The SQLite shell beside `sqlite3`: what both print, of the same sessions.

use std::process::Command;

use fastrand::Rng;
use libtest_mimic::Failed;

use crate::tools::{Built, fed, is_installed, same};

const SESSION: &str = "\
.mode column
create table t(a, bb text, c real); insert into t values (1,'ä long one',1.5),(22,null,-3);
select * from t;
.mode list
select * from t;
.headers on
select * from t;
.mode line
select * from t;
.mode csv
select a, 'x y' as q, bb from t;
create table another_table(x); create view v as select 1;
.tables
create table
  longer_name_of_a_table(x,
 y);
.tables
.schema another_table
.tables a%
select nothing;
select * from t where 0;
.mode column
select * from t where 0;
.foo
select 1;select 2; -- x
/* a */
;
select 3
";

/// A session of random rows and queries.
fn session(random: &mut Rng) -> String {
    let values = ["1", "-2.5", "'text'", "null", "'with, comma'", "'two  words'", "1e10", "'ä'", "x'41'", "'\"'"];
    let queries = [
        "select * from t order by 1, 2, 3",
        "select count(*), max(a) as most from t",
        "select b || c as joined from t order by 1",
        "select a, typeof(a) from t group by a",
        "select * from t where missing = 1",
        "update t set c = a where b is null",
        "select t.a, u.a from t join t u on t.a = u.b order by 1, 2 limit 5",
    ];
    let mut text = "create table t(a, b, c);\n".to_owned();
    for _ in 0..random.usize(1..12) {
        match random.u8(0..4) {
            0 => text.push_str(&format!(".mode {}\n", ["list", "column", "csv", "line"][random.usize(0..4)])),
            1 => text.push_str(if random.bool() { ".headers on\n" } else { ".headers off\n" }),
            2 => text.push_str(&format!("{};\n", queries[random.usize(0..queries.len())])),
            _ => {
                let row = [(); 3].map(|()| values[random.usize(0..values.len())]).join(", ");
                text.push_str(&format!("insert into t\n  values ({row});\n"));
            }
        }
    }
    text
}

pub fn works(built: &Built) -> Result<(), Failed> {
    let mut sessions = vec![SESSION.to_owned()];
    let mut random = Rng::with_seed(31);
    sessions.extend((0..built.some_of(40)).map(|_| session(&mut random)));
    let same_file = built.run(&["kept.db"], b"create table a(x);\ninsert into a values (7);\n")?;
    same(&String::from_utf8_lossy(&same_file.stdout), "")?;
    same(&built.prints(&["kept.db"], "select x from a;")?, "7\n")?;
    same(&built.complains(&["-x"], 1)?, "sqlite: usage: sqlite [FILE]")?;
    let said = built.complains(&["nowhere/a.db"], 1)?;
    same(&said, "sqlite: cannot open `nowhere/a.db`: unable to open database file")?;
    if !is_installed("sqlite3") {
        return Ok(());
    }
    for session in sessions {
        let wanted = fed(Command::new("sqlite3"), session.as_bytes())?;
        let found = built.run(&[], session.as_bytes())?;
        let shown = |output: &[u8]| format!("{session}\n{}", String::from_utf8_lossy(output));
        same(&shown(&found.stdout), &shown(&wanted.stdout))?;
        if found.status.code() != wanted.status.code() || found.stderr.is_empty() != wanted.stderr.is_empty() {
            return Err(format!("{session}\n{found:?}\n{wanted:?}").into());
        }
    }
    Ok(())
}
