package dev.waybill.bench.measure;

import dev.waybill.message.NewMessage;
import dev.waybill.result.MessageAccepted;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/// The time from the acceptance of a message until the search index has it, while 1,000 messages a
/// second are accepted and sent. One of ten messages is watched.
final class IndexLag {

  private static final int CALLS_PER_SECOND = 100;
  private static final int MESSAGES_PER_CALL = 10;
  private static final long PERIOD = 1_000_000_000L / CALLS_PER_SECOND;
  private static final long LOOK_NANOS = 1_000_000;

  private final MessageStore store;
  private final BlockingQueue<Watched> watched = new LinkedBlockingQueue<>();

  private record Watched(String messageId, long accepted) {}

  IndexLag(MessageStore store) {
    this.store = store;
  }

  /// In nanoseconds.
  long[] at(int seconds) {
    int calls = seconds * CALLS_PER_SECOND;
    long[] lags = new long[calls];
    try (Callers group = new Callers()) {
      group.start(() -> accept(calls));
      group.start(() -> watch(lags));
    }
    return lags;
  }

  private void accept(int calls) {
    SampleMessages samples = new SampleMessages(9);
    long began = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      long due = began + i * PERIOD;
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      List<NewMessage> some = new ArrayList<>();
      for (int message = 0; message < MESSAGES_PER_CALL; message++) {
        some.add(samples.next("lag" + i + "@example.org", null));
      }
      MessageAccepted first = (MessageAccepted) store.messages().sendAll(some).getFirst();
      watched.add(new Watched(first.messageId(), System.nanoTime()));
    }
  }

  /// The index takes in messages in the order of acceptance.
  private void watch(long[] lags) {
    try {
      for (int i = 0; i < lags.length; i++) {
        Watched next = watched.take();
        while (!store.isIndexed(next.messageId())) {
          LockSupport.parkNanos(LOOK_NANOS);
        }
        lags[i] = System.nanoTime() - next.accepted();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stopped);
    }
  }
}
