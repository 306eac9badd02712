import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { loadVectorExtension } from "../../src/store/vec_extension.ts";
import { skips } from "../support/skips.ts";

// Bun uses the system's own SQLite on macOS, which refuses extensions.
test.skipIf(skips(process.platform === "darwin", "the SQLite of macOS refuses extensions"))(
  "the vector extension answers with its own version and computes distances",
  () => {
    using database = new Database(":memory:");
    const part = loadVectorExtension(database, "/nonexistent");
    expect(part).toMatchObject({ name: "sqlite-vec", isLoaded: true, reason: null });
    expect(part.version).toMatch(/^\d+\.\d+\.\d+$/);
    const row = database.query("SELECT vec_distance_cosine('[1,0]', '[0,1]') AS distance").get();
    expect(row).toEqual({ distance: 1 });
  },
);

test("a connection that refuses extensions gives a reason instead of an error", () => {
  const refusing = {
    loadExtension() {
      throw new Error("This build of sqlite3 does not support dynamic extension loading");
    },
  };
  const part = loadVectorExtension(Object.assign(new Database(":memory:"), refusing), "/nonexistent");
  expect(part.isLoaded).toBe(false);
  expect(part.reason).toContain("refuses extensions");
});

test("a file system without execution is named as such", () => {
  const refusing = {
    loadExtension() {
      throw new Error("vec0.so: failed to map segment from shared object");
    },
  };
  const part = loadVectorExtension(Object.assign(new Database(":memory:"), refusing), "/nonexistent");
  expect(part.reason).toContain("noexec");
  expect(part.hint).toContain("MEMORY_CACHE_DIR");
});
