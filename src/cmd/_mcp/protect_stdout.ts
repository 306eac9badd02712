/** Keeps standard output for the protocol: a library that prints must not break it. */
export function protectStdout(): void {
  console.log = console.error;
  console.info = console.error;
  console.debug = console.error;
}
