package dev.waybill.runner;

import dev.waybill.Payload;
import dev.waybill.runner.EventData.Amounts;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Publishes the events of one process and counts its output.
final class ProcessReport {

  private final Outbox outbox;
  private final long begun = System.nanoTime();
  private final AtomicLong outputBytes = new AtomicLong();
  private final AtomicLong droppedBytes = new AtomicLong();
  private volatile boolean dropping;

  ProcessReport(Outbox outbox) {
    this.outbox = outbox;
  }

  boolean started(EventData.Started started) {
    return outbox.offer(EventType.PROCESS_START, EventData.start(started));
  }

  /// Sends a heartbeat as soon as output is dropped for the first time.
  void output(OutputName stream, byte[] bytes) {
    outputBytes.addAndGet(bytes.length);
    if (outbox.offer(EventType.OUTPUT, EventData.output(stream, bytes))) {
      dropping = false;
      return;
    }
    droppedBytes.addAndGet(bytes.length);
    if (!dropping) {
      dropping = true;
      heartbeat();
    }
  }

  void heartbeat() {
    outbox.offer(EventType.HEARTBEAT, EventData.heartbeat(amounts()));
  }

  boolean ended(int exitCode) {
    return outbox.offer(EventType.PROCESS_END, end(exitCode));
  }

  void error(String code, String message) {
    outbox.offer(EventType.PROCESS_ERROR, EventData.error(code, message));
  }

  Payload end(int exitCode) {
    return EventData.end(exitCode, amounts());
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private Amounts amounts() {
    return new Amounts(elapsed().toMillis(), outputBytes.get(), droppedBytes.get());
  }
}
