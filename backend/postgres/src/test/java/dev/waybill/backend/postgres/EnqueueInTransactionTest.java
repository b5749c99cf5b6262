package dev.waybill.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Background;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EnqueueInTransactionTest {

  private TestDatabase database;
  private PostgresBackend backend;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    database = TestDatabase.create();
    backend = database.open();
    connection = database.connect();
    connection.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    backend.close();
  }

  private List<Job> lease(Duration patience) {
    return backend
        .jobs()
        .lease(
            new LeaseQuery(
                new QueueKey("default", "mails"), "w", 10, Duration.ofMinutes(1), patience));
  }

  @Test
  void a_job_is_visible_after_the_commit_and_gone_after_a_rollback() throws SQLException {
    PostgresWaybill.enqueue(connection, NewJob.builder("mail").queue("mails").build());
    connection.rollback();
    JobId id = PostgresWaybill.enqueue(connection, NewJob.builder("mail").queue("mails").build());
    assertThat(lease(Duration.ZERO)).isEmpty();
    connection.commit();
    assertThat(lease(Duration.ZERO)).extracting(Job::id).containsExactly(id);
  }

  @Test
  void a_commit_wakes_a_waiting_worker() throws SQLException {
    Background<List<Job>> waiting = Background.of(() -> lease(Duration.ofMinutes(1))).onceItWaits();
    JobId id = PostgresWaybill.enqueue(connection, NewJob.builder("mail").queue("mails").build());
    connection.commit();
    assertThat(waiting.answer()).extracting(Job::id).containsExactly(id);
  }

  @Test
  void a_job_that_commits_late_is_leased_although_later_ones_were() throws SQLException {
    backend.jobs().pause(new QueueKey("default", "mails"), false);
    JobId late = PostgresWaybill.enqueue(connection, NewJob.builder("mail").queue("mails").build());
    try (Connection other = database.connect()) {
      for (int i = 0; i < 2_000; i++) {
        PostgresWaybill.enqueue(other, NewJob.builder("mail").queue("mails").build());
      }
    }
    int leased = 0;
    for (List<Job> some = lease(Duration.ZERO); !some.isEmpty(); some = lease(Duration.ZERO)) {
      leased += some.size();
    }
    assertThat(leased).isEqualTo(2_000);
    connection.commit();
    assertThat(lease(Duration.ZERO)).extracting(Job::id).containsExactly(late);
  }

  @Test
  void all_fields_are_stored() throws SQLException {
    Instant later = Instant.ofEpochMilli(Instant.now().toEpochMilli()).plusSeconds(3600);
    NewJob asked =
        NewJob.builder("mail")
            .queue("mails")
            .payload(Payload.of(new byte[] {0, -1, 7}))
            .priority(Priority.LOW)
            .requestId("r-1")
            .correlationId("c")
            .key("k")
            .traceContext("t")
            .tags("b", "a \" \\ ,")
            .runAt(later)
            .deadline(later.plusSeconds(5))
            .timeout(Duration.ofSeconds(9))
            .retry(RetryPolicy.DEFAULT)
            .build();
    JobId id = PostgresWaybill.of("waybill", "acme").enqueueIn(connection, asked);
    JobId again = PostgresWaybill.of("waybill", "acme").enqueueIn(connection, asked);
    connection.commit();
    Job found = backend.jobs().find(new JobKey("acme", id)).orElseThrow();
    assertThat(found.request()).isEqualTo(asked);
    assertThat(found.progress().runAt()).isEqualTo(later);
    assertThat(again).isEqualTo(id);
  }

  @Test
  void invalid_jobs_are_refused_with_the_reason() throws SQLException {
    assertRefused(NewJob.builder("").build(), "type must have 1 to 128 characters");
    connection.rollback();
    assertRefused(
        NewJob.builder("t").payload(Payload.of(new byte[70_000])).build(), "at most 65536 bytes");
    connection.rollback();
    assertRefused(NewJob.builder("t").queue("").build(), "queue must have");
  }

  private void assertRefused(NewJob job, String why) {
    assertThatThrownBy(() -> PostgresWaybill.enqueue(connection, job))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT))
        .hasMessageContaining(why);
  }

  @Test
  void any_language_can_enqueue_with_psql() {
    String printed =
        database.server().psql(database.name(), "select waybill.enqueue('mail', 'hi', 'mails')");
    assertThat(lease(Duration.ZERO))
        .singleElement()
        .satisfies(
            job -> {
              assertThat(printed).contains(job.id().toString());
              assertThat(job.payload().text()).isEqualTo("hi");
            });
    assertThat(
            database
                .server()
                .psql(database.name(), "select waybill.enqueue('mail', delay => '-1 s')"))
        .contains("delay must be between 0 and a hundred years");
  }
}
