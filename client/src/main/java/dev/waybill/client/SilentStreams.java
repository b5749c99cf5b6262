package dev.waybill.client;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Closes streams whose server is silent for too long. A live server sends a line of an event
/// stream every 15 seconds, and the bytes of a download without a pause.
final class SilentStreams implements AutoCloseable {

  private static final Duration LONGEST = Duration.ofSeconds(45);
  private static final long LOOK_EVERY_SECONDS = 5;

  private final Set<WatchedStream> open = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor ticker;

  SilentStreams() {
    ticker =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("waybill-client-silence").factory());
    var _ =
        ticker.scheduleWithFixedDelay(
            this::endSilent, LOOK_EVERY_SECONDS, LOOK_EVERY_SECONDS, TimeUnit.SECONDS);
  }

  void watch(WatchedStream stream) {
    open.add(stream);
  }

  void forget(WatchedStream stream) {
    open.remove(stream);
  }

  private void endSilent() {
    long tooLongAgo = System.nanoTime() - LONGEST.toNanos();
    open.stream().filter(stream -> stream.isSilentSince(tooLongAgo)).forEach(WatchedStream::close);
  }

  @Override
  public void close() {
    ticker.shutdownNow();
    open.forEach(WatchedStream::close);
  }
}
