//! Smaller programs: removes blocks, takes what they contain out of them, and removes lines, as long as a question is
//! answered with yes. It must not know what is asked, nor more of the language than its braces and indentation.

/// How often the question may be asked.
const QUESTIONS: usize = 3000;

/// The smallest program found that still has the property, which the given one has.
pub fn shrink(source: &str, has_property: impl FnMut(&str) -> bool) -> String {
    let mut shrinker = Shrinker { lines: source.lines().map(str::to_string).collect(), has_property, left: QUESTIONS };
    while shrinker.left > 0 && (shrinker.blocks() || shrinker.lines()) {}
    shrinker.lines.join("\n") + "\n"
}

struct Shrinker<F> {
    lines: Vec<String>,
    has_property: F,
    left: usize,
}

impl<F: FnMut(&str) -> bool> Shrinker<F> {
    /// Takes the candidate if it has the property.
    fn take(&mut self, candidate: Vec<String>) -> bool {
        if self.left == 0 || candidate.len() >= self.lines.len() {
            return false;
        }
        self.left -= 1;
        let text = candidate.join("\n") + "\n";
        let taken = (self.has_property)(&text);
        if taken {
            self.lines = candidate;
        }
        taken
    }

    /// Removes one block, the largest that can be, or only its first and last line.
    fn blocks(&mut self) -> bool {
        let mut blocks: Vec<(usize, usize)> =
            (0..self.lines.len()).filter_map(|first| Some((first, self.end_of_block(first)?))).collect();
        blocks.sort_by_key(|(first, last)| std::cmp::Reverse(last - first));
        blocks.into_iter().any(|(first, last)| {
            let without = self.without(first, last);
            let mut unwrapped = self.without(last, last);
            unwrapped.remove(first);
            self.take(without) || self.take(unwrapped)
        })
    }

    /// Removes runs of lines, long ones first; whether any could be.
    fn lines(&mut self) -> bool {
        let mut any = false;
        let mut count = (self.lines.len() / 2).max(1);
        loop {
            let mut first = 0;
            while first < self.lines.len() {
                let last = (first + count).min(self.lines.len()) - 1;
                let without = self.without(first, last);
                if self.take(without) {
                    any = true;
                } else {
                    first += count;
                }
            }
            if count == 1 {
                return any;
            }
            count /= 2;
        }
    }

    fn without(&self, first: usize, last: usize) -> Vec<String> {
        let kept = self.lines.iter().enumerate();
        kept.filter(|(index, _)| *index < first || *index > last).map(|(_, line)| line.clone()).collect()
    }

    /// The line that closes the block which a line opens.
    fn end_of_block(&self, first: usize) -> Option<usize> {
        let indent = |line: &str| line.len() - line.trim_start().len();
        if !self.lines[first].trim_end().ends_with('{') {
            return None;
        }
        let depth = indent(&self.lines[first]);
        (first + 1..self.lines.len()).find(|at| !self.lines[*at].trim().is_empty() && indent(&self.lines[*at]) <= depth)
    }
}

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn what_is_needed_stays() {
        let source = "fn f() {\n  one\n}\n\nfn main() {\n  if true {\n    two\n    three\n  }\n  four\n}\n";
        let small = shrink(source, |text| text.contains("three") && text.contains("main"));
        assert_eq!(small, "fn main() {\n    three\n");
        let balanced = |text: &str| text.matches('{').count() == text.matches('}').count();
        let small = shrink(source, |text| text.contains("three") && text.contains("main") && balanced(text));
        assert_eq!(small, "fn main() {\n    three\n}\n");
    }
}
