/**
 * Programs of the system, acted by scripts that stand first in the PATH: crontab keeps a file, systemctl and launchctl keep
 * lists of what was started.
 *
 * @module
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** See the module. */
export interface StandIns {
  /** The folder of the scripts. */
  readonly folder: string;
  /** Value of `PATH` in which they come first. */
  readonly path: string;
  /** Writes one, or takes its place. */
  script(name: string, text: string): void;
  /** Sets the bytes of the crontab. */
  setCrontab(bytes: string | Uint8Array): void;
  /** Returns the bytes of the crontab, or `null` if there is none. */
  crontab(): Buffer | null;
}

/** Makes the scripts below a folder. */
export function standIns(below: string): StandIns {
  const folder = join(below, "stand ins");
  const kept = join(below, "crontab.kept");
  mkdirSync(folder, { recursive: true });
  const made: StandIns = {
    folder,
    path: `${folder}:/usr/bin:/bin`,
    script(name, text) {
      const path = join(folder, name);
      writeFileSync(path, `#!/bin/sh\n${text}\n`);
      chmodSync(path, 0o755);
    },
    setCrontab: (bytes) => writeFileSync(kept, bytes),
    crontab: () => existsSync(kept) ? readFileSync(kept) : null,
  };
  made.script(
    "crontab",
    `kept='${kept}'
case "$1" in
  -l) if [ -f "$kept" ]; then cat "$kept"; else echo "no crontab for $(id -un)" >&2; exit 1; fi ;;
  -) cat > "$kept.new" && mv "$kept.new" "$kept" ;;
  *) exit 2 ;;
esac`,
  );
  return made;
}
