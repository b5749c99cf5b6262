package dev.waybill.cli.export;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.message.MessageEvent;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An event of a job or of a message. That of a job is the same document as in the HTTP API.
record EventRow(
    @Nullable JobId job,
    @Nullable String message,
    int attempt,
    long sequence,
    String type,
    Instant at,
    Payload data) {

  private static final Fields<EventRow> FIELDS =
      Fields.of("ExportedEvent", "An event of a job or of a message.");
  private static final Slot.Maybe<JobId> JOB =
      FIELDS.optional("job", JOB_ID, EventRow::job, "ID of the job.");
  private static final Slot.Maybe<String> MESSAGE =
      FIELDS.optional("message_id", TEXT, EventRow::message, "ID of the message.");
  private static final Slot.Count ATTEMPT =
      FIELDS.count("attempt", EventRow::attempt, "Number of the attempt.");
  private static final Slot.Whole SEQUENCE =
      FIELDS.whole("sequence", EventRow::sequence, "Grows in the order of the events.");
  private static final Slot.Of<String> TYPE =
      FIELDS.text("type", EventRow::type, "Type of the event.");
  private static final Slot.Of<Instant> AT =
      FIELDS.required("at", TIME, EventRow::at, "When it happened.");
  private static final Slot.Maybe<Payload> DATA =
      FIELDS.payload(
          "data",
          event -> event.data().size() == 0 ? null : event.data(),
          "Data of the event, if it is JSON.",
          "Data of the event, otherwise.");

  static final Document<EventRow> DOCUMENT =
      FIELDS.make(
          in ->
              new EventRow(
                  in.get(JOB),
                  in.get(MESSAGE),
                  in.get(ATTEMPT),
                  in.get(SEQUENCE),
                  in.get(TYPE),
                  in.get(AT),
                  in.get(DATA, Payload.empty())));

  static EventRow of(JobEvent event) {
    return new EventRow(
        event.job(),
        null,
        event.attempt(),
        event.sequence(),
        event.type(),
        event.at(),
        event.data());
  }

  static EventRow of(String message, MessageEvent event) {
    Payload details =
        event.details().isEmpty() ? Payload.empty() : Payload.wrap(JsonOut.tree(event.details()));
    return new EventRow(
        null, message, event.attempt(), event.sequence(), event.type(), event.at(), details);
  }
}
