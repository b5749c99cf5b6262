package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import java.time.Instant;

public final class JobEventJson {

  private static final Fields<JobEvent> FIELDS =
      Fields.of("JobEvent", "A stored event, identified by job, attempt and sequence.");
  private static final Slot.Of<JobId> JOB =
      FIELDS.required("job", JOB_ID, JobEvent::job, "ID of the job.");
  private static final Slot.Count ATTEMPT =
      FIELDS.count("attempt", JobEvent::attempt, "Attempt that published it.");
  private static final Slot.Whole SEQUENCE =
      FIELDS.whole("sequence", JobEvent::sequence, "Grows within one attempt.");
  private static final Slot.Of<String> TYPE =
      FIELDS.text("type", JobEvent::type, "Type of the event.");
  private static final Slot.Of<Instant> AT =
      FIELDS.required("at", TIME, JobEvent::at, "When it happened.");
  private static final Slot.Maybe<Payload> DATA =
      FIELDS.payload(
          "data",
          event -> event.data().size() == 0 ? null : event.data(),
          "Data of the event, if it is JSON.",
          "Data of the event, otherwise.");

  public static final Document<JobEvent> DOCUMENT =
      FIELDS.make(
          in ->
              new JobEvent(
                  in.get(JOB),
                  in.get(ATTEMPT),
                  in.get(SEQUENCE),
                  in.get(TYPE),
                  in.get(AT),
                  in.get(DATA, Payload.empty())));

  public static final Document<Page<JobEvent>> PAGE = PageJson.of(DOCUMENT);

  private JobEventJson() {}
}
