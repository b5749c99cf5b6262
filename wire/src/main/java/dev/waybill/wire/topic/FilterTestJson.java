package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.JSON;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.topic.Subscription;
import dev.waybill.topic.TopicEvent;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

/// A filter policy and an event to test it on.
public record FilterTestJson(String filter, Subscription.Scope scope, TopicEvent event) {

  private static final Fields<FilterTestJson> FIELDS =
      Fields.of("FilterTest", "A filter policy and an event to test it on.");
  private static final Slot.Of<String> FILTER =
      FIELDS.required("filter", JSON, FilterTestJson::filter, "The filter policy.");
  private static final Slot.Of<Subscription.Scope> SCOPE =
      FIELDS.or(
          Subscription.Scope.ATTRIBUTES,
          "scope",
          word(Subscription.Scope.class),
          FilterTestJson::scope,
          "The part of the event that the policy tests; default `attributes`.");
  private static final Slot.Of<TopicEvent> EVENT =
      FIELDS.required("event", TopicEventJson.DOCUMENT, FilterTestJson::event, "The event.");

  public static final Document<FilterTestJson> DOCUMENT =
      FIELDS.make(in -> new FilterTestJson(in.get(FILTER), in.get(SCOPE), in.get(EVENT)));
}
