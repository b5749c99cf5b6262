package dev.waybill.documents.index.postgres;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Maps errors of PostgreSQL to codes of Waybill.
final class PostgresErrors {

  private static final int MESSAGE_CHARACTERS = 300;

  private static final String TIMEOUT = "57014";

  /// Too many connections, a deadlock, a lock that another transaction has.
  private static final Set<String> BUSY = Set.of("53300", "40001", "40P01", "55P03");

  /// The server starts, stops, is a standby, is out of memory, or did not answer in time.
  private static final Set<String> AWAY =
      Set.of("57P01", "57P02", "57P03", "57P05", "25006", "53200", TIMEOUT);

  private static final Map<String, String> HINTS =
      Map.of(
          "28P01",
          "; check user and password in documents.index.url",
          "28000",
          "; check user and password in documents.index.url, and pg_hba.conf",
          "3D000",
          "; create the database, or check documents.index.url",
          "42501",
          "; grant the user CREATE on the schema, or make it the owner of the tables",
          "3F000",
          "; create the schema, or check currentSchema in documents.index.url",
          "42P01",
          "; the tables were dropped while the server ran: restart it",
          TIMEOUT,
          "; the search or change took too long");

  private PostgresErrors() {}

  static WaybillException of(String action, SQLException failure) {
    String state = Objects.requireNonNullElse(failure.getSQLState(), "");
    String message =
        "PostgreSQL cannot %s: %s%s"
            .formatted(
                action,
                Text.storable(String.valueOf(failure.getMessage()), MESSAGE_CHARACTERS),
                HINTS.getOrDefault(state, ""));
    return new WaybillException(code(state), message, failure);
  }

  private static Code code(String state) {
    if (Thread.currentThread().isInterrupted()) {
      return Code.INTERRUPTED;
    }
    if (BUSY.contains(state)) {
      return Code.THROTTLED;
    }
    if (isConnectionLost(state) || AWAY.contains(state)) {
      return Code.UNAVAILABLE;
    }
    return state.equals("53100") ? Code.DISK_FULL : Code.STORE_FAILED;
  }

  /// Whether the connection cannot be used any more.
  static boolean isConnectionLost(SQLException failure) {
    return isConnectionLost(Objects.requireNonNullElse(failure.getSQLState(), ""));
  }

  private static boolean isConnectionLost(String state) {
    return state.startsWith("08") || state.startsWith("57P0");
  }
}
