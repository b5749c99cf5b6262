package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TEXT;

import dev.waybill.message.Erasure;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

public final class ErasureJson {

  private static final Fields<Erasure> FIELDS =
      Fields.of("Erasure", "Messages to erase: `recipient` or `message_ids`.");
  private static final Slot.Maybe<String> RECIPIENT =
      FIELDS.optional(
          "recipient",
          TEXT,
          ofRecipient(Erasure.OfRecipient::recipient),
          "Erase the messages to this address.");
  private static final Slot.Maybe<String> CHANNEL =
      FIELDS.optional(
          "channel",
          TEXT,
          ofRecipient(Erasure.OfRecipient::channel),
          "Only on this channel; default is every channel.");
  private static final Slot.Maybe<String> CURSOR =
      FIELDS.optional(
          "cursor",
          TEXT,
          ofRecipient(Erasure.OfRecipient::cursor),
          "`next_cursor` of the receipt before.");
  private static final Slot.Maybe<List<String>> IDS =
      FIELDS.optional(
          "message_ids",
          Codecs.list(TEXT, Limits.MESSAGES_PER_CALL),
          which -> which instanceof Erasure.OfMessages some ? some.ids() : null,
          "Erase these messages.");

  static {
    FIELDS.alternative("recipient");
    FIELDS.alternative("message_ids");
  }

  public static final Document<Erasure> DOCUMENT = FIELDS.make(ErasureJson::erasure);

  private ErasureJson() {}

  private static Function<Erasure, @Nullable String> ofRecipient(
      Function<Erasure.OfRecipient, @Nullable String> getter) {
    return which -> which instanceof Erasure.OfRecipient one ? getter.apply(one) : null;
  }

  private static Erasure erasure(Values in) {
    String recipient = in.get(RECIPIENT);
    List<String> ids = in.get(IDS);
    if (recipient != null && ids == null) {
      return new Erasure.OfRecipient(in.get(CHANNEL), recipient, in.get(CURSOR));
    }
    if (recipient == null && ids != null) {
      return new Erasure.OfMessages(ids);
    }
    throw in.error("missing_field", "set either recipient or message_ids");
  }
}
