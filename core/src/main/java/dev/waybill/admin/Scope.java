package dev.waybill.admin;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a caller may do.
public enum Scope {
  /// Add jobs.
  PRODUCE,
  /// Take jobs and settle them.
  WORK,
  /// Look at jobs, events and queues.
  READ,
  /// Cancel, retry, redrive, pause, purge.
  OPERATE,
  /// Change who may do what.
  ADMIN;

  /// All of them, for messages.
  public static final String WORDS =
      Stream.of(values()).map(Scope::wire).collect(Collectors.joining(", "));

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
