package dev.waybill.conformance.model;

import dev.waybill.Page;
import dev.waybill.SearchTerm;
import dev.waybill.spi.Catalog;
import java.text.Normalizer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A catalog in memory: a map that is searched linearly.
public final class ModelCatalog implements Catalog {

  /// Newest first; entries of the same time by ID, so that pages have one order.
  private static final Comparator<Entry> ORDER =
      Comparator.comparing(ModelCatalog::cursorOf).reversed();

  private final Map<EntryKey, Entry> entries = new HashMap<>();
  private final Map<String, String> positions = new HashMap<>();
  private long checkpoint;

  @Override
  public synchronized void upsert(List<Entry> fresh, long reached) {
    fresh.forEach(entry -> entries.put(entry.key(), entry));
    checkpoint = reached;
  }

  @Override
  public synchronized void delete(List<EntryKey> keys) {
    keys.forEach(entries::remove);
  }

  @Override
  public synchronized List<EntryKey> upTo(String kind, Instant at, int max) {
    return entries.values().stream()
        .filter(entry -> entry.key().kind().equals(kind) && !entry.at().isAfter(at))
        .map(Entry::key)
        .limit(max)
        .toList();
  }

  @Override
  public synchronized Page<Entry> search(Search search) {
    List<Entry> matching =
        entries.values().stream()
            .filter(entry -> matches(search, entry) && isBefore(search.before(), entry))
            .sorted(ORDER)
            .limit(search.limit() + 1L)
            .toList();
    boolean more = matching.size() > search.limit();
    List<Entry> shown = more ? matching.subList(0, search.limit()) : matching;
    return new Page<>(List.copyOf(shown), more ? cursorOf(shown.getLast()) : null);
  }

  @Override
  public synchronized long checkpoint() {
    return checkpoint;
  }

  @Override
  public synchronized void clear() {
    entries.clear();
    positions.clear();
    checkpoint = 0;
  }

  @Override
  public synchronized boolean advance(Advance step) {
    if (!position(step.feed()).equals(step.from())) {
      return false;
    }
    step.saved().forEach(entry -> entries.put(entry.key(), entry));
    delete(step.removed());
    positions.put(step.feed(), step.to());
    return true;
  }

  @Override
  public synchronized String position(String feed) {
    return positions.getOrDefault(feed, "");
  }

  @Override
  public synchronized void forget(String feed) {
    entries.keySet().removeIf(key -> key.kind().equals(feed));
    positions.remove(feed);
  }

  private static boolean matches(Search search, Entry entry) {
    return entry.key().tenant().equals(search.tenant())
        && entry.key().kind().equals(search.kind())
        && entry.fields().entrySet().containsAll(search.fields().entrySet())
        && (search.words() == null || hasAll(words(entry.text()), search.words()));
  }

  /// The cursor is the time and ID of the last entry read, so it stays valid when that entry is
  /// deleted.
  private static boolean isBefore(@Nullable String cursor, Entry entry) {
    return cursor == null || cursorOf(entry).compareTo(cursor) < 0;
  }

  private static String cursorOf(Entry entry) {
    return "%020d/%s".formatted(entry.at().toEpochMilli(), entry.key().id());
  }

  private static boolean hasAll(List<String> text, String words) {
    return SearchTerm.parse(words).stream().allMatch(term -> has(text, term));
  }

  private static boolean has(List<String> text, SearchTerm term) {
    List<String> wanted = words(term.text());
    List<String> whole = term.isPrefix() ? wanted.subList(0, wanted.size() - 1) : wanted;
    return IntStream.rangeClosed(0, text.size() - wanted.size())
        .anyMatch(
            at ->
                text.subList(at, at + whole.size()).equals(whole)
                    && text.get(at + wanted.size() - 1).startsWith(wanted.getLast()));
  }

  private static List<String> words(String text) {
    String plain = Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
    return Arrays.stream(plain.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
