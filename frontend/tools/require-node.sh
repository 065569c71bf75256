#!/bin/sh
# Fails with a message unless Node and npm are there and new enough for the front end's tools.

for program in node npm; do
  if ! command -v "$program" >/dev/null; then
    echo "The front end is tested with Node 20.19 or later and npm; there is no '$program' on the PATH." >&2
    echo "Get them from https://nodejs.org or your system's packages, then run make again." >&2
    exit 1
  fi
done

version=$(node --version)
if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; then
  echo "The front end is tested with Node 20.19 or later; this is $version." >&2
  exit 1
fi
