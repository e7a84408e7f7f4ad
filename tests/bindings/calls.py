"""Every form of `station.lang` by the module that `lang header --python` wrote. Words say which layouts are printed: `Type:field,field`."""

import ctypes
import gc
import sys

import station as s


def structures():
    r = s.reading(3, 21.5)
    assert (r.sensor, r.from_, r.lambda_) == (3, 21.5, 7)
    other = s.reading(3, 21.5)
    s.reading_set(other, 1.5)
    assert (other.from_, other.lambda_) == (1.5, 8)
    assert s.reading_sum(r, other) == 21.5 + 1.5 + 3 + 8
    p = s.place(4, 2.5)
    assert (p.x, p.y) == (4, 2.5)
    floats = s.small(s.Small(1, 2, 3))
    assert (floats.a, floats.b, floats.c) == (3, 2, 1)
    assert list(s.few(s.Few((1, 2, 3, 4, 5))).items) == [5, 4, 3, 2, 1]
    large = s.Big(place=s.Place(7, 8))
    for row in range(3):
        for column in range(2):
            large.cells[row][column] = 2 * row + column
    large = s.big(large)
    assert [list(row) for row in large.cells] == [[4, 5], [2, 3], [0, 1]]
    assert (large.place.x, large.place.y) == (8, 8)
    turned = s.pair(s.Pair_i8_f64(-3, 1.5))
    assert (turned.first, turned.second) == (1.5, -3)


def enums():
    assert s.mode(s.Mode_Off) == s.Mode_On and s.mode(s.Mode_On) == s.Mode_Off
    assert s.wide(s.Wide_Most) == 2**64 - 1 == s.Wide_Most
    event = s.Event(s.Event_Count)
    event.as_.Count.item0 = 21
    assert s.event_at(event) == 42
    event.tag, event.as_.Heat.item0 = s.Event_Heat, 2.25
    assert s.event_at(event) == 2.25
    long = s.Long(s.Long_Sides)
    long.as_.Sides.item0, long.as_.Sides.item1 = 1, 2
    long = s.long_(long)
    assert (long.tag, long.as_.Sides.item0, long.as_.Sides.item1) == (s.Long_Sides, 2, 1)
    number = s.Option_i32(s.Option_i32_Some)
    number.as_.Some.item0 = 5
    half = s.maybe(number)
    assert (half.tag, half.as_.Some.item0) == (s.Option_f64_Some, 2.5)
    assert s.maybe(s.Option_i32(s.Option_i32_None)).tag == s.Option_f64_None
    assert s.maybe_place(s.Place(1, 3.5)) == 3.5 and s.maybe_place(None) == -1


def callbacks():
    act = s.each.argtypes[1](lambda place, at: place.y * 2 + at)
    places = (s.Place * 2)(s.Place(1, 1.5), s.Place(2, 2.5))
    assert s.each(s.slice_Place(places, 2), act) == 3 + 5 + 1
    assert s.handle(s.Handler(act, 10), places[0]) == 13
    made = s.adder(30)
    assert made.code(made.environment, 12) == 42
    end = ctypes.cast(made.environment, ctypes.POINTER(ctypes.c_void_p))[0]
    if end:
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(end)(made.environment)
    more = ctypes.c_int64(1)
    code = dict(s.closure_ref_fn__i64_____i64._fields_)["code"](
        lambda environment, x: x * 2 + ctypes.c_int64.from_address(environment).value
    )
    assert s.apply(s.closure_ref_fn__i64_____i64(code, ctypes.addressof(more)), 4) == 9


def owners():
    text = s.text_new(5)
    assert text.contents.text == "text 5 ä" and s.text_length(text) == 9
    other = s.text_share(text)
    assert text.contents.count == 2
    s.text_end(other)
    assert text.contents.count == 1
    s.live.value = 1
    user = s.user_new(text, 40)
    assert s.user_age(user) == 40 and user.contents.name.contents.text == "text 5 ä" and s.users_live() == 1
    s.user_end(user)
    assert s.live.value == 0
    assert not s.maybe_user(0)
    there = s.maybe_user(3)
    assert there.contents.age == 3
    s.user_end(there)
    numbers = s.numbers_new(4)
    assert numbers.elements[:numbers.length] == [0, 1, 2, 3]
    s.numbers_end(numbers)
    assert "`user_end` ends it" in s.user_new.__doc__ and "Takes `name` over" in s.user_new.__doc__
    assert "free" in s.plain_new.__doc__


def globals_():
    assert s.counter.value == 3 == s.count_now()
    s.counter.value, s.table[2], s.spot.x = 8, 30, 50
    assert s.count_now() == 8 and s.table_sum() == 1 + 2 + 30 + 4 + 50 and s.spot.y == 6.5
    assert s.print(5, 2) == 3


def refused():
    """What would be passed wrongly is not there, with a reason."""
    for name in "grid bits event event_new tight aligned odd nothing huge last_half contact_new".split():
        try:
            getattr(s, name)
        except AttributeError as error:
            assert "ctypes" in str(error), error
        else:
            raise AssertionError(name)
    # A function of Python cannot take such a value either: the callback is an address.
    assert s.each_event.argtypes == [ctypes.c_void_p]


for check in [structures, enums, callbacks, owners, globals_, refused]:
    check()
    gc.collect()
for word in sys.argv[1:]:
    name, fields = word.split(":")
    of = getattr(s, name)
    offsets = "".join(f" {field}={getattr(of, field).offset}" for field in fields.split(",") if field)
    print(f"{name} {ctypes.sizeof(of)} {ctypes.alignment(of)}{offsets}")
print("done")
