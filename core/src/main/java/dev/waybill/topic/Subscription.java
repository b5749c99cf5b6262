package dev.waybill.topic;

import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A queue that receives the events of a topic that match a filter.
///
/// @param name unique in its topic; 1 to 64 letters, digits, `.`, `_`, `:` or `-`
/// @param filter a filter policy in JSON, or null for all events
/// @param scope the part of an event that the policy tests
/// @param format the payload of the jobs
/// @param priority the lane of the jobs, unless the event sets one
/// @param retry the retry policy of the jobs, or null for that of the queue
public record Subscription(
    String topic,
    String name,
    String queue,
    @Nullable String filter,
    Scope scope,
    Format format,
    Priority priority,
    @Nullable RetryPolicy retry) {

  /// The part of an event that a filter policy tests.
  public enum Scope {
    ATTRIBUTES,
    BODY
  }

  /// The payload of the job of an event.
  public enum Format {
    /// The body, byte for byte as it was published.
    RAW,
    /// The body as a string inside an SNS notification, with the attributes beside it.
    NOTIFICATION,
    /// A CloudEvent in structured form.
    CLOUDEVENT
  }

  /// Receives all events of a topic, as they were published.
  public static Subscription of(String topic, String name, String queue) {
    return new Subscription(
        topic, name, queue, null, Scope.ATTRIBUTES, Format.RAW, Priority.NORMAL, null);
  }

  public Subscription withName(String otherTopic, String otherName) {
    return with(
        fields -> {
          fields.topic = otherTopic;
          fields.name = otherName;
        });
  }

  public Subscription withFilter(@Nullable String policy) {
    return with(fields -> fields.filter = policy);
  }

  public Subscription withScope(Scope of) {
    return with(fields -> fields.scope = of);
  }

  public Subscription withFormat(Format wanted) {
    return with(fields -> fields.format = wanted);
  }

  public Subscription withPriority(Priority lane) {
    return with(fields -> fields.priority = lane);
  }

  public Subscription withRetry(@Nullable RetryPolicy policy) {
    return with(fields -> fields.retry = policy);
  }

  private Subscription with(Consumer<Fields> change) {
    Fields fields = new Fields(this);
    change.accept(fields);
    return fields.value();
  }

  /// The mutable fields of a copy.
  private static final class Fields {
    private String topic;
    private String name;
    private String queue;
    private @Nullable String filter;
    private Scope scope;
    private Format format;
    private Priority priority;
    private @Nullable RetryPolicy retry;

    private Fields(Subscription of) {
      topic = of.topic;
      name = of.name;
      queue = of.queue;
      filter = of.filter;
      scope = of.scope;
      format = of.format;
      priority = of.priority;
      retry = of.retry;
    }

    private Subscription value() {
      return new Subscription(topic, name, queue, filter, scope, format, priority, retry);
    }
  }
}
