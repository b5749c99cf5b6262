#!/usr/bin/env bash
# Builds a program (cli or bench) into a directory: `build-app.sh PROGRAM DIRECTORY`. Called by
# `waybill` with JAVA_HOME set. Concurrent starts wait for the first one.
set -euo pipefail

app=$2
root=$(cd -P "${BASH_SOURCE[0]%/*}/.." && pwd -P)
log=$root/.build/build.log
# shellcheck source=scripts/app.sh
. "$root/scripts/app.sh"
choose_app "$1"

main() {
  mkdir -p "$root/$APP_DIRS"
  need_maven
  lock
  if [ ! -d "$app/lib" ]; then
    compile
    install_app
    if [ "$APP_MODULE" = cli ]; then create_caches; fi
    delete_old_apps
  fi
}

need_maven() {
  if ! command -v mvn >/dev/null; then
    {
      echo "Waybill builds itself on first use and needs Maven (mvn) for that. Install it:"
      echo "  Debian, Ubuntu   apt install maven"
      echo "  Fedora           dnf install maven"
      echo "  macOS            brew install maven"
      echo "  anywhere         sdk install maven    (SDKMAN)"
    } >&2
    exit 3
  fi
}

# With flock, the lock is released when this process ends, for any reason.
lock() {
  if command -v flock >/dev/null; then
    exec 9>"$root/.build/lock"
    flock -n 9 || { say "waiting for another start that is building"; flock 9; }
    return
  fi
  until mkdir "$root/.build/lock.d" 2>/dev/null; do
    say "waiting for another start that is building; if there is none, remove $root/.build/lock.d"
    sleep 2
  done
  trap 'rmdir "$root/.build/lock.d"' EXIT
}

compile() {
  say "building, on first use only (log: $log)"
  rm -rf "$root/$APP_MODULE/target/app"
  if ! (cd "$root" && mvn -B -Dmaven.test.skip=true -Dspotless.check.skip=true \
    ${APP_BUILD[@]+"${APP_BUILD[@]}"} -pl "$APP_MODULE" -am package) \
    2>&1 | tee "$log" | show_modules; then
    cat "$log" >&2
    say "the build failed; the log above is in $log"
    exit 1
  fi
}

# Maven prints "[INFO] Building Waybill: core 0.1.0 [1/6]" when it starts a module.
show_modules() {
  awk '/^\[INFO\] Building .*\[[0-9]+\/[0-9]+\]$/ {
    sub(/^\[INFO\] Building /, "  "); print > "/dev/stderr"; fflush() }'
}

install_app() {
  local fresh=$app.new
  rm -rf "$fresh"
  mkdir -p "$fresh/lib"
  cp "$root/$APP_MODULE"/target/app/lib/*.jar "$root/$APP_MODULE/target/waybill-$APP_MODULE"-*.jar \
    "$fresh/lib/"
  mv "$fresh" "$app"
}

# Records the classes of short runs in caches for faster starts. The caches are optional.
create_caches() {
  local scratch
  scratch=$(mktemp -d "$root/.build/rehearsal.XXXXXX")
  say "preparing fast starts"
  create_cache demo --data "$scratch/demo"
  use_server_options
  create_cache rehearse "$scratch/server"
  rm -rf "$scratch"
}

# Records on level 2 of the compiler's 4 levels. A cache that was recorded on level 1 keeps a server on
# that level: it drained a queue at two thirds of its speed (JDK 25.0.3). A cache from level 3 or 4 makes
# it compile too much at the start.
create_cache() {
  local cache
  cache=$(aot_cache "$app" "$JAVA_HOME")
  if "$JAVA_HOME/bin/java" "${APP_JVM[@]}" -XX:AOTCacheOutput="$cache.new" -XX:TieredStopAtLevel=2 \
    -cp "$(app_class_path "$app")" "$APP_MAIN" "$@" >>"$log" 2>&1; then
    mv "$cache.new" "$cache" || true
  fi
  rm -f "$cache.new" "$cache.new.config"
}

# Keeps the previous one: a concurrent start may still use it.
delete_old_apps() {
  local old
  # shellcheck disable=SC2012 # the names have no special characters
  ls -1dt "$root/$APP_DIRS"/*/ | tail -n +3 | while read -r old; do
    rm -rf "$old"
  done
}

say() {
  echo "waybill: $*" >&2
}

main
