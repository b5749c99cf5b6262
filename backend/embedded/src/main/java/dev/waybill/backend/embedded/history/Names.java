package dev.waybill.backend.embedded.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/// Maps names of tenants, queues, types and kinds of facts to small numbers, so that rows and
/// indexes stay small. Used by the writing connection only.
final class Names {

  private static final int MAX_CACHED = 100_000;

  private final PreparedStatement find;
  private final PreparedStatement add;
  private final Map<String, Integer> cache = new HashMap<>();

  Names(Connection connection) throws SQLException {
    find = connection.prepareStatement("select n from names where name = ?");
    add = connection.prepareStatement("insert into names(name) values(?)");
  }

  /// The key of a tenant name, which is distinct from other names.
  static String tenant(String tenant) {
    return tenant;
  }

  static String queue(String tenant, String queue) {
    return tenant + "/q/" + queue;
  }

  static String type(String type) {
    return "/t/" + type;
  }

  static String kind(String kind) {
    return "/k/" + kind;
  }

  int number(String name) throws SQLException {
    Integer known = cache.get(name);
    if (known != null) {
      return known;
    }
    if (cache.size() > MAX_CACHED) {
      cache.clear();
    }
    int number = findOrAdd(name);
    cache.put(name, number);
    return number;
  }

  private int findOrAdd(String name) throws SQLException {
    find.setString(1, name);
    try (ResultSet rows = find.executeQuery()) {
      if (rows.next()) {
        return rows.getInt(1);
      }
    }
    add.setString(1, name);
    add.executeUpdate();
    return findOrAdd(name);
  }
}
