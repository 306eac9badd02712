import type { OriginClass } from "../../provenance/origin.ts";
import type { TextStyle } from "../_style.ts";

/** Returns a class for people; what must be read as somebody else's words stands out. */
export function originText(origin: OriginClass, style: TextStyle): string {
  switch (origin) {
    case "owner":
      return style.green(origin);
    case "untrusted":
      return style.red(origin);
    case "system":
      return style.yellow(origin);
    case "agent":
      return style.dim(origin);
  }
}
