package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.optional;

import dev.waybill.EnqueueResult;
import dev.waybill.Enqueued;
import dev.waybill.JobId;
import dev.waybill.Refused;
import dev.waybill.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

public final class EnqueueResultJson {

  public static final Shape SHAPE =
      Shape.of(
          "EnqueueResult",
          "The job that was made, or `error`.",
          optional("id", TEXT, "The id of the job."),
          optional("state", Shape.Words.of(State.class), "Where it is."),
          optional("created_at", TIME, "When it was accepted."),
          optional("duplicate", FLAG, "The request id was known: this is that job."),
          RefusedJson.FIELD);

  private EnqueueResultJson() {}

  public static EnqueueResult read(JsonIn in) {
    var found =
        new Object() {
          JobId id = new JobId(0, 0);
          State state = State.QUEUED;
          Instant createdAt = Instant.EPOCH;
          boolean duplicate;
          @Nullable Refused refused;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "id" -> found.id = JobId.parse(in.text());
            case "state" -> found.state = in.word(State.class);
            case "created_at" -> found.createdAt = in.time();
            case "duplicate" -> found.duplicate = in.flag();
            case "error" -> found.refused = RefusedJson.read(in);
            default -> throw in.unread(field);
          }
        });
    return found.refused != null
        ? found.refused
        : new Enqueued(found.id, found.state, found.createdAt, found.duplicate);
  }

  public static void write(JsonOut out, EnqueueResult result) {
    switch (result) {
      case Refused refused -> RefusedJson.write(out, refused);
      case Enqueued enqueued -> {
        out.text("id", enqueued.id().toString());
        out.word("state", enqueued.state());
        out.time("created_at", enqueued.createdAt());
        out.flag("duplicate", enqueued.duplicate());
      }
    }
  }
}
