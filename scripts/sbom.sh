#!/usr/bin/env bash
# Writes a software bill of materials (CycloneDX, JSON) of the jars of `./waybill` to .build/sbom/waybill.json:
# every jar with its version, license and hashes.
set -euo pipefail

root=$(cd -P "${BASH_SOURCE[0]%/*}/.." && pwd -P)
# shellcheck source=scripts/find-jdk.sh
. "$root/scripts/find-jdk.sh"

plugin=org.cyclonedx:cyclonedx-maven-plugin:2.9.1

main() {
  cd "$root"
  find_jdk || { explain_no_jdk; exit 3; }
  mkdir -p .build/sbom
  JAVA_HOME=$JDK_HOME mvn -q -B -pl cli -am -Dmaven.test.skip=true -Dspotless.check.skip=true \
    -DoutputFormat=json -DoutputName=waybill -DincludeTestScope=false \
    package "$plugin:makeBom" >.build/sbom.log 2>&1 || { cat .build/sbom.log >&2; exit 1; }
  cp cli/target/waybill.json .build/sbom/waybill.json
  echo .build/sbom/waybill.json
}

main "$@"
