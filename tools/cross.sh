#!/bin/sh
# Installs what `make dist` needs for foreign machines (Bun's executables, sqlite-vec, the last ONNX Runtime for macOS on
# Intel) into .tools/cross, by the hashes in tools/cross/bun.lockb.
set -eu
cd "$(dirname "$0")/.."
mkdir -p .tools/cross
cp tools/cross/package.json tools/cross/bun.lockb tools/cross/bunfig.toml .tools/cross/
cd .tools/cross
../bun install --frozen-lockfile --ignore-scripts --os='*' --cpu='*' >&2
