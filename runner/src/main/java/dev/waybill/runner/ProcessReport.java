package dev.waybill.runner;

import dev.waybill.Payload;
import dev.waybill.runner.ProcessEvent.Amounts;
import dev.waybill.runner.outbox.EventType;
import dev.waybill.runner.outbox.Outbox;
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

  boolean started(ProcessEvent.Started started) {
    return outbox.offer(EventType.PROCESS_START, ProcessEventJson.write(started));
  }

  /// Sends a heartbeat as soon as output is dropped for the first time.
  void output(OutputName stream, byte[] bytes) {
    outputBytes.addAndGet(bytes.length);
    if (outbox.offer(EventType.OUTPUT, ProcessEventJson.output(stream, bytes))) {
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
    ProcessEvent.Heartbeat heartbeat = new ProcessEvent.Heartbeat(amounts());
    outbox.offer(EventType.HEARTBEAT, ProcessEventJson.write(heartbeat));
  }

  boolean ended(int exitCode) {
    return outbox.offer(EventType.PROCESS_END, end(exitCode));
  }

  void error(String code, String message) {
    ProcessEvent.Failed failed = ProcessEvent.Failed.of(code, message);
    outbox.offer(EventType.PROCESS_ERROR, ProcessEventJson.write(failed));
  }

  Payload end(int exitCode) {
    return ProcessEventJson.write(ProcessEvent.Ended.of(exitCode, amounts()));
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private Amounts amounts() {
    return new Amounts(elapsed().toMillis(), outputBytes.get(), droppedBytes.get());
  }
}
