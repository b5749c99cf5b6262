#!/usr/bin/env bash
# Runs long campaigns of the crash rig: `scripts/rig.sh kills 500`, `cuts 2000`, `faults 200`. A seed as the third
# argument repeats the choices of a run, though not the timing of its threads.
# `scripts/rig.sh simulate 10000 1` runs seeds 1 to 10,000 of the simulator, which repeat exactly.
set -euo pipefail

root=$(cd -P "${BASH_SOURCE[0]%/*}/.." && pwd -P)
# shellcheck source=scripts/find-jdk.sh
. "$root/scripts/find-jdk.sh"

main() {
  cd "$root"
  find_jdk || { explain_no_jdk; exit 3; }
  compile
  exec "$JDK_HOME/bin/java" -Xmx1g -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \
    -Djava.util.logging.config.file=rig/logging.properties \
    -cp "$(cat rig/target/class-path.txt):rig/target/classes" dev.waybill.rig.Main "$@"
}

# The class path contains the classes of the other modules that were just compiled.
compile() {
  mkdir -p .build
  JAVA_HOME=$JDK_HOME mvn -q -B -pl rig -am -Dspotless.check.skip=true -Dmaven.test.skip=true \
    -Dmdep.outputFile=target/class-path.txt -Dmdep.includeScope=runtime \
    package dependency:build-classpath >.build/rig.log 2>&1 || { cat .build/rig.log >&2; exit 1; }
}

main "$@"
