package dev.waybill.documents.process;

import dev.waybill.document.DocumentFailure;
import dev.waybill.document.DocumentStage;
import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A stage of the processing of a document failed.
public final class StageException extends Exception {

  @Serial private static final long serialVersionUID = 1;

  private final transient DocumentFailure failure;
  private final Remedy remedy;
  private final @Nullable Duration retryAfter;

  /// What may help.
  public enum Remedy {
    /// Nothing: the document fails for good.
    NONE,
    /// The same again later.
    RETRY,
    /// The same again later; nothing has failed.
    WAIT,
    /// A change by an operator, such as of a wrong key.
    OPERATOR
  }

  private StageException(
      DocumentFailure failure,
      Remedy remedy,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    super(failure.message(), cause);
    this.failure = failure;
    this.remedy = remedy;
    this.retryAfter = retryAfter;
  }

  public static StageException definite(
      DocumentStage stage, String code, String message, @Nullable Throwable cause) {
    return of(stage, code, message, Remedy.NONE, null, cause);
  }

  public static StageException retryable(
      DocumentStage stage, String code, Throwable cause, @Nullable Duration after) {
    return of(stage, code, String.valueOf(cause.getMessage()), Remedy.RETRY, after, cause);
  }

  /// A limit allows it later.
  static StageException postponed(
      DocumentStage stage, String code, Throwable cause, Duration after) {
    return of(stage, code, String.valueOf(cause.getMessage()), Remedy.WAIT, after, cause);
  }

  public static StageException refused(DocumentStage stage, String code, Throwable cause) {
    return of(stage, code, String.valueOf(cause.getMessage()), Remedy.OPERATOR, null, cause);
  }

  private static StageException of(
      DocumentStage stage,
      String code,
      String message,
      Remedy remedy,
      @Nullable Duration after,
      @Nullable Throwable cause) {
    DocumentFailure failure = new DocumentFailure(stage, code, message);
    return new StageException(failure, remedy, after, cause);
  }

  public DocumentFailure failure() {
    return failure;
  }

  public Remedy remedy() {
    return remedy;
  }

  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
