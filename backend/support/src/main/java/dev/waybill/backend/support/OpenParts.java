package dev.waybill.backend.support;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// What a store has opened so far. Closed in reverse, each part whatever the others say: a part
/// that fails to close must not keep the folder locked.
public final class OpenParts {

  private final ArrayDeque<Part> parts = new ArrayDeque<>();

  /// Something to be closed; says what went wrong by a `RuntimeException`.
  @FunctionalInterface
  public interface Part {
    void close();
  }

  public void add(Part part) {
    parts.push(part);
  }

  /// Throws the first problem, after everything is closed.
  public void close() {
    RuntimeException first = null;
    for (Part part = parts.poll(); part != null; part = parts.poll()) {
      first = closed(part, first);
    }
    if (first != null) {
      throw first;
    }
  }

  /// Closes everything after a failure, which stays the one that is told.
  public void closeAfter(Throwable failure) {
    try {
      close();
    } catch (RuntimeException later) {
      failure.addSuppressed(later);
    }
  }

  private static @Nullable RuntimeException closed(Part part, @Nullable RuntimeException first) {
    try {
      part.close();
      return first;
    } catch (RuntimeException failure) {
      if (first == null) {
        return failure;
      }
      first.addSuppressed(failure);
      return first;
    }
  }
}
