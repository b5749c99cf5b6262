package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.topic.Verdict;
import java.util.List;

public final class VerdictJson {

  public static final Shape SHAPE =
      Shape.of(
          "Verdict",
          "Whether a queue would get an event.",
          required("subscription", TEXT, "Whose filter was asked."),
          required("queue", TEXT, "Where the job would be."),
          required("matches", FLAG, "Whether there would be one."),
          optional("reasons", new Shape.Items(TEXT), "Why there would be none."));

  private static final int MOST = 1_000;

  private VerdictJson() {}

  public static Verdict read(JsonIn in) {
    var found =
        new Object() {
          String subscription = "";
          String queue = "";
          boolean matches;
          List<String> reasons = List.of();
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "subscription" -> found.subscription = in.text();
            case "queue" -> found.queue = in.text();
            case "matches" -> found.matches = in.flag();
            case "reasons" -> found.reasons = in.texts(MOST);
            default -> throw in.unread(field);
          }
        });
    return new Verdict(found.subscription, found.queue, found.matches, found.reasons);
  }

  public static void write(JsonOut out, Verdict verdict) {
    out.text("subscription", verdict.subscription());
    out.text("queue", verdict.queue());
    out.flag("matches", verdict.matches());
    if (!verdict.reasons().isEmpty()) {
      out.texts("reasons", verdict.reasons());
    }
  }
}
