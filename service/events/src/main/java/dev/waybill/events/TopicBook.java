package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.engine.register.Register;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.Unusable;
import dev.waybill.wire.topic.SubscriptionJson;
import dev.waybill.wire.topic.TopicJson;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// All topics and subscriptions of a store, and the routing of each topic.
final class TopicBook {

  private final Register<Topic> topics;
  private final Register<Subscription> subscriptions;
  private final Map<Register.Name, Map<String, Routing.Asked>> byTopic = new ConcurrentHashMap<>();
  private final Map<Register.Name, Routing> routings = new ConcurrentHashMap<>();
  private final PublishedTypes published;

  TopicBook(Ledger ledger, InstantSource clock) {
    topics =
        new Register<>(
            ledger,
            new LedgerKey(Tenants.SYSTEM, "topics", "definitions"),
            new Register.Form<>(TopicJson.DOCUMENT::bytes, TopicJson.DOCUMENT::readAnswer),
            new Register.Limit("topics", Limits.TOPICS, Limits.TOPIC_BYTES),
            clock);
    subscriptions =
        new Register<>(
            ledger,
            new LedgerKey(Tenants.SYSTEM, "topics", "subscriptions"),
            new Register.Form<>(
                SubscriptionJson.DOCUMENT::bytes, SubscriptionJson.DOCUMENT::readAnswer),
            new Register.Limit("subscriptions", Limits.SUBSCRIPTIONS, Limits.SUBSCRIPTION_BYTES),
            clock);
    subscriptions.follow(this::apply);
    published = new PublishedTypes(ledger, clock);
  }

  Register<Topic> topics() {
    return topics;
  }

  /// Returns a topic; refuses an unknown one.
  Topic require(String tenant, String topic) {
    Register.Name name = new Register.Name(tenant, topic);
    Topic known = topics.known(name);
    if (known == null) {
      known = topics.read(name);
    }
    if (known == null) {
      throw new WaybillException(
          Code.NOT_FOUND, "there is no topic " + Text.quote(topic) + "; create it first");
    }
    return known;
  }

  /// The routing of a topic as far as this server has read it.
  Routing routing(String tenant, String topic) {
    subscriptions.refresh();
    Register.Name name = new Register.Name(tenant, topic);
    Routing made = routings.get(name);
    return made != null ? made : routings.computeIfAbsent(name, this::make);
  }

  PublishedTypes published() {
    return published;
  }

  void subscribe(String tenant, Subscription subscription) {
    Register.Name name = key(tenant, subscription.topic(), subscription.name());
    subscriptions.change(name, _ -> subscription);
  }

  boolean unsubscribe(String tenant, String topic, String subscription) {
    Register.Name name = key(tenant, topic, subscription);
    boolean existed = subscriptions.exists(name);
    subscriptions.change(name, _ -> null);
    return existed;
  }

  /// The current subscriptions of a topic, sorted by name.
  List<Subscription> subscriptions(String tenant, String topic) {
    subscriptions.readAll();
    Register.Name name = new Register.Name(tenant, topic);
    return byTopic.getOrDefault(name, Map.of()).values().stream()
        .map(Routing.Asked::subscription)
        .toList();
  }

  /// The subscriptions of a topic that this server cannot use, sorted by name.
  List<Unusable> unusableSubscriptions(String tenant, String topic) {
    String prefix = topic + "/";
    return subscriptions.unusable().entrySet().stream()
        .filter(one -> one.getKey().tenant().equals(tenant))
        .filter(one -> one.getKey().name().startsWith(prefix))
        .map(one -> new Unusable(one.getKey().name().substring(prefix.length()), one.getValue()))
        .sorted(Comparator.comparing(Unusable::name))
        .toList();
  }

  private Routing make(Register.Name topic) {
    return Routing.of(byTopic.getOrDefault(topic, Map.of()).values());
  }

  /// Updates the map of subscriptions before the routing that is derived from it.
  private void apply(Register.Change<Subscription> change) {
    int end = change.name().name().indexOf('/');
    Register.Name topic =
        new Register.Name(change.name().tenant(), change.name().name().substring(0, end));
    String name = change.name().name().substring(end + 1);
    Subscription value = change.value();
    if (value == null) {
      byTopic.computeIfPresent(topic, (_, some) -> without(some, name));
    } else {
      Routing.Asked asked = Routing.Asked.of(value);
      byTopic.computeIfAbsent(topic, _ -> new ConcurrentSkipListMap<>()).put(name, asked);
    }
    routings.remove(topic);
  }

  private static @Nullable Map<String, Routing.Asked> without(
      Map<String, Routing.Asked> some, String name) {
    some.remove(name);
    return some.isEmpty() ? null : some;
  }

  /// A key of a subscription. Names contain no slash.
  private static Register.Name key(String tenant, String topic, String subscription) {
    return new Register.Name(tenant, topic + "/" + subscription);
  }
}
