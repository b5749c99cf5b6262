package dev.waybill.backend.postgres.sql;

import java.sql.Connection;
import java.sql.SQLException;

/// What became of a transaction whose answer to the commit was lost.
///
/// A server that crashes forgets the transaction IDs that are not yet in its log on disk, and gives
/// them to other transactions after the restart. So a committed ID proves something only if the
/// server is still the same one, or if the recovery after the crash knew the ID already.
enum CommitStatus {
  COMMITTED,
  NOT_COMMITTED,
  IN_PROGRESS,
  UNKNOWN;

  /// Changes when the server starts, and when it recovers from the crash of one of its processes,
  /// because it discards its statistics then.
  private static final String INCARNATION =
      "pg_postmaster_start_time()::text || (select ' ' || stats_reset::text from pg_stat_bgwriter)";

  /// The last checkpoint was made when nothing else ran: by a shutdown or by a recovery.
  private static final String KNOWN_AT_START =
      "(select redo_lsn = checkpoint_lsn and ?::text::numeric <"
          + " split_part(next_xid, ':', 1)::numeric * 4294967296 + split_part(next_xid, ':', 2)::numeric"
          + " from pg_control_checkpoint())";

  private static final String STATUS =
      "select coalesce(pg_xact_status(?::text::xid8), 'unknown'), "
          + INCARNATION
          + ", "
          + KNOWN_AT_START;

  /// A transaction ID that this server has not given to any transaction.
  private static final String IN_THE_FUTURE = "22023";

  /// Identifies the server until it crashes or stops.
  static String incarnation(Connection connection) throws SQLException {
    return SqlQuery.of(connection, "select " + INCARNATION)
        .list(row -> String.valueOf(row.getString(1)))
        .getFirst();
  }

  /// @param incarnation the server on which the transaction began
  static CommitStatus of(Connection connection, String transaction, String incarnation)
      throws SQLException {
    try {
      return SqlQuery.of(connection, STATUS)
          .text(transaction)
          .text(transaction)
          .list(
              row ->
                  of(row.getString(1), incarnation.equals(row.getString(2)) || row.getBoolean(3)))
          .getFirst();
    } catch (SQLException failure) {
      if (IN_THE_FUTURE.equals(failure.getSQLState())) {
        return NOT_COMMITTED;
      }
      throw failure;
    }
  }

  private static CommitStatus of(String status, boolean isReliable) {
    return switch (status) {
      case "committed" -> isReliable ? COMMITTED : UNKNOWN;
      case "aborted" -> NOT_COMMITTED;
      case "in progress" -> IN_PROGRESS;
      default -> UNKNOWN;
    };
  }
}
