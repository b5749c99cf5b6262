package dev.waybill.rig.sim.oracle;

import org.jspecify.annotations.Nullable;

/// A promise was broken. An error, so that the code under test does not catch it.
@SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library that nothing else needs
public final class BrokenPromise extends AssertionError {

  private static final long serialVersionUID = 1L;

  private final String promise;

  BrokenPromise(String promise, String what) {
    super(promise + ": " + what);
    this.promise = promise;
  }

  /// The ID in `docs/promises.md`, or `drain` if not all jobs finished.
  String promise() {
    return promise;
  }

  public static void unless(
      boolean holds, String promise, String what, @Nullable Object... details) {
    if (!holds) {
      throw new BrokenPromise(promise, what.formatted(details));
    }
  }

  public static <T> T required(
      @Nullable T value, String promise, String what, @Nullable Object... details) {
    if (value == null) {
      throw new BrokenPromise(promise, what.formatted(details));
    }
    return value;
  }
}
