package dev.waybill.conformance;

import dev.waybill.Page;
import dev.waybill.spi.Catalog;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The catalog in its plainest form: a map that is searched from end to end.
public final class ModelCatalog implements Catalog {

  /// Newest first; entries of the same time by id, so that pages have one order.
  private static final Comparator<Entry> ORDER =
      Comparator.comparing(ModelCatalog::place).reversed();

  private final Map<EntryKey, Entry> entries = new HashMap<>();
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
  public synchronized Page<Entry> search(Search search) {
    List<Entry> matching =
        entries.values().stream()
            .filter(entry -> matches(search, entry) && isBefore(search.before(), entry))
            .sorted(ORDER)
            .limit(search.limit() + 1L)
            .toList();
    boolean more = matching.size() > search.limit();
    List<Entry> shown = more ? matching.subList(0, search.limit()) : matching;
    return new Page<>(List.copyOf(shown), more ? place(shown.getLast()) : null);
  }

  @Override
  public synchronized long checkpoint() {
    return checkpoint;
  }

  @Override
  public synchronized void clear() {
    entries.clear();
    checkpoint = 0;
  }

  private static boolean matches(Search search, Entry entry) {
    return entry.key().tenant().equals(search.tenant())
        && entry.key().kind().equals(search.kind())
        && entry.fields().entrySet().containsAll(search.fields().entrySet())
        && (search.words() == null || words(entry.text()).containsAll(words(search.words())));
  }

  /// The cursor is time and id of the last entry seen, so it holds when that entry is gone.
  private static boolean isBefore(@Nullable String cursor, Entry entry) {
    return cursor == null || place(entry).compareTo(cursor) < 0;
  }

  private static String place(Entry entry) {
    return "%020d/%s".formatted(entry.at().toEpochMilli(), entry.key().id());
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toSet());
  }
}
