#!/usr/bin/env bash
# Builds the deployment package of a Lambda function: `scripts/build-lambda.sh [--cache] [FILE]`, by default
# .build/waybill-lambda.zip. It contains the handler and its libraries for the Java runtime of AWS, and a
# `bootstrap` for custom runtimes (provided.al2023) that ship a Java runtime in a layer.
#
# --cache adds a cache of loaded classes, which halves the cold start of `bootstrap`. It is used only by the same build
# of Java on the same architecture; others ignore it.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=scripts/find-jdk.sh
. "$root/scripts/find-jdk.sh"

# A cache fits only jars of the same time, so the package has a fixed one.
stamp=2026-01-01T00:00:00Z

main() {
  local cache=false file folder
  if [ "${1:-}" = --cache ]; then
    cache=true
    shift
  fi
  file=${1:-$root/.build/waybill-lambda.zip}
  find_jdk || { explain_no_jdk; exit 3; }
  cd "$root"
  JAVA_HOME=$JDK_HOME mvn -B -q -Dmaven.test.skip=true -Dspotless.check.skip=true -pl lambda -am package
  folder=$(mktemp -d)
  mkdir -p "$folder/lib" "$(dirname "$file")"
  cp lambda/target/lib/*.jar "$folder/lib/"
  cp lambda/target/waybill-lambda-*.jar "$folder/lib/"
  touch -d "$stamp" "$folder"/lib/*.jar
  write_bootstrap "$folder" >"$folder/bootstrap"
  chmod 755 "$folder/bootstrap"
  if [ "$cache" = true ]; then
    add_cache "$folder"
  fi
  rm -f "$file"
  "$JDK_HOME/bin/jar" --create --no-manifest --date="$stamp" --file "$file" -C "$folder" .
  rm -r "$folder"
  echo "$file"
}

# The class path is written out: a cache fits only jars in the same order.
write_bootstrap() {
  local jars
  jars=$(cd "$1/lib" && printf '$LAMBDA_TASK_ROOT/lib/%s:' *.jar)
  cat <<SCRIPT
#!/bin/sh
cache=\$LAMBDA_TASK_ROOT/classes.aot
[ -f "\$cache" ] && use="-XX:AOTCache=\$cache"
exec "\${JAVA_HOME:-/opt/java}/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \${use:-} \${WAYBILL_JAVA_OPTIONS:-} \\
  -cp "${jars%:}" dev.waybill.lambda.Bootstrap
SCRIPT
}

# Handles one message and records the classes that this needs.
add_cache() {
  JAVA_HOME=$JDK_HOME WAYBILL_JAVA_OPTIONS="-XX:AOTCacheOutput=$1/classes.aot -Xlog:disable -Xlog:all=error" \
    "$JDK_HOME/bin/java" "$root/scripts/lambda/ColdStart.java" "$1/bootstrap" 1 >&2
}

main "$@"
