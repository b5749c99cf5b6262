package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Maps errors of the driver to codes of Waybill.
final class RedisErrors {

  /// The server cannot answer at the moment: it loads its data, is a replica, or its cluster is not
  /// complete.
  private static final Set<String> NOT_NOW =
      Set.of(
          "LOADING",
          "READONLY",
          "CLUSTERDOWN",
          "MASTERDOWN",
          "TRYAGAIN",
          "MOVED",
          "ASK",
          "BUSY",
          "NOREPLICAS",
          "UNBLOCKED");

  /// The memory limit is reached, or the disk refuses writes.
  private static final Set<String> NO_ROOM = Set.of("OOM", "MISCONF");

  private static final Set<String> NO_RIGHT = Set.of("NOPERM", "NOAUTH", "WRONGPASS");

  private RedisErrors() {}

  static WaybillException of(String doing, Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof WaybillException known) {
      return known;
    }
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return new WaybillException(Code.INTERRUPTED, "interrupted: " + doing, cause);
    }
    String why = cause instanceof TimeoutException ? "no answer in time" : cause.getMessage();
    return new WaybillException(
        code(cause), "Redis cannot " + doing + ": " + why + advice(cause), cause);
  }

  private static Code code(Throwable cause) {
    String word = word(cause);
    if (word == null || NOT_NOW.contains(word)) {
      return Code.UNAVAILABLE;
    }
    return NO_ROOM.contains(word) ? Code.DISK_FULL : Code.STORE_FAILED;
  }

  private static String advice(Throwable cause) {
    String word = word(cause);
    if (word == null) {
      return "";
    }
    if (word.equals("OOM")) {
      return "; raise maxmemory of Redis, shorten the retention, or delete finished jobs";
    }
    if (word.equals("MISCONF")) {
      return "; Redis cannot write to its disk";
    }
    return NO_RIGHT.contains(word)
        ? "; check store.user and store.password, and the rights of the user (docs/backends.md)"
        : "";
  }

  /// Whether the same call may succeed soon.
  static boolean isPassing(Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof WaybillException || cause instanceof InterruptedException) {
      return false;
    }
    return code(cause) == Code.UNAVAILABLE;
  }

  /// The server has lost the functions, for example because it was restarted without persistence.
  static boolean isMissingFunction(Throwable failure) {
    return cause(failure) instanceof RedisCommandExecutionException refused
        && String.valueOf(refused.getMessage()).contains("Function not found");
  }

  /// The server refuses a command to this user, or does not know it.
  static boolean isForbidden(Throwable failure) {
    String word = word(cause(failure));
    return word != null && (word.equals("NOPERM") || word.equals("ERR"));
  }

  /// The first word of an error that the server answered; null if there was no such answer.
  private static @Nullable String word(Throwable cause) {
    if (!(cause instanceof RedisCommandExecutionException)) {
      return cause instanceof RedisException
              || cause instanceof IOException
              || cause instanceof TimeoutException
              || cause instanceof CancellationException
          ? null
          : "";
    }
    String message = String.valueOf(cause.getMessage());
    int space = message.indexOf(' ');
    return space < 0 ? message : message.substring(0, space);
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
