//! Every form of `station.lang` by the module that `lang header --rust` wrote. The test writes `layouts.rs`.

#[allow(unsafe_op_in_unsafe_fn)]
mod station;

use core::ffi::c_void;
use station::*;

unsafe extern "C" fn act(p: Place, at: i64) -> f64 {
    p.y * 2.0 + at as f64
}

unsafe extern "C" fn seen(e: Event) -> f64 {
    if e.tag == Event_Heat { unsafe { e.as_.Heat.item0 } } else { -7.0 }
}

unsafe extern "C" fn twice(environment: *mut c_void, x: i64) -> i64 {
    unsafe { x * 2 + *environment.cast::<i64>() }
}

unsafe fn structures() {
    unsafe {
        let (r, mut s) = (reading(3, 21.5), reading(3, 21.5));
        assert!(r.sensor == 3 && r.from == 21.5 && r.lambda == 7);
        reading_set(&mut s, 1.5);
        assert!(s.from == 1.5 && s.lambda == 8 && reading_sum(r, &s) == 21.5 + 1.5 + 3.0 + 8.0);
        let p = place(4, 2.5);
        assert!(p.x == 4 && p.y == 2.5);
        let floats = small(Small { a: 1.0, b: 2.0, c: 3.0 });
        assert!(floats.a == 3.0 && floats.c == 1.0);
        assert_eq!(few(Few { items: [1, 2, 3, 4, 5] }).items, [5, 4, 3, 2, 1]);
        assert_eq!(grid(Grid { cells: [[1, 2], [3, 4], [5, 6]] }), 6);
        let large = big(Big { cells: [[1, 2], [3, 4], [5, 6]], place: Place { x: 7, y: 8.0 } });
        assert!(large.cells == [[5, 6], [3, 4], [1, 2]] && large.place.x == 8 && large.place.y == 8.0);
        assert_eq!(bits(Bits { float_: 1.0 }), 0x3ff0_0000_0000_0000);
        assert_eq!(tight(Tight { a: -1, b: 41 }), 40);
        let a = Aligned { a: 9 };
        assert!(aligned(a) == 9 && aligned_at(&a) == 9);
        assert_eq!(nothing(Nothing { nothing: [] }, 4), 5);
        assert_eq!(huge(5_000_000_000 * 3), 15);
        let turned = pair(Pair_i8_f64 { first: -3, second: 1.5 });
        assert!(turned.first == 1.5 && turned.second == -3);
        assert_eq!(last_half(1, p, 2.0, p, p, p, p), 1.0 + 25.0 + 200.0 + 10.0);
    }
}

unsafe fn enums() {
    unsafe {
        assert!(mode(Mode_Off) == Mode_On && mode(Mode_On) == Mode_Off && wide(Wide_Most) == u64::MAX);
        let mut e = event_new(21);
        assert!(e.tag == Event_Count && e.as_.Count.item0 == 21 && event(e) == 42.0 && event_at(&e) == 42.0);
        e.tag = Event_Heat;
        e.as_.Heat.item0 = 2.25;
        assert_eq!(event(e), 2.25);
        let sides = Long_as { Sides: Long_as_Sides { item0: 1.0, item1: 2.0 } };
        let turned = long_(Long { tag: Long_Sides, as_: sides });
        assert!(turned.tag == Long_Sides && turned.as_.Sides.item0 == 2.0 && turned.as_.Sides.item1 == 1.0);
        let some = Option_i32_as { Some: Option_i32_as_Some { item0: 5 } };
        let half = maybe(Option_i32 { tag: Option_i32_Some, as_: some });
        assert!(half.tag == Option_f64_Some && half.as_.Some.item0 == 2.5);
        assert_eq!(maybe(Option_i32 { tag: Option_i32_None, as_: some }).tag, Option_f64_None);
        assert!(maybe_place(&mut Place { x: 1, y: 3.5 }) == 3.5 && maybe_place(core::ptr::null_mut()) == -1.0);
    }
}

unsafe fn callbacks() {
    unsafe {
        let places = [Place { x: 1, y: 1.5 }, Place { x: 2, y: 2.5 }];
        assert_eq!(each(slice_Place { elements: places.as_ptr(), length: 2 }, Some(act)), 9.0);
        assert_eq!(each_event(Some(seen)), 2.5);
        assert_eq!(handle(Handler { act: Some(act), by: 10 }, places[0]), 13.0);
        let made = adder(30);
        assert_eq!((made.code.expect("it has code"))(made.environment, 12), 42);
        if !made.environment.is_null() {
            let end = *made.environment.cast::<Option<unsafe extern "C" fn(*mut c_void)>>();
            end.into_iter().for_each(|end| end(made.environment));
        }
        let mut more = 1_i64;
        let environment = (&raw mut more).cast();
        assert_eq!(apply(closure_ref_fn__i64_____i64 { code: Some(twice), environment }, 4), 9);
    }
}

unsafe fn owners() {
    unsafe {
        let text = text_new(5);
        let bytes = core::slice::from_raw_parts((&raw const (*text).bytes).cast::<u8>(), (*text).length as usize);
        assert!(core::str::from_utf8(bytes) == Ok("text 5 ä") && text_length(text) == 9);
        let other = text_share(text);
        assert!(other == text && (*text).count == 2);
        text_end(other);
        assert_eq!((*text).count, 1);
        live = 1;
        let user = user_new(text, 40);
        assert!(user_age(user) == 40 && users_live() == 1);
        user_end(user);
        assert!(live == 0);
        assert!(maybe_user(0).is_null());
        let there = maybe_user(3);
        assert_eq!((*there).age, 3);
        user_end(there);
        let contact = contact_new(2);
        assert!(contact.tag == Contact_Named && (*contact.as_.Named.item0).length == 5);
        text_end(contact.as_.Named.item0);
        let numbers = numbers_new(4);
        assert!(numbers.length == 4 && *numbers.elements.add(3) == 3);
        numbers_end(numbers);
    }
}

unsafe fn globals() {
    unsafe {
        assert!(counter == 3 && count_now() == 3);
        counter = 8;
        table[2] = 30;
        spot.x = 50;
        assert!(count_now() == 8 && table_sum() == 1 + 2 + 30 + 4 + 50 && spot.y == 6.5);
        assert_eq!(print(5, 2), 3);
    }
}

fn main() {
    unsafe {
        structures();
        enums();
        callbacks();
        owners();
        globals();
    }
    include!("layouts.rs");
    println!("done");
}
