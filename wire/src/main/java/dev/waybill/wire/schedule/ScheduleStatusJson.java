package dev.waybill.wire.schedule;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Upcoming;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;
import java.util.Map;

public final class ScheduleStatusJson {

  private static final int MOST = 1_000;

  private static final Fields<ScheduleStatus> FIELDS =
      Fields.of("ScheduleStatus", "A schedule with its past and future firings.");
  private static final Slot.Of<DefinedSchedule> SCHEDULE =
      FIELDS.required(
          "schedule", DefinedScheduleJson.DOCUMENT, ScheduleStatus::definition, "The schedule.");
  private static final Slot.Of<List<Upcoming>> UPCOMING =
      FIELDS.required(
          "upcoming",
          list(UpcomingJson.DOCUMENT, MOST),
          ScheduleStatus::upcoming,
          "The next firings, ten at most.");
  private static final Slot.Of<List<Firing>> LAST =
      FIELDS.required(
          "last",
          list(FiringJson.DOCUMENT, MOST),
          ScheduleStatus::last,
          "The last firings, newest first.");
  private static final Slot.Of<Map<Skipped.Reason, Long>> SKIPPED =
      FIELDS.required(
          "skipped",
          SkippedJson.COUNTS,
          ScheduleStatus::skipped,
          "Number of slots that did not fire, by reason.");
  private static final Slot.Of<List<Skipped>> LAST_SKIPPED =
      FIELDS.required(
          "last_skipped",
          list(SkippedJson.DOCUMENT, MOST),
          ScheduleStatus::lastSkipped,
          "The last slots that did not fire, newest first.");
  private static final Slot.Maybe<Instant> QUEUED =
      FIELDS.optional(
          "queued",
          TIME,
          ScheduleStatus::queued,
          "The slot that waits for the previous run to finish.");
  private static final Slot.Of<List<String>> WARNINGS =
      FIELDS.some(
          "warnings",
          TEXT,
          MOST,
          ScheduleStatus::warnings,
          "Problems that do not stop it from being stored, such as a topic that does not exist.");

  public static final Document<ScheduleStatus> DOCUMENT =
      FIELDS.make(
          in ->
              new ScheduleStatus(
                  in.get(SCHEDULE),
                  in.get(UPCOMING),
                  in.get(LAST),
                  new ScheduleStatus.Skips(in.get(SKIPPED), in.get(LAST_SKIPPED)),
                  in.get(QUEUED),
                  in.get(WARNINGS)));

  private ScheduleStatusJson() {}
}
