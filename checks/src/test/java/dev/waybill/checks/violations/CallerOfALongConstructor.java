package dev.waybill.checks.violations;

record CallerOfALongConstructor() {

  SevenParts parts() {
    return new SevenParts(1, 2, 3, 4, 5, 6, 7);
  }
}
