#include "../interop/expect.h"
#include "forms.h"

/* What C makes of closures: code, an environment that begins with what ends it, and captures behind. */
struct adding {
    void (*drop)(void *);
    int64_t by;
};

static int ended;

static void end_environment(void *environment) {
    ended++;
    free(environment);
}

static void *adding(int64_t by) {
    struct adding *made = malloc(sizeof *made);
    made->drop = end_environment;
    made->by = by;
    return made;
}

static int64_t add(void *environment, int64_t x) { return x + ((struct adding *)environment)->by; }
static int64_t add_point(void *environment, int64_t x, Point p) {
    return x + p.x + (int64_t)p.y + ((struct adding *)environment)->by;
}
static bool is_high(void *environment, const Point *p) { return p->y > 3 && *(int *)environment == 7; }
static void sum(void *environment, slice_i64 numbers) {
    for (int64_t i = 0; i < numbers.length; i++) *(int64_t *)environment += numbers.elements[i];
}
static array_3_i32 turned(void *environment, array_3_i32 a) {
    (void)environment;
    return (array_3_i32){{a.elements[2], a.elements[1], a.elements[0] * 10}};
}
static const lang_string *once_result;
static const lang_string *once(void *environment, int64_t n) {
    EXPECT(n == 3);
    free(environment);
    return once_result;
}
static int32_t twice(int32_t x) { return 2 * x; }

/* A type of C's behind `dyn`. */
struct square { double side; };
static int squares_ended;
static void square_drop(void *it) { (void)it; squares_ended++; }
static double square_area(void *it) { return ((struct square *)it)->side * ((struct square *)it)->side; }
static void square_grow(void *it, double by) { ((struct square *)it)->side += by; }
static const lang_string *square_name(void *it) { (void)it; return once_result; }
static Option_Point next_point(void *it) {
    Option_Point none = {.tag = Option_Point_None};
    if (--*(int *)it < 0) return none;
    return (Option_Point){.tag = Option_Point_Some, .as.Some.item0 = {1, 2}};
}

static void slices(void) {
    Point points[3] = {{1, 0.5}, {2, 1.5}, {3, 4}};
    EXPECT(slice_sum((slice_Point){points, 3}) == 6);
    int16_t numbers[4] = {0};
    slice_fill((mut_slice_i16){numbers, 3}, 9);
    EXPECT(numbers[2] == 9 && numbers[3] == 0);
    int64_t longs[3] = {5, 6, 7};
    slice_i64 tail = slice_tail((slice_i64){longs, 3});
    EXPECT(tail.elements == longs + 1 && tail.length == 2);
    User user = {0, 4}, *list[2] = {&user, &user};
    EXPECT(users((slice_User){list, 2}) == 2);
    EXPECT(names((mut_slice_String){0, 0}) == 0);
    Found at = found((slice_Point){points, 1}), many = found((slice_Point){points, 2});
    EXPECT(at.tag == Found_At && at.as.At.item0 == points);
    EXPECT(many.tag == Found_Many && many.as.Many.item0.elements == points && many.as.Many.item0.length == 2);
    EXPECT(found((slice_Point){points, 0}).tag == Found_Nowhere);
    EXPECT(options((slice_Option_ref_Point_){0, 0}) == 0);
    EXPECT(arr_ref((const Point(*)[2])points) == 1.5);
    EXPECT(arr((array_2_Point){{{8, 1}, {2, 2}}}).elements[0] == 8);
    EXPECT(arr2((array_3__i16__2_){{{1, 2}, {3, 4}, {5, 6}}}) == 6);
}

static void views(void) {
    uint8_t bytes[3] = {1, 2, 3};
    Lines it = {once_result, 5, {bytes, 3}};
    EXPECT(lines(it) == 8 && lines_ref(&it) == 5);
    lines_mut(&it);
    EXPECT(it.at == 6 && it.rest.elements == bytes && it.text == once_result);
    struct adding by = {0, 4};
    Cursor at = {0, {add, &by}};
    EXPECT(cursor(at) == 5);
}

static void enums(void) {
    Shape circle = shape_new(0), rectangle = shape_new(1), named = {.tag = Shape_Named};
    EXPECT(circle.tag == Shape_Circle && circle.as.Circle.item0 == 2);
    EXPECT(rectangle.tag == Shape_Rect && rectangle.as.Rect.width == 2 && rectangle.as.Rect.height == 3);
    EXPECT(shape_new(2).tag == Shape_Empty);
    rectangle.as.Rect.height = 10;
    EXPECT(shape_area(rectangle) == 20 && shape_area(circle) == 2);
    named.as.Named.item0 = text(once_result);
    EXPECT(shape_area(named) == 1);
    Tree *tree = tree_new(3);
    EXPECT(tree->tag == Tree_Node && tree->as.Node.item1 == 3 && tree->as.Node.item0->as.Node.item1 == 2);
    EXPECT(tree->as.Node.item2->tag == Tree_Leaf && tree_count(tree) == 3);
    tree_end(tree);
    EXPECT(mode(Mode_Write) == 4 && Mode_Read == 1);
}

static void options_and_results(void) {
    Point p = {1, 2.5};
    EXPECT(maybe_ref(&p) == 2.5 && maybe_ref(0) == -1);
    maybe_mut(&p);
    maybe_mut(0);
    EXPECT(p.y == 5);
    EXPECT(maybe_user(user_new(once_result, 6)) == 6 && maybe_user(0) == -1);
    EXPECT(maybe_string(0) == -1 && maybe_string(once_result) == 3);
    EXPECT(maybe_raw((Option_Pointer_Point_){.tag = Option_Pointer_Point__Some, .as.Some.item0 = 0}));
    EXPECT(!maybe_raw((Option_Pointer_Point_){.tag = Option_Pointer_Point__None}));
    Option_i64 number = maybe_int((Option_i32){.tag = Option_i32_Some, .as.Some.item0 = -3});
    EXPECT(number.tag == Option_i64_Some && number.as.Some.item0 == -3);
    EXPECT(maybe_int((Option_i32){.tag = Option_i32_None}).tag == Option_i64_None);
    EXPECT(maybe_extern(twice) == 2 && maybe_extern(0) == 0);
    int32_t few[2] = {1, 2};
    EXPECT(maybe_slice((Option_ref__i32_){{few, 2}}) == 2 && maybe_slice((Option_ref__i32_){{0, 9}}) == -1);
    struct adding by = {0, 4};
    EXPECT(maybe_closure((Option_ref_fn__i64_____i64){{add, &by}}) == 5);
    EXPECT(maybe_closure((Option_ref_fn__i64_____i64){{0, 0}}) == -1);
    EXPECT(maybe_array((Option_Array_i32_){.tag = Option_Array_i32__None}) == -1);
    Option_Array_i32_ array = {.tag = Option_Array_i32__Some, .as.Some.item0 = array_new(2)};
    EXPECT(maybe_array(array) == 2);
    Option_Option_ref_Point_ nested = {.tag = Option_Option_ref_Point__Some, .as.Some.item0 = 0};
    EXPECT(maybe_maybe(nested) == 1);
    nested.as.Some.item0 = &p;
    EXPECT(maybe_maybe(nested) == 2);
    Result_User_Mode good = result((Result_i32_String){.tag = Result_i32_String_Ok, .as.Ok.item0 = 7});
    EXPECT(good.tag == Result_User_Mode_Ok && good.as.Ok.item0->age == 7 && good.as.Ok.item0->name->length == 1);
    EXPECT(result_end(good) == 7);
    Result_User_Mode bad = result((Result_i32_String){.tag = Result_i32_String_Err, .as.Err.item0 = text(once_result)});
    EXPECT(bad.tag == Result_User_Mode_Err && bad.as.Err.item0 == Mode_Write && result_end(bad) == -1);
}

static void objects(void) {
    static const table_dyn_Area table = {square_drop, sizeof(struct square), _Alignof(struct square),
                                         square_area, square_grow, square_name};
    struct square square = {3};
    dyn_Area it = {&square, &table};
    EXPECT(area_ref(it) == 9 && maybe_dyn((Option_ref_dyn_Area){it}) == 9);
    EXPECT(maybe_dyn((Option_ref_dyn_Area){{0, 0}}) == -1);
    area_mut(it, 1);
    EXPECT(square.side == 4);
    struct square *owned = malloc(sizeof *owned);
    owned->side = 1;
    area_end((dyn_Area){owned, &table});
    EXPECT(squares_ended == 1);
    dyn_Area made = area_new(6);
    EXPECT(made.table->size == sizeof(Point) && made.table->align == _Alignof(Point));
    EXPECT(made.table->area(made.object) == 6 && ((Point *)made.object)->x == 1);
    made.table->grow(made.object, 2);
    const lang_string *name = made.table->name(made.object);
    EXPECT(made.table->area(made.object) == 8 && name->length == 5 && !strcmp(name->bytes, "point"));
    text_end(name);
    area_end(made);
    int left = 3;
    static const table_dyn_Source_Point_ points = {square_drop, sizeof left, _Alignof(int), next_point};
    EXPECT(source((dyn_Source_Point_){&left, &points}) == 3);
}

static void closures(void) {
    EXPECT(call_owned((closure_fn__i64__Point_____i64){add_point, adding(4)}, 10) == 17 && ended == 1);
    void *environment = adding(0);
    text_end(call_single((closure_fn_move__i64_____String){once, environment}));
    Point p = {1, 5};
    int seven = 7;
    EXPECT(call_ref((closure_ref_fn__ref_Point_____bool){is_high, &seven}, &p));
    int64_t total = 0;
    call_mut((closure_mut_fn__ref__i64__){sum, &total});
    EXPECT(total == 6);
    closure_fn__i64_____i64 made = adder(30);
    EXPECT(made.code(made.environment, 12) == 42);
    (*(void (**)(void *))made.environment)(made.environment);
    EXPECT(closure_of_array((closure_ref_fn___i32__3_______i32__3_){turned, 0}) == 10);
}

static void containers(void) {
    Array_i32 numbers = array_new(3);
    EXPECT(numbers.length == 3 && numbers.capacity >= 3 && numbers.elements[2] == 2);
    numbers.elements[0] = 40;
    EXPECT(array_sum(&numbers) == 43);
    array_end(numbers);
    /* An array of C's making: its memory is that of `malloc`. */
    Array_Point points = {malloc(sizeof(Point)), 0, 1};
    array_push(&points, (Point){1, 2});
    array_push(&points, (Point){3, 4});
    EXPECT(points.length == 2 && points.capacity >= 2 && points.elements[0].y == 2 && points.elements[1].x == 3);
    free(points.elements);
    Array_User people = {malloc(sizeof(User *)), 1, 1};
    people.elements[0] = user_new(once_result, 5);
    EXPECT(array_users(people) == 1);
    Map_String_i64 map = map_new(4);
    EXPECT(map.count == 4 && map.entries.length >= 4);
    Entry_String_i64 *entry = &map.entries.elements[2].as.Some.item0;
    EXPECT(map.entries.elements[2].tag == Option_Entry_String__i64__Some && entry->value == 2);
    entry->value = 22;
    Option_ref_i64 there = map_get(&map, entry->key);
    EXPECT(there == &entry->value && map_get(&map, once_result) == 0 && map_end(map) == 4);
    Shared_Point *shared = shared_new(2.5);
    EXPECT(shared->count == 1 && shared->value.x == 1 && shared->value.y == 2.5);
    shared->count++;
    shared->value.y = 3;
    EXPECT(shared_end(shared) == 3 && shared->count == 1 && shared_object(shared) == 3);
    Shared_User *person = malloc(sizeof *person);
    *person = (Shared_User){1, user_new(once_result, 8)};
    EXPECT(shared_user(&person) == 8);
    user_end(person->value);
    free(person);
}

static void instances_and_texts(void) {
    Pair_f64_i8 turned_pair = pair((Pair_i8_f64){-3, 1.5});
    EXPECT(turned_pair.first == 1.5 && turned_pair.second == -3);
    EXPECT(pair_user((Pair_User_i64){user_new(once_result, 2), 40}) == 42);
    tuple_i64_f64 two = tuple((tuple_i8_Point__i16__f32_){-1, {2, 3}, {4, 5}});
    EXPECT(two.item0 == -1 && two.item1 == 3);
    EXPECT(range((Range_i64){3, 10}) == 7);
    EXPECT(closed(0) == 0);
    const lang_string *same = text(once_result);
    EXPECT(same == once_result && text_ref(same) == 3);
    text_mut(&same);
    EXPECT(same != once_result && !strcmp(same->bytes, "new"));
    text_end(same);
    User *user = user_new(once_result, 1);
    user->age = 9;
    EXPECT(user->name == once_result && object(user) == 9 && user_end(user) == 12);
}

void c_half(void) {
    /* A text that nobody counts to its end: as many owners as this half gives away. */
    struct { int64_t count, length; char bytes[4]; } *made = malloc(sizeof *made);
    made->count = 1000;
    made->length = 3;
    strcpy(made->bytes, "abc");
    once_result = (const lang_string *)made;
    slices();
    views();
    enums();
    options_and_results();
    objects();
    closures();
    containers();
    instances_and_texts();
    free(made);
    puts("done");
}
