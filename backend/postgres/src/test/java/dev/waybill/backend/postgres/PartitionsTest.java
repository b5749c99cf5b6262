package dev.waybill.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Applied;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The partitions of finished jobs are created and dropped without making anybody wait.
class PartitionsTest {

  /// Less than the statements wait for a lock without a limit.
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final String TODAY =
      "select 'finished_' || to_char(now() at time zone 'UTC', 'YYYYMMDD')";

  private static final String DAYS =
      "select count(*) from pg_class where relname ~ '^finished_\\d{8}$' and relkind = 'r'";

  private TestDatabase database;

  @BeforeEach
  void create() {
    database = TestDatabase.create();
    database.open().close();
  }

  /// As `pg_dump` does.
  private Connection reader() throws SQLException {
    Connection reader = database.connect();
    reader.setAutoCommit(false);
    reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (var statement = reader.createStatement()) {
      statement.execute("select count(*) from waybill.finished");
    }
    return reader;
  }

  private void forgetDays() {
    database.execute(
        "do $$ declare t text; begin for t in select relname from pg_class where relname ~"
            + " '^finished_\\d{8}$' and relkind = 'r' loop execute 'drop table waybill.' || t; end"
            + " loop; end $$");
  }

  private static Applied completeOne(PostgresBackend backend) {
    backend.jobs().append(List.of(Drafts.draft("t", NewJob.builder("demo").queue("q").build())));
    Job job =
        backend
            .jobs()
            .lease(
                new LeaseQuery(
                    new QueueKey("t", "q"), "w", 1, Duration.ofMinutes(1), Duration.ZERO))
            .getFirst();
    LeaseKey lease = new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt());
    return backend.jobs().apply(List.of(Transitions.completed(lease, Payload.empty()))).getFirst();
  }

  @Test
  void a_start_and_completions_do_not_wait_for_a_reader_of_finished_jobs() throws SQLException {
    forgetDays();
    long start = System.nanoTime();
    try (Connection reader = reader();
        PostgresBackend backend = database.open()) {
      assertThat(reader.isClosed()).isFalse();
      assertThat(completeOne(backend)).isInstanceOf(Applied.Done.class);
      database.execute("select waybill.prepare_days(waybill.now_ms(), waybill.now_ms())");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
  }

  @Test
  void old_days_are_dropped_later_if_somebody_reads_finished_jobs() throws SQLException {
    database.execute("select waybill.prepare_days(0, 86400000)");
    long start = System.nanoTime();
    try (Connection reader = reader()) {
      assertThat(reader.isClosed()).isFalse();
      assertThat(database.value("select waybill.drop_days(waybill.now_ms() - 86400000)"))
          .isEqualTo("0");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    assertThat(database.value("select waybill.drop_days(waybill.now_ms() - 86400000)"))
        .isEqualTo("2");
  }

  @Test
  void a_finished_job_outside_the_partitions_stops_neither_a_start_nor_the_other_days() {
    forgetDays();
    try (PostgresBackend backend = database.open()) {
      forgetDays();
      assertThat(completeOne(backend)).isInstanceOf(Applied.Done.class);
    }
    assertThat(database.value("select count(*) from waybill.finished_other")).isEqualTo("1");
    try (PostgresBackend backend = database.open()) {
      assertThat(completeOne(backend)).isInstanceOf(Applied.Done.class);
      backend.jobs().prune(Retention.DEFAULT, 10);
    }
    String today = database.value(TODAY);
    assertThat(database.value("select to_regclass('waybill." + today + "') is null"))
        .isEqualTo("t");
    assertThat(database.value(DAYS)).isEqualTo("7");
  }
}
