package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Limits;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.TopicEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A filter policy and an event to try it on.
public record FilterTestJson(String filter, Subscription.Scope scope, TopicEvent event) {

  public static final Shape SHAPE =
      Shape.of(
          "FilterTest",
          "A filter policy and an event to try it on.",
          required("filter", ANY, "The filter policy."),
          optional(
              "scope",
              Shape.Words.of(Subscription.Scope.class),
              "What the policy looks at; `attributes` by default."),
          required("event", new Shape.Part(TopicEventJson.SHAPE), "The event."));

  public static final Shape VERDICT =
      Shape.of(
          "FilterVerdict",
          "Whether the policy matches the event.",
          required("matches", FLAG, "Whether it matches."),
          optional("reasons", new Shape.Items(TEXT), "Why it does not match."));

  public static FilterTestJson read(JsonIn in) {
    var found =
        new Object() {
          String filter = "";
          Subscription.Scope scope = Subscription.Scope.ATTRIBUTES;
          @Nullable TopicEvent event;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "filter" -> found.filter = in.raw().text();
            case "scope" -> found.scope = in.word(Subscription.Scope.class);
            case "event" -> found.event = TopicEventJson.read(in);
            default -> throw in.unread(field);
          }
        });
    if (found.event == null) {
      throw in.error("missing_field", "an `event` is required");
    }
    return new FilterTestJson(found.filter, found.scope, found.event);
  }

  public static void write(JsonOut out, FilterTestJson test) {
    out.json("filter", test.filter());
    out.word("scope", test.scope());
    out.object("event", fields -> TopicEventJson.write(fields, test.event()));
  }

  public static void writeVerdict(JsonOut out, List<String> reasons) {
    out.flag("matches", reasons.isEmpty());
    if (!reasons.isEmpty()) {
      out.texts("reasons", reasons);
    }
  }

  public static List<String> readReasons(JsonIn in) {
    List<String> reasons = new ArrayList<>();
    in.object(
        VERDICT,
        field -> {
          if (field.equals("reasons")) {
            reasons.addAll(in.texts(Limits.PAGE_SIZE));
          } else {
            var _ = in.flag();
          }
        });
    return reasons;
  }
}
