import type { Annotations } from "../workspace/annotation.ts";

/** Returns whether two entries belong to the same projects; what cannot be read is the same as nothing. */
export function sameProjects(a: Annotations["projects"], b: Annotations["projects"]): boolean {
  if (a === "invalid" || b === "invalid") return false;
  return [...new Set(a ?? [])].sort().join("\n") === [...new Set(b ?? [])].sort().join("\n");
}
