// The twin of `enums.lang`, line for line: an enum whose cases carry something is a tag and a union, as `lang header` has it.
typedef long i64; typedef double f64; typedef int i32; extern "C" int printf(const char *, ...); static void println(f64 n) { printf("%f\n", n); }
enum Color { Red, Green, Blue }; enum Tag { Dot, Circle, Rect }; enum OptionTag { None, Some };

struct Shape {
  Tag tag;
  union { struct { f64 radius; } Circle; struct { i32 _0; i64 _1; } Rect; };
};


enum Small : unsigned short { One = 1, Many = 500 };

struct Node {
  i64 value;
  Node *next;
};

template <typename A, typename B> struct Pair { A first; B second; };

template <typename T> struct Box {
  T item;

  static const T &get(const Box &self) {
    return self.item;
  }
};

struct Dog { i64 age; static i64 speak(const Dog &self); }; typedef i64 Speak(const Dog &);

i64 Dog::speak(const Dog &self) {

    return self.age + 1;
  }


static i64 ask(const Dog &animal, Speak *speak) { return speak(animal); }

static i64 sum(const Node &node) {
  if (node.next) { const Node &next = *node.next;
    return node.value + sum(next); }
  return node.value;
}


static f64 area(const Shape &shape) {
  if (shape.tag == Circle) { f64 radius = shape.Circle.radius;
    return radius * radius; } i32 a = shape.Rect._0; i64 b = shape.Rect._1;
    return (f64)a * (f64)b;


}

static i64 apply(i64 (*f)(i64), i64 n) { return f(n); }

template <typename T> static T keep(T value, i64 times) {
  if (times > 1) println(times);
  return value;
}

int main() {
  Color color = Green;
  Small small = Many;
  Shape circle = {Circle, {{2.0}}};
  Shape rect; rect.tag = Rect; rect.Rect = {3, 4};
  println(area(circle));
  println(area(rect));
  struct { OptionTag tag; union { struct { i64 _0; } Some; }; } none = {}, some;
  some.tag = Some; some.Some._0 = 9; Node tail = {2, nullptr};
  Node list = {1, &tail};
  println(sum(list));
  Box<i64> box = {5};
  println(Box<i64>::get(box));
  Pair<i64, bool> pair = keep(Pair<i64, bool>{1, true}, 2);
  i64 base = 10;
  auto add = [base](i64 n) -> i64 {
    i64 inner = n + base;
    return inner;
  };
  println(add(4)); // no twin: a closure has another name there
  println(ask({3}, Dog::speak));
  println(apply([](i64 n) { return n; }, 4));
  if (color == Green) println(1);
  if (small == Many) println(2);
  if (some.tag) { i64 n = some.Some._0;
    println(n);
  }
  println(none.tag);
  return pair.second;
}
