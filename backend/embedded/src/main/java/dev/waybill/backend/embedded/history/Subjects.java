package dev.waybill.backend.embedded.history;

import dev.waybill.spi.LedgerKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/// Numbers the subjects of the ledger. Facts of several kinds about the same ID of a tenant have
/// one subject. Used by the writing connection only.
final class Subjects {

  private static final int MAX_CACHED = 50_000;

  private final Names names;
  private final PreparedStatement add;
  private final PreparedStatement find;
  private final PreparedStatement drop;
  private final Map<Subject, Long> cache = new HashMap<>();
  private long last;

  private record Subject(int tenant, String id) {}

  Subjects(Connection connection, Names names) throws SQLException {
    this.names = names;
    add =
        connection.prepareStatement(
            "insert or ignore into subjects(n, tenant, id) values(?, ?, ?)");
    find = connection.prepareStatement("select n from subjects where tenant = ? and id = ?");
    drop =
        connection.prepareStatement(
            "delete from subjects where n = ?1"
                + " and not exists(select 1 from facts where subject = ?1) returning tenant, id");
    try (PreparedStatement max =
        connection.prepareStatement("select coalesce(max(n), 0) from subjects")) {
      last = number(max);
    }
  }

  /// @param known whether the subject probably has a number
  long number(LedgerKey key, boolean known) throws SQLException {
    Subject subject = new Subject(names.number(Names.tenant(key.tenant())), key.id());
    Long cached = cache.get(subject);
    if (cached != null) {
      return cached;
    }
    if (cache.size() > MAX_CACHED) {
      cache.clear();
    }
    long found = known ? find(subject) : 0;
    long number = found == 0 ? addOrFind(subject) : found;
    cache.put(subject, number);
    return number;
  }

  /// Most subjects that are not known are new.
  private long addOrFind(Subject subject) throws SQLException {
    add.setLong(1, last + 1);
    add.setInt(2, subject.tenant());
    add.setString(3, subject.id());
    if (add.executeUpdate() > 0) {
      return ++last;
    }
    return find(subject);
  }

  /// 0 if it has no number.
  private long find(Subject subject) throws SQLException {
    find.setInt(1, subject.tenant());
    find.setString(2, subject.id());
    return number(find);
  }

  private static long number(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  /// Deletes the number of a subject without facts.
  void dropIfEmpty(long subject) throws SQLException {
    drop.setLong(1, subject);
    try (ResultSet dropped = drop.executeQuery()) {
      if (dropped.next()) {
        cache.remove(new Subject(dropped.getInt(1), dropped.getString(2)));
      }
    }
  }
}
