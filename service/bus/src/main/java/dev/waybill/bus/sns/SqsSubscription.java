package dev.waybill.bus.sns;

import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.bus.binding.BindingText;
import dev.waybill.bus.binding.BoundTopic;
import dev.waybill.events.filter.SnsLimits;
import dev.waybill.topic.Subscription;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.topic.SubscriptionJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A queue of SQS that SNS delivers to, with a filter policy that SNS applies.
///
/// @param raw whether the message is the event itself, and not a notification around it
/// @param filter a filter policy within the limits of SNS, or null for all events
/// @param onBody whether the policy tests the body, and not the attributes
record SqsSubscription(String queue, boolean raw, @Nullable String filter, boolean onBody) {

  private static final int MAX_SUBSCRIPTIONS = 200;
  private static final Fields<List<Subscription>> FIELDS =
      Fields.of("SnsSubscriptions", "Queues of SQS that receive the events of a topic of SNS.");
  private static final Slot.Of<List<Subscription>> LIST =
      FIELDS.required(
          "subscriptions",
          Codecs.list(SubscriptionJson.DEFINITION, MAX_SUBSCRIPTIONS),
          all -> all,
          "The queues with their filters.");
  private static final Document<List<Subscription>> DOCUMENT = FIELDS.make(in -> in.get(LIST));

  /// The queue that the binding reads, unless the file has it with a filter, and those of the file.
  static List<SqsSubscription> ofBinding(BoundTopic bound) {
    List<SqsSubscription> all = new ArrayList<>(inFile(bound.option("subscriptions")));
    String read = bound.option("queue");
    if (bound.reads() && all.stream().noneMatch(one -> one.queue.equals(read))) {
      all.add(new SqsSubscription(read, bound.has("raw"), null, false));
    }
    return all;
  }

  private static List<SqsSubscription> inFile(String path) {
    if (path.isEmpty()) {
      return List.of();
    }
    try {
      return DOCUMENT.read(Files.readAllBytes(Path.of(path))).stream()
          .map(SqsSubscription::of)
          .toList();
    } catch (IOException | InvalidPathException unreadable) {
      throw BindingText.invalid("cannot read the subscriptions in " + Text.quote(path));
    } catch (WaybillException refused) {
      throw BindingText.invalid("in " + path + ": " + refused.getMessage());
    }
  }

  private static SqsSubscription of(Subscription definition) {
    if (!SnsBinding.isQueueName(definition.queue())) {
      throw BindingText.invalid(
          "queue %s is invalid: use letters, digits, '_' and '-' (at most 76 characters)"
              .formatted(Text.quote(definition.queue())));
    }
    if (definition.format() == Subscription.Format.CLOUDEVENT
        || definition.priority() != Priority.NORMAL
        || definition.retry() != null) {
      throw BindingText.invalid(
          "SNS does not support priority, retry or format cloudevent; remove them from the subscription of"
              + " the queue "
              + definition.queue());
    }
    String filter = definition.filter();
    if (filter != null) {
      SnsLimits.check(filter, definition.scope());
    }
    return new SqsSubscription(
        definition.queue(),
        definition.format() == Subscription.Format.RAW,
        filter,
        definition.scope() == Subscription.Scope.BODY);
  }

  /// The attributes of a subscription that exists: without a filter, one that it had is removed.
  Map<String, String> changes() {
    Map<String, String> changes = attributes();
    changes.putIfAbsent("FilterPolicy", "{}");
    return changes;
  }

  /// The attributes of the subscription in SNS.
  Map<String, String> attributes() {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("RawMessageDelivery", Boolean.toString(raw));
    if (filter != null) {
      attributes.put("FilterPolicyScope", onBody ? "MessageBody" : "MessageAttributes");
      attributes.put("FilterPolicy", filter);
    }
    return attributes;
  }
}
