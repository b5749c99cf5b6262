package dev.waybill.messages;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.engine.EngineOpener;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.message.TopicMessage;
import dev.waybill.settings.QueueSettings;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Ledger;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// A message setup on the embedded store: a topic, a queue that receives all its events, and
/// retries without delay.
final class MessageFixture implements AutoCloseable {

  static final String TOPIC = "rez-agent-messages-dev";
  static final String QUEUE = "rez-agent-message-queue-dev";
  private static final Duration SHORT = Duration.ofMillis(1);

  final Waybill waybill;
  final Ledger ledger;
  final MessageRecords records;
  final MessageCreator creator;

  MessageFixture(Path folder) {
    this(folder, Subscription.Format.RAW);
  }

  MessageFixture(Path folder, Subscription.Format format) {
    Settings settings = Settings.DEFAULT.withMaintenanceEvery(Duration.ofMillis(50));
    Backend backend = EngineOpener.backend(folder.toUri(), settings);
    waybill = EngineOpener.over(backend, settings);
    ledger = backend.ledger();
    records = new MessageRecords(ledger, Waybill.DEFAULT_TENANT, InstantSource.system());
    waybill.topics().put(Topic.of(TOPIC));
    waybill.topics().subscribe(Subscription.of(TOPIC, "processor", QUEUE).withFormat(format));
    waybill.setQueueSettings(
        QUEUE,
        QueueSettings.NONE.withDefaultRetry(RetryPolicy.DEFAULT.withDelays(SHORT, 1, SHORT)));
    creator = creator("us-east-1");
  }

  MessageCreator creator(String region) {
    return new MessageCreator(records, waybill.topics(), region);
  }

  static NewTopicMessage hello(String text) {
    return NewTopicMessage.byUser(
        "alice@example.com", "manual_notification", "dev", "{\"text\":\"" + text + "\"}");
  }

  TopicMessage record(String messageId) {
    return records.find(messageId).orElseThrow();
  }

  List<Job> jobs() {
    return waybill.list(JobFilter.ALL.withQueue(QUEUE), Page.Request.first(100)).items();
  }

  List<Attempt> attempts(Job job) {
    return waybill.attempts(job.id());
  }

  @Override
  public void close() {
    waybill.close();
  }
}
