//! Tells Zed how to start the language server: `lang lsp`, found on the worktree's `PATH` unless the user's settings name
//! a binary. It holds no logic of its own; Zed knows no other way to name a server.

use zed_extension_api as zed;

struct Extension;

impl zed::Extension for Extension {
    fn new() -> Self {
        Extension
    }

    fn language_server_command(
        &mut self,
        server: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let settings = zed::settings::LspSettings::for_worktree(server.as_ref(), worktree).ok();
        let configured = settings
            .and_then(|settings| settings.binary)
            .and_then(|binary| binary.path);
        let command = configured
            .or_else(|| worktree.which("lang"))
            .ok_or("`lang` is not on PATH; install it, or set `lsp.lang.binary.path`")?;
        Ok(zed::Command {
            command,
            args: vec!["lsp".to_string()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Extension);
