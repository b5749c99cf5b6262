package dev.waybill.admin;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A permission of a caller.
public enum Scope {
  /// Enqueue jobs and publish events.
  PRODUCE,
  /// Lease jobs and settle them.
  WORK,
  /// Read jobs, events and queues.
  READ,
  /// Cancel, retry, redrive, pause, purge.
  OPERATE,
  /// Manage API keys and the server.
  ADMIN;

  /// All scopes, for error messages.
  public static final String WORDS =
      Stream.of(values()).map(Scope::wire).collect(Collectors.joining(", "));

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
