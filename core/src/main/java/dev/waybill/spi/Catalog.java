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

  /// Entries that match, newest first; the cursor of the page is defined by the store.
  Page<Entry> search(Search search);

  /// The ledger position up to which the catalog has been built; 0 at the beginning.
  long checkpoint();

  /// Deletes everything, including the checkpoint and the positions.
  void clear();

  /// Adds and deletes entries and moves the position of their feed, in one transaction. Returns
  /// false and changes nothing if the feed is not at the position that the step starts from.
  boolean advance(Advance step);

  /// The position of a feed; empty at the beginning.
  String position(String feed);

  /// Deletes the entries of a feed, of every tenant, and its position.
  void forget(String feed);

  /// Removes what is left of replaced and deleted entries from the files of the catalog. Takes as
  /// long as rewriting the words of all entries. A catalog without files does nothing.
  default void purge() {}

  /// @param feed also the kind of its entries; searches use their text and need not return it
  /// @param from the position of the feed before
  /// @param to the position of the feed afterwards
  record Advance(String feed, String from, String to, List<Entry> saved, List<EntryKey> removed) {}

  record EntryKey(String tenant, String kind, String id) {}

  /// @param at the sort key of lists
  /// @param fields exact values to filter by
  /// @param text the text to search for words
  record Entry(EntryKey key, Instant at, Map<String, String> fields, String text) {

    public Entry {
      fields = Map.copyOf(fields);
    }
  }

  /// @param fields values that must all match exactly
  /// @param words [SearchTerm]s that must all occur in the text, or null for any text
  record Search(
      String tenant,
      String kind,
      Map<String, String> fields,
      @Nullable String words,
      int limit,
      @Nullable String before) {

    public Search {
      fields = Map.copyOf(fields);
    }
  }
}
