#!/usr/bin/env bash
# Fetches the clients of Redis for Python and Node that the tests of the bus run, into .build/tools/redis-clients.
set -euo pipefail

cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
target=.build/tools/redis-clients
packages="python3-redis python3-packaging python3-deprecated python3-wrapt python3-async-timeout"
node_client=redis@6.3.1

fetch_python() {
  [ -d "$target/python/redis" ] && return
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
  echo "fetching the client of Redis for Python"
  local folder=.build/fetched-redis
  rm -rf "$folder" && mkdir -p "$folder" "$target"
  # shellcheck disable=SC2086
  (cd "$folder" && apt-get download -qq $packages) || return 1
  for package in "$folder"/*.deb; do
    dpkg-deb --extract "$package" "$folder/root"
  done
  rm -rf "$target/python"
  mv "$folder/root/usr/lib/python3/dist-packages" "$target/python" && rm -rf "$folder"
}

fetch_node() {
  [ -d "$target/node/node_modules/redis" ] && return
  command -v npm >/dev/null || return 1
  echo "fetching the client of Redis for Node"
  mkdir -p "$target/node"
  npm install --silent --no-audit --no-fund --prefix "$target/node" "$node_client"
}

fetch_python || echo "The test of the bus with Python will fail: install the package python3-redis." >&2
fetch_node || echo "The test of the bus with Node will fail: install Node and npm." >&2
