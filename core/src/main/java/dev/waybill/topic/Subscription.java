package dev.waybill.topic;

import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import org.jspecify.annotations.Nullable;

/// A queue that gets what matches of a topic.
///
/// @param name unique in its topic; 1 to 64 letters, digits, `.`, `_`, `:` or `-`
/// @param filter a filter policy in JSON, or null for everything
/// @param scope what the policy speaks of
/// @param format what the jobs of this queue carry
/// @param priority the lane of those jobs, unless the event names one
/// @param retry their policy, or null for that of the queue
public record Subscription(
    String topic,
    String name,
    String queue,
    @Nullable String filter,
    Scope scope,
    Format format,
    Priority priority,
    @Nullable RetryPolicy retry) {

  /// What a filter policy speaks of.
  public enum Scope {
    ATTRIBUTES,
    BODY
  }

  /// What a job carries of an event.
  public enum Format {
    /// The body, byte for byte as it was published.
    RAW,
    /// The body as a string inside an SNS notification, with the attributes beside it.
    NOTIFICATION,
    /// A CloudEvent in structured form.
    CLOUDEVENT
  }

  /// Everything of a topic, as it was published.
  public static Subscription of(String topic, String name, String queue) {
    return new Subscription(
        topic, name, queue, null, Scope.ATTRIBUTES, Format.RAW, Priority.NORMAL, null);
  }

  public Subscription filter(String policy) {
    return new Subscription(topic, name, queue, policy, scope, format, priority, retry);
  }

  public Subscription scope(Scope of) {
    return new Subscription(topic, name, queue, filter, of, format, priority, retry);
  }

  public Subscription format(Format wanted) {
    return new Subscription(topic, name, queue, filter, scope, wanted, priority, retry);
  }

  public Subscription priority(Priority lane) {
    return new Subscription(topic, name, queue, filter, scope, format, lane, retry);
  }

  public Subscription retry(@Nullable RetryPolicy policy) {
    return new Subscription(topic, name, queue, filter, scope, format, priority, policy);
  }
}
