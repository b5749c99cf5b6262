package dev.waybill;

import java.util.Locale;

/// Why something was refused or failed. The name in lower case is stable and travels on every
/// surface.
public enum Code {
  INVALID_ARGUMENT,
  INVALID_ID,
  INVALID_NAME,
  INVALID_DELAY,
  INVALID_RETRY_POLICY,
  INVALID_CURSOR,
  INVALID_TOKEN,
  PAYLOAD_TOO_LARGE,
  TOO_MANY_ITEMS,
  UNKNOWN_TYPE,
  NOT_FOUND,
  /// The same request id came with another body.
  REQUEST_ID_CONFLICT,
  /// An event is not what the schema of its type allows.
  SCHEMA_VIOLATION,
  /// A schema is malformed, uses what is not supported, or costs too much to work with.
  INVALID_SCHEMA,
  /// A schema does not go with the one before it, or exists already and is another.
  INCOMPATIBLE_SCHEMA,
  /// The job is in a state that does not allow this.
  WRONG_STATE,
  /// The lease has ended or went to another worker.
  LEASE_LOST,
  /// The store holds as many live jobs as it may.
  STORE_FULL,
  /// The tenant has as many live jobs or bytes as its quota allows.
  QUOTA_EXCEEDED,
  DISK_FULL,
  /// The folder belongs to another process.
  STORE_LOCKED,
  /// The data was written by a newer version.
  NEWER_FORMAT,
  /// The data was written by a version too old to be read.
  OLDER_FORMAT,
  /// Stored bytes are not what was written.
  CORRUPT,
  /// The store could not make something durable and has stopped.
  STORE_FAILED,
  CLOSED,
  INTERRUPTED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether the same call may succeed later without being changed.
  public boolean isRetryable() {
    return this == STORE_FULL
        || this == QUOTA_EXCEEDED
        || this == DISK_FULL
        || this == STORE_FAILED
        || this == CLOSED;
  }
}
