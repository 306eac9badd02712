/**
 * A disk that reports errors: a library in front of the C library fails reads, writes or syncs of databases.
 *
 * @module
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Which calls fail. */
export type FaultyCall = "read" | "write" | "sync" | "truncate";

/** The library. */
export interface FaultyDisk {
  /** What to add to the environment of a program so that such calls fail from the nth on, for files whose path holds a text. */
  environment(call: FaultyCall, from: number, part: string): Record<string, string>;
  /** Removes the library. */
  remove(): void;
}

/** Returns the library, or `null` where it cannot be made; the reason is printed. */
export function openFaultyDisk(): FaultyDisk | null {
  if (process.platform !== "linux") return left("only Linux takes a library in front of others this way");
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "memory-faulty-")));
  const [source, library] = [join(folder, "faulty.c"), join(folder, "faulty.so")];
  writeFileSync(source, SOURCE);
  const compiler = Bun.which("cc");
  const made = compiler === null ? null : Bun.spawnSync([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"]);
  if (made?.success !== true) {
    rmSync(folder, { recursive: true });
    return left(`no library can be compiled (${made?.stderr.toString().trim() ?? "there is no cc"})`);
  }
  return {
    environment: (call, from, part) => ({
      LD_PRELOAD: library,
      FAULTY_CALL: call,
      FAULTY_FROM: String(from),
      FAULTY_PART: part,
    }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function left(reason: string): null {
  console.warn(`skipped: ${reason}`);
  return null;
}

const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int count;

static int fails(const char *call, int fd) {
  const char *wanted = getenv("FAULTY_CALL"), *from = getenv("FAULTY_FROM"), *part = getenv("FAULTY_PART");
  if (!wanted || !from || !part || strcmp(wanted, call)) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, part) && __sync_add_and_fetch(&count, 1) >= atoi(from);
}

#define NEXT(name) static __typeof__(&name) next; if (!next) next = (__typeof__(&name)) dlsym(RTLD_NEXT, #name)
#define FAIL(call) if (fails(call, fd)) { errno = EIO; return -1; }

ssize_t pread64(int fd, void *to, size_t size, off64_t at) { NEXT(pread64); FAIL("read"); return next(fd, to, size, at); }
ssize_t pread(int fd, void *to, size_t size, off_t at) { NEXT(pread); FAIL("read"); return next(fd, to, size, at); }
ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) { NEXT(pwrite64); FAIL("write"); return next(fd, from, size, at); }
ssize_t pwrite(int fd, const void *from, size_t size, off_t at) { NEXT(pwrite); FAIL("write"); return next(fd, from, size, at); }
ssize_t write(int fd, const void *from, size_t size) { NEXT(write); FAIL("write"); return next(fd, from, size); }
int fsync(int fd) { NEXT(fsync); FAIL("sync"); return next(fd); }
int fdatasync(int fd) { NEXT(fdatasync); FAIL("sync"); return next(fd); }
int ftruncate64(int fd, off64_t size) { NEXT(ftruncate64); FAIL("truncate"); return next(fd, size); }
int ftruncate(int fd, off_t size) { NEXT(ftruncate); FAIL("truncate"); return next(fd, size); }
`;
