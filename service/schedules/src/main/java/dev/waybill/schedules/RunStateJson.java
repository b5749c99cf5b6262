package dev.waybill.schedules;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.JobId;
import dev.waybill.schedule.Skipped;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.schedule.SkippedJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;

final class RunStateJson {

  private static final int MOST = 1_000;

  private static final Fields<RunState> FIELDS =
      Fields.of("RunState", "The last decisions about a schedule.");
  private static final Slot.Maybe<Instant> SLOT =
      FIELDS.optional("slot", TIME, RunState::slot, "The last slot that fired.");
  private static final Slot.Of<List<JobId>> JOBS =
      FIELDS.required("jobs", list(JOB_ID, MOST), RunState::jobs, "The jobs that it started.");
  private static final Slot.Maybe<Instant> QUEUED =
      FIELDS.optional("queued", TIME, RunState::queued, "The slot that waits for those jobs.");
  private static final Slot.Of<Map<Skipped.Reason, Long>> SKIPPED =
      FIELDS.required(
          "skipped", SkippedJson.COUNTS, RunState::skipped, "Slots that did not fire, by reason.");
  private static final Slot.Of<List<Skipped>> RECENT =
      FIELDS.required(
          "recent", list(SkippedJson.DOCUMENT, MOST), RunState::recent, "The last of them.");

  static final Document<RunState> DOCUMENT =
      FIELDS.make(
          in ->
              new RunState(
                  in.get(SLOT), in.get(JOBS), in.get(QUEUED), in.get(SKIPPED), in.get(RECENT)));

  private RunStateJson() {}
}
