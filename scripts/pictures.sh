#!/usr/bin/env bash
# Takes the pictures of the documentation: fills a data directory with a day of example traffic, serves
# it, and shoots the pages in a browser. `scripts/pictures.sh [DIRECTORY]`, by default docs/images.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
folder=$(realpath -m "${1:-$root/docs/images}")
cd "$root"
mkdir -p .build
work=$(mktemp -d .build/pictures.XXXXXX)
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

./verify -q -pl console -am -Dtest=ConsolePictures -Dsurefire.failIfNoSpecifiedTests=false \
  -Dwaybill.console.url="$url" -Dwaybill.pictures="$folder"
echo "the pictures are in $folder"
