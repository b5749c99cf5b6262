package dev.waybill.wire.schedule;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.list;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.schedule.Firing;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;

public final class FiringJson {

  private static final Fields<Firing.Started> JOB =
      Fields.of("StartedJob", "A job that a schedule started.");
  private static final Slot.Of<JobId> ID =
      JOB.required("id", JOB_ID, Firing.Started::id, "ID of the job.");
  private static final Slot.Of<String> QUEUE =
      JOB.text("queue", Firing.Started::queue, "Queue of the job.");
  private static final Slot.Of<State> STATE =
      JOB.required("state", word(State.class), Firing.Started::state, "State of the job.");

  private static final Document<Firing.Started> STARTED =
      JOB.make(in -> new Firing.Started(in.get(ID), in.get(QUEUE), in.get(STATE)));

  private static final Fields<Firing> FIELDS = Fields.of("Firing", "One firing of a schedule.");
  private static final Slot.Of<Instant> SLOT =
      FIELDS.required("slot", TIME, Firing::slot, "The planned time, or the time of a manual run.");
  private static final Slot.Flag BY_HAND =
      FIELDS.flag("by_hand", Firing::byHand, "Whether it was started manually.");
  private static final Slot.Of<Instant> FIRED_AT =
      FIELDS.required("fired_at", TIME, Firing::firedAt, "When its first job was enqueued.");
  private static final Slot.Of<List<Firing.Started>> JOBS =
      FIELDS.required(
          "jobs", list(STARTED, Integer.MAX_VALUE), Firing::jobs, "The jobs it started.");

  public static final Document<Firing> DOCUMENT =
      FIELDS.make(in -> new Firing(in.get(SLOT), in.get(BY_HAND), in.get(FIRED_AT), in.get(JOBS)));

  public static final Document<Page<Firing>> PAGE = PageJson.of(DOCUMENT);

  private FiringJson() {}
}
