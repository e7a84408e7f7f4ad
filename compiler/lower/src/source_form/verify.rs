//! The rules of the source form that can be judged by looking at one body: tables are large enough for what points into them,
//! blocks divide the statements, all are reached. It owns the list; what bodies mean is judged by `analysis`.

use super::{BlockId, PlaceBase, SourceForm};

impl SourceForm {
    /// Whether the form keeps its own rules.
    ///
    /// # Errors
    /// Says the first rule that is broken, and where.
    pub fn verify(&self) -> Result<(), String> {
        if self.parameter_count as usize >= self.locals.len() {
            return Err(format!("{} parameters are more than its locals", self.parameter_count));
        }
        if self.blocks.is_empty() {
            return Err("there is no entry".to_owned());
        }
        self.verify_places()?;
        let mut next = 0;
        for block in self.block_ids() {
            let range = self.statement_range(block);
            if range.start != next || range.end < range.start {
                return Err(format!("block {} has statements {range:?} behind {next}", block.0));
            }
            next = range.end;
        }
        if next != self.statements.len() {
            return Err(format!("{next} of {} statements stand in blocks", self.statements.len()));
        }
        self.verify_jumps()
    }

    fn verify_places(&self) -> Result<(), String> {
        for (number, place) in self.places.iter().enumerate() {
            let end = place.start as usize + place.length as usize;
            if end > self.projections.len() {
                return Err(format!("place {number} has steps up to {end} of {}", self.projections.len()));
            }
            if let PlaceBase::Local(local) = place.base
                && local.0 as usize >= self.locals.len()
            {
                return Err(format!("place {number} begins in {local:?} of {} locals", self.locals.len()));
            }
        }
        Ok(())
    }

    /// Jumps lead to blocks, and to each block leads a way from the entry.
    fn verify_jumps(&self) -> Result<(), String> {
        let mut reached = vec![false; self.blocks.len()];
        let mut waiting = vec![BlockId(0)];
        reached[0] = true;
        while let Some(block) = waiting.pop() {
            for target in self.successors(self.blocks[block.0 as usize].terminator) {
                match reached.get_mut(target.0 as usize) {
                    None => return Err(format!("block {} leads to block {}, which is not there", block.0, target.0)),
                    Some(known) if !*known => {
                        *known = true;
                        waiting.push(target);
                    }
                    Some(_) => {}
                }
            }
        }
        match reached.iter().position(|reached| !reached) {
            Some(lost) => Err(format!("nothing leads to block {lost}")),
            None => Ok(()),
        }
    }
}
