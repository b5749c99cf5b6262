package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.LeaseRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

public final class LeaseRequestJson {

  public static final Shape SHAPE =
      Shape.of(
          "LeaseRequest",
          "What a worker asks for.",
          required("queue", TEXT, "The queue to take from."),
          required("worker", TEXT, "Who asks; should differ between processes and starts."),
          optional("max", WHOLE, "How many jobs at most, 1 to 1000; 1."),
          optional(
              "hold",
              SPAN,
              "How long each lease lasts unless extended; as set for the queue, else PT30S."),
          optional("wait", SPAN, "How long to wait while the queue is empty, up to PT1M; PT0S."));

  private LeaseRequestJson() {}

  public static LeaseRequest read(JsonIn in) {
    var found =
        new Object() {
          String queue = "";
          String worker = "";
          int max = 1;
          @Nullable Duration hold;
          Duration patience = Duration.ZERO;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "queue" -> found.queue = in.text();
            case "worker" -> found.worker = in.text();
            case "max" -> found.max = in.count();
            case "hold" -> found.hold = in.span();
            case "wait" -> found.patience = in.span();
            default -> throw in.unread(field);
          }
        });
    return new LeaseRequest(found.queue, found.worker, found.max, found.hold, found.patience);
  }

  public static void write(JsonOut out, LeaseRequest request) {
    out.text("queue", request.queue());
    out.text("worker", request.worker());
    out.number("max", request.max());
    out.span("hold", request.hold());
    out.span("wait", request.patience());
  }
}
