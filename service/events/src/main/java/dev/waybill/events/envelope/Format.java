package dev.waybill.events.envelope;

/// In what form the queue of a subscription gets an event.
public enum Format {
  /// The body exactly as it was received.
  RAW,
  /// The body as a string inside an SNS notification.
  NOTIFICATION,
  /// A CloudEvent in the JSON format.
  CLOUDEVENT
}
