//! The programs that use the library `geometry`.

use libtest_mimic::Failed;

use crate::tools::{Built, example, same};

const TABLE: &str = "\
shape         area      around  round
sun          3.142       6.283   1.00
wall        24.000      20.000   0.75
roof        12.000      18.000   0.47
door         3.750       8.000   0.74
window       1.131       3.770   1.00
all         44.023
";

const DRAWING: &str = "\
<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-2 -10 13 11\">
  <circle cx=\"9\" cy=\"-8\" r=\"1\" fill=\"#4c78a8\" fill-opacity=\"0.7\"><title>sun</title></circle>
  <polygon points=\"0,0 6,0 6,-4 0,-4\" fill=\"#f58518\" fill-opacity=\"0.7\"><title>wall</title></polygon>
  <polygon points=\"-1,-4 7,-4 3,-7\" fill=\"#54a24b\" fill-opacity=\"0.7\"><title>roof</title></polygon>
  <polygon points=\"2,0 3.5,0 3.5,-2.5 2,-2.5\" fill=\"#b279a2\" fill-opacity=\"0.7\"><title>door</title></polygon>
  <circle cx=\"4.8\" cy=\"-2.5\" r=\"0.6\" fill=\"#4c78a8\" fill-opacity=\"0.7\"><title>window</title></circle>
</svg>
";

fn house() -> String {
    example("draw/drawings/house.shapes").to_string_lossy().into_owned()
}

pub fn area_works(built: &Built) -> Result<(), Failed> {
    same(&built.prints(&[&house()], "")?, TABLE)?;
    same(&built.prints(&["--at", "3,1", &house()], "")?, "wall\ndoor\n")?;
    std::fs::write(built.folder().join("wrong"), "circle a 1 2\n")?;
    same(&built.complains(&["wrong"], 1)?, "area: wrong: in line 1: this is no shape")
}

pub fn draw_works(built: &Built) -> Result<(), Failed> {
    same(&built.prints(&[&house()], "")?, DRAWING)?;
    same(&built.complains(&[], 1)?, "draw: usage: draw FILE")
}
