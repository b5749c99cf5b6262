package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.FLAG;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.as;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.MessageHook;
import dev.waybill.message.NewMessageHook;
import dev.waybill.wire.DefinitionsJson;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

public final class MessageHookJson {

  private static final int TYPES = MessageEventType.values().length;
  private static final String EVENTS = "Types of events to send; none for all.";

  /// The name of an event, such as `HandoffAccepted`.
  public static final Codec<MessageEventType> TYPE =
      as(TEXT, MessageHookJson::type, MessageEventType::eventName);

  private static final Fields<NewMessageHook> NEW_FIELDS =
      Fields.of("NewMessageHook", "An endpoint to tell of the events of messages.");
  private static final Slot.Of<String> NEW_URL =
      NEW_FIELDS.text("url", NewMessageHook::url, "Called with `POST`.");
  private static final Slot.Maybe<String> NEW_SECRET =
      NEW_FIELDS.optional(
          "secret",
          TEXT,
          NewMessageHook::secret,
          "Signs the calls: `whsec_` and Base64. Without it the hook keeps its secret, or gets"
              + " one.");
  private static final Slot.Of<List<MessageEventType>> NEW_EVENTS =
      NEW_FIELDS.some("events", TYPE, TYPES, hook -> sorted(hook.events()), EVENTS);
  private static final Slot.Of<Boolean> NEW_ENABLED =
      NEW_FIELDS.or(true, "enabled", FLAG, NewMessageHook::enabled, "Default true.");

  /// A hook without its name, which is part of the path.
  public static final Document<NewMessageHook> NEW =
      NEW_FIELDS.make(
          in ->
              new NewMessageHook(
                  in.get(NEW_URL),
                  in.get(NEW_SECRET),
                  Set.copyOf(in.get(NEW_EVENTS)),
                  in.get(NEW_ENABLED)));

  private static final Fields<MessageHook> FIELDS =
      Fields.of("MessageHook", "An endpoint that receives the events of messages.");
  private static final Slot.Of<String> NAME = FIELDS.text("name", MessageHook::name, "Its name.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, MessageHook::createdAt, "When it was created.");
  private static final Slot.Of<String> URL =
      FIELDS.text("url", MessageHook::url, "Called with `POST`.");
  private static final Slot.Of<List<MessageEventType>> TYPES_SENT =
      FIELDS.some("events", TYPE, TYPES, hook -> sorted(hook.events()), EVENTS);
  private static final Slot.Of<Boolean> ENABLED =
      FIELDS.required("enabled", FLAG, MessageHook::enabled, "Whether events are sent.");
  private static final Slot.Maybe<String> SECRET =
      FIELDS.optional(
          "secret", TEXT, MessageHook::secret, "Only in the answer to the call that made it.");
  private static final Slot.Maybe<String> DISABLED_BECAUSE =
      FIELDS.optional(
          "disabled_because",
          TEXT,
          MessageHook::disabledBecause,
          "Why the endpoint gets nothing for now.");

  public static final Document<MessageHook> DOCUMENT =
      FIELDS.make(
          in ->
              new MessageHook(
                  in.get(NAME),
                  in.get(CREATED_AT),
                  new NewMessageHook(
                      in.get(URL), in.get(SECRET), Set.copyOf(in.get(TYPES_SENT)), in.get(ENABLED)),
                  in.get(DISABLED_BECAUSE)));

  public static final Document<DefinitionsJson.Listed<MessageHook>> LIST =
      DefinitionsJson.of("MessageHookList", DOCUMENT);

  private MessageHookJson() {}

  private static List<MessageEventType> sorted(Collection<MessageEventType> types) {
    return types.stream().sorted().toList();
  }

  private static MessageEventType type(String name) {
    return MessageEventType.named(name)
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT, "there is no event " + Text.quote(name)));
  }
}
