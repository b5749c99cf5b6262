package dev.waybill.backend.search;

import dev.waybill.SearchTerm;
import dev.waybill.base.SimilarWords;
import dev.waybill.base.Words;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The words of a search as an expression of SQLite's full-text index. A word that is not in the
/// vocabulary of the place also matches the most similar words of the vocabulary.
final class WordExpression {

  /// The search for similar words reads a part of the vocabulary for each word.
  private static final int SIMILAR_PER_SEARCH = 4;

  private final Connection connection;
  private final long place;
  private int left = SIMILAR_PER_SEARCH;

  private WordExpression(Connection connection, long place) {
    this.connection = connection;
    this.place = place;
  }

  /// @param terms at least one
  static String of(Connection connection, long place, List<SearchTerm> terms) throws SQLException {
    WordExpression expression = new WordExpression(connection, place);
    List<String> all = new ArrayList<>();
    for (SearchTerm term : terms) {
      all.add(expression.of(term));
    }
    return String.join(" AND ", all);
  }

  private String of(SearchTerm term) throws SQLException {
    List<String> texts = new ArrayList<>(List.of(term.text()));
    if (!term.isPrefix() && !term.isQuoted()) {
      texts.addAll(similar(Words.of(term.text())));
    }
    return texts.stream()
        .map(text -> quoted(text, term.isPrefix()))
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  /// The words with one of them replaced by a similar one, such as in an address.
  private List<String> similar(List<String> words) throws SQLException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      for (String other : similar(words.get(i))) {
        List<String> replaced = new ArrayList<>(words);
        replaced.set(i, other);
        texts.add(String.join(" ", replaced));
      }
    }
    return texts;
  }

  private List<String> similar(String word) throws SQLException {
    Optional<SimilarWords> similar = SimilarWords.to(word);
    if (similar.isEmpty() || left == 0 || isKnown(word)) {
      return List.of();
    }
    left--;
    read(similar.get());
    return similar.get().nearest();
  }

  private boolean isKnown(String word) throws SQLException {
    String sql = "SELECT 1 FROM vocabulary WHERE place = ? AND length = ? AND word = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, place);
      select.setInt(2, word.length());
      select.setString(3, word);
      try (ResultSet row = select.executeQuery()) {
        return row.next();
      }
    }
  }

  private void read(SimilarWords similar) throws SQLException {
    String sql = "SELECT word FROM vocabulary WHERE place = ? AND length BETWEEN ? AND ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, place);
      select.setInt(2, similar.shortest());
      select.setInt(3, similar.longest());
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          similar.offer(rows.getString(1));
        }
      }
    }
  }

  /// In quotes only the quote itself has a meaning.
  private static String quoted(String text, boolean isPrefix) {
    return '"' + text.replace("\"", "\"\"") + '"' + (isPrefix ? " *" : "");
  }
}
