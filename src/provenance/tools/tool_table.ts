/**
 * The tools of known clients by name (SPEC 4.5). A name that stands here for no client is a tool that nobody knows: it
 * counts as reading from outside.
 *
 * @module
 */

/** What a tool does, as far as its output matters. */
export type ToolKind =
  /** Reads from the network, or what others sent. */
  | "outside"
  /** Runs a line of shell. */
  | "shell"
  /** Gives back files, or names and lines of files. */
  | "file"
  /** Changes a file with text of the agent, or keeps the agent's own books; its output is an acknowledgement. */
  | "own";

/** One tool. */
export interface KnownTool {
  /** See {@linkcode ToolKind}. */
  readonly kind: ToolKind;
  /** Fields of the input that hold paths, for files; without any of them the tool looks where the agent is. */
  readonly paths?: readonly string[];
  /** Without any of them it may have read anything. @default false */
  readonly isPathNeeded?: true;
  /** The field of the input that holds the line, for shells, or its words. */
  readonly command?: string;
  /** Fields of the input that may name the folder in which the line runs. */
  readonly folders?: readonly string[];
}

/** Tools by client and exact name. */
export const KNOWN_TOOLS: Readonly<Record<string, Readonly<Record<string, KnownTool>>>> = {
  "claude-code": {
    WebFetch: { kind: "outside" },
    WebSearch: { kind: "outside" },
    Bash: { kind: "shell", command: "command" },
    // The command was judged when it began; what it prints later may come in a later turn, with no command beside it.
    BashOutput: { kind: "outside" },
    TaskOutput: { kind: "outside" },
    KillShell: { kind: "own" },
    KillBash: { kind: "own" },
    TaskStop: { kind: "own" },
    Read: { kind: "file", paths: ["file_path"] },
    NotebookRead: { kind: "file", paths: ["notebook_path"] },
    Glob: { kind: "file", paths: ["path", "pattern"] },
    Grep: { kind: "file", paths: ["path"] },
    LS: { kind: "file", paths: ["path"] },
    LSP: { kind: "file", paths: ["filePath", "file_path"] },
    Write: { kind: "own" },
    Edit: { kind: "own" },
    MultiEdit: { kind: "own" },
    NotebookEdit: { kind: "own" },
    TodoWrite: { kind: "own" },
    TodoRead: { kind: "own" },
    TaskCreate: { kind: "own" },
    TaskUpdate: { kind: "own" },
    TaskGet: { kind: "own" },
    TaskList: { kind: "own" },
    // A sub-agent's own tool calls come as events of the same session and taint its turn themselves.
    Task: { kind: "own" },
    Agent: { kind: "own" },
    EnterPlanMode: { kind: "own" },
    ExitPlanMode: { kind: "own" },
    AskUserQuestion: { kind: "own" },
    ToolSearch: { kind: "own" },
    ScheduleWakeup: { kind: "own" },
    EnterWorktree: { kind: "own" },
    ExitWorktree: { kind: "own" },
  },
  codex: {
    shell: { kind: "shell", command: "command", folders: ["workdir"] },
    local_shell: { kind: "shell", command: "command", folders: ["working_directory", "workdir"] },
    shell_command: { kind: "shell", command: "command", folders: ["workdir"] },
    exec_command: { kind: "shell", command: "cmd", folders: ["workdir"] },
    unified_exec: { kind: "shell", command: "input" },
    // What its hooks call every one of these; the folder is the event's own.
    Bash: { kind: "shell", command: "command" },
    // The command was judged when it began; see `BashOutput`.
    write_stdin: { kind: "outside" },
    web_search: { kind: "outside" },
    apply_patch: { kind: "own" },
    update_plan: { kind: "own" },
    create_goal: { kind: "own" },
    update_goal: { kind: "own" },
    get_goal: { kind: "own" },
    request_user_input: { kind: "own" },
    view_image: { kind: "file", paths: ["path"], isPathNeeded: true },
  },
  openclaw: {
    read: { kind: "file", paths: ["path", "file_path"], isPathNeeded: true },
    write: { kind: "own" },
    edit: { kind: "own" },
    apply_patch: { kind: "own" },
    exec: { kind: "shell", command: "command", folders: ["workdir", "cwd"] },
    process: { kind: "outside" },
    web_fetch: { kind: "outside" },
    web_search: { kind: "outside" },
    browser: { kind: "outside" },
    message: { kind: "outside" },
  },
  gemini: {
    read_file: { kind: "file", paths: ["absolute_path", "file_path", "path"], isPathNeeded: true },
    read_many_files: { kind: "file", paths: ["paths", "include"], isPathNeeded: true },
    list_directory: { kind: "file", paths: ["path", "dir_path"] },
    glob: { kind: "file", paths: ["path", "dir_path", "pattern"] },
    search_file_content: { kind: "file", paths: ["path", "dir_path"] },
    grep_search: { kind: "file", paths: ["path", "dir_path"] },
    run_shell_command: { kind: "shell", command: "command", folders: ["directory", "dir_path"] },
    google_web_search: { kind: "outside" },
    web_fetch: { kind: "outside" },
    write_file: { kind: "own" },
    replace: { kind: "own" },
    save_memory: { kind: "own" },
    write_todos: { kind: "own" },
    update_topic: { kind: "own" },
    ask_user: { kind: "own" },
    enter_plan_mode: { kind: "own" },
    exit_plan_mode: { kind: "own" },
    list_background_processes: { kind: "own" },
    // See `BashOutput`.
    read_background_output: { kind: "outside" },
  },
  // A sub-agent of these two has a session of its own: what it read is not seen in the one that asked it.
  cursor: {
    Shell: { kind: "shell", command: "command", folders: ["working_directory", "cwd"] },
    Read: { kind: "file", paths: ["file_path", "target_file", "path"], isPathNeeded: true },
    Grep: { kind: "file", paths: ["path", "file_path", "target_directory"] },
    Write: { kind: "own" },
    Delete: { kind: "own" },
    Task: { kind: "outside" },
  },
  opencode: {
    bash: { kind: "shell", command: "command", folders: ["workdir"] },
    read: { kind: "file", paths: ["filePath", "path"], isPathNeeded: true },
    glob: { kind: "file", paths: ["path", "pattern"] },
    grep: { kind: "file", paths: ["path"] },
    list: { kind: "file", paths: ["path"] },
    lsp: { kind: "file", paths: ["filePath"], isPathNeeded: true },
    webfetch: { kind: "outside" },
    websearch: { kind: "outside" },
    codesearch: { kind: "outside" },
    task: { kind: "outside" },
    edit: { kind: "own" },
    multiedit: { kind: "own" },
    write: { kind: "own" },
    patch: { kind: "own" },
    apply_patch: { kind: "own" },
    todowrite: { kind: "own" },
    todoread: { kind: "own" },
    question: { kind: "own" },
  },
};
