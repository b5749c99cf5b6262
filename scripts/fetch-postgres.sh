#!/usr/bin/env bash
# Fetches a PostgreSQL server with pgvector, and psql, for the tests to .build/tools/postgres. Its packages are extracted, not
# installed, because installing them would start a server. All of it comes from the mirrors that apt is configured with.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
target=$root/.build/tools/postgres
# Debian releases that have pgvector, for the source where the configured release has no package of it.
source_release=trixie

main() {
  [ ! -x "$target/bin/postgres" ] || [ ! -x "$target/bin/psql" ] || return 0
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || fail "it is fetched by apt-get"
  echo "fetching PostgreSQL with pgvector"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  [ "$(id -u)" != 0 ] || apt-get update -qq || fail "apt-get update failed"
  version=$(newest_version)
  [ -n "$version" ] || fail "apt has no package postgresql-NUMBER"
  extract "postgresql-$version" "postgresql-client-$version" libpq5
  extract_missing_libraries
  extract "postgresql-$version-pgvector" 2>/dev/null || build_pgvector
  install_tree
}

fail() {
  echo "PostgreSQL cannot be fetched: $1. Tests that need it will fail." >&2
  exit 1
}

newest_version() {
  apt-cache search --names-only '^postgresql-[0-9]+$' | sed -E 's/^postgresql-([0-9]+) .*/\1/' | sort -n | tail -1
}

# extract PACKAGE...: the newest packages, to the folder tree
extract() {
  local folder=packages
  mkdir -p "$folder" tree
  (cd "$folder" && quietly apt-get download -qq "$@") || return 1
  for package in "$folder"/*.deb; do
    dpkg-deb --extract "$package" tree
    rm "$package"
  done
}

# Libraries that the server needs and this machine does not have.
extract_missing_libraries() {
  ldd "$(server_folder)"/bin/{postgres,psql} | grep -q 'not found' || return 0
  mkdir -p packages/partial
  quietly apt-get install -qq -y --download-only --no-install-recommends -o Debug::NoLocking=1 \
    -o "Dir::Cache::archives=$work/packages" "postgresql-$version" "postgresql-client-$version" || fail "its libraries are missing"
  for package in packages/lib*.deb; do
    dpkg-deb --extract "$package" tree
  done
  rm -r packages
}

server_folder() {
  echo "$work/tree/usr/lib/postgresql/$version"
}

build_pgvector() {
  command -v gcc >/dev/null || install_compiler || fail "pgvector is compiled by gcc, which is not installed"
  extract "postgresql-server-dev-$version" || fail "the package postgresql-server-dev-$version is missing"
  fetch_source || fail "the source of pgvector is not in the release $source_release of the Debian mirror"
  tar -xzf pgvector_*.orig.tar.gz
  local source sql release
  source=$(echo "$work"/pgvector-*/)
  release=$(sed -n "s/^default_version = '\(.*\)'/\1/p" "$source/vector.control")
  sql=$work/tree/usr/share/postgresql/$version/extension
  gcc -O2 -fPIC -shared -fno-math-errno -ftree-vectorize -fassociative-math -fno-signed-zeros -fno-trapping-math \
    -I "$work/tree/usr/include/postgresql/$version/server" "$source"/src/*.c -o "$(server_folder)/lib/vector.so" ||
    fail "pgvector could not be compiled"
  cp "$source/vector.control" "$sql/"
  cp "$source/sql/vector.sql" "$sql/vector--$release.sql"
}

install_compiler() {
  [ "$(id -u)" = 0 ] && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq gcc libc6-dev
}

# By the first Debian mirror that apt is configured with, from a list of sources of our own.
fetch_source() {
  local mirror keys=/usr/share/keyrings/debian-archive-keyring.gpg options=""
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -1)
  [ -n "$mirror" ] || return 1
  [ ! -f "$keys" ] || options="[signed-by=$keys]"
  mkdir -p lists/partial
  echo "deb-src $options $mirror $source_release main" >sources.list
  local own=(-o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/lists")
  own+=(-o Debug::NoLocking=1)
  quietly apt-get update -qq "${own[@]}" && quietly apt-get source -qq --download-only "${own[@]}" pgvector
}

# Without the warnings of apt that it works as this user.
quietly() {
  "$@" 2> >(grep -v '^W: Download is performed unsandboxed' >&2)
}

# Programs find their files relative to their own path, so the folders stay as they are in the package.
install_tree() {
  rm -rf "$target" "$target.new"
  mkdir -p "$(dirname "$target")"
  rm -rf "$work"/tree/usr/share/{doc,locale,man,lintian} "$work/tree/usr/include" "$(server_folder)/lib/bitcode"
  cp -R "$work/tree" "$target.new"
  ln -s "usr/lib/postgresql/$version/bin" "$target.new/bin"
  chmod -R go+rX "$target.new"
  mv "$target.new" "$target"
}

main
