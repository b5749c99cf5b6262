package dev.waybill.messages.hooks;

import static dev.waybill.wire.json.Codecs.BASE64;
import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.Payload;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessageHook;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.message.MessageHookJson;
import java.time.Instant;

/// A hook as it is stored.
///
/// @param definition without its secret
/// @param secret encrypted with the key of the tenant
/// @param since the position in the ledger after which events are sent
record StoredHook(NewMessageHook definition, Payload secret, Instant createdAt, long since) {

  private static final Fields<StoredHook> FIELDS =
      Fields.of("StoredHook", "A hook as it is stored.");
  private static final Slot.Included<NewMessageHook> DEFINITION =
      FIELDS.include(MessageHookJson.NEW, StoredHook::definition);
  private static final Slot.Of<Payload> SEALED =
      FIELDS.required("sealed_secret", BASE64, StoredHook::secret, "The encrypted secret.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, StoredHook::createdAt, "When it was created.");
  private static final Slot.Whole SINCE =
      FIELDS.whole("since", StoredHook::since, "The position after which events are sent.");

  static final Document<StoredHook> DOCUMENT =
      FIELDS.make(
          in ->
              new StoredHook(
                  in.get(DEFINITION), in.get(SEALED), in.get(CREATED_AT), in.get(SINCE)));

  /// True for an event that was recorded after the creation of the hook.
  boolean isSince(long position) {
    return position > since;
  }

  boolean wants(MessageEventType type, long position) {
    return definition.enabled()
        && isSince(position)
        && (definition.events().isEmpty() || definition.events().contains(type));
  }
}
