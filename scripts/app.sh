# shellcheck shell=bash disable=SC2034
# What `waybill` and `build-app.sh` both know of the two programs that are built on first use: the
# command line, and the benchmarks, which bring jars that nobody else needs.
#
# The build of one state of the sources has a folder of its own, named after them. So whether it
# is there answers whether to build, and a rebuild never takes a jar from under a running JVM.

# A JVM that runs out of memory ends with exit code 3, so that whatever started it can start it
# again: one that goes on answers some calls and loses others. Stores recover as from a kill.
choose_app() {
  APP_MODULE=$1
  case $1 in
    cli)
      APP_MAIN=dev.waybill.cli.Main
      APP_SOURCES=(pom.xml core worker runner tracing backend service wire proto server client cli)
      APP_FOLDERS=.build/app
      APP_BUILD=()
      APP_JVM=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms32m -Xss512k
        -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED)
      ;;
    bench)
      APP_MAIN=dev.waybill.bench.BenchCommand
      APP_SOURCES=(pom.xml core conformance worker backend service wire proto client bench)
      APP_FOLDERS=.build/bench
      APP_BUILD=(-Ppeers)
      APP_JVM=(-Xmx2g -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED)
      ;;
  esac
}

# Which cache of classes a start takes: a server loads several times as many as other commands.
APP_CACHE=commands

# Holds many jobs: a collector whose pauses do not grow with them.
for_a_server() {
  APP_CACHE=server
  APP_JVM=("${APP_JVM[@]/-XX:+UseSerialGC/-XX:+UseG1GC}")
}

# Runs for long: the compiler that takes its time pays. The last option counts.
for_long() {
  APP_JVM+=(-XX:TieredStopAtLevel=4)
}

# The JVM reads arguments, variables and paths in the character set of its locale. Where that is not
# UTF-8, as in containers and services without one, it gets one that is; programs that it runs for
# others get LC_ALL as it was, which the worker finds in WAYBILL_LC_ALL.
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

# Empty where the system cannot say.
charmap() {
  locale charmap 2>/dev/null || true
}

app_folder() {
  printf '%s/%s/%s\n' "$1" "$APP_FOLDERS" "$(source_stamp "$1")"
}

# A number that changes with the name, size or time of any source.
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

# A cache fits one JDK only, so its name says which.
aot_cache() {
  printf '%s/%s-%s.aot\n' "$1" "$APP_CACHE" "$(cksum <"$2/release" | tr ' ' '-')"
}
