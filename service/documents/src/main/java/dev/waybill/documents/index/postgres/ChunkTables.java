package dev.waybill.documents.index.postgres;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.documents.embed.EmbeddingModel;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The tables of chunks. Each model has one of its own: the vectors of a column have one dimension,
/// and the graph of one model is not searched for vectors of another.
final class ChunkTables {

  /// What an HNSW index of half-precision vectors takes.
  private static final int MOST_DIMENSIONS = 4_000;

  private static final String PREFIX = "waybill_chunks_";

  private final Map<EmbeddingModel, String> known = new ConcurrentHashMap<>();

  /// The table of a model, if it exists.
  Optional<String> find(Connection connection, EmbeddingModel model) throws SQLException {
    Optional<String> table = Optional.ofNullable(known.get(model));
    if (table.isEmpty()) {
      table = read(connection, model);
      table.ifPresent(found -> known.put(model, found));
    }
    return table;
  }

  /// The table of a model. Transactions that create it wait for each other, and take the locks of
  /// documents only after that.
  String findOrCreate(Connection connection, EmbeddingModel model) throws SQLException {
    Optional<String> table = find(connection, model);
    if (table.isEmpty()) {
      PostgresSchema.lock(connection);
      table = find(connection, model);
    }
    return table.isPresent() ? table.get() : created(connection, model);
  }

  private static String created(Connection connection, EmbeddingModel model) throws SQLException {
    checkDimension(model);
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO waybill_chunk_models (name, dimension) VALUES (?, ?) RETURNING id")) {
      String table = table(statement, model).orElseThrow();
      PostgresSchema.execute(connection, definition(table, model.dimension()));
      return table;
    }
  }

  /// Rows stay in their page where they fit, so that ranking does not read values elsewhere. The
  /// words are indexed at once instead of in a list that every search would read.
  private static String definition(String table, int dimension) {
    return """
      CREATE TABLE %1$s (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        tenant text NOT NULL, document text NOT NULL, session text NOT NULL,
        name text NOT NULL, type text NOT NULL, created bigint NOT NULL,
        number int NOT NULL, text text NOT NULL, page int NOT NULL,
        headings text[] NOT NULL, tokens int NOT NULL,
        words tsvector NOT NULL, vector halfvec(%2$d) NOT NULL
      ) WITH (toast_tuple_target = 8160);
      CREATE INDEX ON %1$s (tenant, document);
      CREATE INDEX ON %1$s (tenant, session);
      CREATE INDEX ON %1$s USING gin (words) WITH (fastupdate = off);
      CREATE INDEX ON %1$s USING hnsw (vector halfvec_cosine_ops)
      """
        .formatted(table, dimension);
  }

  private static void checkDimension(EmbeddingModel model) {
    if (model.dimension() > MOST_DIMENSIONS) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the model %s has %d dimensions, the index in PostgreSQL takes at most %d: set"
                  .formatted(model.name(), model.dimension(), MOST_DIMENSIONS)
              + " documents.embedding.dimension");
    }
  }

  private static Optional<String> read(Connection connection, EmbeddingModel model)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT id FROM waybill_chunk_models WHERE name = ? AND dimension = ?")) {
      return table(statement, model);
    }
  }

  private static Optional<String> table(PreparedStatement statement, EmbeddingModel model)
      throws SQLException {
    statement.setString(1, ChunkRow.text(model.name()));
    statement.setInt(2, model.dimension());
    try (ResultSet rows = statement.executeQuery()) {
      return rows.next() ? Optional.of(PREFIX + rows.getInt(1)) : Optional.empty();
    }
  }

  /// The tables of all models.
  List<String> all(Connection connection) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT id FROM waybill_chunk_models ORDER BY id");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        tables.add(PREFIX + rows.getInt(1));
      }
    }
    return tables;
  }
}
