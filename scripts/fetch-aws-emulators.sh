#!/usr/bin/env bash
# Fetches the emulators of DynamoDB, SQS and S3 that the tests of the AWS store start, into .build/tools/aws.
set -euo pipefail

cd -P "$(dirname "${BASH_SOURCE[0]}")/.."

for service in dynamodb sqs s3; do
  target="$PWD/.build/tools/aws/$service"
  [ ! -d "$target" ] || continue
  echo "fetching the emulator of $service"
  # Only a complete directory gets the final name.
  rm -rf "$target.part"
  mvn -B -q -f "scripts/emulators/$service.xml" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$target.part" || {
    echo "The tests of the AWS store will fail: Maven cannot fetch the emulator of $service." >&2
    exit 1
  }
  mv "$target.part" "$target"
done
