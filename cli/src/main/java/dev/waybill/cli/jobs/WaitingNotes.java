package dev.waybill.cli.jobs;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.QueueStats;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.runner.ProcessRunner;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Prints why a followed job is not making progress after some seconds without an event. Prints
/// each reason once.
final class WaitingNotes implements AutoCloseable {

  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(3);

  /// A running program sends an event every 10 seconds.
  private static final Duration SILENCE_LIMIT = Duration.ofSeconds(15);

  private final Waybill waybill;
  private final JobId id;
  private final String flags;
  private final Consumer<String> note;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile long heardAt = System.nanoTime();
  private String last = "";

  /// @param flags the options that another command needs to use the same store
  WaitingNotes(Waybill waybill, JobId id, String flags, Consumer<String> note) {
    this.waybill = waybill;
    this.id = id;
    this.flags = flags;
    this.note = note;
    Thread.ofVirtual().name("waiting-notes").start(this::run);
  }

  /// Records that an event arrived.
  void heard() {
    heardAt = System.nanoTime();
  }

  @Override
  public void close() {
    closed.countDown();
  }

  private void run() {
    try {
      while (!closed.await(CHECK_INTERVAL.toNanos(), TimeUnit.NANOSECONDS)) {
        Duration silence = Duration.ofNanos(System.nanoTime() - heardAt);
        if (silence.compareTo(CHECK_INTERVAL) >= 0) {
          waybill.find(id).flatMap(job -> reason(job, silence)).ifPresent(this::printOnce);
        }
      }
    } catch (InterruptedException | WaybillException over) {
      // the command that follows the job reports the same failure
    }
  }

  private void printOnce(String reason) {
    if (!reason.equals(last) && closed.getCount() > 0) {
      note.accept(reason);
    }
    last = reason;
  }

  private Optional<String> reason(Job job, Duration silence) {
    return switch (job.state()) {
      case SCHEDULED ->
          Optional.of("the job is scheduled for " + DisplayText.time(job.progress().runAt()));
      case QUEUED -> Optional.of(queued(waybill.stats(job.queue())));
      case RUNNING -> silence.compareTo(SILENCE_LIMIT) < 0 ? Optional.empty() : silent(job);
      case COMPLETED, FAILED, CANCELLED, DEAD -> Optional.empty();
    };
  }

  private String queued(QueueStats queue) {
    String name = queue.queue();
    if (queue.paused()) {
      return "queue " + name + " is paused; resume it: waybill queues resume " + name + flags;
    }
    return queue.running() > 0
        ? "the job waits in queue " + name + "; workers are running other jobs"
        : "no worker has leased the job yet; start one for its queue: waybill work --allow COMMAND"
            + (name.equals("default") ? "" : " --queue " + name)
            + flags;
  }

  private static Optional<String> silent(Job job) {
    if (!job.type().equals(ProcessRunner.TYPE)) {
      return Optional.empty();
    }
    return Optional.of(
        "worker "
            + job.progress().worker()
            + " has not reported for "
            + DisplayText.age(SILENCE_LIMIT)
            + "; if it has died, the job returns to its queue at "
            + DisplayText.time(job.progress().leaseUntil()));
  }
}
