package dev.waybill.backend.embedded.live;

/// The kind of a log record. Codes are part of the format and never change their meaning.
public enum FactKind {
  /// First record of a segment: counters and settings that would be lost with older segments.
  BASE(1),
  /// A new job.
  BORN(2),
  /// Jobs were leased to a worker.
  LEASED(3),
  /// Leases were extended.
  EXTENDED(4),
  /// A step was applied to a job.
  STEPPED(5),
  /// A complete job, copied forward from an old segment.
  MOVED(6),
  /// A complete job, revived from the history.
  REVIVED(7),
  /// Events of an attempt.
  EVENTS(8),
  /// A queue was paused or resumed.
  PAUSED(9),
  /// A fact of the ledger.
  RECORDED(10),
  /// Facts of the ledger were deleted.
  DELETED(11);

  private static final FactKind[] BY_CODE = byCode();

  private final int code;

  FactKind(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  public static FactKind of(int code) {
    if (code <= 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("unknown kind of record: " + code);
    }
    return BY_CODE[code];
  }

  private static FactKind[] byCode() {
    FactKind[] kinds = new FactKind[values().length + 1];
    for (FactKind kind : values()) {
      kinds[kind.code] = kind;
    }
    return kinds;
  }
}
