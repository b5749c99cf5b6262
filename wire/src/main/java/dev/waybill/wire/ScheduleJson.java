package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.NewJob;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Timing;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// What is to be done, and when.
public final class ScheduleJson {

  static final List<Shape.Field> FIELDS =
      Stream.concat(
              TimingFields.FIELDS.stream(),
              Stream.of(
                  required("action", new Shape.Part(ActionJson.SHAPE), "What each slot does."),
                  optional("jitter", SPAN, "Each slot fires later by up to this much; PT0S."),
                  optional(
                      "overlap",
                      Shape.Words.of(Overlap.class),
                      "What happens while the run before goes on; `allow`."),
                  optional(
                      "catch_up",
                      new Shape.Part(CatchUpJson.SHAPE),
                      "What becomes of slots that were missed; the last one within the hour."),
                  optional("start_at", TIME, "Slots before this time do not count."),
                  optional("end_at", TIME, "Slots at this time and later do not count."),
                  optional("paused", FLAG, "It does not fire until it is resumed; false."),
                  optional("description", TEXT, "For people, up to 1,000 characters.")))
          .toList();

  /// What can be said of a schedule whose name stands elsewhere.
  public static final Shape DEFINITION =
      new Shape("ScheduleDefinition", "What is to be done, and when.", FIELDS);

  public static final Shape SHAPE = named("NamedSchedule", List.of());

  /// What would be; the name is of account only because it decides about jitter.
  public static final Shape PREVIEW =
      new Shape(
          "SchedulePreview",
          "What would be done, and when.",
          Stream.concat(
                  Stream.of(optional("name", TEXT, "What it would be called; `preview`.")),
                  FIELDS.stream())
              .toList());

  private ScheduleJson() {}

  static Shape named(String name, List<Shape.Field> more) {
    Shape.Field field = required("name", TEXT, "Unique in its tenant, up to 100 characters.");
    List<Shape.Field> fields =
        Stream.of(List.of(field), FIELDS, more).flatMap(List::stream).toList();
    return new Shape(name, "What is to be done, and when.", fields);
  }

  public static Schedule read(JsonIn in) {
    return read(in, SHAPE, "");
  }

  public static Schedule readDefinition(JsonIn in, String name) {
    return read(in, DEFINITION, name);
  }

  public static Schedule readPreview(JsonIn in) {
    return read(in, PREVIEW, "preview");
  }

  private static Schedule read(JsonIn in, Shape shape, String name) {
    Found found = new Found(name);
    in.object(shape, field -> found.read(in, field));
    return found.schedule(in);
  }

  public static void write(JsonOut out, Schedule schedule) {
    out.text("name", schedule.name());
    writeDefinition(out, schedule);
  }

  public static void writeDefinition(JsonOut out, Schedule schedule) {
    TimingFields.write(out, schedule.timing());
    out.object("action", fields -> ActionJson.write(fields, schedule.action()));
    out.span("jitter", schedule.jitter().isZero() ? null : schedule.jitter());
    out.word("overlap", schedule.overlap());
    out.object("catch_up", fields -> CatchUpJson.write(fields, schedule.catchUp()));
    out.time("start_at", schedule.startAt());
    out.time("end_at", schedule.endAt());
    out.flag("paused", schedule.paused());
    out.text("description", schedule.description().isEmpty() ? null : schedule.description());
  }

  /// What was read so far.
  static final class Found {
    private String name;
    private final TimingFields times = new TimingFields();
    private Action action = new Action.StartJob(NewJob.of("", ""));
    private Schedule.Builder rest =
        Schedule.builder("", Timing.every(Duration.ofSeconds(1)), action);

    Found(String name) {
      this.name = name;
    }

    void read(JsonIn in, String field) {
      switch (field) {
        case "name" -> name = in.text();
        case "action" -> action = ActionJson.read(in);
        case "jitter" -> rest = rest.jitter(in.span());
        case "overlap" -> rest = rest.overlap(in.word(Overlap.class));
        case "catch_up" -> rest = rest.catchUp(CatchUpJson.read(in));
        case "start_at" -> rest = rest.startAt(in.time());
        case "end_at" -> rest = rest.endAt(in.time());
        case "paused" -> rest = rest.paused(in.flag());
        case "description" -> rest = rest.description(in.text());
        default -> {
          if (!times.read(in, field)) {
            throw in.unread(field);
          }
        }
      }
    }

    /// The builder wants the name first; in the document it may come last.
    Schedule schedule(JsonIn in) {
      Schedule read = rest.build();
      return Schedule.builder(name, times.timing(in), action)
          .description(read.description())
          .jitter(read.jitter())
          .overlap(read.overlap())
          .catchUp(read.catchUp())
          .startAt(read.startAt())
          .endAt(read.endAt())
          .paused(read.paused())
          .build();
    }
  }
}
