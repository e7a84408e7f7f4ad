// A folder that nobody trusts yet, and then somebody does.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const surroundings = { asksForTrust: true, extensions: [] };

async function trust(editor) {
  await editor.command("Workspaces: Manage Workspace Trust");
  const button = editor.page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true });
  await button.click({ timeout: 30_000 });
  await editor.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor({ state: "detached", timeout: 30_000 });
}

export const tests = {
  async "a folder that is not trusted names no programs, one that is does"(editor) {
    const marker = join(editor.workspace, "was-started");
    const program = join(editor.workspace, "evil");
    const settings = join(editor.workspace, ".vscode/settings.json");
    mkdirSync(join(editor.workspace, ".vscode"), { recursive: true });
    writeFileSync(program, `#!/bin/sh\ntouch ${marker}\n`);
    chmodSync(program, 0o755);
    writeFileSync(settings, JSON.stringify({ "lang.server.path": program }));
    try {
      await editor.start();
      await editor.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor({ timeout: 60_000 });
      // The bundled server works on the texts.
      await editor.open("fixable.lang");
      await editor.squiggles().first().waitFor({ timeout: 60_000 });
      await editor.command("lang: Show Server Version");
      await editor.page.locator(".notification-toast", { hasText: "bundled" }).first().waitFor({ timeout: 30_000 });
      await editor.picture("restricted_dark");
      assert.ok(!existsSync(marker), "what the folder names was started");
      await trust(editor);
      await editor.until("start of what the trusted folder names", () => existsSync(marker));
    } catch (error) {
      await editor.picture("failed_in_restricted_mode").catch(() => undefined);
      throw error;
    } finally {
      rmSync(settings, { force: true });
      rmSync(program, { force: true });
      rmSync(marker, { force: true });
      await editor.start();
    }
  },
};
