#!/usr/bin/env bash
# Fetches the newest nats-server that Debian has to .build/tools/newest, for the tests. Its package is extracted, not
# installed, because installing it would start a server. It comes from the mirror that apt is configured with.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
target=$root/.build/tools/newest
# Newest first.
releases=(sid trixie)

main() {
  [ ! -x "$target/nats-server" ] || return 0
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || fail "it is fetched by apt-get"
  echo "fetching the newest nats-server"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -1)
  [ -n "$mirror" ] || fail "apt has no Debian mirror"
  local release
  for release in "${releases[@]}"; do
    if extract "$release" && install_program; then return 0; fi
  done
  fail "no release of the Debian mirror has one that runs here"
}

fail() {
  echo "The newest nats-server cannot be fetched: $1. Tests of the NATS store will fail." >&2
  exit 1
}

# With a list of sources of its own, so that the configuration of apt does not change.
extract() {
  local keys=/usr/share/keyrings/debian-archive-keyring.gpg options=""
  [ ! -f "$keys" ] || options="[signed-by=$keys]"
  rm -rf "${work:?}/"*
  mkdir -p "$work/lists/partial" "$work/tree"
  chmod -R go+rX "$work"
  echo "deb $options $mirror $1 main" >"$work/sources.list"
  local own=(-o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/lists")
  own+=(-o Debug::NoLocking=1 -o APT::Sandbox::User=root)
  cd "$work"
  apt-get update -qq "${own[@]}" && apt-get download -qq "${own[@]}" nats-server || return 1
  dpkg-deb --extract nats-server_*.deb tree
}

install_program() {
  local program
  program=$(find "$work/tree" -type f -name nats-server -perm -u+x | head -1)
  [ -n "$program" ] && "$program" --version >/dev/null 2>&1 || return 1
  mkdir -p "$target"
  cp "$program" "$target/"
}

main
