package dev.waybill.runner;

/// A process could not be started, and the reason.
final class CannotRun extends Exception {

  private static final long serialVersionUID = 1L;

  private final String code;
  private final boolean permanent;

  private CannotRun(String code, String message, boolean permanent) {
    super(message);
    this.code = code;
    this.permanent = permanent;
  }

  /// A permanent failure: a retry would fail the same way.
  static CannotRun ever(String code, String message) {
    return new CannotRun(code, message, true);
  }

  static CannotRun now(String code, String message) {
    return new CannotRun(code, message, false);
  }

  static CannotRun invalidJob(String message) {
    return ever("invalid_job", message);
  }

  String code() {
    return code;
  }

  boolean isPermanent() {
    return permanent;
  }

  String message() {
    return String.valueOf(getMessage());
  }
}
