package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.required;

import dev.waybill.schedule.Upcoming;
import java.time.Instant;

public final class UpcomingJson {

  public static final Shape SHAPE =
      Shape.of(
          "Upcoming",
          "A firing to come.",
          required("slot", TIME, "The time the schedule says."),
          required("at", TIME, "The time it fires, later by the jitter of this slot."));

  private UpcomingJson() {}

  public static Upcoming read(JsonIn in) {
    var found =
        new Object() {
          Instant slot = Instant.EPOCH;
          Instant at = Instant.EPOCH;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "slot" -> found.slot = in.time();
            case "at" -> found.at = in.time();
            default -> throw in.unread(field);
          }
        });
    return new Upcoming(found.slot, found.at);
  }

  public static void write(JsonOut out, Upcoming upcoming) {
    out.time("slot", upcoming.slot());
    out.time("at", upcoming.at());
  }
}
