import { readdirSync } from "node:fs";
import { errorCode } from "./errors.ts";

/** Returns the names in a folder; of one that is gone or cannot be listed, none. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}
