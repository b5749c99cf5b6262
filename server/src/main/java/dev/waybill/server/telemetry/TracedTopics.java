package dev.waybill.server.telemetry;

import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import dev.waybill.topic.Unusable;
import dev.waybill.topic.Verdict;
import java.util.List;
import java.util.Optional;

/// The same topics; an event without a trace context gets that of the call that publishes it.
record TracedTopics(Topics topics, String context) implements Topics {

  @Override
  public void put(Topic topic) {
    topics.put(topic);
  }

  @Override
  public Optional<Topic> find(String topic) {
    return topics.find(topic);
  }

  @Override
  public List<Topic> list() {
    return topics.list();
  }

  @Override
  public boolean delete(String topic) {
    return topics.delete(topic);
  }

  @Override
  public void subscribe(Subscription subscription) {
    topics.subscribe(subscription);
  }

  @Override
  public boolean unsubscribe(String topic, String subscription) {
    return topics.unsubscribe(topic, subscription);
  }

  @Override
  public List<Subscription> subscriptions(String topic) {
    return topics.subscriptions(topic);
  }

  @Override
  public List<Unusable> unusable() {
    return topics.unusable();
  }

  @Override
  public List<Unusable> unusableSubscriptions(String topic) {
    return topics.unusableSubscriptions(topic);
  }

  @Override
  public List<PublishAnswer> publishAll(String topic, List<TopicEvent> events) {
    return topics.publishAll(topic, events.stream().map(this::traced).toList());
  }

  @Override
  public List<Verdict> dryRun(String topic, TopicEvent event) {
    return topics.dryRun(topic, event);
  }

  @Override
  public List<String> tryFilter(String filter, Subscription.Scope scope, TopicEvent event) {
    return topics.tryFilter(filter, scope, event);
  }

  @Override
  public Page<Job> deliveries(String topic, String eventId, Page.Request page) {
    return topics.deliveries(topic, eventId, page);
  }

  private TopicEvent traced(TopicEvent event) {
    return event.traceContext() != null ? event : event.traceContext(context);
  }
}
