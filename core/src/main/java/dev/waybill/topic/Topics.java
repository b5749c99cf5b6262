package dev.waybill.topic;

import dev.waybill.Job;
import dev.waybill.Page;
import java.util.List;
import java.util.Optional;

/// Topics: an event is published once, and every matching subscription gets a job of its own.
///
/// Changed definitions take effect here at once, and on other servers of the same store within
/// about a second.
public interface Topics {

  /// Creates or replaces a topic.
  void put(Topic topic);

  Optional<Topic> find(String topic);

  /// All topics by name.
  List<Topic> list();

  /// Deletes a topic with its subscriptions; false if there was none. Jobs that it created stay.
  boolean delete(String topic);

  /// Creates or replaces a subscription; it applies to events published from now on.
  void subscribe(Subscription subscription);

  /// Deletes a subscription; false if there was none. Jobs that it created stay.
  boolean unsubscribe(String topic, String subscription);

  /// The subscriptions of a topic by name.
  List<Subscription> subscriptions(String topic);

  /// The unusable topics by name; see [Unusable].
  List<Unusable> unusable();

  /// The unusable subscriptions of a topic by name; they receive no events.
  List<Unusable> unusableSubscriptions(String topic);

  /// Publishes one event; throws if it is refused.
  default PublishAnswer.Published publish(String topic, TopicEvent event) {
    return switch (publishAll(topic, List.of(event)).getFirst()) {
      case PublishAnswer.Published published -> published;
      case PublishAnswer.NotPublished refused -> throw refused.asException();
    };
  }

  /// Publishes many events; one answer per event, in order. A refused event does not affect the
  /// others.
  List<PublishAnswer> publishAll(String topic, List<TopicEvent> events);

  /// Which subscriptions would receive this event, and why others would not. Publishes nothing.
  List<Verdict> dryRun(String topic, TopicEvent event);

  /// The reasons why a filter policy does not match an event; empty if it matches. Stores nothing
  /// and needs no topic.
  ///
  /// @param filter the policy in JSON; refused if [#subscribe] would refuse it
  List<String> tryFilter(String filter, Subscription.Scope scope, TopicEvent event);

  /// The jobs of an event, one per subscription, newest first. A page may have fewer items than
  /// requested; the last one has no cursor.
  Page<Job> deliveries(String topic, String eventId, Page.Request page);
}
