package dev.waybill.events.consume;

/// What a consumer does with an event of a major version that it does not read.
public enum Handling {
  HANDLE,
  REJECT
}
