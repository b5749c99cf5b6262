package dev.waybill.runner;

/// The stream that output was written to.
public enum OutputName {
  STDOUT,
  STDERR
}
