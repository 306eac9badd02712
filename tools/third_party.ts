/**
 * What the executable carries of others, with the licences that ask to be named. The bundler says which packages are in
 * it, so that none can be forgotten.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { WITHOUT_WEB_RUNTIME } from "./natives/without_web_runtime.ts";

/** A package that the executable carries. */
export interface Carried {
  readonly name: string;
  readonly version: string;
  /** As its `package.json` says. */
  readonly licence: string;
  /** The text that has to go along. */
  readonly text: string;
}

/** Licences that ask for their notice and for nothing else. */
const PERMISSIVE: ReadonlySet<string> = new Set([
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "MIT OR Apache",
  // Of a choice, the first is taken.
  "MIT or MPL-2.0",
]);

/** Packages that lie ready inside the file of another one, where the bundler cannot see them. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  "@huggingface/transformers": ["@huggingface/jinja", "@huggingface/tokenizers"],
};

/** Native parts, which are no modules; the packages for single platforms have the same licence. */
const NATIVE = ["onnxruntime-node", "sqlite-vec"];

/** Holders of packages that say under which licence they are and bring no text of it: it is then MIT. */
const HOLDERS: Readonly<Record<string, string>> = {
  "onnxruntime-common": "Copyright (c) Microsoft Corporation",
  "onnxruntime-node": "Copyright (c) Microsoft Corporation",
  "sqlite-vec": "Copyright (c) Alex Garcia",
};

/** Returns the packages that are in the executable, by name. */
export async function bundledPackages(): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: ["src/main.ts"],
    target: "bun",
    splitting: true,
    metafile: true,
    plugins: [WITHOUT_WEB_RUNTIME],
  });
  const names = Object.keys(metafile?.inputs ?? {}).flatMap((path) => {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    return name === undefined ? [] : [name, ...(INSIDE[name] ?? [])];
  });
  return [...new Set([...names, ...NATIVE])].sort();
}

/**
 * Returns what a package says of itself.
 *
 * @param folder where packages are installed
 * @throws {Error} if its licence asks for more than a notice, or no text of it is known
 */
export function carried(name: string, folder = "node_modules"): Carried {
  const home = `${folder}/${name}`;
  const { version, license: licence } = JSON.parse(readFileSync(`${home}/package.json`, "utf8"));
  if (!PERMISSIVE.has(licence)) throw new Error(`"${name}" is under "${licence}", which the executable cannot carry`);
  const file = readdirSync(home).find((each) => /^licen[cs]e(?:\.\w+)?$/i.test(each));
  const text = file === undefined ? mitOf(name) : readFileSync(`${home}/${file}`, "utf8");
  return { name, version, licence, text: text.replaceAll("\r\n", "\n").replace(/^\n+|\s+$/g, "") };
}

function mitOf(name: string): string {
  const holder = HOLDERS[name];
  if (holder === undefined) throw new Error(`"${name}" brings no text of its licence, and HOLDERS does not know it`);
  return readFileSync("LICENSE", "utf8").replace(/^Copyright .*$/m, holder);
}

const INTRODUCTION = `# Third-party notices

The executable carries the packages below, its runtime and the embedding model. Their licences let anybody use, change and
pass them on, and ask that these notices go along with copies. \`make dist\` puts this file beside the executables. It is
written by \`make docs\`, from what the bundler finds in the program.

- **Bun**, the runtime: MIT License, Copyright (c) Oven. Bun links JavaScriptCore, which is under the LGPL 2, and further
  libraries. Its own list names them, and how to link it anew with a changed JavaScriptCore:
  <https://github.com/oven-sh/bun/blob/main/LICENSE.md>. This program's sources and \`build.ts\` are all that is needed to
  build it with another Bun.
- **ONNX Runtime** has parts of others, too: <https://github.com/microsoft/onnxruntime/blob/main/ThirdPartyNotices.txt>.
- **The numbering plans of telephone numbers** in libphonenumber-js come from Google's libphonenumber: Copyright (c) The
  Libphonenumber Authors, Apache License 2.0, <https://github.com/google/libphonenumber/blob/master/LICENSE>.
- **The table of look-alike letters** is made from the confusables of Unicode: Copyright (c) Unicode, Inc., Unicode License
  v3, <https://www.unicode.org/license.txt>.
- **The table of characters that look alike** follows confusables.txt of the Unicode Standard: Unicode License V3,
  Copyright (c) Unicode, Inc., <https://www.unicode.org/license.txt>.
- **The embedding model**, multilingual-e5-small: MIT License; see [models/LICENSE.txt](models/LICENSE.txt), which the
  executable unpacks beside it.
`;

/** Returns the document. */
export async function thirdPartyNotices(): Promise<string> {
  const all = (await bundledPackages()).map((name) => carried(name));
  const names = all.map(({ name, version, licence }) => `- ${name} ${version}: ${licence}`);
  const texts = all.map(({ name, text }) => `## ${name}\n\n\`\`\`\n${text}\n\`\`\`\n`);
  return [INTRODUCTION, `${names.join("\n")}\n`, ...texts].join("\n");
}
