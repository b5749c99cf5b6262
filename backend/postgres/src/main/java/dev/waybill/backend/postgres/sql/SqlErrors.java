package dev.waybill.backend.postgres.sql;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/// Maps errors of the driver to codes of Waybill, by their SQLSTATE.
public final class SqlErrors {

  private static final String LOCKED = "55P03";
  private static final Set<String> CONFLICTS = Set.of("40001", "40P01", LOCKED);
  private static final Set<String> FULL = Set.of("53100");
  private static final Set<String> BUSY = Set.of("53000", "53200", "53300", "53400");

  /// The server is starting, stopping, or recovers.
  private static final Set<String> AWAY = Set.of("57P01", "57P02", "57P03", "57P05");

  private static final String INVALID = "22023";
  private static final String CANCELED = "57014";
  private static final String READ_ONLY = "25006";
  private static final String NO_SUCH_SCHEMA = "3F000";
  private static final String NO_SUCH_TABLE = "42P01";
  private static final String NOT_ALLOWED = "42501";

  private SqlErrors() {}

  public static WaybillException of(String doing, SQLException failure) {
    String state = state(failure);
    return new WaybillException(
        code(failure), "PostgreSQL cannot " + doing + ": " + words(state, failure), failure);
  }

  private static Code code(SQLException failure) {
    String state = state(failure);
    if (FULL.contains(state)) {
      return Code.DISK_FULL;
    }
    if (BUSY.contains(state)) {
      return Code.THROTTLED;
    }
    if (state.equals(INVALID)) {
      return Code.INVALID_ARGUMENT;
    }
    boolean later =
        isLost(failure)
            || CONFLICTS.contains(state)
            || state.equals(CANCELED)
            || state.equals(READ_ONLY);
    return later ? Code.UNAVAILABLE : Code.STORE_FAILED;
  }

  private static String words(String state, SQLException failure) {
    String said = String.valueOf(failure.getMessage());
    return switch (state) {
      case "53100" -> "its disk is full; free space (" + said + ")";
      case READ_ONLY -> "the database is read-only, such as a standby (" + said + ")";
      case CANCELED -> "the statement took longer than store.statement_timeout (" + said + ")";
      case NO_SUCH_SCHEMA, NO_SUCH_TABLE -> said + "; run `waybill provision`";
      case "26000", "42P05" ->
          said + "; behind a proxy that pools transactions, set store.prepared to off";
      case NOT_ALLOWED -> said + "; see the roles in docs/backends.md";
      default -> said;
    };
  }

  /// Whether another try of the same transaction may succeed at once; nothing was written.
  public static boolean isConflict(SQLException failure) {
    return CONFLICTS.contains(state(failure));
  }

  /// Whether a lock was not granted within the time that a transaction waits for it.
  static boolean isLocked(SQLException failure) {
    return state(failure).equals(LOCKED);
  }

  /// Whether the connection is lost or could not be made.
  public static boolean isLost(SQLException failure) {
    String state = state(failure);
    return state.startsWith("08")
        || AWAY.contains(state)
        || failure instanceof SQLTransientConnectionException;
  }

  private static String state(SQLException failure) {
    Throwable cause = failure.getCause();
    if (failure.getSQLState() == null && cause instanceof SQLException inner) {
      return state(inner);
    }
    return failure.getSQLState() == null ? "" : failure.getSQLState();
  }
}
