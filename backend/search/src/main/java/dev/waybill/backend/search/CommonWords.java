package dev.waybill.backend.search;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// How many entries have the words of a search, of all tenants. It decides how a search reads them.
enum CommonWords {
  /// The search has no words.
  NONE,
  /// So few that all of them are read and sorted.
  RARE,
  /// So few that their rows are collected, and looked up for each entry that the filters find.
  SOME,
  /// So many that entries which the filters find are checked one by one: most of them match soon.
  COMMON;

  private static final int FEWEST_SOME = 1_000;
  private static final int FEWEST_COMMON = 30_000;

  static CommonWords of(Connection connection, String words) throws SQLException {
    String sql =
        "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT "
            + FEWEST_COMMON
            + ")";
    try (PreparedStatement count = connection.prepareStatement(sql)) {
      count.setString(1, words);
      try (ResultSet row = count.executeQuery()) {
        int entries = row.getInt(1);
        // A check of one entry reads all words with a prefix, so their rows are collected instead.
        boolean checked = entries == FEWEST_COMMON && !words.contains("*");
        return entries < FEWEST_SOME ? RARE : checked ? COMMON : SOME;
      }
    }
  }
}
