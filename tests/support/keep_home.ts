/**
 * A home folder that many tests begin with, made once.
 *
 * @module
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TempHome } from "./temp_home.ts";

/** The files of a home as they once were. */
export interface KeptHome {
  /** Brings the home back to them. */
  restore(): void;
  /** Removes them; the home stays. */
  remove(): void;
}

/** Copies all files of a home. */
export function keepHome({ home }: Pick<TempHome, "home">): KeptHome {
  const kept = mkdtempSync(join(tmpdir(), "memory-kept-"));
  copy(home, kept);
  return {
    restore() {
      for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true, force: true });
      copy(kept, home);
    },
    remove: () => rmSync(kept, { recursive: true, force: true }),
  };
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}
