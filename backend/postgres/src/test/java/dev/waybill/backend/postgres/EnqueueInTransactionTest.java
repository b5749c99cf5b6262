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
import dev.waybill.conformance.job.Drafts;
import dev.waybill.spi.Appended;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
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
    assertRefused(NewJob.builder("").build(), "type must be 1 to 128 letters");
    connection.rollback();
    assertRefused(
        NewJob.builder("t").payload(Payload.of(new byte[70_000])).build(), "at most 65536 bytes");
    connection.rollback();
    assertRefused(NewJob.builder("t").queue("").build(), "queue must be");
  }

  private void assertRefused(NewJob job, String why) {
    assertThatThrownBy(() -> PostgresWaybill.enqueue(connection, job))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT))
        .hasMessageContaining(why);
  }

  @Test
  void what_a_server_would_refuse_is_refused() {
    assertRefusedByFunction("'my mail'", "type must be");
    assertRefusedByFunction("'mail', queue => 'my queue'", "queue must be");
    assertRefusedByFunction("'mail', queue => '-queue'", "queue must be");
    assertRefusedByFunction("'mail', tenant => 'a/b'", "tenant must be");
    assertRefusedByFunction("'mail', tenant => 'waybill'", "reserved");
    assertRefusedByFunction("'mail', timeout => '0'", "timeout must be");
    assertRefusedByFunction("'mail', timeout => '31 days'", "timeout must be");
    assertRefusedByFunction("'mail', request_id => ' '", "must not be blank");
    assertRefusedByFunction("'mail', correlation_id => ''", "must not be blank");
    assertRefusedByFunction("'mail', key => E' \\t'", "must not be blank");
    assertRefusedByFunction("'mail', tags => array[' ']", "tags must be");
    assertRefusedByFunction("'mail', request_id => 'schedule:daily'", "reserved");
    assertRefusedByFunction("'mail', tags => array['a', 'topic:x']", "reserved");
    assertRefusedByFunction("'mail', deadline => 'infinity'", "deadline must be");
    assertRefusedByFunction("'mail', run_at => '1969-01-01'", "run_at must be");
    assertRefusedByFunction("'mail', max_errors => 0", "max_errors must be");
    assertRefusedByFunction("'mail', max_crashes => 1001", "max_crashes must be");
    assertRefusedByFunction("'mail', first_delay => '-1 s'", "delays of retries must be");
    assertRefusedByFunction("'mail', backoff => 0.5", "backoff must be");
    assertRefusedByFunction("'mail', jitter => 11", "jitter must be");
  }

  private void assertRefusedByFunction(String arguments, String why) {
    assertThat(database.server().psql(database.name(), "select waybill.enqueue(" + arguments + ")"))
        .as(arguments)
        .contains(why);
  }

  @Test
  void a_retry_policy_is_set_by_its_parts() {
    database
        .server()
        .psql(
            database.name(),
            "select waybill.enqueue('mail', queue => 'mails', max_errors => 300, max_delay => '1"
                + " min', backoff => 2.5)");
    assertThat(lease(Duration.ZERO))
        .singleElement()
        .satisfies(
            job ->
                assertThat(job.request().retry())
                    .isEqualTo(
                        RetryPolicy.DEFAULT
                            .withMaxErrors(300)
                            .withDelays(
                                RetryPolicy.DEFAULT.firstDelay(), 2.5, Duration.ofMinutes(1))));
  }

  @Test
  void a_retry_policy_that_cannot_be_read_does_not_keep_others_from_running() {
    database.server().psql(database.name(), "select waybill.enqueue('mail', queue => 'mails')");
    database.server().psql(database.name(), "select waybill.enqueue('mail', queue => 'mails')");
    database.execute("update waybill.live set retry = '\\x01ff' where n = 1");
    assertThat(backend.jobs().changes("", 10)).isInstanceOf(JobChanges.Read.class);
    assertThat(lease(Duration.ZERO))
        .hasSize(2)
        .allSatisfy(job -> assertThat(job.request().retry()).isNull());
  }

  @Test
  void servers_enqueue_other_jobs_while_a_transaction_holds_a_request_id() throws SQLException {
    NewJob first = NewJob.builder("mail").queue("mails").requestId("r").build();
    backend.jobs().pause(new QueueKey("t", "mails"), false);
    PostgresWaybill.of("waybill", "t").enqueueIn(connection, first);
    List<Background<List<Appended>>> same =
        IntStream.range(0, 2)
            .mapToObj(
                _ ->
                    Background.of(() -> backend.jobs().append(List.of(Drafts.draft("t", first))))
                        .onceItWaits())
            .toList();
    for (int i = 0; i < 5; i++) {
      NewJob other = NewJob.builder("mail").queue("mails").build();
      assertThat(backend.jobs().append(List.of(Drafts.draft("t", other))))
          .singleElement()
          .isInstanceOf(Appended.New.class);
    }
    assertThat(same).noneMatch(Background::isDone);
    connection.commit();
    assertThat(same)
        .allSatisfy(
            call ->
                assertThat(call.answer()).singleElement().isInstanceOf(Appended.Duplicate.class));
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
