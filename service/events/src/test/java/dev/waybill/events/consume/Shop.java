package dev.waybill.events.consume;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.settings.QueueSettings;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.worker.Worker;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/// A topic and a queue that gets all its events, on the embedded store; retries have no delay.
final class Shop implements AutoCloseable {

  static final String TOPIC = "shop";
  static final String QUEUE = "orders";
  static final String TYPE = "order.paid";
  private static final Duration SHORT = Duration.ofMillis(1);

  final Waybill waybill;
  final List<ReceivedEvent> received = new CopyOnWriteArrayList<>();

  Shop(Path folder) {
    waybill = Waybill.open(folder, Settings.DEFAULT.withMaintenanceEvery(Duration.ofMillis(50)));
    checking(Topic.Checking.KNOWN);
    format(Subscription.Format.RAW);
    RetryPolicy soon = RetryPolicy.DEFAULT.withDelays(SHORT, 1, SHORT);
    waybill.setQueueSettings(QUEUE, QueueSettings.NONE.withDefaultRetry(soon));
  }

  void checking(Topic.Checking wanted) {
    waybill.topics().put(new Topic(TOPIC, wanted, ""));
  }

  void format(Subscription.Format wanted) {
    waybill.topics().subscribe(Subscription.of(TOPIC, "all", QUEUE).withFormat(wanted));
  }

  /// A schema of paid orders with one required integer field.
  Schema schema(String version, String field) {
    String text =
        """
        {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",\
        "required":["%1$s"],"properties":{"%1$s":{"type":"integer"},"schema_version":{"type":"string"}},\
        "additionalProperties":false}\
        """
            .formatted(field);
    return Schema.of(TYPE, version, text).compatibility(Schema.Compatibility.NONE);
  }

  void register(Schema schema) {
    waybill.schemas().register(schema);
  }

  JobId publish(TopicEvent event) {
    return waybill.topics().publish(TOPIC, event).deliveries().getFirst().job();
  }

  /// A job that was not published to a topic.
  JobId enqueue(String type, String payload) {
    return waybill.enqueue(NewJob.builder(type).queue(QUEUE).payload(payload).build()).id();
  }

  /// An example of the specification.
  String sample(String name) {
    try (InputStream in = Envelope.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  EventConsumerBuilder reads(String version) {
    return EventConsumer.builder(waybill).reads(TYPE, version);
  }

  Outcome done(ReceivedEvent event) {
    received.add(event);
    return Outcome.done();
  }

  Job job(JobId id) {
    return waybill.find(id).orElseThrow();
  }

  /// The job after a worker with this consumer has finished it.
  Job handledBy(EventConsumer consumer, JobId id) {
    try (Worker _ = consumer.worker(QUEUE).start()) {
      eventually(() -> assertThat(job(id).state().isTerminal()).isTrue());
    }
    return job(id);
  }

  @Override
  public void close() {
    waybill.close();
  }
}
