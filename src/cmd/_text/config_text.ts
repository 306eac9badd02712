import type { ConfigEntry } from "../../app/config_entries.ts";
import type { TextStyle } from "../_style.ts";
import { alignRows } from "./align.ts";

/** Returns the table of all settings; those that somebody set stand out. */
export function configListText(settings: readonly ConfigEntry[], style: TextStyle): string {
  const rows = settings.map(({ key, value, source }) => {
    const shown = configValueText(value);
    return source === "default" ? [key, shown, style.dim(source)] : [style.bold(key), style.green(shown), source];
  });
  return alignRows(rows).join("\n");
}

/** Returns a value as it is typed after `memory config set`: text bare, everything else as JSON. */
export function configValueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
