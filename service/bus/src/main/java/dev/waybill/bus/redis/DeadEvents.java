package dev.waybill.bus.redis;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.bus.binding.InboundEvents;
import dev.waybill.events.envelope.ConsumedEvent;
import dev.waybill.events.envelope.ConsumedEvent.PastError;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Adds dead letters of a topic to the stream of dead letters, as the bus describes a failed event:
/// `retries` counts the failures, `metadata.last_error` has the last one, and nothing else changes.
/// It follows the feed of jobs from the beginning. Keys beside the stream remember the position in
/// the feed, and each dead letter until its job is deleted, because the feed may have to be read
/// again from the beginning.
final class DeadEvents implements AutoCloseable {

  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final int AT_ONCE = 500;

  /// The number of entries that a stream of dead letters keeps. The jobs have a retention of their
  /// own.
  static final int MOST = 100_000;

  /// Jobs whose retention has ended are deleted within this time.
  private static final Duration DELETED_WITHIN = Duration.ofDays(1);

  private static final Duration LONGEST = Duration.ofDays(3_650);

  private final StreamBinding binding;
  private final StreamLink link;
  private final Waybill waybill;
  private final JobStore jobs;
  private final BackgroundLoop loop;
  private final Duration knownFor;
  private @Nullable String position;

  /// @param kept how long dead jobs are kept
  DeadEvents(
      StreamBinding binding, StreamLink link, Waybill waybill, JobStore jobs, Duration kept) {
    this.knownFor = kept.compareTo(LONGEST) > 0 ? LONGEST : kept.plus(DELETED_WITHIN);
    this.binding = binding;
    this.link = link;
    this.waybill = waybill;
    this.jobs = jobs;
    this.loop = new BackgroundLoop("bus-dead " + binding, EVERY, this::step);
  }

  void start() {
    loop.start().wake();
  }

  private Duration step() {
    switch (jobs.changes(position(), AT_ONCE)) {
      case JobChanges.TooOld _ -> position = JobChanges.BEGINNING;
      case JobChanges.Read(List<JobChange> changes, String next) -> {
        changes.forEach(this::follow);
        moveTo(next);
        return changes.isEmpty() ? EVERY : Duration.ZERO;
      }
    }
    return Duration.ZERO;
  }

  private String position() {
    if (position == null) {
      position =
          Objects.requireNonNullElse(
              link.<@Nullable String>call(redis -> redis.get(positionKey())), JobChanges.BEGINNING);
    }
    return position;
  }

  private void moveTo(String next) {
    if (!next.equals(position)) {
      link.call(redis -> redis.set(positionKey(), next));
      position = next;
    }
  }

  private String positionKey() {
    return StreamBinding.keyBeside(binding.deadStream(), "position");
  }

  private void follow(JobChange change) {
    if (change instanceof JobChange.Current(Job job) && isDeadDelivery(job)) {
      add(job);
    }
  }

  /// Entries that could not be published were added when they were read.
  private boolean isDeadDelivery(Job job) {
    return job.state() == State.DEAD
        && job.tenant().equals(binding.bound().tenant())
        && job.tags().contains("topic:" + binding.bound().topic())
        && !InboundEvents.isInvalidEvent(job.type());
  }

  private void add(Job job) {
    String reason = job.failure().map(DeadEvents::words).orElse("failed");
    link.addOnce(
        binding.deadStream(),
        StreamLink.Once.of("job:" + job.id() + ":" + job.progress().generation())
            .withKnownFor(knownFor)
            .withMost(MOST),
        List.of(
            binding.option("field"),
            failed(job),
            "reason",
            reason,
            "queue",
            job.queue(),
            StreamEntry.MARK,
            binding.group()));
  }

  private String failed(Job job) {
    byte[] payload = payload(job);
    List<PastError> errors =
        waybill.attempts(job.id()).stream()
            .filter(attempt -> attempt.failure() != null)
            .map(DeadEvents::error)
            .toList();
    try {
      Payload event = Payload.wrap(payload);
      Payload counted = errors.isEmpty() ? event : ConsumedEvent.read(event).failed(errors);
      return new String(counted.bytesWithoutCopy(), StandardCharsets.UTF_8);
    } catch (WaybillException otherFormat) {
      return new String(payload, StandardCharsets.UTF_8);
    }
  }

  private static PastError error(Attempt attempt) {
    return new PastError(
        words(Objects.requireNonNull(attempt.failure())),
        Objects.requireNonNullElse(attempt.endedAt(), attempt.startedAt()));
  }

  private static String words(Failure failure) {
    return failure.message().isBlank() ? failure.errorClass() : failure.message();
  }

  private byte[] payload(Job job) {
    try (InputStream payload = waybill.openPayload(job.id())) {
      return payload.readAllBytes();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    loop.close();
  }
}
