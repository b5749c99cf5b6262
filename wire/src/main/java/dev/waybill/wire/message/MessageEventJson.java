package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.map;

import dev.waybill.Page;
import dev.waybill.message.MessageEvent;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.Map;

public final class MessageEventJson {

  private static final int DETAILS = 64;

  private static final Fields<MessageEvent> FIELDS =
      Fields.of("MessageEvent", "Something that happened to a message.");
  private static final Slot.Whole SEQUENCE =
      FIELDS.whole("sequence", MessageEvent::sequence, "Grows in the order of recording.");
  private static final Slot.Count ATTEMPT =
      FIELDS.count("attempt_no", MessageEvent::attempt, "Number of the attempt.");
  private static final Slot.Of<String> TYPE =
      FIELDS.text("type", MessageEvent::type, "Such as `HandoffAccepted`.");
  private static final Slot.Of<Instant> AT =
      FIELDS.required("at", TIME, MessageEvent::at, "When it happened.");
  private static final Slot.Of<Map<String, String>> DETAILS_OF =
      FIELDS.or(
          Map.of(),
          "details",
          map(TEXT, DETAILS),
          event -> event.details().isEmpty() ? null : event.details(),
          "Such as `provider_key`, `provider_msg_id` and `error`.");

  public static final Document<MessageEvent> DOCUMENT =
      FIELDS.make(
          in ->
              new MessageEvent(
                  in.get(SEQUENCE), in.get(ATTEMPT), in.get(TYPE), in.get(AT), in.get(DETAILS_OF)));

  public static final Document<Page<MessageEvent>> PAGE = PageJson.of(DOCUMENT);

  private MessageEventJson() {}
}
