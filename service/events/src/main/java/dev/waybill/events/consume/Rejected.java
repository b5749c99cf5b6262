package dev.waybill.events.consume;

import dev.waybill.Failure;

/// An event that this program can never handle.
final class Rejected extends Exception {

  private static final long serialVersionUID = 1;

  private final String kind;

  private Rejected(String kind, String message) {
    super(message);
    this.kind = kind;
  }

  static Rejected unreadable(String why) {
    return new Rejected("unreadable_event", why);
  }

  static Rejected invalid(String why) {
    return new Rejected("invalid_event", why);
  }

  static Rejected version(String why) {
    return new Rejected("unsupported_version", why);
  }

  Failure failure() {
    return Failure.of(kind, String.valueOf(getMessage()));
  }
}
