package dev.waybill.spi;

import dev.waybill.Page;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The search index, a projection. It may lag, and may be deleted and rebuilt: only search depends
/// on it.
public interface Catalog {

  /// Adds or replaces entries and sets the checkpoint, in one transaction.
  void upsert(List<Entry> entries, long checkpoint);

  void delete(List<EntryKey> keys);

  /// Keys of entries of a kind, of every tenant, that are from this time or older: at most `max` of
  /// them.
  List<EntryKey> upTo(String kind, Instant at, int max);

  /// The entries of these keys, in any order; keys without one are left out. Entries that were
  /// added by [#advance] may have no text.
  List<Entry> find(List<EntryKey> keys);

  /// Entries that match, newest first; the cursor of the page is defined by the store.
  Page<Entry> search(Search search);

  /// The ledger position up to which the catalog has been built; 0 at the beginning.
  long checkpoint();

  /// Deletes everything, including the checkpoint and the positions.
  void clear();

  /// Adds, changes and deletes entries and moves the position of their feed, in one transaction.
  /// Returns false and changes nothing if the feed is not at the position that the step starts
  /// from.
  boolean advance(Advance step);

  /// The position of a feed; empty at the beginning.
  String position(String feed);

  /// Deletes the entries of a feed, of every tenant, and its position.
  void forget(String feed);

  /// Removes what is left of replaced and deleted entries from the files of the catalog. Takes as
  /// long as rewriting the catalog. A catalog without files does nothing.
  default void purge() {}

  /// @param feed also the kind of its entries; searches use their text and need not return it
  /// @param from the position of the feed before
  /// @param to the position of the feed afterwards
  /// @param changed entries that get other fields and details and keep their time and text; ignored
  ///     if there is no such entry
  record Advance(
      String feed,
      String from,
      String to,
      List<Entry> saved,
      List<Entry> changed,
      List<EntryKey> removed) {

    public Advance(String feed, String from, String to, List<Entry> saved, List<EntryKey> removed) {
      this(feed, from, to, saved, List.of(), removed);
    }
  }

  record EntryKey(String tenant, String kind, String id) {}

  /// @param at the sort key of lists
  /// @param fields exact values to filter by
  /// @param details values that are returned with the entry and cannot be filtered by
  /// @param text the text to search for words
  record Entry(
      EntryKey key,
      Instant at,
      Map<String, String> fields,
      Map<String, String> details,
      String text) {

    public Entry {
      fields = Map.copyOf(fields);
      details = Map.copyOf(details);
    }

    public Entry(EntryKey key, Instant at, Map<String, String> fields, String text) {
      this(key, at, fields, Map.of(), text);
    }
  }

  /// A time range.
  ///
  /// @param from from this time on; null for no limit
  /// @param before before this time; null for no limit
  record Span(@Nullable Instant from, @Nullable Instant before) {

    public static final Span ALL = new Span(null, null);

    public boolean contains(Instant at) {
      return (from == null || !at.isBefore(from)) && (before == null || at.isBefore(before));
    }
  }

  /// @param fields values that must all match exactly
  /// @param words [dev.waybill.SearchTerm]s that must all occur in the text, or null for any text;
  ///     a word that no entry of the tenant and kind has finds similar words instead, by
  ///     [dev.waybill.base.SimilarWords]
  /// @param span of the times of entries
  record Search(
      String tenant,
      String kind,
      Map<String, String> fields,
      @Nullable String words,
      Span span,
      int limit,
      @Nullable String before) {

    public Search {
      fields = Map.copyOf(fields);
    }

    public Search(
        String tenant,
        String kind,
        Map<String, String> fields,
        @Nullable String words,
        int limit,
        @Nullable String before) {
      this(tenant, kind, fields, words, Span.ALL, limit, before);
    }

    public Search within(Span times) {
      return new Search(tenant, kind, fields, words, times, limit, before);
    }
  }
}
