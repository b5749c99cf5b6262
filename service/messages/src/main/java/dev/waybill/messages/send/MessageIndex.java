package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.MessageFilter.Field;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.wire.json.InvalidDocument;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Carries messages from the ledger into the search index, from the position on that the index has.
/// The index follows from the ledger alone, so it can be deleted and built again. Any number of
/// servers may work on one index: the first to reach a position moves it.
final class MessageIndex {

  private static final System.Logger LOG = System.getLogger(MessageIndex.class.getName());

  /// The feed of messages, and the kind of their entries.
  static final String FEED = "$messages";

  static final String SUBJECT = "subject";
  static final String CORRELATION_ID = "correlation_id";
  static final String TAG_PREFIX = "tag:";

  private static final int FACTS_PER_STEP = 500;
  private static final Set<String> KINDS =
      Set.of(Retention.COMMANDS, Retention.HANDOFF, Retention.PROVIDER);

  private final Ledger ledger;
  private final Catalog catalog;
  private final Function<String, MessageFacts> factsOf;
  private final MessageTemplates templates;
  private final Runnable onErased;

  /// @param factsOf the facts of a tenant
  /// @param onErased called when a message was erased, on this server or on another one
  MessageIndex(
      Ledger ledger,
      Catalog catalog,
      Function<String, MessageFacts> factsOf,
      MessageTemplates templates,
      Runnable onErased) {
    this.ledger = ledger;
    this.catalog = catalog;
    this.factsOf = factsOf;
    this.templates = templates;
    this.onErased = onErased;
  }

  /// One step; whether there may be more to do.
  boolean step() {
    String from = catalog.position(FEED);
    List<Fact.Recorded> facts =
        ledger.tail(from.isEmpty() ? 0 : Long.parseLong(from), FACTS_PER_STEP);
    if (facts.isEmpty()) {
      return false;
    }
    catalog.advance(advance(facts, from, Long.toString(facts.getLast().position())));
    boolean erased =
        facts.stream()
            .anyMatch(one -> one.fact().type().equals(MessageEventType.MESSAGE_ERASED.eventName()));
    if (erased) {
      onErased.run();
    }
    return true;
  }

  private Catalog.Advance advance(List<Fact.Recorded> facts, String from, String to) {
    Set<Catalog.EntryKey> changed = new LinkedHashSet<>();
    for (Fact.Recorded recorded : facts) {
      var key = recorded.fact().key();
      if (KINDS.contains(key.kind())) {
        changed.add(new Catalog.EntryKey(key.tenant(), FEED, key.id()));
      }
    }
    List<Catalog.Entry> saved = new ArrayList<>();
    List<Catalog.EntryKey> removed = new ArrayList<>();
    for (Catalog.EntryKey key : changed) {
      find(key)
          .map(message -> rendered(key.tenant(), message))
          .ifPresentOrElse(message -> saved.add(entry(key, message)), () -> removed.add(key));
    }
    return new Catalog.Advance(FEED, from, to, saved, removed);
  }

  /// A message that cannot be decrypted is left out, so that it does not stop the others.
  private Optional<RecordedMessage> find(Catalog.EntryKey key) {
    try {
      return factsOf.apply(key.tenant()).find(key.id());
    } catch (WaybillException failed) {
      if (failed.code() != Code.CORRUPT) {
        throw failed;
      }
      LOG.log(Level.WARNING, "message {0} cannot be read: {1}", key.id(), failed.getMessage());
      return Optional.empty();
    }
  }

  /// With the subject and the body that the recipient sees.
  private RecordedMessage rendered(String tenant, RecordedMessage message) {
    NewMessage request = message.request();
    try {
      return request == null ? message : message.withRequest(templates.rendered(tenant, request));
    } catch (InvalidDocument deletedTemplate) {
      return message; // is found by its recipient and its tags
    }
  }

  /// An erased message leaves an entry without personal data.
  static Catalog.Entry entry(Catalog.EntryKey key, RecordedMessage message) {
    Map<String, String> fields = new HashMap<>();
    fields.put(Field.CHANNEL.word(), message.channel());
    MessageAttempt last =
        message.progress().attempts().isEmpty() ? null : message.progress().attempts().getLast();
    if (last != null && last.provider() != null) {
      put(fields, Field.PROVIDER_KEY.word(), last.provider().key());
      put(fields, Field.PROVIDER_MSG_ID.word(), last.provider().messageId());
    }
    NewMessage request = message.request();
    if (request != null) {
      put(fields, Field.RECIPIENT.word(), request.recipient());
      put(fields, Field.CAMPAIGN.word(), request.metadata().campaign());
      put(fields, SUBJECT, request.subject());
      put(fields, CORRELATION_ID, request.correlationId());
      request.metadata().tags().forEach(tag -> fields.put(TAG_PREFIX + tag, tag));
    }
    return new Catalog.Entry(key, message.createdAt(), fields, words(request));
  }

  private static void put(Map<String, String> fields, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      fields.put(name, value);
    }
  }

  private static String words(@Nullable NewMessage request) {
    if (request == null) {
      return "";
    }
    StringBuilder words = new StringBuilder(request.recipient());
    add(words, request.subject());
    add(words, request.body().text());
    add(words, request.body().html() == null ? null : withoutTags(request.body().html()));
    add(words, request.metadata().campaign());
    request.metadata().tags().forEach(tag -> add(words, tag));
    return words.toString();
  }

  private static void add(StringBuilder words, @Nullable String text) {
    if (text != null) {
      words.append('\n').append(text);
    }
  }

  /// Good enough to find words; nothing is shown from it.
  private static String withoutTags(String html) {
    StringBuilder text = new StringBuilder(html.length());
    boolean inTag = false;
    for (int i = 0; i < html.length(); i++) {
      char c = html.charAt(i);
      if (c == '<' || c == '>') {
        inTag = c == '<';
        text.append(' ');
      } else if (!inTag) {
        text.append(c);
      }
    }
    return text.toString();
  }
}
