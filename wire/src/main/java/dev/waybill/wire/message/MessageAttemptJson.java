package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.message.HandoffState;
import dev.waybill.message.MessageAttempt;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

public final class MessageAttemptJson {

  private static final Fields<MessageAttempt> FIELDS =
      Fields.of("MessageAttempt", "One attempt to hand a message to a provider.");
  private static final Slot.Count NUMBER =
      FIELDS.count("attempt_no", MessageAttempt::number, "Number of the attempt.");
  private static final Slot.Of<String> ID =
      FIELDS.text("attempt_id", MessageAttempt::attemptId, "Idempotency key for the provider.");
  private static final Slot.Of<HandoffState> STATE =
      FIELDS.required("state", word(HandoffState.class), MessageAttempt::state, "How far it is.");
  private static final Slot.Maybe<String> PROVIDER_KEY =
      FIELDS.optional(
          "provider_key", TEXT, attempt -> provider(attempt, false), "Provider of the attempt.");
  private static final Slot.Maybe<String> PROVIDER_MSG_ID =
      FIELDS.optional(
          "provider_msg_id", TEXT, attempt -> provider(attempt, true), "ID at the provider.");
  private static final Slot.Maybe<Instant> STARTED_AT =
      FIELDS.optional("started_at", TIME, MessageAttempt::startedAt, "When it was started.");
  private static final Slot.Maybe<String> ERROR =
      FIELDS.optional("error", TEXT, MessageAttempt::error, "Why it failed.");

  public static final Document<MessageAttempt> DOCUMENT = FIELDS.make(MessageAttemptJson::attempt);

  private MessageAttemptJson() {}

  private static @Nullable String provider(MessageAttempt attempt, boolean id) {
    MessageAttempt.Provider provider = attempt.provider();
    if (provider == null) {
      return null;
    }
    return id ? provider.messageId() : provider.key();
  }

  private static MessageAttempt attempt(Values in) {
    String key = in.get(PROVIDER_KEY);
    return new MessageAttempt(
        in.get(NUMBER),
        in.get(ID),
        in.get(STATE),
        key == null ? null : new MessageAttempt.Provider(key, in.get(PROVIDER_MSG_ID)),
        in.get(STARTED_AT),
        in.get(ERROR));
  }
}
