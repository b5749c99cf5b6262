package dev.waybill.messages;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.engine.EngineOpener;
import dev.waybill.message.Message;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.message.TopicMessage;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.MessageFacts;
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
public final class MessageFixture implements AutoCloseable {

  public static final String TOPIC = "rez-agent-messages-dev";
  public static final String QUEUE = "rez-agent-message-queue-dev";
  private static final Duration SHORT = Duration.ofMillis(1);

  public final Waybill waybill;
  public final Backend backend;
  public final MessageFacts facts;
  final Ledger ledger;
  final MessageCreator creator;

  public MessageFixture(Path folder) {
    this(folder, Subscription.Format.RAW);
  }

  public MessageFixture(Path folder, Subscription.Format format) {
    this(folder, format, "");
  }

  /// @param providers as in the setting `messages.providers`
  public MessageFixture(Path folder, Subscription.Format format, String providers) {
    Settings settings =
        Settings.DEFAULT
            .withMaintenanceEvery(Duration.ofMillis(50))
            .withServiceSetting(MessagesProvider.PROVIDERS, providers)
            .withServiceSetting(MessagesProvider.ALLOW_NETWORKS, "127.0.0.0/8");
    backend = EngineOpener.backend(folder.toUri(), settings);
    waybill = EngineOpener.over(backend, settings);
    ledger = backend.ledger();
    facts = facts(InstantSource.system());
    waybill.topics().put(Topic.of(TOPIC));
    waybill.topics().subscribe(Subscription.of(TOPIC, "processor", QUEUE).withFormat(format));
    waybill.setQueueSettings(
        QUEUE,
        QueueSettings.NONE.withDefaultRetry(RetryPolicy.DEFAULT.withDelays(SHORT, 1, SHORT)));
    creator = creator("us-east-1");
  }

  MessageFacts facts(InstantSource clock) {
    return new MessageFacts(
        new MessageFacts.Ports(ledger, backend.blobs(), new ContentKeys(ledger), clock),
        Waybill.DEFAULT_TENANT);
  }

  MessageCreator creator(String region) {
    return new MessageCreator(facts, waybill.topics(), region);
  }

  public static NewTopicMessage hello(String text) {
    return NewTopicMessage.byUser(
        "alice@example.com", "manual_notification", "dev", "{\"text\":\"" + text + "\"}");
  }

  /// Creates a message and returns its ID.
  public String create(String text) {
    return waybill.topicMessages().create(TOPIC, hello(text)).messageId();
  }

  public TopicMessage record(String messageId) {
    return waybill.messages().find(messageId).flatMap(Message::onTopic).orElseThrow();
  }

  public List<Job> jobs() {
    return waybill.list(JobFilter.ALL.withQueue(QUEUE), Page.Request.first(100)).items();
  }

  public List<Attempt> attempts(Job job) {
    return waybill.attempts(job.id());
  }

  @Override
  public void close() {
    waybill.close();
  }
}
