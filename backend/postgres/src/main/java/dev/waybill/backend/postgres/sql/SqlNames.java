package dev.waybill.backend.postgres.sql;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Puts the schema into statements: `{live}` is the table `live` of the store's schema, `{schema}`
/// the name of the schema. Statements name it themselves, because a proxy may give each transaction
/// another session.
public final class SqlNames {

  private static final Pattern NAME = Pattern.compile("\\{([a-z_]+)}");

  private final String schema;
  private final Map<String, String> known = new ConcurrentHashMap<>();

  public SqlNames(String schema) {
    this.schema = schema;
  }

  public String schema() {
    return schema;
  }

  /// For statements that are constants.
  public String in(String template) {
    return known.computeIfAbsent(template, this::once);
  }

  public String once(String template) {
    return NAME.matcher(template).replaceAll(this::name);
  }

  private String name(MatchResult found) {
    String name = found.group(1);
    return name.equals("schema") ? schema : schema + "." + name;
  }
}
