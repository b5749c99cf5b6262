#!/usr/bin/env bash
# Fetches PgBouncer for the tests to .build/tools/pgbouncer. Its packages are extracted, not installed, because installing
# them would start a service. All of it comes from the mirrors that apt is configured with.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
target=$root/.build/tools/pgbouncer

main() {
  [ ! -x "$target/usr/sbin/pgbouncer" ] || return 0
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || fail "it is fetched by apt-get"
  echo "fetching PgBouncer"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  [ "$(id -u)" != 0 ] || apt-get update -qq || fail "apt-get update failed"
  # The libraries that a small system may not have.
  quietly apt-get download -qq pgbouncer libc-ares2 libevent-2.1-7 || fail "apt has no package pgbouncer"
  for package in *.deb; do
    dpkg-deb --extract "$package" tree
  done
  rm -rf "$target" "$target.new" tree/usr/share
  mkdir -p "$(dirname "$target")"
  cp -R tree "$target.new"
  chmod -R go+rX "$target.new"
  mv "$target.new" "$target"
}

fail() {
  echo "PgBouncer cannot be fetched: $1. Tests that need it will fail." >&2
  exit 1
}

# Without the warnings of apt that it works as this user.
quietly() {
  "$@" 2> >(grep -v '^W: Download is performed unsandboxed' >&2)
}

main
