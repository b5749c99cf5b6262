package dev.waybill.messages.send;

import dev.waybill.Page;
import dev.waybill.message.HandoffState;
import dev.waybill.message.LatestState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.MessageFilter.Field;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Lists the messages of one tenant: the index names them, the ledger says in which states they
/// are now.
final class MessageSearch {

  /// How many entries one page looks at; a page that finds fewer messages has a cursor.
  private static final int LOOKED_AT = 10_000;

  /// For how long a search brings the index up to date itself, so that it knows messages that were
  /// accepted just before.
  private static final long CATCHING_UP = TimeUnit.SECONDS.toNanos(1);

  private final MessageIndex index;
  private final Catalog catalog;
  private final MessageFacts facts;

  MessageSearch(MessageIndex index, Catalog catalog, MessageFacts facts) {
    this.index = index;
    this.catalog = catalog;
    this.facts = facts;
  }

  Page<Message> list(MessageFilter filter, Page.Request page) {
    catchUp();
    List<Catalog.Entry> found = new ArrayList<>();
    String cursor = page.cursor();
    int looked = 0;
    do {
      Page<Catalog.Entry> some =
          catalog.search(search(filter, page.limit() - found.size(), cursor));
      for (Catalog.Entry entry : some.items()) {
        if (filter.createdFrom() != null && entry.at().isBefore(filter.createdFrom())) {
          return new Page<>(messages(found), null);
        }
        if (filter.createdBefore() == null || entry.at().isBefore(filter.createdBefore())) {
          found.add(entry);
        }
      }
      looked += some.items().size();
      cursor = some.nextCursor();
    } while (cursor != null && found.size() < page.limit() && looked < LOOKED_AT);
    return new Page<>(messages(found), cursor);
  }

  /// Replaces the entry of an erased message at once. Its words leave the files with the next
  /// [Catalog#purge].
  void erase(String messageId) {
    catchUp();
    Catalog.EntryKey key = new Catalog.EntryKey(facts.tenant(), MessageIndex.FEED, messageId);
    String position = catalog.position(MessageIndex.FEED);
    facts
        .find(messageId)
        .map(message -> MessageIndex.entry(key, message))
        .ifPresent(
            entry ->
                catalog.advance(
                    new Catalog.Advance(
                        MessageIndex.FEED, position, position, List.of(entry), List.of())));
  }

  private void catchUp() {
    long begin = System.nanoTime();
    boolean more = true;
    while (more && System.nanoTime() - begin < CATCHING_UP) {
      more = index.step();
    }
  }

  private Catalog.Search search(MessageFilter filter, int limit, @Nullable String cursor) {
    Map<String, String> fields = new HashMap<>();
    filter
        .values()
        .forEach(
            (field, value) ->
                fields.put(
                    field == Field.TAG ? MessageIndex.TAG_PREFIX + value : field.word(), value));
    return new Catalog.Search(
        facts.tenant(),
        MessageIndex.FEED,
        fields,
        filter.words(),
        Math.min(limit, Limits.PAGE_SIZE),
        cursor);
  }

  private List<Message> messages(List<Catalog.Entry> entries) {
    Map<String, Fact.Latest> handoff = new HashMap<>();
    Map<String, Fact.Latest> provider = new HashMap<>();
    for (Fact.Latest latest : facts.latest(entries.stream().map(e -> e.key().id()).toList())) {
      boolean own = latest.key().kind().equals(Retention.HANDOFF);
      (own ? handoff : provider).put(latest.key().id(), latest);
    }
    return entries.stream()
        .map(entry -> message(entry, handoff.get(entry.key().id()), provider.get(entry.key().id())))
        .toList();
  }

  private static Message message(
      Catalog.Entry entry, Fact.@Nullable Latest handoff, Fact.@Nullable Latest provider) {
    Instant at = entry.at();
    LatestState created =
        new LatestState(HandoffState.CREATED.word(), HandoffState.CREATED.rank(), 0, at);
    return new Message(
        entry.key().id(),
        at,
        entry.fields().getOrDefault(Field.CHANNEL.word(), ""),
        new Message.Content(request(entry.fields()), null),
        new Message.Progress(
            handoff == null ? created : RecordedMessage.state(handoff),
            provider == null ? RecordedMessage.unknown(at) : RecordedMessage.state(provider),
            List.of(),
            List.of()));
  }

  /// Null if the message is erased.
  private static @Nullable NewMessage request(Map<String, String> fields) {
    String recipient = fields.get(Field.RECIPIENT.word());
    if (recipient == null) {
      return null;
    }
    Set<String> tags = new TreeSet<>();
    fields.forEach(
        (name, value) -> {
          if (name.startsWith(MessageIndex.TAG_PREFIX)) {
            tags.add(value);
          }
        });
    return NewMessage.builder(fields.getOrDefault(Field.CHANNEL.word(), ""), recipient)
        .subject(fields.get(MessageIndex.SUBJECT))
        .metadata(MessageMetadata.of(tags, fields.get(Field.CAMPAIGN.word()), Map.of()))
        .provider(fields.get(Field.PROVIDER_KEY.word()))
        .correlationId(fields.get(MessageIndex.CORRELATION_ID))
        .build();
  }
}
