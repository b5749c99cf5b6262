package dev.waybill.spi;

import dev.waybill.Page;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A projection for search. It may lag, and may be thrown away and rebuilt: nothing depends on it
/// but search.
public interface Catalog {

  /// Adds entries or replaces those of the same key, and moves the checkpoint, in one step.
  void upsert(List<Entry> entries, long checkpoint);

  void delete(List<EntryKey> keys);

  /// Entries that match, newest first; the page's cursor is the catalog's own.
  Page<Entry> search(Search search);

  /// The ledger position up to which the catalog has been built; 0 at the beginning.
  long checkpoint();

  /// Removes everything, the checkpoint and the positions included.
  void clear();

  /// Adds and removes entries and moves the position of their feed, in one step. False, and nothing
  /// happens, if the feed is at another position than the step starts from.
  boolean advance(Advance step);

  /// The position of a feed; empty at the beginning.
  String position(String feed);

  /// Removes the entries of a feed, of every tenant, and its position.
  void forget(String feed);

  /// @param feed also the kind of its entries; their text is searched and need not be answered
  /// @param from the position of the feed before
  /// @param to the position of the feed afterwards
  record Advance(String feed, String from, String to, List<Entry> saved, List<EntryKey> removed) {}

  record EntryKey(String tenant, String kind, String id) {}

  /// @param at what the list is sorted by
  /// @param fields what can be filtered by, exactly
  /// @param text what can be searched by words
  record Entry(EntryKey key, Instant at, Map<String, String> fields, String text) {

    public Entry {
      fields = Map.copyOf(fields);
    }
  }

  /// @param fields all must match exactly
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
