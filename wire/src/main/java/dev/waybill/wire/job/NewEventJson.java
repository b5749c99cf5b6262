package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.NewEvent;
import dev.waybill.Payload;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;

public final class NewEventJson {

  private static final Fields<NewEvent> FIELDS =
      Fields.of("NewEvent", "An event that a worker publishes while a job runs.");
  private static final Slot.Whole SEQUENCE =
      FIELDS.whole(
          "sequence", NewEvent::sequence, "Chosen by the worker; grows within one attempt.");
  private static final Slot.Of<String> TYPE =
      FIELDS.text("type", NewEvent::type, "Type of the event.");
  private static final Slot.Maybe<Instant> AT =
      FIELDS.optional(
          "at", TIME, NewEvent::at, "When it happened; default is the time of storage.");
  private static final Slot.Maybe<Payload> DATA =
      FIELDS.payload(
          "data",
          event -> event.data().size() == 0 ? null : event.data(),
          "Any JSON value, up to 64 KiB.",
          "Any bytes; not together with `data`.");

  public static final Document<NewEvent> DOCUMENT =
      FIELDS.make(
          in ->
              new NewEvent(
                  in.get(SEQUENCE), in.get(TYPE), in.get(AT), in.get(DATA, Payload.empty())));

  private NewEventJson() {}
}
