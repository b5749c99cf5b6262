package dev.waybill.runner;

/// The stream that output was written to.
enum OutputName {
  STDOUT("stdout"),
  STDERR("stderr");

  private final String wire;

  OutputName(String wire) {
    this.wire = wire;
  }

  String wire() {
    return wire;
  }
}
