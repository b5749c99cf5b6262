package dev.waybill.server.auth;

import java.util.Locale;

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

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
