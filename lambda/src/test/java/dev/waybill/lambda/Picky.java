package dev.waybill.lambda;

import dev.waybill.Outcome;

/// Fails for some messages, in each way that a handler can.
public final class Picky implements RecordHandler {

  @Override
  public Outcome handle(SqsRecord message) throws Exception {
    return switch (message.message()) {
      case "throw" -> throw new IllegalStateException("no");
      case "retry" -> Outcome.retry("later");
      case "reject" -> Outcome.reject("never");
      case "deep" -> deep(message);
      case "unlinked" -> throw new NoClassDefFoundError("some.Library");
      case "assert" -> throw new AssertionError("no");
      case "memory" -> throw new OutOfMemoryError("none left");
      default -> Outcome.done();
    };
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private Outcome deep(SqsRecord message) {
    return deep(message);
  }
}
