package dev.waybill.conformance.model;

import dev.waybill.Page;
import dev.waybill.SearchTerm;
import dev.waybill.base.SimilarWords;
import dev.waybill.base.Words;
import dev.waybill.spi.Catalog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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
  public synchronized List<Entry> find(List<EntryKey> keys) {
    return keys.stream().map(entries::get).filter(Objects::nonNull).toList();
  }

  @Override
  public synchronized Page<Entry> search(Search search) {
    List<Predicate<List<String>>> terms = terms(search);
    List<Entry> matching =
        entries.values().stream()
            .filter(entry -> matches(search, entry) && isBefore(search.before(), entry))
            .filter(entry -> terms.stream().allMatch(term -> term.test(Words.of(entry.text()))))
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
    step.changed()
        .forEach(entry -> entries.computeIfPresent(entry.key(), (_, old) -> changed(old, entry)));
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

  private static Entry changed(Entry old, Entry now) {
    return new Entry(old.key(), old.at(), now.fields(), now.details(), old.text());
  }

  private static boolean matches(Search search, Entry entry) {
    return isOfPlace(search, entry)
        && entry.fields().entrySet().containsAll(search.fields().entrySet())
        && search.span().contains(entry.at());
  }

  private static boolean isOfPlace(Search search, Entry entry) {
    return entry.key().tenant().equals(search.tenant()) && entry.key().kind().equals(search.kind());
  }

  /// The cursor is the time and ID of the last entry read, so it stays valid when that entry is
  /// deleted.
  private static boolean isBefore(@Nullable String cursor, Entry entry) {
    return cursor == null || cursorOf(entry).compareTo(cursor) < 0;
  }

  private static String cursorOf(Entry entry) {
    return "%020d/%s".formatted(entry.at().toEpochMilli(), entry.key().id());
  }

  /// Conditions on the words of an entry.
  private List<Predicate<List<String>>> terms(Search search) {
    if (search.words() == null) {
      return List.of();
    }
    Set<String> vocabulary =
        entries.values().stream()
            .filter(entry -> isOfPlace(search, entry))
            .flatMap(entry -> Words.of(entry.text()).stream())
            .filter(SimilarWords::isComparable)
            .collect(Collectors.toSet());
    return SearchTerm.parse(search.words()).stream()
        .<Predicate<List<String>>>map(
            term ->
                text ->
                    alternatives(term, vocabulary).stream()
                        .anyMatch(wanted -> has(text, wanted, term.isPrefix())))
        .toList();
  }

  /// The words of a term, and with each unknown word replaced by similar ones.
  private static List<List<String>> alternatives(SearchTerm term, Set<String> vocabulary) {
    List<String> words = Words.of(term.text());
    List<List<String>> all = new ArrayList<>(List.of(words));
    for (int i = 0; i < words.size() && !term.isPrefix() && !term.isQuoted(); i++) {
      for (String other : similar(words.get(i), vocabulary)) {
        List<String> replaced = new ArrayList<>(words);
        replaced.set(i, other);
        all.add(replaced);
      }
    }
    return all;
  }

  private static List<String> similar(String word, Set<String> vocabulary) {
    return vocabulary.contains(word)
        ? List.of()
        : SimilarWords.to(word)
            .map(
                similar -> {
                  vocabulary.forEach(similar::offer);
                  return similar.nearest();
                })
            .orElse(List.of());
  }

  private static boolean has(List<String> text, List<String> wanted, boolean isPrefix) {
    List<String> whole = isPrefix ? wanted.subList(0, wanted.size() - 1) : wanted;
    return IntStream.rangeClosed(0, text.size() - wanted.size())
        .anyMatch(
            at ->
                text.subList(at, at + whole.size()).equals(whole)
                    && text.get(at + wanted.size() - 1).startsWith(wanted.getLast()));
  }
}
