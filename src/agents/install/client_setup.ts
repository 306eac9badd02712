/**
 * How a client is set up.
 *
 * @module
 */
import type { CommandParts } from "./hook_command.ts";
import type { InstallPlace } from "./install_place.ts";
import type { SettingsPiece } from "./settings_piece.ts";

/** What goes into a client's settings, and where. */
export interface ClientPlan {
  /** Its files; that of the hooks first. */
  readonly pieces: readonly SettingsPiece[];
  /** The client's names of the events that are asked for. */
  readonly events: readonly string[];
  /** The command of the hooks, as it is written. */
  readonly command: string;
  /** What a person has to do or know, as sentences. */
  readonly remarks: readonly string[];
  /** Returns why the client would call no hook at all, or `null`: its own settings or those of an administrator. */
  switchedOff(): SwitchedOff | null;
}

/** Hooks are switched off. */
export interface SwitchedOff {
  /** The file that says so. */
  readonly path: string;
  /** The setting in it. */
  readonly setting: string;
}

/** A client whose settings are edited. */
export interface ClientSetup {
  /** As in `claude-code`. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** Returns the plan. @throws {MemoryError} failed, if a path cannot be written into a command */
  plan(place: InstallPlace, command: CommandParts, withServer: boolean): ClientPlan;
}
