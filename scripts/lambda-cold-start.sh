#!/usr/bin/env bash
# Measures the cold start of a Lambda function, from the start of its process to the answer for its first message:
# `scripts/lambda-cold-start.sh [RUNS]`, first without and then with a cache of loaded classes.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=scripts/find-jdk.sh
. "$root/scripts/find-jdk.sh"

main() {
  local runs=${1:-20} folder
  find_jdk || { explain_no_jdk; exit 3; }
  folder=$(mktemp -d)
  measure "$folder" "$runs" "without a cache"
  measure "$folder" "$runs" "with a cache" --cache
  rm -r "$folder"
  uptime
}

measure() {
  local unpacked="$1/package${4:-}"
  "$root/scripts/build-lambda.sh" ${4:+"$4"} "$1/package.zip" >&2
  mkdir "$unpacked"
  (cd "$unpacked" && "$JDK_HOME/bin/jar" --extract --file "$1/package.zip")
  chmod 755 "$unpacked/bootstrap"
  printf '%s: ' "$3"
  JAVA_HOME=$JDK_HOME "$JDK_HOME/bin/java" "$root/scripts/lambda/ColdStart.java" "$unpacked/bootstrap" "$2"
}

main "$@"
