package dev.waybill.backend.postgres.sql;

import dev.waybill.Capabilities.Durability;
import java.sql.Connection;
import java.sql.SQLException;

/// What a write survives that this PostgreSQL has acknowledged, by the settings of the server.
///
/// @param reason why
public record ServerDurability(String version, Durability durability, String reason) {

  private static final String SETTINGS =
      "select current_setting('server_version'), current_setting('fsync'),"
          + " current_setting('synchronous_commit'), current_setting('full_page_writes'),"
          + " current_setting('synchronous_standby_names')";

  public static ServerDurability read(Connection connection) throws SQLException {
    return SqlQuery.of(connection, SETTINGS)
        .list(
            row ->
                of(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5)))
        .getFirst();
  }

  public static ServerDurability of(
      String version, String fsync, String commit, String pages, String standbys) {
    if (commit.equals("off")) {
      return new ServerDurability(
          version, Durability.MEMORY, "synchronous_commit is off: the last writes may be lost");
    }
    if (fsync.equals("off") || pages.equals("off")) {
      String what = fsync.equals("off") ? "fsync" : "full_page_writes";
      return new ServerDurability(version, Durability.PROCESS, what + " is off");
    }
    boolean replicated = !standbys.isBlank() && !commit.equals("local");
    return new ServerDurability(
        version,
        Durability.POWER_CUT,
        replicated
            ? "writes are synced to disk, and acknowledged by standbys (" + commit + ")"
            : "writes are synced to disk; no standby acknowledges them");
  }
}
