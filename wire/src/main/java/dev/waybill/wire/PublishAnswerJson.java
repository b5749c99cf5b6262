package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.JobId;
import dev.waybill.Refused;
import dev.waybill.topic.Delivery;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

public final class PublishAnswerJson {

  private static final int MOST = 100_000;

  static final Shape DELIVERY =
      Shape.of(
          "Delivery",
          "The job that one queue got.",
          required("subscription", TEXT, "Whose filter matched."),
          required("queue", TEXT, "Where the job is."),
          required("job_id", TEXT, "Its id."),
          optional("duplicate", FLAG, "The queue had the event already."));

  public static final Shape VIOLATION =
      Shape.of(
          "Violation",
          "What the envelope or the schema of the type does not allow.",
          required("pointer", TEXT, "Where in the body, as a JSON pointer."),
          optional("keyword", TEXT, "The keyword of the schema that was broken."),
          required("message", TEXT, "What is allowed."));

  public static final Shape SHAPE =
      Shape.of(
          "PublishAnswer",
          "The jobs that an event became, or `error`.",
          optional("event_id", TEXT, "The name of the event in its topic."),
          optional("deliveries", new Shape.Items(new Shape.Part(DELIVERY)), "One per queue."),
          optional("warnings", new Shape.Items(TEXT), "What a producer should know."),
          RefusedJson.FIELD,
          optional(
              "violations",
              new Shape.Items(new Shape.Part(VIOLATION)),
              "Of the envelope or the schema."));

  private PublishAnswerJson() {}

  public static PublishAnswer read(JsonIn in) {
    var found =
        new Object() {
          String eventId = "";
          List<Delivery> deliveries = List.of();
          List<String> warnings = List.of();
          List<Violation> violations = List.of();
          @Nullable Refused refused;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "event_id" -> found.eventId = in.text();
            case "deliveries" -> found.deliveries = in.list(MOST, () -> readDelivery(in));
            case "warnings" -> found.warnings = in.texts(MOST);
            case "error" -> found.refused = RefusedJson.read(in);
            case "violations" -> found.violations = in.list(MOST, () -> readViolation(in));
            default -> throw in.unread(field);
          }
        });
    return found.refused != null
        ? new NotPublished(found.refused.code(), found.refused.detail(), found.violations)
        : new Published(found.eventId, found.deliveries, found.warnings);
  }

  static Delivery readDelivery(JsonIn in) {
    var found =
        new Object() {
          String subscription = "";
          String queue = "";
          JobId job = new JobId(0, 0);
          boolean duplicate;
        };
    in.object(
        DELIVERY,
        field -> {
          switch (field) {
            case "subscription" -> found.subscription = in.text();
            case "queue" -> found.queue = in.text();
            case "job_id" -> found.job = JobId.parse(in.text());
            case "duplicate" -> found.duplicate = in.flag();
            default -> throw in.unread(field);
          }
        });
    return new Delivery(found.subscription, found.queue, found.job, found.duplicate);
  }

  public static Violation readViolation(JsonIn in) {
    var found =
        new Object() {
          String pointer = "";
          String keyword = "";
          String message = "";
        };
    in.object(
        VIOLATION,
        field -> {
          switch (field) {
            case "pointer" -> found.pointer = in.text();
            case "keyword" -> found.keyword = in.text();
            case "message" -> found.message = in.text();
            default -> throw in.unread(field);
          }
        });
    return new Violation(found.pointer, found.keyword, found.message);
  }

  public static void write(JsonOut out, PublishAnswer answer) {
    switch (answer) {
      case Published published -> write(out, published);
      case NotPublished refused -> {
        RefusedJson.write(out, new Refused(refused.code(), refused.detail()));
        if (!refused.violations().isEmpty()) {
          out.objects("violations", refused.violations(), PublishAnswerJson::writeViolation);
        }
      }
    }
  }

  private static void write(JsonOut out, Published published) {
    out.text("event_id", published.eventId());
    out.objects("deliveries", published.deliveries(), PublishAnswerJson::writeDelivery);
    if (!published.warnings().isEmpty()) {
      out.texts("warnings", published.warnings());
    }
  }

  static void writeDelivery(JsonOut out, Delivery delivery) {
    out.text("subscription", delivery.subscription());
    out.text("queue", delivery.queue());
    out.text("job_id", delivery.job().toString());
    if (delivery.duplicate()) {
      out.flag("duplicate", true);
    }
  }

  public static void writeViolation(JsonOut out, Violation violation) {
    out.text("pointer", violation.pointer());
    out.text("keyword", violation.keyword().isEmpty() ? null : violation.keyword());
    out.text("message", violation.message());
  }
}
