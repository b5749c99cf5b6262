package dev.waybill.client;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Hangs up on streams that have been silent for longer than a living server would be: it sends a
/// line every 15 seconds.
final class Silence implements AutoCloseable {

  private static final Duration LONGEST = Duration.ofSeconds(45);
  private static final long LOOK_EVERY_SECONDS = 5;

  private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor ticker;

  Silence() {
    ticker =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("waybill-client-silence").factory());
    var _ =
        ticker.scheduleWithFixedDelay(
            this::endSilent, LOOK_EVERY_SECONDS, LOOK_EVERY_SECONDS, TimeUnit.SECONDS);
  }

  void watch(EventStream stream) {
    open.add(stream);
  }

  void forget(EventStream stream) {
    open.remove(stream);
  }

  private void endSilent() {
    long tooLongAgo = System.nanoTime() - LONGEST.toNanos();
    open.stream().filter(stream -> stream.isSilentSince(tooLongAgo)).forEach(EventStream::close);
  }

  @Override
  public void close() {
    ticker.shutdownNow();
    open.forEach(EventStream::close);
  }
}
