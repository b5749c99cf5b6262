package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.TOKEN;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.NewEvent;
import dev.waybill.TaskToken;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;

/// Events that a worker publishes under its lease.
public record AttemptEventsJson(TaskToken token, List<NewEvent> events) {

  private static final Fields<AttemptEventsJson> FIELDS =
      Fields.of("Publish", "Events of one attempt.");
  private static final Slot.Of<TaskToken> LEASE =
      FIELDS.required("token", TOKEN, AttemptEventsJson::token, "Token of the lease.");
  private static final Slot.Of<List<NewEvent>> EVENTS =
      FIELDS.required(
          "events",
          list(NewEventJson.DOCUMENT, Limits.EVENTS_PER_CALL),
          AttemptEventsJson::events,
          "Up to 1000.");

  public static final Document<AttemptEventsJson> DOCUMENT =
      FIELDS.make(in -> new AttemptEventsJson(in.get(LEASE), in.get(EVENTS)));

  public AttemptEventsJson {
    events = List.copyOf(events);
  }
}
