#!/usr/bin/env bash
# Fetches the emulator of SNS, SQS and S3 that the tests of AWS start, into .build/tools/fauxqs.
set -euo pipefail

cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
target=.build/tools/fauxqs
version=fauxqs@2.4.1

[ ! -f "$target/node_modules/fauxqs/dist/app.js" ] || exit 0
if command -v npm >/dev/null; then
  echo "fetching $version"
  mkdir -p "$target"
  npm install --silent --no-audit --no-fund --prefix "$target" "$version" && exit 0
fi
echo "The tests of topics on SNS will fail: install Node and npm." >&2
exit 1
