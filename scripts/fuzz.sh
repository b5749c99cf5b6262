#!/usr/bin/env bash
# Fuzzes the parsers of user input with Jazzer: `scripts/fuzz.sh TARGET [SECONDS]`, or `all` for every
# target in turn. Each target runs for 600 seconds by default. Inputs with new coverage are kept in
# .build/fuzz/TARGET; a finding is written there as crash-* or timeout-*. Copy it to
# fuzz/src/test/resources/corpus/TARGET once it is fixed: ./verify runs that directory. The targets http
# and grpc connect to their own servers on loopback, so Jazzer must not report that as a finding.
set -euo pipefail

root=$(cd -P "${BASH_SOURCE[0]%/*}/.." && pwd -P)
# shellcheck source=scripts/find-jdk.sh
. "$root/scripts/find-jdk.sh"

main() {
  cd "$root"
  find_jdk || { explain_no_jdk; exit 3; }
  local corpus=fuzz/src/test/resources/corpus
  if [ $# = 0 ] || { [ "$1" != all ] && [ ! -d "$corpus/$1" ]; }; then
    echo "usage: scripts/fuzz.sh TARGET|all [SECONDS]; targets: $(ls "$corpus" | paste -sd' ')" >&2
    exit 2
  fi
  compile
  local target found=0
  for target in $( [ "$1" = all ] && ls "$corpus" || echo "$1" ); do
    campaign "$target" "${2:-600}" || found=1
  done
  exit "$found"
}

campaign() {
  local work=.build/fuzz/$1
  mkdir -p "$work"
  echo "fuzzing $1 for $2 s (log: $work.log)"
  if "$JDK_HOME/bin/java" -Xmx1g -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \
    -XX:+EnableDynamicAgentLoading -Dwaybill.fuzz.target="$1" \
    -cp "$(cat fuzz/target/class-path.txt):fuzz/target/classes" \
    com.code_intelligence.jazzer.Jazzer --target_class=dev.waybill.fuzz.JazzerEntry \
    --instrumentation_includes=dev.waybill.** --reproducer_path=.build/fuzz \
    --disabled_hooks=com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery \
    -artifact_prefix="$work/" -timeout=25 -rss_limit_mb=4096 -max_len=8192 -max_total_time="$2" \
    "$work" "fuzz/src/test/resources/corpus/$1" >"$work.log" 2>&1; then
    grep -E '^(Done|#[0-9]+.DONE)' "$work.log" | tail -n 2
    return 0
  fi
  echo "FINDING in $1:"
  grep -m 1 -A 12 -E '^== |ERROR: libFuzzer' "$work.log" || tail -n 20 "$work.log"
  return 1
}

compile() {
  mkdir -p .build/fuzz
  JAVA_HOME=$JDK_HOME mvn -q -B -Pcampaign -pl fuzz -am -Dspotless.check.skip=true \
    -Dmaven.test.skip=true -Dmdep.outputFile=target/class-path.txt -Dmdep.includeScope=runtime \
    package dependency:build-classpath >.build/fuzz.log 2>&1 || { cat .build/fuzz.log >&2; exit 1; }
}

main "$@"
