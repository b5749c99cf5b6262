package dev.waybill.wire.schedule;

import static dev.waybill.wire.json.Codecs.FLAG;
import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.schedule.Action;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Timing;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Duration;
import java.time.Instant;

public final class ScheduleJson {

  static final String SUMMARY = "An action and its times.";

  private static final Fields<Schedule> FIELDS = Fields.of("ScheduleDefinition", SUMMARY);
  private static final Slot.Included<Timing> TIMING =
      FIELDS.include(TimingJson.DOCUMENT, Schedule::timing);
  private static final Slot.Of<Action> ACTION =
      FIELDS.required("action", ActionJson.DOCUMENT, Schedule::action, "The action of each slot.");
  private static final Slot.Of<Duration> JITTER =
      FIELDS.or(
          Duration.ZERO,
          "jitter",
          SPAN,
          schedule -> schedule.jitter().isZero() ? null : schedule.jitter(),
          "Each slot fires later by up to this much; default PT0S.");
  private static final Slot.Of<Overlap> OVERLAP =
      FIELDS.or(
          Overlap.ALLOW,
          "overlap",
          word(Overlap.class),
          Schedule::overlap,
          "What to do while the previous run is active; default `allow`.");
  private static final Slot.Of<CatchUp> CATCH_UP =
      FIELDS.or(
          CatchUp.DEFAULT,
          "catch_up",
          CatchUpJson.DOCUMENT,
          Schedule::catchUp,
          "What to do with missed slots; default is to fire the last one within the hour.");
  private static final Slot.Maybe<Instant> START_AT =
      FIELDS.optional("start_at", TIME, Schedule::startAt, "Slots before this time do not fire.");
  private static final Slot.Maybe<Instant> END_AT =
      FIELDS.optional("end_at", TIME, Schedule::endAt, "Slots at this time and later do not fire.");
  private static final Slot.Of<Boolean> PAUSED =
      FIELDS.or(
          false,
          "paused",
          FLAG,
          Schedule::paused,
          "A paused schedule does not fire until it is resumed; default false.");
  private static final Slot.Of<String> DESCRIPTION =
      FIELDS.or(
          "",
          "description",
          TEXT,
          schedule -> schedule.description().isEmpty() ? null : schedule.description(),
          "For people, up to 1,000 characters.");

  /// A schedule without its name, which is part of the path.
  public static final Document<Schedule> DEFINITION =
      FIELDS.make(
          in ->
              Schedule.builder("", in.get(TIMING), in.get(ACTION))
                  .description(in.get(DESCRIPTION))
                  .jitter(in.get(JITTER))
                  .overlap(in.get(OVERLAP))
                  .catchUp(in.get(CATCH_UP))
                  .startAt(in.get(START_AT))
                  .endAt(in.get(END_AT))
                  .paused(in.get(PAUSED))
                  .build());

  public static final Document<Schedule> DOCUMENT = named();

  /// A schedule to preview. Its name affects only the jitter.
  public static final Document<Schedule> PREVIEW = preview();

  private ScheduleJson() {}

  private static Document<Schedule> named() {
    Fields<Schedule> fields = Fields.of("NamedSchedule", SUMMARY);
    var name = fields.text("name", Schedule::name, "Unique in its tenant, up to 100 characters.");
    var rest = fields.include(DEFINITION, schedule -> schedule);
    return fields.make(in -> in.get(rest).withName(in.get(name)));
  }

  private static Document<Schedule> preview() {
    Fields<Schedule> fields = Fields.of("SchedulePreview", "A schedule to preview.");
    var name = fields.or("preview", "name", TEXT, Schedule::name, "Its name; default `preview`.");
    var rest = fields.include(DEFINITION, schedule -> schedule);
    return fields.make(in -> in.get(rest).withName(in.get(name)));
  }
}
