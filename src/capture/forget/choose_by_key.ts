/**
 * From a supersession key to all that was ever remembered under it (SPEC 7.6): were an earlier value left behind, it would
 * take the place of the one that was forgotten.
 *
 * @module
 */
import { sameProjects } from "../../curate/same_projects.ts";
import { pathRule } from "../../provenance/tier.ts";
import { type Choice, distinctChoices, onlyChoice } from "../../select/choose.ts";
import type { Annotations } from "../../workspace/annotation.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import { parseCurated } from "../../workspace/curated.ts";
import type { Chosen, ForgetDeps } from "./forget_plan.ts";
import { memoryFiles } from "./memory_files.ts";
import { storedEntry } from "./stored_texts.ts";

/** Something that carries the key. */
interface Carrier extends Choice {
  readonly anchor: { readonly path: string; readonly startLine: number; readonly endLine: number };
  readonly projects: Annotations["projects"];
  readonly isEntry: boolean;
}

/**
 * Returns the entry that has a key, the notes that carry it, and the entries that left under it; `null` if nothing in a file
 * does. What belongs to other projects is another fact.
 *
 * @throws {MemoryError} usage: several entries have it, or notes of several projects and no entry; all are listed
 */
export function chooseByKey(deps: ForgetDeps, name: string): Chosen | null {
  const carriers = carriersOf(deps, name);
  const { withheld } = deps.select;
  const entry = onlyChoice(carriers.filter(({ isEntry }) => isEntry), `k:${name}`, withheld);
  const [first] = entry === null ? carriers : [entry];
  if (first === undefined) return null;
  // An entry that several projects need is written without any; its sources know theirs.
  const promotions = entry?.key === undefined || entry.key === null ? [] : deps.state.promotions.ofEntry(entry.key);
  const sources = new Set(promotions.map(({ candidateKey }) => candidateKey));
  const isMeant = ({ key, projects }: Pick<Carrier, "key" | "projects">) =>
    sameProjects(first.projects, projects) || (key !== null && sources.has(key));
  if (entry === null && !carriers.every(isMeant)) onlyChoice(carriers, `k:${name}`, withheld);
  const meant = carriers.filter(isMeant);
  const texts = new Set(meant.map(({ text }) => normaliseClaim(text)));
  const left = [...deps.state.departures.all(), ...deps.state.remembered.all()].filter(({ raw }) =>
    parseCurated(`${raw}\n`).entries.some(({ annotations: { key, projects } }) =>
      key === name && isMeant({ key: null, projects })
    )
  );
  const stored = distinctChoices(left.map(({ entryKey, raw }) => storedEntry(entryKey, raw)));
  return {
    lines: meant.map(({ anchor }) => ({ ...anchor, isWhole: false })),
    stored: stored.filter(({ text }) => !texts.has(normaliseClaim(text))),
    told: [],
  };
}

function carriersOf({ select: deps }: ForgetDeps, name: string): Carrier[] {
  const carriers: Carrier[] = [];
  for (const found of memoryFiles(deps)) {
    if (!("file" in found) || !found.file.text.includes(name)) continue;
    const { path } = found.file;
    const { tier, isOutside } = pathRule(path);
    if (isOutside || tier === "review" || tier === "instructions") continue;
    for (const { key, text, startLine, endLine, annotations } of [...found.file.claims(), ...found.file.entries()]) {
      if (annotations.key !== name) continue;
      const anchor = { path, startLine, endLine };
      carriers.push({ key, text, anchor, projects: annotations.projects, isEntry: tier === "curated" });
    }
  }
  return carriers;
}
