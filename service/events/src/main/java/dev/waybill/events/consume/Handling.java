package dev.waybill.events.consume;

/// How a consumer treats an event of a major version that it does not read.
public enum Handling {
  HANDLE,
  REJECT
}
