package dev.waybill.bus.binding;

import dev.waybill.Job;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/// Passes the events of a topic to another system. A subscription of the topic makes a job for each
/// event, so an event reaches the other system also after an outage, however long it takes.
public final class OutboundEvents implements AutoCloseable {

  private static final Logger LOG = System.getLogger(OutboundEvents.class.getName());
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final int AT_ONCE = 100;
  private static final String EVENT_TAG = "event:";

  private final BoundTopic bound;
  private final Waybill waybill;
  private final Target target;
  private final LeaseRequest request;
  private final BackgroundLoop loop;

  /// The other system.
  public interface Target {

    /// Passes events on; one outcome per job, in order. Throws if it cannot be reached: all events
    /// are passed again later.
    List<Outcome> send(List<Job> jobs);
  }

  public OutboundEvents(BoundTopic bound, Waybill waybill, Target target) {
    this.bound = bound;
    this.waybill = waybill;
    this.target = target;
    this.request =
        LeaseRequest.of(bound.outQueue(), "bus-" + UUID.randomUUID())
            .withMax(AT_ONCE)
            .withPatience(PATIENCE);
    this.loop = new BackgroundLoop("bus-out " + bound, PAUSE, this::step);
  }

  /// @param format of the payloads that the target gets
  public void start(Topics topics, String kind, Subscription.Format format) {
    topics.subscribe(
        Subscription.of(bound.topic(), bound.subscription(kind), bound.outQueue())
            .withFormat(format));
    loop.start().wake();
  }

  private Duration step() {
    List<Lease> leases = waybill.lease(request);
    if (!leases.isEmpty()) {
      List<Outcome> outcomes = outcomes(leases.stream().map(Lease::job).toList());
      for (int i = 0; i < leases.size(); i++) {
        waybill.settle(leases.get(i).token(), outcomes.get(i));
      }
    }
    return Duration.ZERO;
  }

  /// An outage is not an error of the events, so it never makes them dead letters.
  private List<Outcome> outcomes(List<Job> jobs) {
    try {
      return target.send(jobs);
    } catch (WaybillException failed) {
      LOG.log(Level.WARNING, "events of " + bound + " are passed on later", failed);
      Outcome later =
          failed.code().isRetryable()
              ? Outcome.snooze(AFTER_FAILURE)
              : Outcome.retry(String.valueOf(failed.getMessage()));
      return jobs.stream().map(_ -> later).toList();
    }
  }

  /// The ID may be beside the event and not in its body.
  public static String eventId(Job job) {
    return job.tags().stream()
        .filter(tag -> tag.startsWith(EVENT_TAG))
        .map(tag -> tag.substring(EVENT_TAG.length()))
        .findFirst()
        .orElse(job.id().toString());
  }

  public static String payload(Waybill waybill, Job job) {
    try (InputStream payload = waybill.openPayload(job.id())) {
      return new String(payload.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    loop.close();
  }
}
