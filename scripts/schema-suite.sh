#!/usr/bin/env bash
# Runs the official JSON Schema Test Suite: `scripts/schema-suite.sh DIR`, where DIR contains its files for
# draft 2020-12. Prints the supported groups, the correct verdicts, and every difference.
set -euo pipefail

root=$(cd -P "${BASH_SOURCE[0]%/*}/.." && pwd -P)
# shellcheck source=scripts/find-jdk.sh
. "$root/scripts/find-jdk.sh"

main() {
  [ $# -eq 1 ] && [ -d "$1" ] || { echo "usage: scripts/schema-suite.sh DIR" >&2; exit 2; }
  local suite
  suite=$(cd -P "$1" && pwd -P)
  cd "$root"
  find_jdk || { explain_no_jdk; exit 3; }
  compile
  exec "$JDK_HOME/bin/java" -Xmx512m -XX:+UseSerialGC \
    -cp "service/events/target/test-classes:service/events/target/classes:$(cat service/events/target/suite-path.txt)" \
    dev.waybill.events.jsonschema.OfficialSuite "$suite"
}

compile() {
  mkdir -p .build
  JAVA_HOME=$JDK_HOME mvn -q -B -pl service/events -am -Dspotless.check.skip=true -DskipTests \
    -Dmdep.outputFile=target/suite-path.txt -Dmdep.includeScope=test \
    package dependency:build-classpath >.build/schema-suite.log 2>&1 || { cat .build/schema-suite.log >&2; exit 1; }
}

main "$@"
