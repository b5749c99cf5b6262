#!/usr/bin/env bash
# Builds the deployment package of a Lambda function: `scripts/build-lambda.sh [FILE]`, by default
# .build/waybill-lambda.zip. It contains the handler and its libraries for the Java runtime of AWS, and a
# `bootstrap` for custom runtimes (provided.al2023) that ship a Java runtime in a layer.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=scripts/find-jdk.sh
. "$root/scripts/find-jdk.sh"

main() {
  local file=${1:-$root/.build/waybill-lambda.zip} folder
  find_jdk || { explain_no_jdk; exit 3; }
  cd "$root"
  JAVA_HOME=$JDK_HOME mvn -B -q -Dmaven.test.skip=true -Dspotless.check.skip=true -pl lambda -am package
  folder=$(mktemp -d)
  mkdir -p "$folder/lib" "$(dirname "$file")"
  cp lambda/target/lib/*.jar "$folder/lib/"
  cp lambda/target/waybill-lambda-*.jar "$folder/lib/"
  write_bootstrap >"$folder/bootstrap"
  chmod 755 "$folder/bootstrap"
  rm -f "$file"
  "$JDK_HOME/bin/jar" --create --no-manifest --file "$file" -C "$folder" .
  rm -r "$folder"
  echo "$file"
}

write_bootstrap() {
  cat <<'SCRIPT'
#!/bin/sh
exec "${JAVA_HOME:-/opt/java}/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -cp "$LAMBDA_TASK_ROOT/lib/*" dev.waybill.lambda.Bootstrap
SCRIPT
}

main "$@"
