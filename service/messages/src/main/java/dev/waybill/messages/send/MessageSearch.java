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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Lists the messages of one tenant: the index names them, the ledger says in which states they
/// are now.
final class MessageSearch {

  private final MessageIndex index;
  private final Catalog catalog;
  private final MessageFacts facts;

  MessageSearch(MessageIndex index, Catalog catalog, MessageFacts facts) {
    this.index = index;
    this.catalog = catalog;
    this.facts = facts;
  }

  /// Every page brings the index up to date: it may have been deleted since the page before.
  Page<Message> list(MessageFilter filter, Page.Request page) {
    boolean complete = index.catchUp();
    Page<Catalog.Entry> found = catalog.search(search(filter, page));
    return new Page<>(messages(found.items()), found.nextCursor(), !complete);
  }

  /// Replaces the entries of erased messages at once.
  void erase(Collection<String> messageIds) {
    index.erase(
        messageIds.stream()
            .map(id -> new Catalog.EntryKey(facts.tenant(), MessageIndex.FEED, id))
            .toList());
  }

  private Catalog.Search search(MessageFilter filter, Page.Request page) {
    Map<String, String> fields = new HashMap<>();
    filter
        .values()
        .forEach(
            (field, value) ->
                fields.put(
                    field == Field.TAG ? MessageEntry.TAG_PREFIX + value : field.word(), value));
    return new Catalog.Search(
            facts.tenant(),
            MessageIndex.FEED,
            fields,
            filter.words(),
            Math.min(page.limit(), Limits.PAGE_SIZE),
            page.cursor())
        .within(new Catalog.Span(filter.createdFrom(), filter.createdBefore()));
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
        new Message.Content(request(entry), null),
        new Message.Progress(
            handoff == null ? created : RecordedMessage.state(handoff),
            provider == null ? RecordedMessage.unknown(at) : RecordedMessage.state(provider),
            List.of(),
            List.of()));
  }

  /// Null if the message is erased.
  private static @Nullable NewMessage request(Catalog.Entry entry) {
    Map<String, String> fields = entry.fields();
    String recipient = fields.get(Field.RECIPIENT.word());
    if (recipient == null) {
      return null;
    }
    Set<String> tags = new TreeSet<>();
    fields.forEach(
        (name, value) -> {
          if (name.startsWith(MessageEntry.TAG_PREFIX)) {
            tags.add(value);
          }
        });
    return NewMessage.builder(fields.getOrDefault(Field.CHANNEL.word(), ""), recipient)
        .subject(entry.details().get(MessageEntry.SUBJECT))
        .metadata(MessageMetadata.of(tags, fields.get(Field.CAMPAIGN.word()), Map.of()))
        .provider(fields.get(Field.PROVIDER_KEY.word()))
        .correlationId(entry.details().get(MessageEntry.CORRELATION_ID))
        .build();
  }
}
