package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.NewJob;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Timing;
import dev.waybill.schedule.Upcoming;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class ScheduleStatusJson {

  public static final Shape SHAPE =
      Shape.of(
          "ScheduleStatus",
          "How a schedule stands.",
          required("schedule", new Shape.Part(DefinedScheduleJson.SHAPE), "What it is."),
          required("upcoming", items(UpcomingJson.SHAPE), "The next firings, ten at most."),
          required("last", items(FiringJson.SHAPE), "The last firings, newest first."),
          required("skipped", new Shape.Entries(WHOLE), "How many slots did not fire, by reason."),
          required("last_skipped", items(SkippedJson.SHAPE), "The last of them, newest first."),
          optional("queued", TIME, "The slot that waits for the run before it to end."),
          optional(
              "warnings",
              new Shape.Items(TEXT),
              "Problems that do not stop it from being kept, such as a topic that does not"
                  + " exist."));

  private static final int MOST = 1_000;

  private static final Schedule NONE =
      Schedule.builder(
              "", Timing.every(Duration.ofSeconds(1)), new Action.StartJob(NewJob.of("", "")))
          .build();

  private ScheduleStatusJson() {}

  private static Shape.Kind items(Shape shape) {
    return new Shape.Items(new Shape.Part(shape));
  }

  public static ScheduleStatus read(JsonIn in) {
    var found =
        new Object() {
          DefinedSchedule schedule =
              new DefinedSchedule(NONE, 0, Instant.EPOCH, Instant.EPOCH, null);
          List<Upcoming> upcoming = List.of();
          List<Firing> last = List.of();
          Map<Skipped.Reason, Long> skipped = Map.of();
          List<Skipped> lastSkipped = List.of();
          @Nullable Instant queued;
          List<String> warnings = List.of();
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "schedule" -> found.schedule = DefinedScheduleJson.read(in);
            case "upcoming" -> found.upcoming = in.list(MOST, () -> UpcomingJson.read(in));
            case "last" -> found.last = in.list(MOST, () -> FiringJson.read(in));
            case "skipped" -> found.skipped = counts(in);
            case "last_skipped" -> found.lastSkipped = in.list(MOST, () -> SkippedJson.read(in));
            case "queued" -> found.queued = in.time();
            case "warnings" -> found.warnings = in.list(MOST, in::text);
            default -> throw in.unread(field);
          }
        });
    return new ScheduleStatus(
        found.schedule,
        found.upcoming,
        found.last,
        found.skipped,
        found.lastSkipped,
        found.queued,
        found.warnings);
  }

  private static Map<Skipped.Reason, Long> counts(JsonIn in) {
    Map<Skipped.Reason, Long> counts = new EnumMap<>(Skipped.Reason.class);
    in.entries(MOST, () -> in.whole(0, Long.MAX_VALUE))
        .forEach((word, count) -> counts.put(reason(in, word), count));
    return counts;
  }

  private static Skipped.Reason reason(JsonIn in, String word) {
    try {
      return Skipped.Reason.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw in.error("invalid_value", "must be reasons such as missed; one is " + word);
    }
  }

  public static void write(JsonOut out, ScheduleStatus status) {
    out.object("schedule", fields -> DefinedScheduleJson.write(fields, status.definition()));
    out.objects("upcoming", status.upcoming(), UpcomingJson::write);
    out.objects("last", status.last(), FiringJson::write);
    out.object(
        "skipped",
        fields ->
            counted(status).forEach((reason, count) -> fields.number(EnumWords.of(reason), count)));
    out.objects("last_skipped", status.lastSkipped(), SkippedJson::write);
    out.time("queued", status.queued());
    if (!status.warnings().isEmpty()) {
      out.texts("warnings", status.warnings());
    }
  }

  /// In the order of the reasons.
  private static Map<Skipped.Reason, Long> counted(ScheduleStatus status) {
    Map<Skipped.Reason, Long> counts = new EnumMap<>(Skipped.Reason.class);
    counts.putAll(status.skipped());
    return counts;
  }
}
