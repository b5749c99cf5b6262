package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.PublishAck;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// Maps errors of the driver to codes of Waybill.
final class NatsErrors {

  /// The last sequence of the subject is not the expected one: another writer was first.
  static final int WRONG_LAST_SEQUENCE = 10071;

  /// A message with the same ID is being replicated: that of another writer, or an earlier try.
  /// Servers before 2.11 answer with a duplicate.
  private static final int SAME_ID_IN_PROCESS = 10158;

  /// Another write to the same subject is being replicated, so its last sequence is not known yet.
  /// Older servers answer with [#WRONG_LAST_SEQUENCE].
  private static final int OTHER_IN_PROCESS = 10164;

  static final int NO_MESSAGE_FOUND = 10037;
  static final int STREAM_NOT_FOUND = 10059;
  static final int CONSUMER_NOT_FOUND = 10014;
  static final int STREAM_NOT_CREATED = 10049;

  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;

  /// The status of [#SAME_ID_IN_PROCESS].
  private static final int CONFLICT = 409;

  /// No server answers for JetStream, or the stream has no leader.
  private static final int NO_ANSWER = 503;

  /// The server, the account or the stream has reached its storage limit.
  private static final Set<Integer> NO_ROOM = Set.of(10002, 10023, 10028, 10047, 10077);

  private NatsErrors() {}

  /// A request to NATS.
  @FunctionalInterface
  interface Asking<T> {
    T ask() throws IOException, JetStreamApiException, InterruptedException, ExecutionException;
  }

  static <T> T told(String doing, Asking<T> asking) {
    try {
      return asking.ask();
    } catch (IOException
        | JetStreamApiException
        | InterruptedException
        | ExecutionException
        | IllegalStateException failure) {
      throw of(doing, failure);
    }
  }

  static WaybillException of(String doing, Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof WaybillException known) {
      return known;
    }
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return new WaybillException(Code.INTERRUPTED, "interrupted: " + doing, cause);
    }
    return cause instanceof JetStreamApiException refused
        ? refused(doing, refused)
        : new WaybillException(Code.UNAVAILABLE, unable(doing, cause.getMessage()), cause);
  }

  private static WaybillException refused(String doing, JetStreamApiException refused) {
    return isFull(refused)
        ? full(doing, refused)
        : new WaybillException(
            code(refused.getErrorCode()), unable(doing, refused.getMessage()), refused);
  }

  /// The code for an error status of NATS.
  static Code code(int status) {
    return switch (status) {
      case TOO_MANY_REQUESTS -> Code.THROTTLED;
      case REQUEST_TIMEOUT, CONFLICT, NO_ANSWER -> Code.UNAVAILABLE;
      default -> Code.STORE_FAILED;
    };
  }

  static String unable(String doing, @Nullable String why) {
    return "NATS cannot " + doing + ": " + why;
  }

  /// Whether the server refused because of a storage limit: it stored nothing.
  static boolean isFull(JetStreamApiException refused) {
    return NO_ROOM.contains(refused.getApiErrorCode());
  }

  static WaybillException full(String doing, @Nullable Throwable refused) {
    return new WaybillException(
        Code.DISK_FULL,
        "NATS cannot "
            + doing
            + ": its storage is full; raise the storage limit of the NATS server, or free space",
        refused);
  }

  /// Whether the server refused with this error code of JetStream.
  static boolean is(Throwable failure, int apiErrorCode) {
    return cause(failure) instanceof JetStreamApiException refused
        && refused.getApiErrorCode() == apiErrorCode;
  }

  /// Whether another writer was first, or is about to be.
  static boolean isTaken(Throwable failure) {
    return is(failure, WRONG_LAST_SEQUENCE) || isInProcess(failure);
  }

  /// Whether a write to the same subject is being replicated, which may still fail.
  static boolean isInProcess(Throwable failure) {
    return is(failure, SAME_ID_IN_PROCESS) || is(failure, OTHER_IN_PROCESS);
  }

  /// The result of a guarded publish: true if it was stored, false if another writer was first.
  static Boolean isFirst(@Nullable PublishAck ack, @Nullable Throwable failure) {
    if (failure != null && !isTaken(failure)) {
      throw new CompletionException(failure);
    }
    return ack != null && !ack.isDuplicate();
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof ExecutionException
            || cause instanceof CompletionException
            || cause.getClass() == RuntimeException.class)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
