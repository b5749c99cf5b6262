package dev.waybill.backend.search;

import dev.waybill.base.SimilarWords;
import dev.waybill.base.Words;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Adds the words of entries to the vocabulary of their place, up to a maximum, so that the search
/// for similar words has a limited cost.
final class Vocabulary {

  static final int WORDS_PER_PLACE = 50_000;

  /// Words that need no statement, because they are in the table or it is full.
  private static final int REMEMBERED = 200_000;

  private final PreparedStatement count;
  private final PreparedStatement add;
  private final PreparedStatement purge;
  private final Map<Long, Set<String>> known = new HashMap<>();
  private final Map<Long, Integer> sizes = new HashMap<>();
  private int remembered;

  Vocabulary(Connection connection) throws SQLException {
    count = connection.prepareStatement("SELECT count(*) FROM vocabulary WHERE place = ?");
    add = connection.prepareStatement("INSERT OR IGNORE INTO vocabulary VALUES (?, ?, ?)");
    purge =
        connection.prepareStatement(
            """
            DELETE FROM vocabulary WHERE NOT EXISTS (
              SELECT 1 FROM words WHERE words MATCH '"' || vocabulary.word || '"')\
            """);
  }

  void add(long place, String text) throws SQLException {
    Set<String> ofPlace = known.computeIfAbsent(place, _ -> new HashSet<>());
    for (String word : Words.of(text)) {
      if (!ofPlace.contains(word) && SimilarWords.isComparable(word)) {
        addNew(place, word);
        ofPlace.add(word);
        remembered++;
      }
    }
    if (remembered > REMEMBERED) {
      forget();
    }
  }

  private void addNew(long place, String word) throws SQLException {
    int size = size(place);
    if (size < WORDS_PER_PLACE) {
      add.setLong(1, place);
      add.setInt(2, word.length());
      add.setString(3, word);
      sizes.put(place, size + add.executeUpdate());
    }
  }

  private int size(long place) throws SQLException {
    Integer size = sizes.get(place);
    if (size != null) {
      return size;
    }
    count.setLong(1, place);
    try (ResultSet row = count.executeQuery()) {
      return row.getInt(1);
    }
  }

  /// Deletes words that no entry has any more.
  void purge() throws SQLException {
    forget();
    purge.executeUpdate();
  }

  /// Forgets what it knows about the table, such as after a transaction that failed.
  void forget() {
    known.clear();
    remembered = 0;
    sizes.clear();
  }
}
