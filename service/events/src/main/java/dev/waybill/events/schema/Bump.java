package dev.waybill.events.schema;

/// Which part of a version grows, smallest first.
public enum Bump {
  PATCH,
  MINOR,
  MAJOR
}
