/** Settings files as people leave them: nested, commented, indented with anything, with or without a last line end. */
import fc from "fast-check";

/** How a file is written. */
interface Manner {
  readonly indent: string;
  readonly eol: string;
  readonly mark: string;
  readonly end: string;
  readonly comma: string;
  /** Taken one after the other between tokens. */
  readonly comments: readonly string[];
}

const KEY = fc.oneof(
  fc.constantFrom("model", "permissions", "env", "theme", "模型", "a b", 'say "hi"', "version"),
  fc.string(),
);

const FOREIGN = fc.constantFrom(
  { type: "command", command: "say done" },
  { type: "command", command: "/opt/memory-game/play hooks", timeout: 3 },
  { command: 'echo \'{"a": "}]"}\' // no comment' },
  { type: "http", url: "https://example.com/hook" },
);

/** Returns settings with hooks of others under some of the events. */
export function anySettings(events: readonly string[]): fc.Arbitrary<string> {
  const group = fc.oneof(
    fc.record({ matcher: fc.constantFrom("*", "Bash", ""), hooks: fc.array(FOREIGN, { maxLength: 3 }) }),
    FOREIGN,
  );
  const hooks = fc.dictionary(fc.constantFrom(...events, "Other"), fc.array(group, { maxLength: 3 }), { maxKeys: 4 });
  const others = fc.dictionary(
    KEY.filter((key) => !["hooks", "mcpServers", "mcp", "__proto__"].includes(key)),
    fc.jsonValue(),
    {
      maxKeys: 4,
    },
  );
  const servers = fc.option(fc.dictionary(fc.constantFrom("files", "github"), fc.record({ command: fc.string() })), {
    nil: undefined,
  });
  const value = fc.record({ others, hooks: fc.option(hooks, { nil: undefined }), servers, isFirst: fc.boolean() });
  return fc.record({ value, manner: MANNER }).map(({ value: { others, hooks, servers, isFirst }, manner }) => {
    const ours = {
      ...(hooks === undefined ? {} : { hooks }),
      ...(servers === undefined ? {} : { mcpServers: servers }),
    };
    return manner.mark + printed(isFirst ? { ...ours, ...others } : { ...others, ...ours }, manner) + manner.end;
  });
}

const MANNER: fc.Arbitrary<Manner> = fc.record({
  indent: fc.constantFrom("", " ", "  ", "    ", "\t"),
  eol: fc.constantFrom("\n", "\n", "\r\n", " ", ""),
  mark: fc.constantFrom("", "\uFEFF"),
  end: fc.constantFrom("", "\n", "\r\n\r\n", "  "),
  comma: fc.constantFrom("", ","),
  comments: fc.array(fc.constantFrom("", "", "", "/* 注 */", '/* { " */ ', "// ] }\n", "\n\n", " \t"), {
    maxLength: 12,
  }),
});

function printed(value: unknown, manner: Manner): string {
  let used = 0;
  const gap = () => manner.comments.length === 0 ? "" : manner.comments[used++ % manner.comments.length] ?? "";
  const write = (each: unknown, depth: number): string => {
    if (typeof each !== "object" || each === null) return JSON.stringify(each);
    const [open, close] = Array.isArray(each) ? ["[", "]"] : ["{", "}"];
    const members = Array.isArray(each)
      ? each.map((member) => write(member, depth + 1))
      : Object.entries(each).map(([key, member]) =>
        `${JSON.stringify(key)}${gap()}: ${gap()}${write(member, depth + 1)}`
      );
    if (members.length === 0) return `${open}${gap()}${close}`;
    const line = manner.eol.includes("\n") ? manner.eol + manner.indent.repeat(depth + 1) : manner.eol;
    const last = manner.eol.includes("\n") ? manner.eol + manner.indent.repeat(depth) : "";
    return open + members.map((member) => `${line}${gap()}${member}${gap()}`).join(",") + manner.comma + last + gap() +
      close;
  };
  return gap() + write(value, 0) + gap();
}
