#!/bin/sh
# Installs everything the build needs, from npm packages alone: the exact Bun of package.json, then all dependencies by
# the hashes in bun.lockb. Needs either npm (Node 18 or later) or a Bun of any version; no package runs code.
# Leaves .tools/bun, a link to the exact Bun. Run it through `make setup`, which skips it when nothing changed.
set -eu
cd "$(dirname "$0")/.."

version=$(sed -n 's/.*"bun": "\([0-9.]*\)".*/\1/p' package.json)
[ -n "$version" ] || { echo 'setup: package.json names no exact version of bun' >&2; exit 1; }

# Prints the first Bun under a node_modules folder that runs here and has the exact version. Several may be installed
# (glibc and musl); the wrong one fails to start.
exact_bun() {
  for candidate in "$1"/@oven/bun-*/bin/bun; do
    if [ -x "$candidate" ] && [ "$("$candidate" --version 2>/dev/null)" = "$version" ]; then
      echo "$candidate"
      return 0
    fi
  done
  return 1
}

# Fetches the exact Bun into .tools/bootstrap, with whichever package client works.
fetch_bun() {
  mkdir -p .tools/bootstrap
  echo '{ "private": true }' >.tools/bootstrap/package.json
  if command -v npm >/dev/null 2>&1; then
    echo "setup: fetching bun $version with npm" >&2
    if (cd .tools/bootstrap && npm install --ignore-scripts --no-audit --no-fund --no-package-lock --save-exact \
      --loglevel=error "bun@$version" >&2); then return 0; fi
  fi
  if command -v bun >/dev/null 2>&1; then
    echo "setup: fetching bun $version with $(command -v bun)" >&2
    if (cd .tools/bootstrap && bun add --exact --ignore-scripts "bun@$version" >&2); then return 0; fi
  fi
  echo 'setup: neither npm (Node 18 or later) nor any Bun is installed, or it failed as shown above' >&2
  echo 'setup: install one of them, then run "make setup" again' >&2
  return 1
}

installer=$(exact_bun node_modules || exact_bun .tools/bootstrap/node_modules || true)
if [ -z "$installer" ] && [ "$(bun --version 2>/dev/null || true)" = "$version" ]; then
  installer=$(command -v bun)
fi
if [ -z "$installer" ]; then
  fetch_bun
  installer=$(exact_bun .tools/bootstrap/node_modules) || {
    echo "setup: the package bun@$version has no executable that runs on this machine ($(uname -sm))" >&2
    exit 1
  }
fi

"$installer" install --frozen-lockfile --ignore-scripts >&2

bun=$(exact_bun node_modules) || { echo "setup: bun $version is missing in node_modules after the install" >&2; exit 1; }
mkdir -p .tools
ln -sf "../$bun" .tools/bun
# The package's own launcher is completed by an install script, which does not run here; point its names at the real one.
ln -sf "../${bun#node_modules/}" node_modules/.bin/bun
ln -sf "../${bun#node_modules/}" node_modules/.bin/bunx
# Not needed any more, and 100 MB.
rm -rf .tools/bootstrap
