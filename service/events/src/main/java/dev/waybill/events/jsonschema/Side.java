package dev.waybill.events.jsonschema;

/// Who validates an event.
public enum Side {
  /// A producer: every rule of the schema counts.
  PUBLISH,
  /// A consumer: fields that the schema does not know are no fault.
  CONSUME
}
