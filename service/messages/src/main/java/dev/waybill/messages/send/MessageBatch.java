package dev.waybill.messages.send;

import dev.waybill.message.MessageEventType;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Catalog.EntryKey;
import dev.waybill.spi.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Facts of the ledger that one step brings into the search index. The facts of a new message begin
/// with its command, so its entry follows from them alone; other entries are read from the index.
final class MessageBatch {

  private static final int FACTS = 5_000;
  private static final int BYTES = 8 << 20;
  private static final Set<String> KINDS =
      Set.of(Retention.COMMANDS, Retention.HANDOFF, Retention.PROVIDER);

  private final Map<EntryKey, List<Fact>> events = new LinkedHashMap<>();
  private int facts;
  private long bytes;
  private @Nullable Instant firstAt;
  private @Nullable Instant lastAt;

  /// Makes the entry of a new message.
  @FunctionalInterface
  interface Commands {

    /// Empty if its content cannot be read.
    Optional<MessageEntry> entry(EntryKey key, Fact command);
  }

  boolean hasRoom() {
    return facts < FACTS && bytes < BYTES;
  }

  int facts() {
    return facts;
  }

  /// When the oldest fact happened; null without facts.
  @Nullable Instant firstAt() {
    return firstAt;
  }

  @Nullable Instant lastAt() {
    return lastAt;
  }

  void add(Fact fact) {
    facts++;
    firstAt = firstAt == null ? fact.at() : firstAt;
    lastAt = fact.at();
    bytes += fact.data().size();
    if (KINDS.contains(fact.key().kind())) {
      events.computeIfAbsent(MessageIndex.key(fact.key()), _ -> new ArrayList<>()).add(fact);
    }
  }

  boolean hasErasures() {
    return events.values().stream().anyMatch(MessageBatch::isErased);
  }

  Catalog.Advance advance(Catalog catalog, Commands commands, String from, String to) {
    Map<EntryKey, Catalog.Entry> known = known(catalog);
    List<Catalog.Entry> saved = new ArrayList<>();
    List<Catalog.Entry> changed = new ArrayList<>();
    events.forEach(
        (key, own) -> {
          Catalog.Entry before = known.get(key);
          MessageEntry now = entry(key, own, before, commands).orElse(null);
          if (now != null && !now.isSame(before)) {
            (now.keepsText() ? changed : saved).add(now.entry());
          }
        });
    return new Catalog.Advance(MessageIndex.FEED, from, to, saved, changed, List.of());
  }

  /// The entries of messages whose command is not in this batch.
  private Map<EntryKey, Catalog.Entry> known(Catalog catalog) {
    List<EntryKey> asked =
        events.entrySet().stream()
            .filter(each -> command(each.getValue()).isEmpty())
            .map(Map.Entry::getKey)
            .toList();
    return asked.isEmpty()
        ? Map.of()
        : catalog.find(asked).stream()
            .collect(Collectors.toMap(Catalog.Entry::key, Function.identity()));
  }

  /// Empty if the command of the message has expired or cannot be read.
  private static Optional<MessageEntry> entry(
      EntryKey key, List<Fact> own, Catalog.@Nullable Entry known, Commands commands) {
    boolean erased = isErased(own);
    Optional<MessageEntry> entry =
        known == null
            ? command(own).flatMap(command -> begun(key, command, erased, commands))
            : Optional.of(MessageEntry.known(known));
    entry.ifPresent(
        each -> {
          own.forEach(each::add);
          if (erased) {
            each.erase();
          }
        });
    return entry;
  }

  private static Optional<MessageEntry> begun(
      EntryKey key, Fact command, boolean erased, Commands commands) {
    return erased
        ? Optional.of(MessageEntry.created(key, command, null))
        : commands.entry(key, command);
  }

  private static Optional<Fact> command(List<Fact> own) {
    return own.stream()
        .filter(fact -> fact.type().equals(MessageEventType.SEND_REQUESTED.eventName()))
        .findFirst();
  }

  private static boolean isErased(List<Fact> own) {
    return own.stream()
        .anyMatch(fact -> fact.type().equals(MessageEventType.MESSAGE_ERASED.eventName()));
  }
}
