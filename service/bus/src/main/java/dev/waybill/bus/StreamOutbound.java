package dev.waybill.bus;

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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/// Adds the events of a topic to its stream. A subscription of the topic makes a job for each
/// event; so an event reaches the stream when Redis is back, and an event that came from the stream
/// is not added to it again.
final class StreamOutbound implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final int AT_ONCE = 100;
  private static final String EVENT_TAG = "event:";

  private final Binding binding;
  private final StreamLink link;
  private final Waybill waybill;
  private final LeaseRequest request;
  private final BackgroundLoop loop;

  StreamOutbound(Binding binding, StreamLink link, Waybill waybill) {
    this.binding = binding;
    this.link = link;
    this.waybill = waybill;
    this.request =
        LeaseRequest.of(binding.outQueue(), "bus-" + UUID.randomUUID())
            .withMax(AT_ONCE)
            .withPatience(PATIENCE);
    this.loop = new BackgroundLoop("bus-out " + binding, PAUSE, this::step);
  }

  void start(Topics topics) {
    topics.subscribe(Subscription.of(binding.topic(), binding.subscription(), binding.outQueue()));
    loop.start().wake();
  }

  private Duration step() {
    for (Lease lease : waybill.lease(request)) {
      waybill.settle(lease.token(), outcome(lease.job()));
    }
    return Duration.ZERO;
  }

  private Outcome outcome(Job job) {
    try {
      add(job);
      return Outcome.done();
    } catch (WaybillException failed) {
      return Outcome.retry(String.valueOf(failed.getMessage()));
    }
  }

  private void add(Job job) {
    link.addOnce(
        binding.stream(),
        eventId(job),
        List.of(binding.option("field"), payload(job), StreamEntry.MARK, "out"));
  }

  /// The ID may be beside the event and not in its body.
  private static String eventId(Job job) {
    return job.tags().stream()
        .filter(tag -> tag.startsWith(EVENT_TAG))
        .map(tag -> tag.substring(EVENT_TAG.length()))
        .findFirst()
        .orElse(job.id().toString());
  }

  private String payload(Job job) {
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
