package dev.waybill.client;

import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.client.call.SplitCalls;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import dev.waybill.topic.Unusable;
import dev.waybill.topic.Verdict;
import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.topic.FilterTestJson;
import dev.waybill.wire.topic.FilterVerdictJson;
import dev.waybill.wire.topic.PublishAnswerJson;
import dev.waybill.wire.topic.SubscriptionJson;
import dev.waybill.wire.topic.TopicEventJson;
import dev.waybill.wire.topic.TopicJson;
import dev.waybill.wire.topic.VerdictJson;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Topics on a server. An event without an ID gets one here, so that repeating the call does not
/// publish it twice.
final class RemoteTopics implements Topics {

  private static final String ALL = "/v1/topics";

  /// An upper estimate of the size of an event in a body without its own body.
  private static final long EVENT_BYTES = 2_048;

  private static final DefinitionPages<Topic> TOPICS = new DefinitionPages<>(TopicJson.LIST);
  private static final DefinitionPages<Subscription> SUBSCRIPTIONS =
      new DefinitionPages<>(SubscriptionJson.LIST);

  private final HttpTransport transport;
  private final SplitCalls<TopicEvent, PublishAnswer> chunks =
      new SplitCalls<>(
          event -> EVENT_BYTES + SplitCalls.base64(event.body().size()),
          refused -> new PublishAnswer.NotPublished(refused.code(), refused.detail()));

  RemoteTopics(HttpTransport transport) {
    this.transport = transport;
  }

  @Override
  public void put(Topic topic) {
    transport.send(HttpCall.put(Paths.topic(topic.name(), ""), TopicJson.DEFINITION, topic));
  }

  @Override
  public Optional<Topic> find(String topic) {
    return transport
        .find(HttpCall.get(Paths.topic(topic, "")))
        .map(a -> a.read(TopicJson.DOCUMENT));
  }

  @Override
  public List<Topic> list() {
    return TOPICS.all(transport, ALL);
  }

  @Override
  public boolean delete(String topic) {
    return isDeleted(Paths.topic(topic, ""));
  }

  @Override
  public void subscribe(Subscription subscription) {
    transport.send(
        HttpCall.put(
            Paths.subscription(subscription.topic(), subscription.name()),
            SubscriptionJson.DEFINITION,
            subscription));
  }

  @Override
  public boolean unsubscribe(String topic, String subscription) {
    return isDeleted(Paths.subscription(topic, subscription));
  }

  @Override
  public List<Subscription> subscriptions(String topic) {
    return SUBSCRIPTIONS.all(transport, Paths.topic(topic, "/subscriptions"));
  }

  @Override
  public List<Unusable> unusable() {
    return TOPICS.unusable(transport, ALL);
  }

  @Override
  public List<Unusable> unusableSubscriptions(String topic) {
    return SUBSCRIPTIONS.unusable(transport, Paths.topic(topic, "/subscriptions"));
  }

  @Override
  public List<PublishAnswer> publishAll(String topic, List<TopicEvent> events) {
    List<TopicEvent> named = events.stream().map(RemoteTopics::named).toList();
    return chunks.send(
        named, part -> transport.send(batch(topic, part)).read(PublishAnswerJson.LIST));
  }

  @Override
  public List<Verdict> dryRun(String topic, TopicEvent event) {
    HttpCall call = HttpCall.post(Paths.topic(topic, "/dry-run"), TopicEventJson.DOCUMENT, event);
    return transport.send(call).read(VerdictJson.LIST);
  }

  @Override
  public List<String> tryFilter(String filter, Subscription.Scope scope, TopicEvent event) {
    FilterTestJson test = new FilterTestJson(filter, scope, event);
    return transport
        .send(HttpCall.post("/v1/filters/test", FilterTestJson.DOCUMENT, test))
        .read(FilterVerdictJson.DOCUMENT);
  }

  @Override
  public Page<Job> deliveries(String topic, String eventId, Page.Request page) {
    return transport.send(HttpCall.get(Paths.deliveries(topic, eventId, page))).read(JobJson.PAGE);
  }

  private static HttpCall batch(String topic, List<TopicEvent> events) {
    return HttpCall.post(Paths.topic(topic, "/events/batch"), TopicEventJson.LIST, events);
  }

  /// The server uses this ID only if the body contains none. The server refuses an ID in the body
  /// that is not a string.
  private static TopicEvent named(TopicEvent event) {
    return event.id() != null || EventIds.isUnusable(event.body())
        ? event
        : event.withId(UUID.randomUUID().toString());
  }

  private boolean isDeleted(String path) {
    return transport.find(HttpCall.delete(path)).isPresent();
  }
}
