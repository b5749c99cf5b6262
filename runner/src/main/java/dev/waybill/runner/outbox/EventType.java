package dev.waybill.runner.outbox;

import org.jspecify.annotations.Nullable;

/// The event types of a process. The number is stored in the buffer.
public enum EventType {
  PROCESS_START(1, "ProcessStart", true),
  OUTPUT(2, "Output", false),
  HEARTBEAT(3, "Heartbeat", false),
  PROCESS_END(4, "ProcessEnd", true),
  PROCESS_ERROR(5, "ProcessError", true);

  private final int number;
  private final String wire;
  private final boolean alwaysKept;

  EventType(int number, String wire, boolean alwaysKept) {
    this.number = number;
    this.wire = wire;
    this.alwaysKept = alwaysKept;
  }

  /// Null if no type has this number.
  static @Nullable EventType of(int number) {
    for (EventType type : values()) {
      if (type.number == number) {
        return type;
      }
    }
    return null;
  }

  int number() {
    return number;
  }

  public String wire() {
    return wire;
  }

  /// True for the few types that are kept even if the buffer is full.
  boolean isAlwaysKept() {
    return alwaysKept;
  }
}
