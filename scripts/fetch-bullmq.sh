#!/usr/bin/env bash
# Fetches BullMQ, which `waybill bench --only t` compares the Redis store with, into .build/tools/bullmq.
set -euo pipefail

cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
target=.build/tools/bullmq
packages="bullmq@6.7.0 ioredis@5.11.1"

[ ! -d "$target/node_modules/bullmq" ] || exit 0
if command -v npm >/dev/null; then
  echo "fetching $packages"
  mkdir -p "$target"
  # shellcheck disable=SC2086
  npm install --silent --no-audit --no-fund --prefix "$target" $packages && exit 0
fi
echo "BullMQ cannot be fetched: install Node and npm." >&2
exit 1
