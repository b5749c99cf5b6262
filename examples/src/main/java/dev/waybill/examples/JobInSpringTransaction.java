package dev.waybill.examples;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.backend.postgres.PostgresWaybill;
import dev.waybill.topic.TopicEvent;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The same as [JobInTransaction] in a transaction of Spring. A method with `@Transactional` calls
/// Waybill in the same way: `DataSourceUtils` has the connection of the current transaction.
public final class JobInSpringTransaction {

  private final DataSource database;
  private final Waybill waybill;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate transactions;

  /// @param database the database that is also the store of Waybill
  public JobInSpringTransaction(DataSource database, Waybill waybill) {
    this.database = database;
    this.waybill = waybill;
    this.jdbc = new JdbcTemplate(database);
    this.transactions = new TransactionTemplate(new JdbcTransactionManager(database));
  }

  public void pay(String order) {
    transactions.executeWithoutResult(
        _ -> {
          jdbc.update("insert into orders (name) values (?)", order);
          var connection = DataSourceUtils.getConnection(database);
          PostgresWaybill.enqueue(
              connection, NewJob.builder("send-receipt").payload(order).build());
          TopicEvent paid = TopicEvent.of("order.paid", "{\"order\":\"" + order + "\"}");
          PostgresWaybill.publish(connection, waybill, "shop", paid);
        });
  }
}
