package dev.waybill;

import java.util.Locale;

/// Why a call was refused or failed. The name in lower case is stable and the same on every
/// surface.
public enum Code {
  INVALID_ARGUMENT(Kind.CALL),
  INVALID_ID(Kind.CALL),
  INVALID_NAME(Kind.CALL),
  INVALID_DELAY(Kind.CALL),
  INVALID_RETRY_POLICY(Kind.CALL),
  INVALID_CURSOR(Kind.CALL),
  INVALID_TOKEN(Kind.CALL),
  PAYLOAD_TOO_LARGE(Kind.CALL),
  TOO_MANY_ITEMS(Kind.CALL),
  UNKNOWN_TYPE(Kind.CALL),
  /// The store does not support this; see [Capabilities].
  UNSUPPORTED(Kind.CALL),
  NOT_FOUND(Kind.CALL),
  /// The request ID was used before, with a different request.
  REQUEST_ID_CONFLICT(Kind.CALL),
  /// An event violates the schema of its type.
  SCHEMA_VIOLATION(Kind.CALL),
  /// A schema is malformed, uses an unsupported feature, or is too complex.
  INVALID_SCHEMA(Kind.CALL),
  /// A schema is incompatible with the previous version, or the version exists with another text.
  INCOMPATIBLE_SCHEMA(Kind.CALL),
  /// The job is in a state that does not allow this.
  WRONG_STATE(Kind.CALL),
  /// The lease has expired or another worker holds it.
  LEASE_LOST(Kind.CALL),
  /// The store or the queue has reached its limit of jobs.
  STORE_FULL(Kind.LIMIT),
  /// The tenant has reached its quota of live jobs or bytes.
  QUOTA_EXCEEDED(Kind.LIMIT),
  /// The store asks its callers to slow down. Nothing was written.
  THROTTLED(Kind.LIMIT),
  /// The store could not be reached or did not answer in time. A write may have been applied.
  UNAVAILABLE(Kind.OUTAGE),
  DISK_FULL(Kind.STORE),
  /// The data directory is in use by another process.
  STORE_LOCKED(Kind.STORE),
  /// The data was written by a newer version.
  NEWER_FORMAT(Kind.STORE),
  /// The data was written by a version too old to be read.
  OLDER_FORMAT(Kind.STORE),
  /// Stored bytes differ from the bytes that were written.
  CORRUPT(Kind.STORE),
  /// The store could not make something durable and has stopped.
  STORE_FAILED(Kind.STORE),
  CLOSED(Kind.OUTAGE),
  INTERRUPTED(Kind.OUTAGE);

  /// Which side must act before the same call can succeed.
  public enum Kind {
    /// The caller: the call must change.
    CALL,
    /// Nobody: a limit is reached. Nothing was written.
    LIMIT,
    /// Nobody: there was no answer. A write may have been applied.
    OUTAGE,
    /// The operator: the store is broken, full, or cannot be opened.
    STORE
  }

  private final Kind kind;

  Code(Kind kind) {
    this.kind = kind;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public Kind kind() {
    return kind;
  }

  /// Whether the same call may succeed later without being changed, and without an operator who
  /// restarts or repairs something.
  public boolean isRetryable() {
    return switch (kind) {
      case CALL -> false;
      case LIMIT -> true;
      case OUTAGE -> this != INTERRUPTED;
      case STORE -> this == DISK_FULL;
    };
  }

  /// Whether a write that failed with this code may have been applied, or may be after a restart.
  public boolean leavesOutcomeOpen() {
    return kind == Kind.OUTAGE || this == STORE_FAILED;
  }
}
