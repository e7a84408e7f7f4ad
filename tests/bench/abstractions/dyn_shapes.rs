//! The program of dyn_shapes.lang in Rust: calls through `dyn` of three types.

extern "C" { fn printf(format: *const std::ffi::c_char, ...) -> i32; }
trait Shape { fn area(&self, by: f64) -> f64; fn grow(&mut self, by: f64); }
struct Circle { r: f64 }
struct Square { side: f64 }
struct Rect { w: f64, h: f64 }
impl Shape for Circle { fn area(&self, by: f64) -> f64 { self.r * self.r * 3.25 * by } fn grow(&mut self, by: f64) { self.r += by } }
impl Shape for Square { fn area(&self, by: f64) -> f64 { self.side * self.side * by } fn grow(&mut self, by: f64) { self.side += by } }
impl Shape for Rect { fn area(&self, by: f64) -> f64 { self.w * self.h * by } fn grow(&mut self, by: f64) { self.w += by; self.h -= by } }

fn made(seed: i64) -> Box<dyn Shape> {
    match seed % 3 {
        0 => Box::new(Circle { r: 1.0 }),
        1 => Box::new(Square { side: 2.0 }),
        _ => Box::new(Rect { w: 3.0, h: 4.0 }),
    }
}

fn total(shapes: &[Box<dyn Shape>], by: f64) -> f64 {
    let mut sum = 0.0;
    for shape in shapes { sum += shape.area(by) }
    sum
}

fn main() {
    let mut seed: i64 = 7;
    let mut shapes: [Box<dyn Shape>; 8] = [made(0), made(1), made(2), made(0), made(2), made(1), made(1), made(2)];
    let mut sum = 0.0;
    for round in 0..12_000_000i64 {
        sum += total(&shapes, 0.5);
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
        shapes[((seed >> 8) & 7) as usize].grow(0.000001);
        if round % 1_000_000 == 0 { shapes[(seed & 7) as usize] = made(seed >> 4) }
    }
    // As the language shows an `f64`.
    unsafe { printf(c"%.15g\n".as_ptr(), sum) };
}
