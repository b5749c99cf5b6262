package dev.waybill.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.PostgresWaybill;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.PostgresServer;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

/// Jobs and events in transactions of a program: the examples, and what they rely on. A second
/// payment of an order fails at its commit, and so does everything in its transaction.
@Timeout(120)
final class TransactionExamplesTest {

  private static final TopicEvent PAID = TopicEvent.of("order.paid", "{\"order\":1}");

  @TempDir private Path folder;
  private PostgresServer server;
  private PGSimpleDataSource database;
  private Waybill waybill;

  @BeforeEach
  void start() {
    server = new PostgresServer("fsync=off");
    database = new PGSimpleDataSource();
    database.setUrl("jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres");
    database.setUser(PostgresServer.USER);
    database.setPassword(PostgresServer.PASSWORD);
    new JdbcTemplate(database)
        .execute("create table orders (name text primary key deferrable initially deferred)");
    waybill =
        Waybill.open(
            URI.create(server.url("postgres") + "?path=" + folder.resolve("waybill")),
            Settings.DEFAULT);
    waybill.topics().put(Topic.of("shop"));
    waybill.topics().subscribe(Subscription.of("shop", "stock", "stock"));
  }

  @AfterEach
  void stop() {
    waybill.close();
    server.close();
  }

  private List<String> types() {
    return waybill.list(JobFilter.ALL, Page.Request.FIRST).items().stream().map(Job::type).toList();
  }

  private List<Lease> lease(Duration patience) {
    return waybill.lease(LeaseRequest.of("stock", "w").withPatience(patience));
  }

  private Connection begin() throws SQLException {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  @Test
  void a_job_and_an_event_belong_to_a_transaction_of_jdbc() throws SQLException {
    JobInTransaction example = new JobInTransaction(database, waybill);
    example.pay("A1");

    assertThatThrownBy(() -> example.pay("A1")).isInstanceOf(SQLException.class);
    assertThat(types()).containsExactlyInAnyOrder("send-receipt", "order.paid");
  }

  @Test
  void a_job_and_an_event_belong_to_a_transaction_of_spring() {
    JobInSpringTransaction example = new JobInSpringTransaction(database, waybill);
    example.pay("A1");

    assertThatThrownBy(() -> example.pay("A1")).isInstanceOf(DuplicateKeyException.class);
    assertThat(types()).containsExactlyInAnyOrder("send-receipt", "order.paid");
  }

  @Test
  void an_event_is_seen_after_the_commit_and_not_before() throws SQLException {
    try (Connection connection = begin()) {
      List<JobId> jobs = PostgresWaybill.publish(connection, waybill, "shop", PAID);
      assertThat(lease(Duration.ZERO)).isEmpty();
      connection.commit();
      assertThat(lease(Duration.ZERO))
          .extracting(lease -> lease.job().id())
          .containsExactlyElementsOf(jobs);
    }
  }

  @Test
  void an_event_is_gone_after_a_rollback() throws SQLException {
    try (Connection connection = begin()) {
      PostgresWaybill.publish(connection, waybill, "shop", PAID);
      connection.rollback();
    }
    assertThat(types()).isEmpty();
  }

  @Test
  void the_commit_of_an_event_wakes_a_waiting_worker() throws SQLException {
    Background<List<Lease>> waiting =
        Background.of(() -> lease(Duration.ofMinutes(1))).onceItWaits();
    try (Connection connection = begin()) {
      PostgresWaybill.publish(connection, waybill, "shop", PAID);
      connection.commit();
    }
    assertThat(waiting.answer()).hasSize(1);
  }

  @Test
  void an_event_of_an_unknown_topic_is_refused() throws SQLException {
    try (Connection connection = begin()) {
      assertThatThrownBy(() -> PostgresWaybill.publish(connection, waybill, "nowhere", PAID))
          .isInstanceOf(WaybillException.class)
          .hasMessageContaining("nowhere");
    }
  }
}
