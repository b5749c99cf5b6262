package dev.waybill.backend.embedded.history;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.backend.embedded.live.LiveJob.RequestKey;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Draft.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/// The request IDs of pruned jobs, until they expire.
final class KeptRequests {

  /// The table of a new history.
  static final String TABLE =
      """
      create table if not exists requests(
        tenant integer not null,
        request text not null,
        expires integer not null,
        body blob not null,
        primary key(tenant, request)) strict, without rowid;
      create index if not exists requests_expires on requests(expires);
      """;

  private static final RowChecksum BODY = new RowChecksum("request");

  private KeptRequests() {}

  /// Keeps the request ID of a job that is about to be deleted.
  static void keep(Connection connection, Draft draft, State state, long created, long expires)
      throws SQLException {
    String request = draft.job().requestId();
    Fingerprint print = draft.fingerprint();
    if (request == null || print == null) {
      return;
    }
    RequestKey key = new RequestKey(draft.key().tenant(), request);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert or replace into requests(tenant, request, expires, body)"
                + " select n, ?, ?, ? from names where name = ?")) {
      ByteWriter body = new ByteWriter(48);
      JobBytes.writeId(body, draft.key().id());
      body.put8(print.high()).put8(print.low()).put1(JobCodes.of(state)).put8(created);
      insert.setString(1, request);
      insert.setLong(2, expires);
      insert.setBytes(3, BODY.close(identity(key), body.copy()));
      insert.setString(4, Names.tenant(key.tenant()));
      insert.executeUpdate();
    }
  }

  static Archive.Known read(RequestKey key, byte[] sealed) {
    ByteReader in = new ByteReader(BODY.open(identity(key), sealed, "a request id"));
    JobId id = JobBytes.readId(in);
    Fingerprint print = new Fingerprint(in.get8(), in.get8());
    State state = JobCodes.state(in.get1());
    Instant created = Instant.ofEpochMilli(in.get8());
    return new Archive.Known(id, print, state, created);
  }

  /// Deletes some expired ones.
  static void prune(Connection connection, long now, int max) throws SQLException {
    try (PreparedStatement find =
            connection.prepareStatement(
                "select tenant, request from requests where expires <= ? limit ?");
        PreparedStatement delete =
            connection.prepareStatement("delete from requests where tenant = ? and request = ?")) {
      find.setLong(1, now);
      find.setInt(2, max);
      try (ResultSet rows = find.executeQuery()) {
        while (rows.next()) {
          delete.setLong(1, rows.getLong(1));
          delete.setString(2, rows.getString(2));
          delete.addBatch();
        }
      }
      delete.executeBatch();
    }
  }

  private static byte[] identity(RequestKey key) {
    return (key.tenant() + "\n" + key.requestId()).getBytes(StandardCharsets.UTF_8);
  }
}
