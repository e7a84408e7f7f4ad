// Starts code-server, the browser form of VS Code, with the packaged extension installed, and ends it again. Everything
// it writes lies in one fresh folder.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.layoutControl.enabled": false,
  "window.commandCenter": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "chat.disableAIFeatures": true,
  "files.autoSave": "off",
  "files.hotExit": "off",
  "editor.hover.delay": 100,
  "editor.minimap.enabled": false,
  "editor.fontSize": 13,
  "terminal.integrated.shellIntegration.enabled": false,
  "terminal.integrated.gpuAcceleration": "off",
  "workbench.colorTheme": "Dark Modern",
  "workbench.preferredDarkColorTheme": "Dark Modern",
  "workbench.preferredLightColorTheme": "Light Modern",
};

/** What tests do between each other, without the palette. */
const KEYBINDINGS = [
  { key: "ctrl+alt+shift+f8", command: "workbench.action.toggleLightDarkThemes" },
  { key: "ctrl+alt+shift+f6", command: "workbench.action.revertAndCloseActiveEditor" },
  {
    key: "ctrl+alt+shift+f5",
    command: "runCommands",
    args: { commands: ["workbench.action.debug.stop", "workbench.debug.viewlet.action.removeAllBreakpoints"] },
  },
  {
    key: "ctrl+alt+shift+f7",
    command: "runCommands",
    args: { commands: ["workbench.action.closePanel", "workbench.action.closeSidebar", "notifications.clearAll"] },
  },
];

export class CodeServer {
  /**
   * `tools` is the folder of test/install; `packages` are the extensions; `path` goes before the PATH; where `asksForTrust`,
   * folders are not trusted until somebody says so.
   */
  static async start({ tools, packages, path, asksForTrust }) {
    const folder = mkdtempSync(join(tmpdir(), "lang-vscode-"));
    const port = await freePort();
    const server = new CodeServer(tools, folder, port, path, asksForTrust);
    for (const each of packages) {
      server.install(each);
    }
    await server.launch();
    return server;
  }

  constructor(tools, folder, port, path, asksForTrust) {
    this.folder = folder;
    this.asksForTrust = asksForTrust;
    this.port = port;
    this.program = join(tools, "code-server/node_modules/code-server/out/node/entry.js");
    this.node = join(tools, "node/node_modules/node/bin/node");
    this.common = ["--config", join(folder, "config.yaml"), "--user-data-dir", join(folder, "user"), "--extensions-dir", join(folder, "extensions")];
    this.environment = {
      ...process.env,
      PATH: [...path, process.env.PATH].join(":"),
      LANG_CACHE_DIR: join(folder, "cache"),
      // The extension's server must not be told where another one is.
      VSCODE_IPC_HOOK_CLI: "",
    };
    mkdirSync(join(folder, "user/User"), { recursive: true });
    writeFileSync(join(folder, "config.yaml"), `bind-addr: 127.0.0.1:${port}\nauth: none\ncert: false\n`);
    writeFileSync(join(folder, "user/User/keybindings.json"), JSON.stringify(KEYBINDINGS));
    // The editor takes the PATH of a login shell, so that ours goes through the extension's setting.
    const trust = { "security.workspace.trust.enabled": asksForTrust, "security.workspace.trust.startupPrompt": "never" };
    const settings = { ...SETTINGS, ...trust, "lang.server.extraEnv": { PATH: this.environment.PATH } };
    writeFileSync(join(folder, "user/User/settings.json"), JSON.stringify(settings));
  }

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  install(vsix) {
    const options = { env: this.environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };
    const said = execFileSync("nice", [this.node, this.program, ...this.common, "--install-extension", vsix], options);
    if (!said.includes("was successfully installed")) {
      throw new Error(`the extension was not installed: ${said}`);
    }
  }

  async launch() {
    const options = [
      ...["--auth", "none", "--bind-addr", `127.0.0.1:${this.port}`],
      ...["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"],
      ...(this.asksForTrust ? [] : ["--disable-workspace-trust"]),
      // Closed pages would leave their language servers alive for hours.
      ...["--reconnection-grace-time", "2"],
    ];
    // A session of its own, so that its children end with it.
    this.child = spawn("nice", [this.node, this.program, ...this.common, ...options], {
      env: this.environment,
      detached: true,
      stdio: "ignore",
    });
    this.stopWithThisProcess();
    for (let attempt = 0; attempt < 300; attempt += 1) {
      try {
        if ((await fetch(`${this.address}/healthz`)).ok) {
          return;
        }
      } catch {
        // Not yet.
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error("code-server does not answer");
  }

  /** Nothing is left behind when the tests are interrupted. */
  stopWithThisProcess() {
    process.once("exit", () => this.stop());
    for (const signal of ["SIGINT", "SIGTERM"]) {
      process.once(signal, () => process.exit(1));
    }
  }

  stop() {
    if (this.child?.pid !== undefined) {
      try {
        process.kill(-this.child.pid, "SIGTERM");
      } catch {
        // It has ended by itself.
      }
      this.child = undefined;
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The address of the page with a folder and a file open. */
  page(folder, file) {
    const uri = `vscode-remote://127.0.0.1:${this.port}${join(folder, file)}`;
    const payload = JSON.stringify([["openFile", uri]]);
    return `${this.address}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`;
  }

  /** The extension's log, for the report of a failure. */
  log() {
    try {
      const found = execFileSync("find", [join(this.folder, "user/logs"), "-name", "lang.log"], { encoding: "utf8" });
      const newest = found.trim().split("\n").at(-1);
      return newest ? readFileSync(newest, "utf8").split("\n").slice(-30).join("\n") : "no log";
    } catch {
      return "no log";
    }
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
