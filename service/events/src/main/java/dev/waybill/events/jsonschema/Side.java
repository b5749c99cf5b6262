package dev.waybill.events.jsonschema;

/// The side that validates an event.
public enum Side {
  /// A producer: every rule of the schema counts.
  PUBLISH,
  /// A consumer: unknown fields are allowed.
  CONSUME
}
