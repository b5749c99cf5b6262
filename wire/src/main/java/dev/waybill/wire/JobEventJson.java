package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.BASE64;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Payload;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

public final class JobEventJson {

  public static final Shape SHAPE =
      Shape.of(
          "JobEvent",
          "A stored event, addressed by job, attempt and sequence.",
          required("job", TEXT, "The id of the job."),
          required("attempt", WHOLE, "The attempt that said it."),
          required("sequence", WHOLE, "Grows within one attempt."),
          required("type", TEXT, "What kind of event it is."),
          required("at", TIME, "When it happened."),
          optional("data", ANY, "What it says, where that is JSON."),
          optional("data_base64", BASE64, "What it says, otherwise."));

  private JobEventJson() {}

  public static JobEvent read(JsonIn in) {
    var found =
        new Object() {
          JobId job = new JobId(0, 0);
          int attempt;
          long sequence;
          String type = "";
          Instant at = Instant.EPOCH;
          @Nullable Payload data;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "job" -> found.job = JobId.parse(in.text());
            case "attempt" -> found.attempt = in.count();
            case "sequence" -> found.sequence = in.whole(0, Long.MAX_VALUE);
            case "type" -> found.type = in.text();
            case "at" -> found.at = in.time();
            case "data" -> found.data = PayloadFields.once(in, found.data, in.raw());
            case "data_base64" -> found.data = PayloadFields.once(in, found.data, in.base64());
            default -> throw in.unread(field);
          }
        });
    Payload data = found.data == null ? Payload.empty() : found.data;
    return new JobEvent(found.job, found.attempt, found.sequence, found.type, found.at, data);
  }

  public static void write(JsonOut out, JobEvent event) {
    out.text("job", event.job().toString());
    out.number("attempt", event.attempt());
    out.number("sequence", event.sequence());
    out.text("type", event.type());
    out.time("at", event.at());
    out.payload("data", event.data().size() == 0 ? null : event.data());
  }
}
