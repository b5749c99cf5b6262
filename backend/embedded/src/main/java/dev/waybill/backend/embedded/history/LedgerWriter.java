package dev.waybill.backend.embedded.history;

import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// Writes facts of the ledger to the history. A fact has one row, with numbers instead of the texts
/// of its key. The latest state of a key is its last fact with a version.
final class LedgerWriter {

  static final RowChecksum FACT = new RowChecksum("fact");

  private final Names names;
  private final Subjects subjects;
  private final PreparedStatement addFact;
  private final PreparedStatement deleteFacts;

  LedgerWriter(Connection connection, Names names) throws SQLException {
    this.names = names;
    this.subjects = new Subjects(connection, names);
    addFact =
        connection.prepareStatement(
            "insert or replace into facts(n, subject, kind, identity, at, version, body)"
                + " values(?, ?, ?, ?, ?, ?, ?)");
    deleteFacts =
        connection.prepareStatement("delete from facts where subject = ? and kind = ? and n <= ?");
  }

  Subjects subjects() {
    return subjects;
  }

  void write(Facts.LedgerChange change) throws SQLException {
    switch (change) {
      case Facts.Recorded recorded -> write(recorded);
      case Facts.Deleted deleted -> delete(deleted);
    }
  }

  private void write(Facts.Recorded recorded) throws SQLException {
    Fact fact = recorded.fact();
    addFact.setLong(1, recorded.position());
    addFact.setLong(2, subjects.number(fact.key(), recorded.version() != 1));
    addFact.setInt(3, kind(fact.key()));
    addFact.setInt(4, identity(fact));
    addFact.setLong(5, fact.at().toEpochMilli());
    addFact.setLong(6, recorded.version());
    addFact.setBytes(7, FACT.close(row(recorded.position()), bytes(recorded)));
    addFact.executeUpdate();
  }

  private void delete(Facts.Deleted deleted) throws SQLException {
    long subject = subjects.number(deleted.key(), true);
    deleteFacts.setLong(1, subject);
    deleteFacts.setInt(2, kind(deleted.key()));
    deleteFacts.setLong(3, deleted.upTo());
    deleteFacts.executeUpdate();
    subjects.dropIfEmpty(subject);
  }

  private int kind(LedgerKey key) throws SQLException {
    return names.number(Names.kind(key.kind()));
  }

  /// A number by which a fact is found among the facts of its subject. Others may have the same.
  static int identity(Fact fact) {
    return 31 * (31 * fact.key().kind().hashCode() + fact.type().hashCode()) + fact.attempt();
  }

  /// What the checksum of a fact covers besides its bytes.
  static byte[] row(long position) {
    return new ByteWriter(8).put8(position).copy();
  }

  private static byte[] bytes(Facts.Recorded recorded) {
    ByteWriter body = new ByteWriter(128);
    recorded.write(body);
    return body.copy();
  }
}
