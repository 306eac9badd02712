import type { Database } from "bun:sqlite";
import type { CheckedConfig } from "./check_config.ts";
import type { EmbedConfig } from "../embed/config.ts";
import type { EmbedderAnswer } from "../embed/embedder.ts";
import type { ConfigFile } from "./config_files.ts";
import type { Connection } from "./connection.ts";

/** What the app needs to know of the process it runs in. */
export interface AppRequest {
  /** Global flags of the command line (SPEC 3.1). */
  readonly flags: { readonly workspace: string | undefined; readonly dataDir: string | undefined };
  /** Environment variables of the process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The current folder, absolute. */
  readonly cwd: string;
  /** The user's home folder, absolute. */
  readonly homeDir: string;
  /** Which standard streams are terminals. */
  readonly terminals: { readonly stdin: boolean; readonly stdout: boolean };
  /** The process serves agents' clients: whoever started it, its caller is an agent. @default false */
  readonly isMcpServer?: boolean;
  /** What the client behind this process was given up to now; only of a server. @default none */
  readonly connection?: Connection;
  /** How long a statement waits for another process, in milliseconds; for hooks, which must not. @default 10 s */
  readonly busyMs?: number;
  /** Opens both databases to look only: nothing is made, migrated, set aside or written. @default false */
  readonly readsOnly?: boolean;
  /** Loads `check_config.ts`; called only if a settings file holds settings. */
  loadChecker(): Promise<ConfigChecker>;
  /** Loads `open_embedder.ts`; called only if somebody asks for vectors. */
  loadEmbedding(): Promise<EmbedderOpener>;
}

/** What {@linkcode AppRequest.loadEmbedding} loads. */
export interface EmbedderOpener {
  /** Returns the embedder that the settings mean, opened, or why there is none. */
  openEmbedder(
    request: Pick<AppRequest, "environment" | "homeDir">,
    settings: EmbedConfig,
  ): Promise<EmbedderAnswer>;
  /** Loads sqlite-vec into a database and returns whether that went well; without it the process compares vectors. */
  loadVectors(request: Pick<AppRequest, "environment" | "homeDir">, database: Database): boolean;
}

/** What {@linkcode AppRequest.loadChecker} loads. */
export interface ConfigChecker {
  /** Returns the settings of files. @throws {MemoryError} failed */
  checkConfig(files: readonly ConfigFile[]): CheckedConfig;
}
