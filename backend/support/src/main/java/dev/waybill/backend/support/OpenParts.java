package dev.waybill.backend.support;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The open parts of a store. They are closed in reverse order, and all of them even if one fails:
/// the data directory must not stay locked.
public final class OpenParts {

  private final ArrayDeque<Part> parts = new ArrayDeque<>();

  /// A part to be closed; fails with a `RuntimeException`.
  @FunctionalInterface
  public interface Part {
    void close();
  }

  public void add(Part part) {
    parts.push(part);
  }

  /// Throws the first failure, after everything is closed.
  public void close() {
    RuntimeException first = null;
    for (Part part = parts.poll(); part != null; part = parts.poll()) {
      first = closed(part, first);
    }
    if (first != null) {
      throw first;
    }
  }

  /// Closes everything after a failure, which remains the reported one.
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
