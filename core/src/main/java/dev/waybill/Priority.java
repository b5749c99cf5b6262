package dev.waybill;

/// The lane of a job inside its queue, most urgent first.
public enum Priority {
  HIGH,
  NORMAL,
  LOW
}
