package dev.waybill.messages.send;

import dev.waybill.message.MessageFilter.Field;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Fact;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The entry of one message in the search index. It starts with the command, or with what the index
/// has, and takes in facts in the order of the ledger. A fact that it has taken in before changes
/// nothing.
final class MessageEntry {

  static final String SUBJECT = "subject";
  static final String CORRELATION_ID = "correlation_id";
  static final String LAST_EVENT_AT = "last_event_at";
  static final String TAG_PREFIX = "tag:";

  private static final String ATTEMPT = "attempt";

  /// Fields and details that stay when the message is erased.
  private static final List<String> IMPERSONAL_FIELDS =
      List.of(Field.CHANNEL.word(), Field.PROVIDER_KEY.word(), Field.PROVIDER_MSG_ID.word());

  private static final List<String> IMPERSONAL_DETAILS = List.of(ATTEMPT, LAST_EVENT_AT);

  private final Catalog.EntryKey key;
  private final Instant at;
  private final Map<String, String> fields;
  private final Map<String, String> details;
  private @Nullable String text;

  private MessageEntry(
      Catalog.EntryKey key, Instant at, Map<String, String> fields, Map<String, String> details) {
    this.key = key;
    this.at = at;
    this.fields = new HashMap<>(fields);
    this.details = new HashMap<>(details);
  }

  /// A message that is new in the index.
  ///
  /// @param request null if the message is erased
  static MessageEntry created(Catalog.EntryKey key, Fact command, @Nullable NewMessage request) {
    MessageEntry entry = new MessageEntry(key, command.at(), Map.of(), Map.of());
    Map<String, String> said = EventDetails.read(command.data());
    put(entry.fields, Field.CHANNEL.word(), said.get(EventDetails.CHANNEL));
    if (request != null) {
      entry.describe(request);
      put(entry.details, EventDetails.BODY_REF, said.get(EventDetails.BODY_REF));
    }
    entry.text = request == null ? "" : MessageWords.of(request);
    return entry;
  }

  private void describe(NewMessage request) {
    put(fields, Field.RECIPIENT.word(), request.recipient());
    put(fields, Field.CAMPAIGN.word(), request.metadata().campaign());
    request.metadata().tags().forEach(tag -> fields.put(TAG_PREFIX + tag, tag));
    put(details, SUBJECT, request.subject());
    put(details, CORRELATION_ID, request.correlationId());
  }

  /// A message that is in the index.
  static MessageEntry known(Catalog.Entry entry) {
    return new MessageEntry(entry.key(), entry.at(), entry.fields(), entry.details());
  }

  /// Takes in an event: the provider of the last attempt, and when something happened last.
  void add(Fact event) {
    if (event.key().kind().equals(Retention.HANDOFF) && event.attempt() > attempt()) {
      details.put(ATTEMPT, Integer.toString(event.attempt()));
      fields.remove(Field.PROVIDER_KEY.word());
      fields.remove(Field.PROVIDER_MSG_ID.word());
    }
    if (event.attempt() == attempt() && saysMore(event)) {
      Map<String, String> said = EventDetails.read(event.data());
      putFirst(Field.PROVIDER_KEY, said.get(EventDetails.PROVIDER_KEY));
      putFirst(Field.PROVIDER_MSG_ID, said.get(EventDetails.PROVIDER_MSG_ID));
    }
    String last = details.get(LAST_EVENT_AT);
    if (last == null || event.at().isAfter(Instant.parse(last))) {
      details.put(LAST_EVENT_AT, event.at().toString());
    }
  }

  /// Most events of a message name no provider.
  private static boolean saysMore(Fact event) {
    return !event.key().kind().equals(Retention.COMMANDS)
        && event.data().size() > EventDetails.PROVIDER_KEY.length();
  }

  private int attempt() {
    return Integer.parseInt(details.getOrDefault(ATTEMPT, "0"));
  }

  private void putFirst(Field field, @Nullable String value) {
    if (!fields.containsKey(field.word())) {
      put(fields, field.word(), value);
    }
  }

  private static void put(Map<String, String> values, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      values.put(name, value);
    }
  }

  /// Removes everything personal.
  void erase() {
    fields.keySet().retainAll(IMPERSONAL_FIELDS);
    details.keySet().retainAll(IMPERSONAL_DETAILS);
    text = "";
  }

  /// True if the index has this entry already.
  boolean isSame(Catalog.@Nullable Entry other) {
    return other != null
        && keepsText()
        && other.fields().equals(fields)
        && other.details().equals(details);
  }

  /// True if the index has its words already.
  boolean keepsText() {
    return text == null;
  }

  Catalog.Entry entry() {
    return new Catalog.Entry(key, at, fields, details, text == null ? "" : text);
  }
}
