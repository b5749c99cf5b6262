package dev.waybill.wire.schedule;

import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.Page;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Schedule;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import java.time.Instant;

public final class DefinedScheduleJson {

  private static final Fields<DefinedSchedule> FIELDS = Fields.of("Schedule", ScheduleJson.SUMMARY);
  private static final Slot.Included<Schedule> SCHEDULE =
      FIELDS.include(ScheduleJson.DOCUMENT, DefinedSchedule::schedule);
  private static final Slot.Count VERSION =
      FIELDS.count("version", DefinedSchedule::version, "1 at first, incremented by each change.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, DefinedSchedule::createdAt, "When it was created.");
  private static final Slot.Of<Instant> CHANGED_AT =
      FIELDS.required("changed_at", TIME, DefinedSchedule::changedAt, "When it last changed.");
  private static final Slot.Maybe<Instant> NEXT_AT =
      FIELDS.optional(
          "next_at", TIME, DefinedSchedule::next, "When it fires next; absent if it does not.");

  public static final Document<DefinedSchedule> DOCUMENT =
      FIELDS.make(
          in ->
              new DefinedSchedule(
                  in.get(SCHEDULE),
                  in.get(VERSION),
                  in.get(CREATED_AT),
                  in.get(CHANGED_AT),
                  in.get(NEXT_AT)));

  public static final Document<Page<DefinedSchedule>> PAGE = PageJson.of(DOCUMENT);

  private DefinedScheduleJson() {}
}
