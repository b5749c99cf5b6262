package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.required;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.schedule.Firing;
import java.time.Instant;
import java.util.List;

public final class FiringJson {

  private static final Shape STARTED =
      Shape.of(
          "StartedJob",
          "A job that a schedule started.",
          required("id", TEXT, "Its id."),
          required("queue", TEXT, "Where it was put."),
          required("state", Shape.Words.of(State.class), "How it stands."));

  public static final Shape SHAPE =
      Shape.of(
          "Firing",
          "One time that a schedule fired.",
          required("slot", TIME, "The time the schedule says, or when it was asked to run."),
          required("by_hand", FLAG, "It was asked to run."),
          required("fired_at", TIME, "When its first job was made."),
          required("jobs", new Shape.Items(new Shape.Part(STARTED)), "What it started."));

  private FiringJson() {}

  public static Firing read(JsonIn in) {
    var found =
        new Object() {
          Instant slot = Instant.EPOCH;
          boolean byHand;
          Instant firedAt = Instant.EPOCH;
          List<Firing.Started> jobs = List.of();
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "slot" -> found.slot = in.time();
            case "by_hand" -> found.byHand = in.flag();
            case "fired_at" -> found.firedAt = in.time();
            case "jobs" -> found.jobs = in.list(Integer.MAX_VALUE, () -> started(in));
            default -> throw in.unread(field);
          }
        });
    return new Firing(found.slot, found.byHand, found.firedAt, found.jobs);
  }

  private static Firing.Started started(JsonIn in) {
    var found =
        new Object() {
          String id = "";
          String queue = "";
          State state = State.QUEUED;
        };
    in.object(
        STARTED,
        field -> {
          switch (field) {
            case "id" -> found.id = in.text();
            case "queue" -> found.queue = in.text();
            case "state" -> found.state = in.word(State.class);
            default -> throw in.unread(field);
          }
        });
    JobId id = in.checked(() -> JobId.parse(found.id));
    return new Firing.Started(id, found.queue, found.state);
  }

  public static void write(JsonOut out, Firing firing) {
    out.time("slot", firing.slot());
    out.flag("by_hand", firing.byHand());
    out.time("fired_at", firing.firedAt());
    out.objects(
        "jobs",
        firing.jobs(),
        (fields, job) -> {
          fields.text("id", job.id().toString());
          fields.text("queue", job.queue());
          fields.word("state", job.state());
        });
  }
}
