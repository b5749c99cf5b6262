package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import java.util.List;

public final class EnqueueResultJson {

  private static final Fields<Enqueued> JOB = Fields.of("Enqueued", "A job that was enqueued.");
  private static final Slot.Of<JobId> ID =
      JOB.required("id", JOB_ID, Enqueued::id, "ID of the job.");
  private static final Slot.Of<State> STATE =
      JOB.required("state", word(State.class), Enqueued::state, "State of the job.");
  private static final Slot.Of<Instant> CREATED_AT =
      JOB.required("created_at", TIME, Enqueued::createdAt, "When it was accepted.");
  private static final Slot.Flag DUPLICATE =
      JOB.flag(
          "duplicate", Enqueued::duplicate, "The request ID is known: this is the earlier job.");

  private static final Fields<EnqueueResult> FIELDS =
      Fields.of("EnqueueResult", "The job that was enqueued, or `error`.");
  private static final Slot.Included<Enqueued> ENQUEUED =
      FIELDS.includeSome(
          JOB.make(
              in -> new Enqueued(in.get(ID), in.get(STATE), in.get(CREATED_AT), in.get(DUPLICATE))),
          result -> result instanceof Enqueued enqueued ? enqueued : null);
  private static final Slot.Maybe<Refused> ERROR =
      RefusedJson.field(FIELDS, result -> result instanceof Refused refused ? refused : null);

  public static final Document<EnqueueResult> DOCUMENT = FIELDS.make(EnqueueResultJson::result);

  public static final Document<List<EnqueueResult>> LIST =
      ListJson.of(
          "EnqueueResults",
          "One result per job, in order. A refused job does not affect the others.",
          "results",
          DOCUMENT,
          Integer.MAX_VALUE);

  private EnqueueResultJson() {}

  private static EnqueueResult result(Values in) {
    Refused refused = in.get(ERROR);
    return refused != null ? refused : in.get(ENQUEUED);
  }
}
