#!/usr/bin/env python3
"""gen_generic.py - the same program, half of it generic, in the language and in Rust.

    gen_generic.py --all --lines 10000 [--seed 1] --dir DIR        # DIR/g10000.lang and DIR/g10000.rs
    gen_generic.py --lang lang|rust --lines 10000 [--seed 1] -o out.rs

Built as gen_program.py's programs are, from the same random numbers, statements and expressions: once as a typed AST,
which each language only writes down, so both print the same checksum. Half of the lines are its plain functions. The
other half comes in families, each about one subject: a trait with required, default and static methods, a type that has
it, a generic container with methods that take closures, a generic pair, a generic enum, an error with `From`, an
iterator, generic functions with bounds, `Option`, `Result` and `try`, and functions that use all of that for two or
three types. Which of these a family has, and every body, is random.

What is generic calls only what is generic in its own family and plain functions, and each family is used for a fixed
number of types, so the instances grow with the lines. The guarantees of gen_program.py hold: nothing traps.
Rust gets what the language has: a lent closure is a `&dyn Fn`, an owned one a `Box<dyn Fn>`.
"""
import argparse
import os
import sys

from gen_program import (BOOL, F32, F64, FLOATS, I32, I64, INTS, MASK, MAX_COST, STRUCTS, VERBS, Bin, Call, Cmp, Field, Fn,
                         FnGen, For, Hex, If, LangEmitter, Let, Lit, Make, Program, Return, Rng, RustEmitter, Set, Var, node)

# ---------------------------------------------------------------- 1. AST, beside that of gen_program
# Types, beside the scalars and structs: a name (a type parameter, or a type without parameters), or a tuple:
#   ("app", name, types)  ("ref", t)  ("slice", t)  ("array", t)  ("option", t)  ("result", t, error)
#   ("closure", kind, parameters, result)             kind: ref (lent), mut (lent, changes its captures), own
TEXT = "String"
# expressions
SelfValue = node("SelfValue", "ty")                  # a scalar or copied `self`
SelfField = node("SelfField", "ty", "name")
Method = node("Method", "ty", "on", "name", "args")
Static = node("Static", "ty", "of", "name", "args")
Lend = node("Lend", "ty", "e")                       # silent in the language, `&e` in Rust
Copied = node("Copied", "ty", "e")                   # what a borrow leads to: silent in the language, `*e` in Rust
MakeOf = node("MakeOf", "ty", "name", "fields")      # fields: [(name, expression)]
CaseOf = node("CaseOf", "ty", "enum", "case", "args")
Wrap = node("Wrap", "ty", "case", "args")            # Some None Ok Err
Empty = node("Empty", "ty")                          # an `Array` without elements
Length = node("Length", "ty", "e")
At = node("At", "ty", "e", "i")
LentAt = node("LentAt", "ty", "e", "i")              # a borrow of an element, written in both
Invoke = node("Invoke", "ty", "f", "args")           # calls a closure
Closure = node("Closure", "ty", "names", "e", "body")    # of one expression, or of statements
Try = node("Try", "ty", "e")
Message = node("Message", "ty", "text", "e")         # a string with a number in it
MatchOf = node("MatchOf", "ty", "e", "arms")         # arms: [(pattern, guard or None, expression)]
# patterns
Case = node("Case", "enum", "case", "names")         # enum is None for Some None Ok Err; a name may be a pattern
# statements
Do = node("Do", "e")
Throw = node("Throw", "e")
Match = node("Match", "e", "arms")                   # arms: [(pattern, guard or None, [stmt])]
IfLet = node("IfLet", "pattern", "e", "then", "els")
Each = node("Each", "name", "kind", "e", "body")     # kind: lent (an array or slice), taken (an iterator)
# items
TraitItem = node("TraitItem", "name", "required", "defaults")
StructItem = node("StructItem", "name", "params", "kind", "fields")      # kind: copy inline view
EnumItem = node("EnumItem", "name", "params", "kind", "cases")           # cases: [(name, types)]
ImplItem = node("ImplItem", "params", "trait", "ty", "methods", "item")  # params: [(name, bounds)]; item: an iterator's

class Function(Fn):
    """A function or method of the generic half. receiver: None, ref, mut or static; generics: [(name, bounds)]."""
    def __init__(self, name, params, ret, receiver=None, generics=()):
        Fn.__init__(self, name, params, ret)
        self.receiver, self.generics = receiver, list(generics)

# ---------------------------------------------------------------- 2. bodies
def masked(e): return Bin(I64, "&", e, Hex(I64, MASK[I64]))
def add(a, b): return masked(Bin(I64, "+", a, b))
def compare(op, a, b): return Cmp(BOOL, op, a, b)
def ref(ty): return ("ref", ty)

class Body(FnGen):
    """One body. `sources` are ways to a number that only this body has: (cost, make)."""
    def __init__(self, prog, function):
        FnGen.__init__(self, prog, function.name)
        self.fn, self.sources = function, []
        for name, ty in function.params:
            self.used_names[name] = 1
            if ty in INTS or ty in FLOATS: self.scope.append((name, ty, None))
    def source(self, cost, make): self.sources.append((cost, make))
    def place(self, ty):
        if ty == I64 and self.sources and self.r.chance(45):
            e = self.from_source()
            if e is not None: return e
        return FnGen.place(self, ty)
    def from_source(self):
        """A number that a source gives, or None where all would be too dear."""
        cost, make = self.r.pick(self.sources)
        if self.cost + (cost + 1) * self.mult > MAX_COST: return None
        self.tick(cost + 1)
        return make()
    def number(self, must=False):
        """A number from a source where there is one; `must`: whatever it costs, because the source has to be used."""
        if must:
            cost, make = self.sources[-1]
            self.tick(cost + 1)
            return make()
        return (self.from_source() if self.sources else None) or self.small()
    def small(self):
        """An argument: a local or a literal, never a source."""
        names = [name for name, ty, _ in self.scope if ty == I64]
        return self.read(self.r.pick(names), I64) if names and self.r.chance(60) else self.lit(I64)
    def gather(self, out, e):
        self.acc.mutable = True
        out.append(Set(Var(I64, self.acc.name), "=", add(Var(I64, self.acc.name), e)))
    def start(self):
        self.acc = self.let(self.fn.body, I64)
        return self.fn.body
    def more(self, out, count):
        for _ in range(count): self.stmt(out, 1)
    def end(self, out):
        for name, ty, _ in list(self.scope):
            if name in self.unread and name != self.acc.name: self.fold(out, name, ty, None)
        return Bin(I64, "^", Var(I64, self.acc.name), Lit(I64, self.r.range(1, 4000)))
    def done(self):
        self.fn.cost = self.cost + 3
        return self.fn
    def number_body(self, statements):
        """A body that gives a number."""
        out = self.start()
        self.more(out, statements)
        self.gather(out, self.number())
        out.append(Return(self.end(out)))
        return self.done()

# ---------------------------------------------------------------- 3. families
NOUNS = ("Queue Ring Ledger Cache Pool Window Histogram Schedule Buffer Registry Store Catalog Journal Batch Segment Frame "
         "Channel Router Layer Mesh Basket Stack Series Sample Roster Archive Bundle Shelf Track Grid").split()
THINGS = "Order Account Sensor Vertex Packet Session Invoice Reading Particle Ticket Player Symbol Event Region Stop Asset".split()
QUALITIES = "Scored Weighed Ranked Measured Priced Graded Rated Counted Timed Sized".split()
ASPECTS = "score weigh rank measure price grade rate count time amount".split()
WANTS = "best checked classified combined counter walked paired folded".split()
SIZE = 6                                             # elements of a container

class Family:
    """Everything about one subject; `items` are its items in order, `users` the functions that a driver calls."""
    def __init__(self, prog, number):
        self.p, self.r, self.n = prog, prog.rng, number
        self.items, self.users = [], []
        self.noun = "%s%d" % (self.r.pick(NOUNS), number)
        self.aspect = "%s_%d" % (self.r.pick(ASPECTS), number)
        self.has = {want for want in WANTS if self.r.chance(70)} | {"checked"}
        self.make_trait()
        self.make_thing()
        self.make_fault()
        self.make_container()
        self.make_choice()
        if "walked" in self.has: self.make_walk()
        if "paired" in self.has: self.make_pair()
        self.make_functions()
        for place in range(2): self.make_user(place)

    # -- helpers
    def name(self, word): return "%s_%d" % (word, self.n)
    def bound(self, *more): return [("T", [self.trait, *more])]
    def function(self, *a, **k): return Body(self.p, Function(*a, **k))
    def asked(self, e, must_lend):
        """Ways to ask a value of a type that has the trait for a number; `must_lend`: it is no borrow yet."""
        other = Lend(None, e) if must_lend else e
        def make(f):
            def one(body):
                args = [other if ty == ref("Self") else body.small() for _, ty in f.params]
                return Method(I64, e, f.name, args)
            return one
        return [(f.cost, make(f)) for f in self.methods]
    def ask(self, body, e, must_lend=False):
        """Adds the trait's methods of a value as sources."""
        for cost, make in self.asked(e, must_lend): body.source(cost, lambda make=make: make(body))
    def statements(self, most=2): return self.r.below(most)

    # -- the trait
    def make_trait(self):
        r = self.r
        self.trait = "%s%d" % (r.pick(QUALITIES), self.n)
        self.methods = []
        required = [Function(self.aspect, [("by", I64)], I64, "ref")]
        if r.chance(50): required.append(Function(self.name("against"), [("other", ref("Self")), ("by", I64)], I64, "ref"))
        for f in required: f.cost = 40
        self.origin = Function(self.name("origin"), [("seed", I64)], "Self", "static")
        self.methods = list(required)
        defaults = []
        for word in ("order", "spread", "adjusted")[:r.range(1, 4)]:
            body = self.function(self.name(word), [("other", ref("Self")), ("by", I64)] if r.chance(50) else [("by", I64)], I64, "ref")
            self.ask(body, SelfValue("Self"))
            if body.fn.params[0][0] == "other": self.ask(body, Var("Self", "other"))
            defaults.append(body.number_body(self.statements(3)))
            self.methods.append(defaults[-1])
        self.items.append(TraitItem(self.trait, required + [self.origin], defaults))
        self.required = required
        self.scalar = r.pick((I64, I32, F64))
        self.implement([], self.scalar, [lambda b: b.convert(SelfValue(self.scalar), I64)], lambda b: b.convert(Var(I64, "seed"), self.scalar))
        self.struct = r.pick(tuple(STRUCTS))
        fields = STRUCTS[self.struct]
        numbers = [lambda b, name=name, ty=ty: b.convert(SelfField(ty, name), I64) for name, ty in fields]
        self.implement([], self.struct, numbers, lambda b: Make(self.struct, [b.convert(Var(I64, "seed"), ty) for _, ty in fields]))
    def implement(self, params, ty, numbers, origin):
        methods = []
        for f in self.required:
            body = self.function(f.name, f.params, I64, "ref")
            for number in numbers: body.source(2, lambda number=number: number(body))
            e = add(body.number(), Bin(I64, "*", Bin(I64, "&", Var(I64, "by"), Lit(I64, 255)), body.lit(I64)))
            if self.r.chance(40):
                out = body.start()
                out.append(If([(body.cond(), [Set(Var(I64, body.acc.name), "=", e)])], None)); body.acc.mutable = True
                out.append(Return(body.end(out)))
            else: body.fn.body.append(Return(e))
            methods.append(body.fn)
        body = self.function(self.origin.name, self.origin.params, ty, "static")
        body.fn.body.append(Return(origin(body)))
        self.items.append(ImplItem(params, self.trait, ty, methods + [body.fn], None))

    # -- a plain type that has it
    def make_thing(self):
        r = self.r
        self.thing = "%s%d" % (r.pick(THINGS), self.n)
        words = "id amount weight level price x y state".split()
        self.fields = [(words.pop(r.below(len(words))), r.pick((I64, I64, I32, F64, F32))) for _ in range(r.range(2, 5))]
        self.items.append(StructItem(self.thing, [], "copy", self.fields))
        numbers = [lambda b, name=name, ty=ty: b.convert(SelfField(ty, name), I64) for name, ty in self.fields]
        seed = Var(I64, "seed")
        self.implement([], self.thing, numbers, lambda b: MakeOf(self.thing, self.thing, [(name, b.convert(seed, ty)) for name, ty in self.fields]))
    def value(self, body, ty):
        """A new value of one of the types that this family is used for."""
        if ty == self.thing: return MakeOf(ty, ty, [(name, body.atom(t)) for name, t in self.fields])
        if isinstance(ty, tuple) and ty[1] == self.pair: return MakeOf(ty, ty[1], [("key", self.value(body, ty[2][0])), ("value", self.value(body, ty[2][1])), ("mark", body.small())])
        return body.expr(ty)

    # -- what goes wrong
    def make_fault(self):
        self.fault = "Fault%d" % self.n
        self.items.append(EnumItem(self.fault, [], "inline", [("Low", [I64]), ("High", [I64]), ("Named", [TEXT])]))
        body = self.function("from", [("value", I64)], self.fault, "static")
        case = self.r.pick(("Low", "High"))
        body.fn.body.append(Return(CaseOf(self.fault, self.fault, case, [Var(I64, "value")])))
        self.items.append(ImplItem([], ("From", I64), self.fault, [body.fn], None))
        limit = self.function(self.name("limited"), [("value", I64), ("limit", I64)], ("result", I64, I64))
        out = limit.start()
        limit.more(out, self.statements())
        e = limit.end(out)
        out.append(If([(compare(">", Var(I64, "value"), Var(I64, "limit")), [Throw(Var(I64, "value"))])], None))
        out.append(Return(Wrap(None, "Ok", [e])))
        self.limited = limit.done()
        self.items.append(self.limited)
    def failure(self, body, number):
        case = self.r.pick(("Low", "High", "Named"))
        return CaseOf(self.fault, self.fault, case, [Message(TEXT, self.r.pick(("above", "below", "not", "after")), number) if case == "Named" else number])
    def fault_arms(self, mark):
        """Arms of a match of a result that turn errors into numbers."""
        arm = lambda case, e: (Case(None, "Err", [Case(self.fault, case, [mark])]), None, e)
        return [arm("Low", masked(Var(I64, mark))), arm("High", masked(Bin(I64, "/", Var(I64, mark), Lit(I64, 3)))), arm("Named", Length(I64, Var(TEXT, mark)))]

    # -- the container
    def make_container(self):
        r = self.r
        self.items.append(StructItem(self.noun, ["T"], "inline", [("items", ("array", "T")), ("used", I64), ("limit", I64)]))
        self.of = ("app", self.noun, ["T"])
        items, used = SelfField(("array", "T"), "items"), SelfField(I64, "used")
        item = Var(ref("T"), "item")
        methods = []
        def finish(body): methods.append(body.done())
        def base(body):
            body.source(1, lambda: used); body.source(1, lambda: SelfField(I64, "limit"))
            body.source(1, lambda: Length(I64, items))
        # new
        b = self.function("new", [("limit", I64)], self.of, "static")
        b.fn.body.append(Return(MakeOf(self.of, self.noun, [("items", Empty(None)), ("used", b.lit(I64)), ("limit", Var(I64, "limit"))])))
        finish(b)
        # add
        b = self.function("add", [("value", "T")], ("unit",), "mut")
        base(b); self.ask(b, Var("T", "value"), True)
        out = b.start()
        b.more(out, self.statements())
        out.append(Set(used, "=", b.end(out)))
        out.append(If([(compare("<", Length(I64, items), Lit(I64, SIZE)), [Do(Method(None, items, "push", [Var("T", "value")]))])], None))
        finish(b)
        # numbers
        self.totals = []
        for word in ("total", "area", "load")[:r.range(1, 4)]:
            b = self.function(word, [("by", I64)], I64, "ref")
            base(b)
            out = b.start()
            b.more(out, self.statements())
            out.append(self.loop(b, items, item))
            out.append(Return(b.end(out)))
            finish(b)
            self.totals.append(b.fn)
        # find
        b = self.function("find", [("limit", I64)], ("option", ref("T")), "ref")
        base(b)
        b.acc = None
        inner = len(b.sources); self.ask(b, item); b.mult *= SIZE
        test = compare(r.pick((">", "<", ">=")), b.number(), Var(I64, "limit"))
        del b.sources[inner:]
        b.fn.body += [Each("item", "lent", items, [If([(test, [Return(Wrap(None, "Some", [item]))])], None)]), Return(Wrap(None, "None", []))]
        finish(b)
        # with closures
        b = self.function("map", [("change", ("closure", "ref", [ref("T")], "U"))], ("array", "U"), "ref", [("U", [])])
        b.fn.body += [Let("changed", ("array", "U"), Empty(None), True),
                      Each("item", "lent", items, [Do(Method(None, Var(None, "changed"), "push", [Invoke("U", "change", [item])]))]), Return(Var(None, "changed"))]
        finish(b)
        b = self.function("fold", [("start", "A"), ("step", ("closure", "ref", ["A", ref("T")], "A"))], "A", "ref", [("A", [])])
        b.fn.body += [Let("result", "A", Var("A", "start"), True),
                      Each("item", "lent", items, [Set(Var("A", "result"), "=", Invoke("A", "step", [Var("A", "result"), item]))]), Return(Var("A", "result"))]
        finish(b)
        b = self.function("update", [("change", ("closure", "ref", [ref("T")], "T"))], ("unit",), "mut")
        at = At("T", items, Var(I64, "at"))
        b.fn.body += [For("at", Length(I64, items), [Set(at, "=", Invoke("T", "change", [Lend(None, at)]))])]
        if r.chance(60):
            base(b); out = b.start(); b.more(out, self.statements()); out.append(Set(used, "=", b.end(out)))
        finish(b)
        b = self.function("visit", [("each", ("closure", "mut", [ref("T")], ("unit",)))], ("unit",), "ref")
        keep = Each("item", "lent", items, [Do(Invoke(None, "each", [item]))])
        if r.chance(50):
            inner = len(b.sources); self.ask(b, item)
            keep = Each("item", "lent", items, [If([(compare(r.pick((">", "<")), b.number(), SelfField(I64, "limit")), keep.body)], None)])
        b.fn.body.append(keep)
        finish(b)
        self.items.append(ImplItem(self.bound("Copy"), None, self.of, methods, None))
        self.container = {f.name: f for f in methods}
        if r.chance(60):
            self.implement(self.bound("Copy"), self.of, [lambda b: used, lambda b: SelfField(I64, "limit"), lambda b: Length(I64, items)],
                           lambda b: Static(self.of, self.noun, "new", [Var(I64, "seed")]))
    def loop(self, b, items, item):
        """Asks each element."""
        mark = len(b.sources); self.ask(b, item); old = b.mult; b.mult *= SIZE
        inside = []
        b.gather(inside, b.number())
        if self.r.chance(50): inside += b.block(2, self.r.range(1, 3))
        b.mult = old; del b.sources[mark:]
        return Each("item", "lent", items, inside)

    # -- the enum
    def make_choice(self):
        r = self.r
        self.choice = "%sKind%d" % (self.noun.rstrip("0123456789"), self.n)
        cases = [("Nothing", []), ("One", ["T"])]
        if r.chance(70): cases.append(("Marked", ["T", I64]))
        if r.chance(60): cases.append(("Both", ["T", "T"]))
        if r.chance(50): cases.append(("Plain", [I64]))
        self.cases = cases
        self.items.append(EnumItem(self.choice, ["T"], "copy", cases))
        self.choice_of = ("app", self.choice, ["T"])
        methods = []
        for word in ("value", "cost")[:r.range(1, 3)]:
            b = self.function(self.name(word), [("by", I64)], I64, "ref")
            out = b.start()
            b.more(out, self.statements(2))
            out.append(Match(SelfValue(self.choice_of), self.choice_arms(b)))
            out.append(Return(b.end(out)))
            methods.append(b.done())
        self.choice_methods = methods
        self.items.append(ImplItem(self.bound(), None, self.choice_of, methods, None))
    def choice_arms(self, b):
        arms = []
        for case, types in self.cases:
            names = ["held", "also"][:len(types)]
            mark = len(b.sources)
            for name, ty in zip(names, types):
                if ty == "T": self.ask(b, Var(ref("T"), name))
                else: b.source(1, lambda name=name: Copied(I64, Var(I64, name)))
            guard = None
            if types and self.r.chance(25):
                guard = compare(self.r.pick(("<", ">")), b.number(True), b.lit(I64))
                arms.append((Case(self.choice, case, names), guard, self.arm(b)))
            arms.append((Case(self.choice, case, names), None, self.arm(b)))
            del b.sources[mark:]
        return arms
    def arm(self, b):
        out = []
        b.gather(out, b.number())
        if self.r.chance(30): out += b.block(2, self.r.range(1, 3))
        return out

    # -- the iterator
    def make_walk(self):
        self.walk = "%sWalk%d" % (self.noun.rstrip("0123456789"), self.n)
        self.items.append(StructItem(self.walk, ["T"], "view", [("items", ref(("slice", "T"))), ("at", I64)]))
        items, at = SelfField(None, "items"), SelfField(I64, "at")
        b = self.function("next", [], ("option", ref("T")), "mut")
        b.fn.body += [If([(compare(">=", at, Length(I64, items)), [Return(Wrap(None, "None", []))])], None), Let("place", I64, at, False),
                      Set(at, "=", Bin(I64, "+", at, Lit(I64, self.r.range(1, 4)))), Return(Wrap(None, "Some", [LentAt(None, items, Var(I64, "place"))]))]
        self.items.append(ImplItem([("T", [])], ("Iterator", ref("T")), ("app", self.walk, ["T"]), [b.fn], ref("T")))
        b = self.function(self.name("walk"), [("items", ref(("slice", "T"))), ("at", I64)], ("app", self.walk, ["T"]), None, [("T", [])])
        b.fn.body.append(Return(MakeOf(None, self.walk, [("items", Var(None, "items")), ("at", Var(I64, "at"))])))
        self.walk_from = b.done()
        self.items.append(self.walk_from)

    # -- the pair
    pair = None
    def make_pair(self):
        self.pair = "%sEntry%d" % (self.noun.rstrip("0123456789"), self.n)
        self.items.append(StructItem(self.pair, ["K", "V"], "copy", [("key", "K"), ("value", "V"), ("mark", I64)]))
        of = ("app", self.pair, ["K", "V"])
        asks = [lambda b: SelfField(I64, "mark")]
        for name in ("key", "value"):
            asks += [lambda b, make=make: make(b) for _, make in self.asked(SelfField(None, name), True)[:1]]
        make = lambda b: MakeOf(of, self.pair, [("key", Static("K", "K", self.origin.name, [Var(I64, "seed")])), ("value", Static("V", "V", self.origin.name, [Lit(I64, self.r.range(1, 99))])), ("mark", Var(I64, "seed"))])
        self.implement([("K", [self.trait]), ("V", [self.trait])], of, asks, make)

    # -- generic functions
    def make_functions(self):
        r = self.r
        value = Var(ref("T"), "value")
        b = self.function(self.name("checked"), [("value", ref("T")), ("limit", I64)], ("result", I64, self.fault), None, self.bound())
        self.ask(b, value)
        out = b.start()
        b.more(out, self.statements(3))
        b.gather(out, Try(I64, Call(None, self.limited, [b.number(), Lit(I64, r.range(400000, 1040000))])))
        for _ in range(r.range(1, 3)): out.append(If([(compare(">", b.number(True), Bin(I64, "+", Var(I64, "limit"), b.lit(I64))), [Throw(self.failure(b, b.small()))])], None))
        out.append(Return(Wrap(None, "Ok", [b.end(out)])))
        self.checked = b.done(); self.items.append(self.checked)
        if "best" in self.has:
            b = self.function(self.name("best"), [("items", ref(("slice", "T"))), ("limit", I64)], ("option", "T"), None, self.bound("Copy"))
            item = Var(ref("T"), "item")
            out = b.start()
            b.more(out, self.statements())
            out += [Let("found", ("option", "T"), Wrap(None, "None", []), True), Let("top", I64, b.end(out), True)]
            mark = len(b.sources); self.ask(b, item); b.mult *= SIZE
            inside = [Let("now", I64, b.number(True), False)]
            inside += b.block(2, self.statements())
            inside.append(If([(compare(r.pick((">", "<")), Var(I64, "now"), Bin(I64, "+", Var(I64, "top"), Var(I64, "limit"))), [Set(Var(I64, "top"), "=", Var(I64, "now")), Set(Var(None, "found"), "=", Wrap(None, "Some", [Copied("T", item)]))])], None))
            out += [Each("item", "lent", Var(None, "items"), inside), Return(Var(None, "found"))]
            self.best = b.done(); self.items.append(self.best)
        if "classified" in self.has:
            b = self.function(self.name("classified"), [("value", ref("T")), ("by", I64)], self.choice_of, None, self.bound("Copy"))
            self.ask(b, value)
            out = b.start()
            b.more(out, self.statements())
            for case, types in self.cases[:0:-1]:
                made = CaseOf(None, self.choice, case, [Copied("T", value) if ty == "T" else b.small() for ty in types])
                out.append(If([(compare(r.pick((">", "<")), b.number(True), b.small()), [Return(made)])], None))
            b.end(out)
            out.append(Return(CaseOf(None, self.choice, "Nothing", [])))
            self.classified = b.done(); self.items.append(self.classified)
        if "combined" in self.has:
            b = self.function(self.name("combined"), [("left", ref("A")), ("right", ref("B")), ("limit", I64)], ("result", I64, self.fault), None, [("A", [self.trait]), ("B", [self.trait])])
            self.ask(b, Var(None, "left")); self.ask(b, Var(None, "right"))
            out = b.start()
            for name in ("left", "right"):
                b.let(out, I64, Try(I64, Call(None, self.checked, [Var(None, name), Var(I64, "limit")])))
                b.tick(self.checked.cost)
                b.more(out, self.statements())
            out.append(Return(Wrap(None, "Ok", [b.end(out)])))
            self.combined = b.done(); self.items.append(self.combined)
        if "counter" in self.has:
            b = self.function(self.name("counter"), [("value", "T"), ("by", I64)], ("closure", "own", [I64], I64), None, [("T", [self.trait, "static"])])
            self.ask(b, Var("T", "value"), True)
            b.sources = b.sources[:1]
            e = add(Var(I64, "x"), b.number(True))
            b.fn.body.append(Return(Closure(("closure", "own", [I64], I64), ["x"], e, None)))
            self.counter = b.done(); self.items.append(self.counter)
        if "folded" in self.has:
            b = self.function(self.name("folded"), [("items", ref(("slice", "T"))), ("change", ("closure", "ref", [ref("T"), I64], I64))], I64, None, self.bound())
            out = b.start()
            mark = len(b.sources); b.mult *= SIZE
            inside = []
            b.source(60, lambda: masked(Invoke(I64, "change", [Var(None, "item"), b.small()])))
            b.gather(inside, b.number(True))
            self.ask(b, Var(ref("T"), "item"))
            inside += b.block(2, self.statements())
            b.mult //= SIZE; del b.sources[mark:]
            out += [Each("item", "lent", Var(None, "items"), inside)]
            b.more(out, self.statements())
            out.append(Return(b.end(out)))
            self.folded = b.done(); self.items.append(self.folded)

    # -- what uses it
    def make_user(self, place):
        r = self.r
        types = [self.thing, self.struct]
        if place == 1: types = [self.scalar, self.thing] if not self.pair else [("app", self.pair, [self.scalar, self.thing]), self.scalar]
        ty, second = types
        b = Body(self.p, Function("%s_%s" % (r.pick(VERBS), self.name("uv"[place])), [("seed", I64)], I64))
        out = b.start()
        items = Field(None, Var(None, "list"), "items")
        out.append(Let("list", ("app", self.noun, [ty]), Static(None, self.noun, "new", [b.small()]), True))
        for _ in range(r.range(1, 4)): out.append(Do(Method(None, Var(None, "list"), "add", [self.value(b, ty)])))
        if r.chance(50): out.append(Do(Method(None, Var(None, "list"), "add", [Static(ty, ty, self.origin.name, [b.small()])])))
        first = Lend(None, At(ty, items, Lit(I64, 0)))
        item, acc = Var(ref(ty), "item"), Var(I64, b.acc.name)
        def asks(): return r.pick(self.asked(item, False)[:2])[1](b)
        def uses():
            for f in self.totals: yield lambda f=f: b.let(out, I64, Method(I64, Var(None, "list"), f.name, [b.small()]))
            yield lambda: b.let(out, I64, Method(I64, Var(None, "list"), "fold", [Lit(I64, 1), closure("ref", [I64, ref(ty)], I64, ["sum", "item"], add(Bin(I64, "*", masked(Var(I64, "sum")), Lit(I64, r.range(2, 9))), asks()))]))
            yield lambda: visit()
            yield lambda: mapped()
            yield lambda: out.append(Do(Method(None, Var(None, "list"), "update", [closure("ref", [ref(ty)], ty, ["item"], Copied(ty, item) if isinstance(ty, tuple) or r.chance(30) else self.value_of(b, ty, asks()))])))
            yield lambda: out.append(IfLet(Case(None, "Some", ["item"]), Method(None, Var(None, "list"), "find", [b.small()]), gathered(asks()), gathered(b.small()) if r.chance(50) else None))
            yield lambda: b.let(out, I64, MatchOf(I64, Call(None, self.checked, [first, b.small()]), [(Case(None, "Ok", ["good"]), None, Var(I64, "good"))] + self.fault_arms("mark")))
            if "combined" in self.has: yield lambda: combined()
            if "best" in self.has: yield lambda: out.append(IfLet(Case(None, "Some", ["item"]), Call(None, self.best, [Lend(None, items), b.small()]), gathered(self.asked(item, True)[0][1](b)), gathered(b.small()) if r.chance(30) else None))
            if "classified" in self.has: yield lambda: b.let(out, I64, Method(I64, Call(None, self.classified, [first, b.small()]), r.pick(self.choice_methods).name, [b.small()]))
            if "counter" in self.has: yield lambda: counted()
            if "walked" in self.has: yield lambda: out.append(Each("item", "taken", Call(None, self.walk_from, [Lend(None, items), Lit(I64, r.below(2))]), gathered(asks())))
            if "folded" in self.has: yield lambda: b.let(out, I64, Call(None, self.folded, [Lend(None, items), closure("ref", [ref(ty), I64], I64, ["item", "by"], add(asks(), Bin(I64, "&", Var(I64, "by"), Lit(I64, 4095))))]))
        def closure(kind, params, ret, names, e=None, body=None): return Closure(("closure", kind, params, ret), names, e, body)
        def gathered(e):
            inside = []
            b.gather(inside, e)
            return inside
        def visit(): out.append(Do(Method(None, Var(None, "list"), "visit", [closure("mut", [ref(ty)], ("unit",), ["item"], None, gathered(asks()))])))
        def mapped():
            name = b.fresh()
            out.append(Let(name, ("array", I64), Method(None, Var(None, "list"), "map", [closure("ref", [ref(ty)], I64, ["item"], add(asks(), b.small()))]), False))
            out.append(Each("item", "lent", Var(None, name), gathered(Copied(I64, Var(I64, "item")))))
        def combined():
            name = b.fresh()
            out.append(Let(name, second, self.value(b, second), False))
            out.append(Match(Call(None, self.combined, [first, Lend(None, Var(None, name)), b.small()]), [(Case(None, "Ok", ["good"]), None, gathered(Var(I64, "good")))] + [(p, g, gathered(e)) for p, g, e in self.fault_arms("mark")]))
        def counted():
            name = b.fresh()
            out.append(Let(name, ("closure", "own", [I64], I64), Call(None, self.counter, [At(ty, items, Lit(I64, 0)), b.small()]), False))
            b.let(out, I64, Invoke(I64, name, [b.small()]))
        todo = list(uses())
        while todo:
            todo.pop(r.below(len(todo)))()
            if r.chance(15): b.more(out, 1)
        out.append(Return(b.end(out)))
        b.fn.cost = MAX_COST
        self.items.append(b.fn); self.users.append(b.fn)
    def value_of(self, b, ty, number):
        """A value made of a number, for a closure that changes elements."""
        if ty == self.thing: return MakeOf(ty, ty, [(name, b.convert(number, t) if k == 0 else b.convert(b.small(), t)) for k, (name, t) in enumerate(self.fields)])
        if ty in STRUCTS: return Static(ty, ty, self.origin.name, [number])
        return b.convert(number, ty)

class GenericProgram(Program):
    """Plain functions and families by turns, so that each is half of the lines."""
    def __init__(self, lines, seed=1):
        self.rng = Rng(seed)
        self.by_ret, self.fns, self.drivers, self.items = {}, [], [], []
        counter, plain, generic, called, families = GenericLangEmitter(), 0, 0, [], 0
        while plain + generic < lines - 100 or families < 1:
            if generic <= plain:
                family = Family(self, families)
                families += 1
                self.items += family.items
                called += family.users
                generic += sum(counter.count(item) for item in family.items)
            else:
                f = FnGen(self, "%s_%d" % (self.rng.pick(VERBS), len(self.fns))).build()
                self.fns.append(f); self.items.append(f); called.append(f)
                self.by_ret.setdefault(f.ret, []).append(f)
                plain += counter.count(f) + 3
        for k in range(0, len(called), self.PER_DRIVER): self.drivers.append(self.driver(k // self.PER_DRIVER, called[k:k + self.PER_DRIVER]))
        self.main_lit, self.families, self.generic_lines, self.plain_lines = 7, families, generic, plain

# ---------------------------------------------------------------- 4. emitters
class GenericEmitter:
    """What both languages share; the mixin of the emitters of gen_program."""
    def emit(self, prog):
        self.prelude()
        for name, fields in STRUCTS.items(): self.struct(name, fields)
        for item in prog.items + prog.drivers: self.item(item)
        self.main(prog)
        return "\n".join(self.o) + "\n"
    def item(self, item):
        if isinstance(item, Fn): self.function(item)
        else: getattr(self, "i_" + type(item).__name__)(item); self.w("")
    def count(self, item):
        """How many lines an item takes."""
        self.o = []; self.item(item)
        return "\n".join(self.o).count("\n") + 1
    def methods(self, functions):
        self.d += 1
        for k, f in enumerate(functions):
            if k: self.o.append("")
            self.w(self.head(f)); self.body(f.body); self.w("}")
        self.d -= 1
    def inside(self, statements):
        """Statements as text, for expressions that hold some."""
        kept, self.o = self.o, []
        self.body(statements)
        text, self.o = "\n".join(self.o), kept
        return text
    def args(self, x): return ", ".join(self.e(a) for a in x.args)
    def e_Method(self, x, n): return "%s.%s(%s)" % (self.e(x.on), x.name, self.args(x))
    def e_Wrap(self, x, n): return x.case + ("(%s)" % self.args(x) if x.args else "")
    def e_Invoke(self, x, n): return "%s(%s)" % (x.f, self.args(x))
    def pattern(self, p):
        if isinstance(p, str): return p
        return self.case(p) + ("(%s)" % ", ".join(self.pattern(name) for name in p.names) if p.names else "")
    def arm(self, p, guard): return self.pattern(p) + (" if %s" % self.e(guard) if guard is not None else "")
    def s_Do(self, s): self.w(self.e(s.e) + self.END)
    def s_IfLet(self, s):
        self.w("if let %s = %s {" % (self.pattern(s.pattern), self.e(s.e))); self.body(s.then)
        if s.els is not None: self.w("} else {"); self.body(s.els)
        self.w("}")
    def s_Let(self, s): self.w("let %s%s: %s = %s%s" % ("mut " if s.mutable else "", s.name, self.ty(s.ty), self.e(s.e), self.END))

class GenericLangEmitter(GenericEmitter, LangEmitter):
    def ty(self, t):
        if isinstance(t, str): return t
        kind = t[0]
        if kind == "app": return "%s[%s]" % (t[1], ", ".join(map(self.ty, t[2])))
        if kind == "slice": return "[%s]" % self.ty(t[1])
        if kind == "array": return "Array[%s]" % self.ty(t[1])
        if kind == "option": return "Option[%s]" % self.ty(t[1])
        if kind == "result": return "Result[%s, %s]" % (self.ty(t[1]), self.ty(t[2]))
        if kind == "ref": return "ref " + self.ty(t[1])
        word = {"own": "fn", "ref": "ref fn", "mut": "mut fn"}[t[1]]
        return "%s (%s)%s" % (word, ", ".join(map(self.ty, t[2])), self.result(t[3]))
    def result(self, t): return "" if t == ("unit",) else " -> " + self.ty(t)
    def params(self, params):
        if not params: return ""
        bounds = lambda bs: ": " + " + ".join(bs) if bs else ""
        return "[%s]" % ", ".join(name + bounds([b for b in bs if b != "static"]) for name, bs in params)
    def head(self, f):
        if not isinstance(f, Function): return LangEmitter.head(self, f)
        word = {None: "", "ref": "", "mut": "mut ", "static": "static "}[f.receiver]
        listed = "(%s)" % ", ".join("%s: %s" % (n, self.ty(t)) for n, t in f.params) if f.params else ""
        return "fn %s%s%s%s%s {" % (word, f.name, self.params(f.generics), listed, self.result(f.ret))
    def i_TraitItem(self, x):
        self.w("trait %s {" % x.name)
        for f in x.required: self.w("  " + self.head(f)[:-2])
        self.o.append(""); self.methods(x.defaults); self.w("}")
    def i_StructItem(self, x):
        self.w("type %s %s%s {" % (x.kind, x.name, self.params([(p, []) for p in x.params])))
        for name, ty in x.fields: self.w("  let @%s: %s" % (name, self.ty(ty)))
        self.w("}")
    def i_EnumItem(self, x):
        self.w("type %s enum %s%s {" % (x.kind, x.name, self.params([(p, []) for p in x.params])))
        for name, types in x.cases: self.w("  case " + name + ("(%s)" % ", ".join(map(self.ty, types)) if types else ""))
        self.w("}")
    def i_ImplItem(self, x):
        trait = x.trait if not isinstance(x.trait, tuple) else "%s[%s]" % (x.trait[0], self.ty(x.trait[1]))
        self.w("impl%s %s%s {" % (self.params(x.params), trait + " for " if trait else "", self.ty(x.ty)))
        self.methods(x.methods); self.w("}")
    def case(self, p): return p.case
    def e_SelfValue(self, x, n): return "self"
    def e_SelfField(self, x, n): return "@" + x.name
    def e_Static(self, x, n): return "%s.%s(%s)" % (self.ty(x.of), x.name, self.args(x))
    def e_Lend(self, x, n): return self.e(x.e)
    e_Copied = e_Lend
    def e_MakeOf(self, x, n): return "%s(%s)" % (x.name, ", ".join("%s: %s" % (name, self.e(e)) for name, e in x.fields))
    def e_CaseOf(self, x, n): return "%s.%s%s" % (x.enum, x.case, "(%s)" % self.args(x) if x.args else "")
    def e_Empty(self, x, n): return "Array.new()"
    def e_Length(self, x, n): return self.e(x.e) + ".length()"
    def e_At(self, x, n): return "%s[%s]" % (self.e(x.e), self.e(x.i))
    def e_LentAt(self, x, n): return "ref " + self.e_At(x, n)
    def e_Try(self, x, n): return "try " + self.e(x.e)
    def e_Message(self, x, n): return '"%s ${%s}"' % (x.text, self.e(x.e))
    def e_Closure(self, x, n):
        names = "fn (%s) {" % ", ".join(x.names)
        if x.body is None: return "%s %s }" % (names, self.e(x.e))
        return "%s\n%s\n%s}" % (names, self.inside(x.body), self.INDENT * self.d)
    def e_MatchOf(self, x, n):
        pad = self.INDENT * self.d
        arms = ["%s%scase %s -> %s" % (pad, self.INDENT, self.arm(p, guard), self.e(e)) for p, guard, e in x.arms]
        return "match %s {\n%s\n%s}" % (self.e(x.e), "\n".join(arms), pad)
    def s_Throw(self, s): self.w("throw " + self.e(s.e))
    def s_Match(self, s):
        self.w("match %s {" % self.e(s.e)); self.d += 1
        for p, guard, body in s.arms: self.w("case %s -> {" % self.arm(p, guard)); self.body(body); self.w("}")
        self.d -= 1; self.w("}")
    def s_Each(self, s): self.w("for %s in %s {" % (s.name, self.e(s.e))); self.body(s.body); self.w("}")

class GenericRustEmitter(GenericEmitter, RustEmitter):
    life, views = "", frozenset()                    # the lifetime that borrows have here; the types that need one
    def ty(self, t):
        if isinstance(t, str): return self.T.get(t, t)
        kind = t[0]
        if kind == "app":
            view = [self.life or "'_"] if t[1] in self.views else []
            return "%s<%s>" % (t[1], ", ".join(view + [self.ty(a) for a in t[2]]))
        if kind == "slice": return "[%s]" % self.ty(t[1])
        if kind == "array": return "Vec<%s>" % self.ty(t[1])
        if kind == "option": return "Option<%s>" % self.ty(t[1])
        if kind == "result": return "Result<%s, %s>" % (self.ty(t[1]), self.ty(t[2]))
        if kind == "ref": return "&%s%s" % (self.life + " " if self.life else "", self.ty(t[1]))
        wrap, word = {"own": ("Box<%s>", "Fn"), "ref": ("&%s", "Fn"), "mut": ("&mut %s", "FnMut")}[t[1]]
        return wrap % ("dyn %s(%s)%s" % (word, ", ".join(map(self.ty, t[2])), self.result(t[3])))
    def result(self, t): return "" if t == ("unit",) else " -> " + self.ty(t)
    def params(self, params):
        names = ([self.life] if self.life else []) + [name + (": " + " + ".join("'static" if b == "static" else b for b in bounds) if bounds else "") for name, bounds in params]
        return "<%s>" % ", ".join(names) if names else ""
    def head(self, f):
        if not isinstance(f, Function): return RustEmitter.head(self, f)
        life, self.life = self.life, ""
        generics = self.params(f.generics)
        self.life = life
        receiver = {None: [], "ref": ["&self"], "mut": ["&mut self"], "static": []}[f.receiver]
        listed = ", ".join(receiver + ["%s: %s" % (n, self.ty(t)) for n, t in f.params])
        return "fn %s%s(%s)%s {" % (f.name, generics, listed, self.result(f.ret))
    def i_TraitItem(self, x):
        self.w("trait %s {" % x.name)
        for f in x.required: self.w("    " + self.head(f)[:-2] + ";")
        self.o.append(""); self.methods(x.defaults); self.w("}")
    def derive(self, kind):
        if kind == "copy": self.w("#[derive(Clone, Copy)]")
    def i_StructItem(self, x):
        self.derive(x.kind)
        if x.kind == "view": self.life, self.views = "'a", self.views | {x.name}
        self.w("struct %s%s {" % (x.name, self.params([(p, []) for p in x.params])))
        for name, ty in x.fields: self.w("    %s: %s," % (name, self.ty(ty)))
        self.w("}"); self.life = ""
    def i_EnumItem(self, x):
        self.derive(x.kind)
        self.w("enum %s%s {" % (x.name, self.params([(p, []) for p in x.params])))
        for name, types in x.cases: self.w("    " + name + ("(%s)" % ", ".join(map(self.ty, types)) if types else "") + ",")
        self.w("}")
    def i_ImplItem(self, x):
        if x.item: self.life = "'a"
        trait = x.trait if not isinstance(x.trait, tuple) or x.item else "%s<%s>" % (x.trait[0], self.ty(x.trait[1]))
        trait = trait[0] if isinstance(trait, tuple) else trait
        self.w("impl%s %s%s {" % (self.params(x.params), trait + " for " if trait else "", self.ty(x.ty)))
        if x.item: self.w("    type Item = %s;" % self.ty(x.item))
        self.methods(x.methods); self.w("}"); self.life = ""
    def case(self, p): return "%s::%s" % (p.enum, p.case) if p.enum else p.case
    def e_SelfValue(self, x, n): return "(*self)" if x.ty in INTS or x.ty in FLOATS else "self"
    def e_SelfField(self, x, n): return "self." + x.name
    def e_Static(self, x, n): return "%s::%s(%s)" % ("<%s>" % self.ty(x.of) if isinstance(x.of, tuple) else self.ty(x.of), x.name, self.args(x))
    def e_Lend(self, x, n): return "&" + self.e(x.e)
    def e_Copied(self, x, n): return self.par("*" + self.e(x.e), n)
    def e_MakeOf(self, x, n): return "%s { %s }" % (x.name, ", ".join("%s: %s" % (name, self.e(e)) for name, e in x.fields))
    def e_CaseOf(self, x, n): return "%s::%s%s" % (x.enum, x.case, "(%s)" % self.args(x) if x.args else "")
    def e_Empty(self, x, n): return "Vec::new()"
    def e_Length(self, x, n): return "(%s.len() as i64)" % self.e(x.e)
    def e_At(self, x, n): return "%s[%s as usize]" % (self.e(x.e), self.e(x.i, True))
    def e_LentAt(self, x, n): return "&" + self.e_At(x, n)
    def e_Try(self, x, n): return self.e(x.e) + "?"
    def e_Message(self, x, n): return 'format!("%s {}", %s)' % (x.text, self.e(x.e))
    def e_Closure(self, x, n):
        _, kind, types, _ = x.ty
        names = "|%s|" % ", ".join("%s: %s" % (name, self.ty(ty)) for name, ty in zip(x.names, types))
        body = self.e(x.e) if x.body is None else "{\n%s\n%s}" % (self.inside(x.body), self.INDENT * self.d)
        return {"own": "Box::new(move %s %s)", "ref": "&%s %s", "mut": "&mut %s %s"}[kind] % (names, body)
    def e_MatchOf(self, x, n):
        pad = self.INDENT * self.d
        arms = ["%s%s%s => %s," % (pad, self.INDENT, self.arm(p, guard), self.e(e)) for p, guard, e in x.arms]
        return "match %s {\n%s\n%s}" % (self.e(x.e), "\n".join(arms), pad)
    def s_Throw(self, s): self.w("return Err(%s);" % self.e(s.e))
    def s_Match(self, s):
        self.w("match %s {" % self.e(s.e)); self.d += 1
        for p, guard, body in s.arms: self.w("%s => {" % self.arm(p, guard)); self.body(body); self.w("}")
        self.d -= 1; self.w("}")
    def s_Each(self, s): self.w("for %s in %s%s {" % (s.name, self.e(s.e), ".iter()" if s.kind == "lent" else "")); self.body(s.body); self.w("}")

EMITTERS = {"lang": (GenericLangEmitter, "lang"), "rust": (GenericRustEmitter, "rs")}

# ---------------------------------------------------------------- 5. command line
def main():
    parser = argparse.ArgumentParser(description="the same synthetic program, half of it generic, in the language and in Rust")
    parser.add_argument("--lang", choices=sorted(EMITTERS)); parser.add_argument("--all", action="store_true")
    parser.add_argument("--lines", type=int, default=1000); parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", default="-"); parser.add_argument("--dir", default=".")
    options = parser.parse_args()
    sys.setrecursionlimit(10000)
    program = GenericProgram(options.lines, options.seed)
    if options.all:
        os.makedirs(options.dir, exist_ok=True)
        for name, (emitter, ending) in EMITTERS.items():
            text = emitter().emit(program)
            with open(os.path.join(options.dir, "g%d.%s" % (options.lines, ending)), "w") as file: file.write(text)
            print("%-5s %8d lines %10d bytes %6d families, of %d lines" % (name, text.count("\n"), len(text), program.families, program.generic_lines))
        return
    if not options.lang: parser.error("--lang or --all")
    text = EMITTERS[options.lang][0]().emit(program)
    if options.o == "-": sys.stdout.write(text)
    else:
        with open(options.o, "w") as file: file.write(text)

if __name__ == "__main__": main()
