package dev.waybill.documents.index.postgres;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.Vector;
import dev.waybill.documents.index.ChunkHit;
import dev.waybill.documents.index.ChunkWords;
import dev.waybill.documents.index.RankFusion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// One search in one table, within one transaction.
record PostgresSearch(Connection connection, String table, RowFilter filter) {

  /// Up to so many chunks the exact order is faster than the graph, which would have to be walked
  /// far where a filter lets few chunks pass.
  private static final int EXACT_UP_TO = 10_000;

  /// So many chunks are ranked by their words at most. A query that matches more says little.
  private static final int MOST_MATCHES = 20_000;

  /// Weights of the labels D, C, B, A: headings and names count less than the text.
  private static final String WEIGHTS = "'{0.6, 0, 0, 1}'";

  /// Divides by the logarithm of the length of the text.
  private static final int BY_LENGTH = 1;

  List<Long> byWords(WordForms.Wanted wanted) throws SQLException {
    String sql =
        """
        SELECT id FROM (SELECT id, words FROM %s WHERE words @@ ?::tsquery AND %s LIMIT %d) AS found
        ORDER BY ts_rank(%s, words, ?::tsquery, %d) DESC, id LIMIT %d
        """
            .formatted(
                table, filter.condition(), MOST_MATCHES, WEIGHTS, BY_LENGTH, RankFusion.CANDIDATES);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, wanted.matching());
      statement.setString(filter.set(statement, 2), wanted.ranking());
      return ids(statement);
    }
  }

  /// The graph may give too few where the filter leaves few chunks near the query; the exact order
  /// has all of them.
  List<Long> byVector(Vector vector) throws SQLException {
    List<Long> near = isSmall() ? List.of() : near(vector, "");
    return near.size() < RankFusion.CANDIDATES ? near(vector, " + 0") : near;
  }

  private boolean isSmall() throws SQLException {
    String sql =
        "SELECT count(*) FROM (SELECT FROM %s WHERE %s LIMIT %d) AS passing"
            .formatted(table, filter.condition(), EXACT_UP_TO + 1);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      filter.set(statement, 1);
      return ids(statement).getFirst() <= EXACT_UP_TO;
    }
  }

  /// @param exactly makes the order an expression that the graph does not have
  private List<Long> near(Vector vector, String exactly) throws SQLException {
    String sql =
        """
        WITH near AS MATERIALIZED (
          SELECT id, vector <=> ?::halfvec AS distance FROM %s WHERE %s
          ORDER BY (vector <=> ?::halfvec)%s LIMIT %d)
        SELECT id FROM near ORDER BY distance, id
        """
            .formatted(table, filter.condition(), exactly, RankFusion.CANDIDATES);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      String target = ChunkRow.text(vector);
      statement.setString(1, target);
      statement.setString(filter.set(statement, 2), target);
      return ids(statement);
    }
  }

  private static List<Long> ids(PreparedStatement statement) throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
    }
    return ids;
  }

  /// The chunks in the order of their ranks.
  List<ChunkHit> hits(List<RankFusion.Ranked> best, ChunkWords.Highlighter highlighter)
      throws SQLException {
    Map<Long, Double> scores = new HashMap<>();
    best.forEach(one -> scores.put(one.id(), one.score()));
    Map<Long, ChunkHit> found = new HashMap<>();
    String sql = "SELECT id, %s FROM %s WHERE id = ANY (?)".formatted(ChunkRow.COLUMNS, table);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, connection.createArrayOf("bigint", scores.keySet().toArray()));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          long id = rows.getLong("id");
          Chunk chunk = ChunkRow.chunk(rows);
          found.put(
              id,
              new ChunkHit(
                  ChunkRow.document(rows),
                  chunk,
                  Objects.requireNonNull(scores.get(id)),
                  highlighter.ranges(chunk.text())));
        }
      }
    }
    return best.stream().map(one -> Objects.requireNonNull(found.get(one.id()))).toList();
  }
}
