#!/usr/bin/env bash
# Fetches the newest redis-server and valkey-server that Debian has to .build/tools/redis, for the tests. Their packages
# are extracted with the libraries they need, not installed, because installing them would start servers. All of it
# comes from the mirror that apt is configured with.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
target=$root/.build/tools/redis
# Newest first.
releases=(sid trixie)

main() {
  [ ! -x "$target/valkey-server" ] || [ ! -x "$target/redis-server" ] || return 0
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || fail "they are fetched by apt-get"
  echo "fetching the newest redis-server and valkey-server"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -1)
  [ -n "$mirror" ] || fail "apt has no Debian mirror"
  local release
  for release in "${releases[@]}"; do
    if use_release "$release" && fetch redis-server redis-tools && fetch valkey-server valkey-tools; then return 0; fi
  done
  fail "no release of the Debian mirror has servers that run here"
}

fail() {
  echo "The newest redis-server and valkey-server cannot be fetched: $1. Tests of the Redis store will fail." >&2
  exit 1
}

# With a list of sources and a list of installed packages of its own, so that the configuration of apt does not change.
use_release() {
  local keys=/usr/share/keyrings/debian-archive-keyring.gpg options=""
  [ ! -f "$keys" ] || options="[signed-by=$keys]"
  rm -rf "${work:?}/"*
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  touch "$work/status"
  chmod -R go+rX "$work"
  echo "deb $options $mirror $1 main" >"$work/sources.list"
  own=(-o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/lists")
  own+=(-o "Dir::State::status=$work/status" -o "Dir::Cache=$work/cache" -o Debug::NoLocking=1 -o APT::Sandbox::User=root)
  apt-get update -qq "${own[@]}"
}

# fetch SERVER TOOLS: extracts the package with the program and all libraries it depends on.
fetch() {
  local tree=$work/tree-$1 archive
  mkdir -p "$tree"
  rm -f "$work"/cache/archives/*.deb
  apt-get install -qq -y --download-only --no-install-recommends "${own[@]}" "$2" >/dev/null || return 1
  for archive in "$work"/cache/archives/*.deb; do
    case ${archive##*/} in
      lib*|"$2"_*|lua*) dpkg-deb --extract "$archive" "$tree" ;;
    esac
  done
  install_server "$1" "$tree"
}

# The libraries of a newer release need its loader.
install_server() {
  local program loader
  # The server is a link to the program that checks its files.
  program=$(find "$2" -type f -name "${1%-server}-check-rdb" | head -1)
  loader=$(find "$2" -name 'ld-linux-*.so.*' | head -1)
  [ -n "$program" ] && [ -n "$loader" ] || return 1
  rm -rf "${target:?}/$1.files" && mkdir -p "$target/$1.files/lib"
  find "$2" \( -type f -o -type l \) -name '*.so*' -exec cp -L {} "$target/$1.files/lib/" \;
  cp -L "$program" "$target/$1.files/$1"
  {
    echo '#!/bin/sh'
    # shellcheck disable=SC2016
    echo 'files=$(dirname "$0")/'"$1.files"
    # shellcheck disable=SC2016
    echo 'exec "$files/lib/'"${loader##*/}"'" --argv0 '"$1"' --library-path "$files/lib" "$files/'"$1"'" "$@"'
  } >"$target/$1"
  chmod +x "$target/$1"
  "$target/$1" --version
}

main
