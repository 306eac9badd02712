/**
 * Ordinary turns of coding in Codex, whose tools have names and inputs of their own. Made up.
 *
 * @module
 */
import type { CodingSession, CodingStep, CodingTurn } from "./coding_turns.ts";

const sh = (script: string, output = ""): CodingStep => ["shell", { command: ["bash", "-lc", script] }, output];
const run = (cmd: string, output = ""): CodingStep => ["exec_command", { cmd }, output];
const patch = (
  input: string,
): CodingStep => ["apply_patch", { input }, "Success. Updated the following files:\nM src/queue.rs"];
const turn = (user: string, steps: readonly CodingStep[], says: string): CodingTurn => ({ user, steps, says });

/** A queue in Rust. */
export const CODEX_SESSION: CodingSession = {
  title: "codex",
  turns: [
    turn(
      "The queue loses its last job. Find out why.",
      [
        sh("rg -n 'pop' src", "src/queue.rs:41: fn pop(&mut self) -> Option<Job> {"),
        sh("sed -n 30,60p src/queue.rs", "fn pop(&mut self) -> Option<Job> {\n  if self.len <= 1 { return None; }"),
        patch("*** Begin Patch\n*** Update File: src/queue.rs\n*** End Patch"),
        sh("cargo test", "test result: ok. 18 passed; 0 failed"),
      ],
      "The check for an empty queue was off by one. I corrected it and every test is green.",
    ),
    turn(
      "Commit that.",
      [run("git add -A && git commit -m 'queue: last job'", "[main 1f2e3d4] queue: last job")],
      "Committed on the main branch. Nothing else was changed.",
    ),
    turn(
      "给重试加一个上限。",
      [
        ["update_plan", { plan: [{ step: "cap", status: "pending" }] }, "Plan updated"],
        sh("cat src/retry.rs", "pub fn retry() { loop { attempt(); } }"),
        patch("*** Begin Patch\n*** End Patch"),
        run("cargo test retry", "test result: ok. 4 passed; 0 failed"),
      ],
      "重试现在最多做五次，之后把错误交给调用方。原来的循环没有出口。",
    ),
    turn(
      "Is the formatting fine?",
      [sh("cargo fmt --check", ""), run("cargo clippy", "warning: unused variable: `job`")],
      "The formatter has nothing to say. One variable is left over and I would take it out.",
    ),
    turn(
      "Do it.",
      [
        sh("apply_patch <<'EOF'\n*** Begin Patch\n*** End Patch\nEOF", "Success."),
        run("cargo build", "Finished dev profile"),
      ],
      "It is gone. The build has no more warnings.",
    ),
    turn(
      "它为什么慢？",
      [sh("ls -la target", "total 12"), run("git log -3", "1f2e3d4 queue: last job")],
      "每个任务都会重新打开一次文件，这是慢的原因。我建议把句柄留着。",
    ),
  ],
};
