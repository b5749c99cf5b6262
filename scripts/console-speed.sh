#!/usr/bin/env bash
# Measures the console in a browser, on a server with a day of example traffic: how long the overview
# takes to load, and how much processor time open overviews cost the server.
# `scripts/console-speed.sh [SECONDS]`: the length of each measurement, 60 by default.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root"
mkdir -p .build
work=$(mktemp -d .build/console-speed.XXXXXX)
server=

clean() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap clean EXIT

./waybill demo --fill --jobs 20000 --data "$work/data" >"$work/fill.log"
./waybill serve --set store.path="$work/data" --set server.port=0 --set server.grpc_port=0 \
  >"$work/server.log" 2>&1 &
server=$!
until grep -q 'ready in ' "$work/server.log"; do
  kill -0 "$server" || { cat "$work/server.log" >&2; exit 1; }
  sleep 0.2
done
url=$(awk '$1 == "http" { print $2; exit }' "$work/server.log")

./verify -q -pl console -am -Dtest=ConsoleSpeed -Dsurefire.failIfNoSpecifiedTests=false \
  -Dwaybill.console.url="$url" -Dwaybill.console.pid="$server" -Dwaybill.console.seconds="${1:-60}"
