import { expect, test } from "bun:test";
import { figures } from "../../tools/checks/figures.ts";
import { readSource } from "../support/source_tree.ts";

/** Returns the printed value of a figure for one source text. */
function valueOf(name: string, text: string): string | undefined {
  return figures([readSource("src/base/x.ts", text)]).find((each) => each.name === name)?.value;
}

test("parameters are counted over nested brackets, arrow types and trailing commas", () => {
  const name = "most parameters of a function";
  expect(valueOf(name, "export function f(): void {\n}\n")).toBe("0");
  expect(valueOf(name, "function f(a: Map<string, number>, b: (x: A, y: B) => C): void {\n}\n")).toBe("2");
  expect(
    valueOf(
      name,
      "export async function f(\n  a: A,\n  { b, c }: { b: B; c: C },\n  d = [1, 2],\n): Promise<void> {\n}\n",
    ),
  )
    .toBe("3");
});

test("the longest function is found among functions and methods", () => {
  const text = "function f() {\n  a();\n}\nclass C {\n  m() {\n    a();\n    b();\n  }\n}\n";
  expect(valueOf("longest function, lines", text)).toBe("4");
});

test("types do not count as exports", () => {
  const text = "export type A = 1;\nexport interface B {}\nexport const c = 1;\nexport function d() {\n}\n";
  expect(valueOf("mean exports of a file, without types", text)).toBe("2");
});
