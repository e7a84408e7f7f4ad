//! Blocks of code in Markdown: what stands between lines of three backticks. It must not know what is in them.

/// A block of code.
pub struct Block {
    /// What stands behind the backticks that open it.
    pub info: String,
    /// The line of its first line, counted from 1.
    pub line: usize,
    pub text: String,
}

/// The blocks of a text that begin where a line does, in order; an error names the line of a block without an end.
pub fn blocks(text: &str) -> Result<Vec<Block>, String> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match &mut open {
            Some(_) if line == "```" => blocks.extend(open.take()),
            Some(block) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {
                if let Some(info) = line.strip_prefix("```") {
                    open = Some(Block { info: info.to_string(), line: number + 2, text: String::new() });
                }
            }
        }
    }
    match open {
        Some(block) => Err(format!("{}: this block has no end", block.line)),
        None => Ok(blocks),
    }
}
