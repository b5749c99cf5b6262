package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

public final class AttemptJson {

  public static final Shape SHAPE =
      Shape.of(
          "Attempt",
          "One lease of a job.",
          required("number", WHOLE, "Its number."),
          required("worker", TEXT, "Who had it."),
          required("started_at", TIME, "When it was given."),
          optional("ended_at", TIME, "When it ended; not there while it runs."),
          optional("ending", Shape.Words.of(Attempt.Ending.class), "How it ended."),
          optional("failure", new Shape.Part(FailureJson.SHAPE), "Why it did not succeed."));

  private AttemptJson() {}

  public static Attempt read(JsonIn in) {
    var found =
        new Object() {
          int number;
          String worker = "";
          Instant startedAt = Instant.EPOCH;
          @Nullable Instant endedAt;
          Attempt.@Nullable Ending ending;
          @Nullable Failure failure;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "number" -> found.number = in.count();
            case "worker" -> found.worker = in.text();
            case "started_at" -> found.startedAt = in.time();
            case "ended_at" -> found.endedAt = in.time();
            case "ending" -> found.ending = in.word(Attempt.Ending.class);
            case "failure" -> found.failure = FailureJson.read(in);
            default -> throw in.unread(field);
          }
        });
    return new Attempt(
        found.number, found.worker, found.startedAt, found.endedAt, found.ending, found.failure);
  }

  public static void write(JsonOut out, Attempt attempt) {
    out.number("number", attempt.number());
    out.text("worker", attempt.worker());
    out.time("started_at", attempt.startedAt());
    out.time("ended_at", attempt.endedAt());
    out.word("ending", attempt.ending());
    Failure failure = attempt.failure();
    if (failure != null) {
      out.object("failure", fields -> FailureJson.write(fields, failure));
    }
  }
}
