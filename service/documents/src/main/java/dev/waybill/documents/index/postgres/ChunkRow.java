package dev.waybill.documents.index.postgres;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.Vector;
import dev.waybill.documents.index.EmbeddedChunk;
import dev.waybill.documents.index.IndexedDocument;
import dev.waybill.documents.parse.FileType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/// A chunk as a row of a table.
final class ChunkRow {

  static final String COLUMNS =
      "tenant, document, session, name, type, created, number, text, page, headings, tokens";

  private static final int ROWS_PER_BATCH = 128;

  private final WordForms words;

  ChunkRow(WordForms words) {
    this.words = words;
  }

  void insert(
      Connection connection, String table, IndexedDocument document, List<EmbeddedChunk> chunks)
      throws SQLException {
    String sql =
        "INSERT INTO %s (%s, words, vector)".formatted(table, COLUMNS)
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::tsvector, ?::halfvec)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int waiting = 0;
      for (EmbeddedChunk chunk : chunks) {
        set(statement, document);
        set(statement, chunk.chunk());
        statement.setString(12, text(words.vector(document, chunk.chunk())));
        statement.setString(13, text(chunk.vector()));
        statement.addBatch();
        if (++waiting % ROWS_PER_BATCH == 0) {
          statement.executeBatch();
        }
      }
      statement.executeBatch();
    }
  }

  private static void set(PreparedStatement statement, IndexedDocument document)
      throws SQLException {
    statement.setString(1, text(document.tenant()));
    statement.setString(2, text(document.id()));
    statement.setString(3, text(document.session()));
    statement.setString(4, text(document.name()));
    statement.setString(5, document.type().text());
    statement.setLong(6, document.createdAt().toEpochMilli());
  }

  private static void set(PreparedStatement statement, Chunk chunk) throws SQLException {
    Object[] headings = chunk.headings().stream().map(ChunkRow::text).toArray();
    statement.setInt(7, chunk.number());
    statement.setString(8, text(chunk.text()));
    statement.setInt(9, chunk.page());
    statement.setArray(10, statement.getConnection().createArrayOf("text", headings));
    statement.setInt(11, chunk.tokens());
  }

  static IndexedDocument document(ResultSet row) throws SQLException {
    return new IndexedDocument(
        row.getString("tenant"),
        row.getString("session"),
        row.getString("document"),
        row.getString("name"),
        FileType.of(row.getString("type")).orElse(FileType.TEXT),
        Instant.ofEpochMilli(row.getLong("created")));
  }

  static Chunk chunk(ResultSet row) throws SQLException {
    return new Chunk(
        row.getInt("number"),
        row.getString("text"),
        row.getInt("page"),
        Arrays.asList((String[]) row.getArray("headings").getArray()),
        row.getInt("tokens"));
  }

  /// PostgreSQL stores every character but NUL.
  static String text(String text) {
    return text.replace('\0', '\uFFFD');
  }

  static String text(Vector vector) {
    return Arrays.toString(vector.values());
  }
}
