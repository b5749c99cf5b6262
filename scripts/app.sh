# shellcheck shell=bash disable=SC2034
# Settings of the two programs that are built on first use, shared by `waybill` and `build-app.sh`:
# the command line, and the benchmarks, which need additional jars.
#
# Each state of the sources has its own build directory, named by a checksum. If the directory
# exists, no build is needed, and a rebuild never replaces a jar of a running JVM.

# A JVM that runs out of memory exits with code 3, so that its supervisor can restart it: otherwise
# it would answer some calls and lose others. Stores recover as after a kill.
choose_app() {
  APP_MODULE=$1
  case $1 in
    cli)
      APP_MAIN=dev.waybill.cli.Main
      APP_SOURCES=(pom.xml core worker runner tracing backend service wire proto server mcp console client cli)
      APP_DIRS=.build/app
      APP_BUILD=()
      APP_JVM=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms32m -Xss512k
        -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED)
      ;;
    bench)
      APP_MAIN=dev.waybill.bench.BenchCommand
      APP_SOURCES=(pom.xml core conformance worker backend service wire proto client bench)
      APP_DIRS=.build/bench
      APP_BUILD=(-Ppeers)
      APP_JVM=(-Xmx2g -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED)
      ;;
  esac
}

# The class cache of a start: a server loads several times as many classes as other commands.
APP_CACHE=commands

# A server holds many jobs: use a garbage collector whose pauses do not grow with the heap.
use_server_options() {
  APP_CACHE=server
  APP_JVM=("${APP_JVM[@]/-XX:+UseSerialGC/-XX:+UseG1GC}")
}

# A long-running process benefits from the optimizing compiler. The last option wins.
use_optimizing_compiler() {
  APP_JVM+=(-XX:TieredStopAtLevel=4)
}

# The JVM decodes arguments, variables and paths with the character set of its locale. If that is not
# UTF-8, as in containers and services without a locale, set one that is. Programs that a worker runs
# get the original LC_ALL, which the worker reads from WAYBILL_LC_ALL.
use_utf8() {
  local candidate
  unset WAYBILL_LC_ALL
  case $(charmap) in UTF-8 | utf-8 | utf8) return ;; esac
  for candidate in C.UTF-8 en_US.UTF-8; do
    case $(LC_ALL=$candidate charmap) in
      UTF-8 | utf-8 | utf8 | '')
        export WAYBILL_LC_ALL=${LC_ALL-} LC_ALL=$candidate
        return
        ;;
    esac
  done
}

# Prints nothing if the system does not know.
charmap() {
  locale charmap 2>/dev/null || true
}

app_dir() {
  printf '%s/%s/%s\n' "$1" "$APP_DIRS" "$(source_stamp "$1")"
}

# Prints a checksum of the names, sizes and times of all sources.
source_stamp() (
  cd "$1" || exit
  list_sources | LC_ALL=C sort | cksum | tr ' ' '-'
)

list_sources() {
  local wanted=("${APP_SOURCES[@]}" -name target -prune -o -path '*/src/test' -prune
    -o -type f)
  find "${wanted[@]}" -printf '%p %s %T@\n' 2>/dev/null ||
    find "${wanted[@]}" -exec stat -f '%N %z %m' {} +
}

app_class_path() {
  local jars=("$1"/lib/*.jar)
  local IFS=:
  printf '%s\n' "${jars[*]}"
}

# A cache is valid for one JDK only, so its name contains a checksum of the JDK.
aot_cache() {
  printf '%s/%s-%s.aot\n' "$1" "$APP_CACHE" "$(cksum <"$2/release" | tr ' ' '-')"
}
