package dev.waybill.events.schema;

/// The part of a version that must increase, smallest first.
public enum Bump {
  PATCH,
  MINOR,
  MAJOR
}
