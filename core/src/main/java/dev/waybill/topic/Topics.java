package dev.waybill.topic;

import dev.waybill.Job;
import dev.waybill.Page;
import java.util.List;
import java.util.Optional;

/// Publish once; every queue that asked for it gets a job of its own: durable, retried, redrivable.
///
/// Definitions are known here at once, and about a second later by other servers on the store.
public interface Topics {

  /// Makes a topic or changes it.
  void put(Topic topic);

  Optional<Topic> find(String topic);

  /// By name.
  List<Topic> list();

  /// Removes a topic with its subscriptions. Jobs that it has made stay. False where there was
  /// none.
  boolean delete(String topic);

  /// Makes a subscription or changes it; what is published from now on goes by it.
  void subscribe(Subscription subscription);

  /// False where there was none. Jobs that it has made stay.
  boolean unsubscribe(String topic, String subscription);

  /// By name.
  List<Subscription> subscriptions(String topic);

  /// The topics that cannot be used, by name. See [Unusable].
  List<Unusable> unusable();

  /// The subscriptions of a topic that cannot be used, by name; they get no events.
  List<Unusable> unusableSubscriptions(String topic);

  /// Publishes one; throws where it is refused.
  default PublishAnswer.Published publish(String topic, TopicEvent event) {
    return switch (publishAll(topic, List.of(event)).getFirst()) {
      case PublishAnswer.Published published -> published;
      case PublishAnswer.NotPublished refused -> throw refused.asException();
    };
  }

  /// Publishes many; one answer each, in order. Refused ones do not hold up the others.
  List<PublishAnswer> publishAll(String topic, List<TopicEvent> events);

  /// Which queues would get this event, and why the others would not. Nothing is published.
  List<Verdict> dryRun(String topic, TopicEvent event);

  /// Why a filter policy does not match an event, one reason each; empty where it matches. Nothing
  /// is stored, and no topic is needed.
  ///
  /// @param filter the policy in JSON, refused as [#subscribe] would refuse it
  List<String> tryFilter(String filter, Subscription.Scope scope, TopicEvent event);

  /// The jobs that an event became, one per subscription, newest first. A page may have fewer items
  /// than were asked for; the last one has no cursor.
  Page<Job> deliveries(String topic, String eventId, Page.Request page);
}
