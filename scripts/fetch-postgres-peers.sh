#!/usr/bin/env bash
# Fetches pg-boss and graphile-worker, which `waybill bench --only v --peers` compares with, into .build/tools/postgres-peers.
# These are the last versions for Node 20.
set -euo pipefail

cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
target=.build/tools/postgres-peers
packages="pg-boss@10.4.2 graphile-worker@0.17.3"

[ ! -d "$target/node_modules/graphile-worker" ] || [ ! -d "$target/node_modules/pg-boss" ] || exit 0
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "pg-boss and graphile-worker are not measured: install Node and npm." >&2
  exit 1
fi
echo "fetching pg-boss and graphile-worker"
mkdir -p "$target"
# shellcheck disable=SC2086
npm install --silent --no-audit --no-fund --prefix "$target" $packages
