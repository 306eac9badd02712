import { describe, expect, test } from "bun:test";
import { AGENT_MARKERS, AGENT_PACKAGES, AGENT_PROCESSES } from "../../src/provenance/agents.ts";
import { agentOf, isScheduler, type ProcessFact } from "../../src/provenance/process_match.ts";

/** A process as the system shows it: short name, then the command line. */
function process(name: string, commandLine = name): ProcessFact {
  return { pid: 7, name, args: commandLine === "" ? [] : commandLine.split(" ") };
}

describe("agentOf", () => {
  test.each([
    ["claude", "claude --resume", "claude-code"],
    ["claude", "", "claude-code"],
    ["Claude", "/Applications/Claude.app/Contents/MacOS/Claude", "claude-code"],
    ["codex", "/opt/codex/bin/codex exec", "codex"],
    ["codex.exe", "C:\\tools\\codex.exe exec", "codex"],
    ["cursor-agent", "/home/me/.local/bin/cursor-agent", "cursor"],
    ["opencode", "opencode run", "opencode"],
    ["node", "node /usr/bin/claude --print", "claude-code"],
    ["MainThread", "node /usr/local/bin/gemini", "gemini"],
    ["node", "/usr/bin/node --no-warnings --max-old-space-size=8192 /usr/bin/gemini", "gemini"],
    ["node", "node -r ts-node/register /usr/bin/codex", "codex"],
    ["node", "node --import tsx /opt/openclaw.mjs gateway", "openclaw"],
    ["node", "node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js", "claude-code"],
    ["node", "node /usr/lib/node_modules/@google/gemini-cli/dist/index.js", "gemini"],
    ["node", "node /a/node_modules/openclaw/node_modules/@openai/codex/bin/codex.js", "codex"],
    ["node.exe", "node.exe C:\\npm\\node_modules\\@anthropic-ai\\claude-code\\cli.js", "claude-code"],
    ["bun", "bun run /home/me/.bun/bin/opencode", "opencode"],
    ["python3.12", "/usr/bin/python3.12 -u /home/me/.local/bin/aider", "aider"],
    ["python", "python -m aider --model x", "aider"],
    ["uv", "uv tool run aider", "aider"],
  ])("knows %s (%s) as %s", (name, commandLine, client) => {
    expect(agentOf(process(name, commandLine))).toBe(client);
  });

  test.each([
    ["bash", "bash"],
    ["zsh", "-zsh"],
    ["vim", "vim claude"],
    ["grep", "grep -r claude ."],
    ["claude-notes", "claude-notes"],
    ["myclaude", "/usr/bin/myclaude"],
    ["node", "node server.js claude"],
    ["node", "node /srv/claude/server.js"],
    ["node", "node -e claude"],
    ["node", "node"],
    ["node", "node /home/codex/app.js"],
    ["node", "node /srv/node_modules/openclaw-plugin/cli.js"],
    ["python3", "python3 manage.py runserver codex"],
    ["Cursor", "/opt/cursor/Cursor --type=renderer"],
    ["code", "/usr/share/code/code"],
    ["toString", "toString"],
    ["", ""],
  ])("takes %s (%s) for no agent", (name, commandLine) => {
    expect(agentOf(process(name, commandLine))).toBeNull();
  });
});

describe("isScheduler", () => {
  test.each([
    ["cron", "/usr/sbin/cron -f"],
    ["cron", "/usr/sbin/CRON -f"],
    ["crond", "crond -n"],
    ["busybox", "busybox crond -f"],
    ["busybox", "/bin/busybox crond"],
    ["anacron", "anacron -s"],
    ["atd", "/usr/sbin/atd -f"],
    ["supercronic", "supercronic /etc/crontab"],
  ])("knows %s (%s)", (name, commandLine) => {
    expect(isScheduler(process(name, commandLine))).toBe(true);
  });

  test.each([
    ["systemd", "/usr/lib/systemd/systemd --user"],
    ["launchd", "/sbin/launchd"],
    ["crontab", "crontab -e"],
    ["vim", "vim cron"],
    ["busybox", "busybox sh"],
    ["bash", "bash /etc/cron.daily/x"],
  ])("takes %s (%s) for none", (name, commandLine) => {
    expect(isScheduler(process(name, commandLine))).toBe(false);
  });
});

describe("the list of agents", () => {
  test("holds no variable that only configures a client or that an editor sets for people", () => {
    const configuring = /(?:_HOME|_KEY|_TOKEN|_URL|_DIR|_PATH|_CONFIG|_MODEL|_TRACE_ID|TERM_PROGRAM)$/;
    expect(AGENT_MARKERS.filter(({ variable }) => configuring.test(variable))).toEqual([]);
  });

  test("is written the way it is compared: lower case, without path or extension", () => {
    for (const name of Object.keys(AGENT_PROCESSES)) expect(agentOf(process(name))).toBe(AGENT_PROCESSES[name] ?? "");
    for (const name of Object.keys(AGENT_PACKAGES)) {
      expect(agentOf(process("node", `node /x/node_modules/${name}/main.js`))).toBe(AGENT_PACKAGES[name] ?? "");
    }
  });
});
