#!/usr/bin/env bash
# Takes screenshots of every page of the console, light, dark and on a phone:
# `scripts/screenshots.sh [DIRECTORY]`, by default console/target/screenshots.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
folder=$(realpath -m "${1:-$root/console/target/screenshots}")
cd "$root"
./verify -pl console -am -Dtest=LooksTest -Dwaybill.screenshots="$folder"
echo "the screenshots are in $folder"
