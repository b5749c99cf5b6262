package dev.waybill.backend.postgres.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A statement whose parameters are set in order.
public final class SqlQuery implements AutoCloseable {

  private final PreparedStatement statement;
  private int set;

  private SqlQuery(PreparedStatement statement) {
    this.statement = statement;
  }

  public static SqlQuery of(Connection connection, String sql) throws SQLException {
    return new SqlQuery(connection.prepareStatement(sql));
  }

  /// @param most how long it may take; a write has the limit of its transaction instead
  static SqlQuery of(Connection connection, String sql, Duration most) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setQueryTimeout((int) most.toSeconds());
    return new SqlQuery(statement);
  }

  /// Reads one row.
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  public SqlQuery number(long value) throws SQLException {
    statement.setLong(++set, value);
    return this;
  }

  public SqlQuery number(int value) throws SQLException {
    statement.setInt(++set, value);
    return this;
  }

  public SqlQuery flag(boolean value) throws SQLException {
    statement.setBoolean(++set, value);
    return this;
  }

  public SqlQuery text(@Nullable String value) throws SQLException {
    statement.setString(++set, value);
    return this;
  }

  public SqlQuery bytes(byte @Nullable [] value) throws SQLException {
    statement.setBytes(++set, value);
    return this;
  }

  public SqlQuery id(UUID value) throws SQLException {
    statement.setObject(++set, value);
    return this;
  }

  public SqlQuery array(String type, Object[] values) throws SQLException {
    Object[] typed = Arrays.copyOf(values, values.length, arrays(type));
    statement.setArray(++set, statement.getConnection().createArrayOf(type, typed));
    return this;
  }

  /// The arrays that the driver sends in the binary format.
  private static Class<? extends Object[]> arrays(String type) {
    return switch (type) {
      case "bytea" -> byte[][].class;
      case "int2" -> Short[].class;
      case "int4" -> Integer[].class;
      case "int8" -> Long[].class;
      case "text" -> String[].class;
      default -> Object[].class;
    };
  }

  public SqlQuery ids(Collection<UUID> values) throws SQLException {
    return array("uuid", values.toArray());
  }

  public SqlQuery texts(Collection<String> values) throws SQLException {
    return array("text", values.toArray());
  }

  public SqlQuery numbers(Collection<Long> values) throws SQLException {
    return array("int8", values.toArray());
  }

  public SqlQuery columns(Columns rows) throws SQLException {
    rows.bind(this);
    return this;
  }

  /// A value of any simple type.
  public SqlQuery value(Object value) throws SQLException {
    statement.setObject(++set, value);
    return this;
  }

  /// A value of this type, or null.
  public SqlQuery value(@Nullable Object value, String type) throws SQLException {
    switch (type) {
      case "int2" -> statement.setObject(++set, value, Types.SMALLINT);
      case "int4" -> statement.setObject(++set, value, Types.INTEGER);
      case "int8" -> statement.setObject(++set, value, Types.BIGINT);
      case "text" -> statement.setObject(++set, value, Types.VARCHAR);
      case "bytea" -> statement.setObject(++set, value, Types.BINARY);
      default -> statement.setObject(++set, value);
    }
    return this;
  }

  public <T> List<T> list(Row<T> row) throws SQLException {
    try (this;
        ResultSet rows = statement.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(row.read(rows));
      }
      return all;
    }
  }

  public <T> Optional<T> first(Row<T> row) throws SQLException {
    return list(row).stream().findFirst();
  }

  /// The number in the only row.
  public long single() throws SQLException {
    return list(row -> row.getLong(1)).getFirst();
  }

  /// Changes rows and returns their number.
  public int run() throws SQLException {
    try (this) {
      return statement.executeUpdate();
    }
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
