package dev.waybill.documents.index.postgres;

import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.index.ChunkHit;
import dev.waybill.documents.index.ChunkIndex;
import dev.waybill.documents.index.ChunkQuery;
import dev.waybill.documents.index.ChunkWords;
import dev.waybill.documents.index.EmbeddedChunk;
import dev.waybill.documents.index.IndexedDocument;
import dev.waybill.documents.index.RankFusion;
import dev.waybill.documents.index.postgres.PostgresConnections.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The index of chunks in PostgreSQL with pgvector, which any number of servers can share. A search
/// ranks chunks by their words and by their vectors (HNSW), and fuses both rankings by reciprocal
/// rank. Every change is one transaction.
public final class PostgresChunkIndex implements ChunkIndex {

  private final PostgresConnections connections;
  private final ChunkTables tables = new ChunkTables();
  private final ChunkWords words = new ChunkWords();
  private final WordForms forms = new WordForms(words);
  private final ChunkRow rows = new ChunkRow(forms);

  private PostgresChunkIndex(PostgresConnections connections) {
    this.connections = connections;
  }

  /// Opens the index, and creates its tables if they do not exist.
  public static PostgresChunkIndex open(PostgresAddress address) {
    PostgresChunkIndex index = new PostgresChunkIndex(new PostgresConnections(address));
    try {
      index.change("open the index of chunks", PostgresSchema::prepare);
      return index;
    } catch (RuntimeException failure) {
      index.close();
      throw failure;
    }
  }

  /// A transaction without a result.
  private interface Change {
    void in(Connection connection) throws SQLException;
  }

  private void change(String action, Change change) {
    connections.run(
        Kind.CHANGE,
        action,
        connection -> {
          change.in(connection);
          return true;
        });
  }

  @Override
  public void replace(IndexedDocument document, EmbeddingModel model, List<EmbeddedChunk> chunks) {
    chunks.forEach(chunk -> model.checkDimension(chunk.vector()));
    change(
        "store chunks",
        connection -> {
          String table = chunks.isEmpty() ? "" : tables.findOrCreate(connection, model);
          delete(connection, document.tenant(), document.id());
          if (!chunks.isEmpty()) {
            rows.insert(connection, table, document, chunks);
          }
        });
  }

  @Override
  public boolean remove(String tenant, String document) {
    return connections.run(
        Kind.CHANGE, "remove chunks", connection -> delete(connection, tenant, document));
  }

  /// Changes of one document wait for each other, so that the tables are those of the last one.
  private boolean delete(Connection connection, String tenant, String document)
      throws SQLException {
    try (PreparedStatement lock =
        connection.prepareStatement("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")) {
      lock.setString(1, ChunkRow.text("waybill chunks\n" + tenant + '\n' + document));
      lock.execute();
    }
    int deleted = 0;
    for (String table : tables.all(connection)) {
      try (PreparedStatement statement =
          connection.prepareStatement(
              "DELETE FROM %s WHERE tenant = ? AND document = ?".formatted(table))) {
        statement.setString(1, ChunkRow.text(tenant));
        statement.setString(2, ChunkRow.text(document));
        deleted += statement.executeUpdate();
      }
    }
    return deleted > 0;
  }

  @Override
  public List<ChunkHit> search(String tenant, EmbeddingModel model, ChunkQuery query) {
    model.checkDimension(query.vector());
    return connections.run(
        Kind.SEARCH,
        "search chunks",
        connection -> {
          Optional<String> table = tables.find(connection, model);
          return table.isEmpty() ? List.of() : search(connection, table.get(), tenant, query);
        });
  }

  private List<ChunkHit> search(
      Connection connection, String table, String tenant, ChunkQuery query) throws SQLException {
    PostgresSearch search =
        new PostgresSearch(connection, table, new RowFilter(tenant, query.filter()));
    List<List<Long>> ranked = new ArrayList<>();
    for (WordForms.Wanted wanted : forms.wanted(tenant, query.text(), query.filter())) {
      ranked.add(search.byWords(wanted));
    }
    ranked.add(search.byVector(query.vector()));
    return search.hits(RankFusion.best(query.limit(), ranked), words.highlighter(query.text()));
  }

  @Override
  public boolean isComplete() {
    return connections.run(
        Kind.SEARCH,
        "read its state",
        connection ->
            PostgresSchema.value(connection, "SELECT complete FROM waybill_chunk_index")
                .equals("t"));
  }

  @Override
  public void markComplete() {
    change(
        "write its state",
        connection ->
            PostgresSchema.execute(connection, "UPDATE waybill_chunk_index SET complete = true"));
  }

  @Override
  public void close() {
    connections.close();
  }
}
