#!/usr/bin/env bash
# Builds a program (cli or bench) into a folder: `build-app.sh PROGRAM FOLDER`. Called by `waybill`
# with JAVA_HOME set. Starts that come at the same time wait for the first.
set -euo pipefail

app=$2
root=$(cd -P "${BASH_SOURCE[0]%/*}/.." && pwd -P)
log=$root/.build/build.log
# shellcheck source=scripts/app.sh
. "$root/scripts/app.sh"
choose_app "$1"

main() {
  mkdir -p "$root/$APP_FOLDERS"
  need_maven
  lock
  if [ ! -d "$app/lib" ]; then
    compile
    install_app
    if [ "$APP_MODULE" = cli ]; then remember_classes; fi
    forget_old_apps
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

# The lock goes with this process, however it ends, where the system has flock.
lock() {
  if command -v flock >/dev/null; then
    exec 9>"$root/.build/lock"
    flock -n 9 || { say "another start is building; waiting for it"; flock 9; }
    return
  fi
  until mkdir "$root/.build/lock.d" 2>/dev/null; do
    say "another start is building; if none is, remove $root/.build/lock.d"
    sleep 2
  done
  trap 'rmdir "$root/.build/lock.d"' EXIT
}

compile() {
  say "building; later starts do not (log: $log)"
  rm -rf "$root/$APP_MODULE/target/app"
  if ! (cd "$root" && mvn -B -Dmaven.test.skip=true -Dspotless.check.skip=true \
    ${APP_BUILD[@]+"${APP_BUILD[@]}"} -pl "$APP_MODULE" -am package) \
    2>&1 | tee "$log" | show_modules; then
    cat "$log" >&2
    say "the build failed; the log above is in $log"
    exit 1
  fi
}

# Maven says "[INFO] Building Waybill: core 0.1.0 [1/6]" where it begins a module.
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

# Records what short runs load, so that later starts take it from caches. Nothing depends on them.
remember_classes() {
  local scratch
  scratch=$(mktemp -d "$root/.build/rehearsal.XXXXXX")
  say "preparing fast starts"
  remember demo --data "$scratch/demo"
  for_a_server
  remember rehearse "$scratch/server"
  rm -rf "$scratch"
}

# On the second of the compilers' four levels, which is not the end of the road. What a run on the
# first one leaves in the cache keeps a server there for good: it drained a queue at two thirds of its
# speed (JDK 25.0.3). What a run on the third or fourth leaves makes it compile too much at the start.
remember() {
  local cache
  cache=$(aot_cache "$app" "$JAVA_HOME")
  if "$JAVA_HOME/bin/java" "${APP_JVM[@]}" -XX:AOTCacheOutput="$cache.new" -XX:TieredStopAtLevel=2 \
    -cp "$(app_class_path "$app")" "$APP_MAIN" "$@" >>"$log" 2>&1; then
    mv "$cache.new" "$cache" || true
  fi
  rm -f "$cache.new" "$cache.new.config"
}

# The one before stays: a start that is on its way may still want it.
forget_old_apps() {
  local old
  # shellcheck disable=SC2012 # the names are our own
  ls -1dt "$root/$APP_FOLDERS"/*/ | tail -n +3 | while read -r old; do
    rm -rf "$old"
  done
}

say() {
  echo "waybill: $*" >&2
}

main
