/**
 * Tells what machine a program or library is for by its first bytes, so that no target gets another one's files.
 *
 * @module
 */

const ELF_MACHINES: Readonly<Record<number, string>> = { 0x3e: "x64", 0xb7: "arm64" };
const MACH_O_MACHINES: Readonly<Record<number, string>> = { 0x01000007: "x64", 0x0100000c: "arm64" };
const PE_MACHINES: Readonly<Record<number, string>> = { 0x8664: "x64", 0xaa64: "arm64" };

/** Length in bytes of the beginning that {@linkcode fileType} needs. */
export const HEADER_BYTES = 4096;

/**
 * Returns platform and architecture, such as `linux-x64`, of an ELF, Mach-O (64 bit, little endian) or PE file, or
 * `null` for anything else.
 *
 * @param header the first {@linkcode HEADER_BYTES} of the file, or all of a shorter one
 */
export function fileType(header: Uint8Array): string | null {
  if (header.length < 64) return null;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const magic = view.getUint32(0, true);
  if (magic === 0x464c457f) return named("linux", ELF_MACHINES[view.getUint16(18, true)]);
  if (magic === 0xfeedfacf) return named("darwin", MACH_O_MACHINES[view.getUint32(4, true)]);
  const peOffset = view.getUint32(60, true);
  if ((magic & 0xffff) !== 0x5a4d || peOffset + 6 > header.length) return null;
  if (view.getUint32(peOffset, true) !== 0x00004550) return null;
  return named("win32", PE_MACHINES[view.getUint16(peOffset + 4, true)]);
}

function named(platform: string, arch: string | undefined): string | null {
  return arch === undefined ? null : `${platform}-${arch}`;
}
