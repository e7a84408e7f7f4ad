//! Parts of a generic body that run on some paths only, or several times: what they move is gone behind them.

use super::super::declaration::Storage;
use super::super::texts::Both;
use super::Generator;
use super::bodies::{Access, Body, pick};
use super::types::Type;

impl Generator {
    /// Steps in a block of its own: what they move is gone after it.
    pub(super) fn block(&mut self, body: &mut Body, depth: u32, steps: usize) {
        body.count();
        let outer = body.locals.len();
        for _ in 0..steps {
            self.step(body, depth - 1);
        }
        body.locals.truncate(outer);
    }

    /// Continues with what is there after one of several blocks, which begin with the same.
    pub(super) fn blocks(
        &mut self,
        body: &mut Body,
        count: usize,
        mut write: impl FnMut(&mut Generator, &mut Body, usize),
    ) {
        let before = body.locals.clone();
        let mut live: Vec<bool> = before.iter().map(|local| local.is_live).collect();
        for block in 0..count {
            body.locals.clone_from(&before);
            write(self, body, block);
            live.iter_mut().zip(&body.locals).for_each(|(live, local)| *live &= local.is_live);
        }
        body.locals = before;
        body.locals.iter_mut().zip(live).for_each(|(local, live)| local.is_live = live);
    }

    fn matched(&mut self, body: &Body, fits: impl Fn(usize) -> bool) -> Option<(usize, Type, usize)> {
        let is_enum = |ty: &Type| matches!(ty, Type::Named(number, _) if !self.types[*number].is_record());
        let index = pick(&mut self.random, body, |index| fits(index) && is_enum(&body.locals[index].ty))?;
        let ty = body.locals[index].ty.clone();
        let Type::Named(number, _) = ty else { return None };
        Some((index, ty, number))
    }

    pub(super) fn match_moved(&mut self, body: &mut Body, depth: u32) -> bool {
        let Some((index, ty, _)) = self.matched(body, |index| body.movable(index)) else { return false };
        body.locals[index].is_live = false;
        let name = body.locals[index].name.clone();
        self.arms(body, depth, &ty, &Both::new(format!("move {name}"), name), Access::Owned);
        true
    }

    pub(super) fn match_lent(&mut self, body: &mut Body, depth: u32) -> bool {
        let is_changed = self.random.bool();
        let fits = |index: usize| {
            if is_changed { body.changeable(index) } else { body.locals[index].is_live && !body.locals[index].is_busy }
        };
        let Some((index, ty, _)) = self.matched(body, fits) else { return false };
        let was_busy = std::mem::replace(&mut body.locals[index].is_busy, true);
        let place = body.locals[index].place();
        let (word, sign, access) =
            if is_changed { ("mut ", "&mut ", Access::LentMutably) } else { ("", "&", Access::Lent) };
        let matched = Both::new(format!("{word}{}", place.language), place.rust);
        let content = Both::new(matched.language, matched.rust);
        self.arms_of(body, depth, &ty, &content, access, sign);
        body.locals[index].is_busy = was_busy;
        true
    }

    fn arms(&mut self, body: &mut Body, depth: u32, ty: &Type, matched: &Both, access: Access) {
        self.arms_of(body, depth, ty, matched, access, "");
    }

    fn arms_of(&mut self, body: &mut Body, depth: u32, ty: &Type, matched: &Both, access: Access, sign: &str) {
        let Type::Named(number, _) = ty else { return };
        let declared = self.types[*number].clone();
        let content = if declared.storage == Storage::Heap { "*" } else { "" };
        body.texts
            .line(&format!("  match {} {{", matched.language), &format!("  match {sign}{content}{} {{", matched.rust));
        let count = declared.cases.len();
        let (is_cut, first) = (self.happens(30), self.random.usize(0..count));
        let arms = if is_cut { 2 } else { count + usize::from(self.happens(20)) };
        self.blocks(body, arms, |generator, body, arm| {
            let case = (first + arm) % count;
            if is_cut && arm == 1 {
                body.texts.line("  case _ -> {", "  _ => {");
                generator.block(body, depth, 1);
                body.texts.same("  }");
                return;
            }
            let parts = generator.payload(ty, case);
            let names: Vec<String> = parts.iter().map(|_| generator.fresh()).collect();
            let pattern = generator.case_pattern(*number, case, &names);
            // The first of several arms for one case.
            let is_guarded = (arms > count && arm == 0) || (is_cut && generator.random.bool());
            let guard = if is_guarded { generator.guard(&names, &parts, access) } else { Both::same("") };
            body.texts.line(
                &format!("  case {}{} -> {{", pattern.language, guard.language),
                &format!("  {}{} => {{", pattern.rust, guard.rust),
            );
            let outer = body.locals.len();
            for (name, part) in names.iter().zip(parts) {
                body.add(name, part, access);
            }
            let steps = generator.random.usize(1..4);
            generator.block(body, depth, steps);
            body.locals.truncate(outer);
            body.texts.same("  }");
        });
        body.texts.same("  }");
    }

    fn guard(&mut self, names: &[String], parts: &[Type], access: Access) -> Both {
        let number = names.iter().zip(parts).find(|(_, part)| matches!(part, Type::Int(_)));
        match number {
            Some((name, _)) => {
                let star = if access == Access::Owned { "" } else { "*" };
                Both::new(format!(" if ({name} & 1) == 0"), format!(" if ({star}{name} & 1) == 0"))
            }
            None => Both::same(format!(" if (k & {}) == 0", self.random.u32(1..4))),
        }
    }

    pub(super) fn condition(&mut self, body: &mut Body, depth: u32) -> bool {
        let (mask, has_else) = (self.random.u32(1..8), self.random.bool());
        body.texts.same(&format!("  if (k & {mask}) == 0 {{"));
        self.blocks(body, 2, |generator, body, block| {
            if block == 1 && has_else {
                body.texts.same("  } else {");
            }
            if block == 0 || has_else {
                generator.block(body, depth, 2);
            }
        });
        body.texts.same("  }");
        true
    }

    pub(super) fn repeat(&mut self, body: &mut Body, depth: u32) -> bool {
        let name = self.fresh();
        body.texts.line(&format!("  for {name} in 0..(k & 3) {{"), &format!("  for {name} in 0..(k & 3) {{"));
        body.loops += 1;
        self.block(body, depth, 3);
        body.loops -= 1;
        body.texts.same("  }");
        true
    }
}
