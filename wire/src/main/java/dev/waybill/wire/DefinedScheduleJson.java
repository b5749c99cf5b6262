package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.schedule.DefinedSchedule;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A schedule as it is kept.
public final class DefinedScheduleJson {

  public static final Shape SHAPE =
      ScheduleJson.named(
          "Schedule",
          List.of(
              required("version", WHOLE, "1 at first, one more with each change."),
              required("created_at", TIME, "When it was made."),
              required("changed_at", TIME, "When it was last changed."),
              optional("next_at", TIME, "When it fires next; not there where it does not.")));

  private DefinedScheduleJson() {}

  public static DefinedSchedule read(JsonIn in) {
    var found =
        new Object() {
          final ScheduleJson.Found schedule = new ScheduleJson.Found("");
          int version;
          Instant createdAt = Instant.EPOCH;
          Instant changedAt = Instant.EPOCH;
          @Nullable Instant next;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "version" -> found.version = in.count();
            case "created_at" -> found.createdAt = in.time();
            case "changed_at" -> found.changedAt = in.time();
            case "next_at" -> found.next = in.time();
            default -> found.schedule.read(in, field);
          }
        });
    return new DefinedSchedule(
        found.schedule.schedule(in), found.version, found.createdAt, found.changedAt, found.next);
  }

  public static void write(JsonOut out, DefinedSchedule defined) {
    ScheduleJson.write(out, defined.schedule());
    out.number("version", defined.version());
    out.time("created_at", defined.createdAt());
    out.time("changed_at", defined.changedAt());
    out.time("next_at", defined.next());
  }
}
