package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.JSON;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.topic.Subscription;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.job.RetryPolicyJson;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

public final class SubscriptionJson {

  private static final Fields<Subscription> FIELDS =
      Fields.of("SubscriptionDefinition", "The events that a queue receives.");
  private static final Slot.Of<String> QUEUE =
      FIELDS.text(
          "queue", Subscription::queue, "The queue that gets a job for each matching event.");
  private static final Slot.Maybe<String> FILTER =
      FIELDS.optional(
          "filter",
          JSON,
          Subscription::filter,
          "A filter policy; without one, every event matches.");
  private static final Slot.Of<Subscription.Scope> SCOPE =
      FIELDS.or(
          Subscription.Scope.ATTRIBUTES,
          "scope",
          word(Subscription.Scope.class),
          Subscription::scope,
          "The part of the event that the policy tests; default `attributes`.");
  private static final Slot.Of<Subscription.Format> FORMAT =
      FIELDS.or(
          Subscription.Format.RAW,
          "format",
          word(Subscription.Format.class),
          Subscription::format,
          "Payload of the jobs: the body as published, an SNS notification around it, or a"
              + " CloudEvent; default `raw`.");
  private static final Slot.Of<Priority> PRIORITY =
      FIELDS.or(
          Priority.NORMAL,
          "priority",
          word(Priority.class),
          Subscription::priority,
          "Priority of the jobs; default `normal`.");
  private static final Slot.Maybe<RetryPolicy> RETRY =
      FIELDS.optional(
          "retry",
          RetryPolicyJson.DOCUMENT,
          Subscription::retry,
          "Retry policy of the jobs; default is that of the queue.");

  /// A subscription without its topic and name, which are part of the path.
  public static final Document<Subscription> DEFINITION =
      FIELDS.make(
          in ->
              Subscription.of("", "", in.get(QUEUE))
                  .withFilter(Codecs.unlessNull(in.get(FILTER)))
                  .withScope(in.get(SCOPE))
                  .withFormat(in.get(FORMAT))
                  .withPriority(in.get(PRIORITY))
                  .withRetry(in.get(RETRY)));

  private static final Fields<Subscription> NAMED =
      Fields.of("Subscription", "A queue that receives the matching events of a topic.");
  private static final Slot.Of<String> TOPIC =
      NAMED.text("topic", Subscription::topic, "The topic of the events.");
  private static final Slot.Of<String> NAME =
      NAMED.text("name", Subscription::name, "Unique in its topic.");
  private static final Slot.Included<Subscription> REST = NAMED.include(DEFINITION, one -> one);

  public static final Document<Subscription> DOCUMENT =
      NAMED.make(in -> in.get(REST).withName(in.get(TOPIC), in.get(NAME)));

  public static final Document<DefinitionsJson.Listed<Subscription>> LIST =
      DefinitionsJson.of("SubscriptionList", DOCUMENT);

  private SubscriptionJson() {}
}
