package dev.waybill.examples;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.backend.postgres.PostgresWaybill;
import dev.waybill.topic.TopicEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/// Stores an order, a job and an event in one transaction of PostgreSQL with plain JDBC: either all
/// of them exist afterwards, or none.
public final class JobInTransaction {

  private final DataSource database;
  private final Waybill waybill;

  /// @param database the database that is also the store of Waybill
  public JobInTransaction(DataSource database, Waybill waybill) {
    this.database = database;
    this.waybill = waybill;
  }

  public void pay(String order) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      insert(connection, order);
      PostgresWaybill.enqueue(connection, NewJob.builder("send-receipt").payload(order).build());
      TopicEvent paid = TopicEvent.of("order.paid", "{\"order\":\"" + order + "\"}");
      PostgresWaybill.publish(connection, waybill, "shop", paid);
      connection.commit();
    }
  }

  private static void insert(Connection connection, String order) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into orders (name) values (?)")) {
      insert.setString(1, order);
      insert.executeUpdate();
    }
  }
}
