package dev.waybill.backend.postgres;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.PostgresServer;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Behind a proxy that pools transactions and does not know prepared statements.
class PooledTransactionsTest {

  private static final QueueKey QUEUE = new QueueKey("t", "work");

  private final PostgresServer server = PostgresServer.shared();

  private static Draft draft() {
    return Drafts.draft("t", NewJob.builder("demo").queue("work").payload("x").build());
  }

  private static List<Job> lease(PostgresBackend backend, Duration patience) {
    return backend.jobs().lease(new LeaseQuery(QUEUE, "w", 1, Duration.ofMinutes(1), patience));
  }

  private static PostgresBackend open(String url) {
    eventually(
        () ->
            assertThatCode(
                    () ->
                        DriverManager.getConnection(
                                TestDatabase.config(url).url(),
                                TestDatabase.config(url).properties())
                            .close())
                .doesNotThrowAnyException());
    return TestDatabase.open(url);
  }

  @Test
  void jobs_are_enqueued_leased_and_completed() {
    TestDatabase database = TestDatabase.create(server);
    try (PgBouncer proxy = new PgBouncer(server);
        PostgresBackend backend = open(proxy.url(database.name()) + "?prepared=off")) {
      List<Background<Boolean>> callers =
          IntStream.range(0, 8).mapToObj(_ -> Background.of(() -> work(backend))).toList();
      assertThat(callers).allSatisfy(caller -> assertThat(caller.answer()).isTrue());
      assertThat(database.value("select count(*) from waybill.finished")).isEqualTo("160");
    }
  }

  @Test
  void the_setting_is_named_where_prepared_statements_are_lost() {
    TestDatabase database = TestDatabase.create(server);
    try (PgBouncer proxy = new PgBouncer(server)) {
      // Others fail because their transaction has failed.
      assertThat(failures(proxy.url(database.name())))
          .anySatisfy(failure -> assertThat(failure).hasMessageContaining("store.prepared"));
    }
  }

  private static List<Throwable> failures(String url) {
    try (PostgresBackend backend = open(url)) {
      return IntStream.range(0, 8)
          .mapToObj(_ -> Background.of(() -> work(backend)))
          .toList()
          .stream()
          .map(caller -> catchThrowable(caller::answer))
          .filter(Objects::nonNull)
          .toList();
    }
  }

  private static boolean work(PostgresBackend backend) {
    for (int i = 0; i < 20; i++) {
      assertThat(backend.jobs().append(List.of(draft())))
          .singleElement()
          .isInstanceOf(Appended.New.class);
      Job job = lease(backend, Duration.ofMinutes(1)).getFirst();
      LeaseKey lease = new LeaseKey(new JobKey("t", job.id()), job.attempt());
      assertThat(backend.jobs().apply(List.of(Transitions.completed(lease, Payload.empty()))))
          .singleElement()
          .isInstanceOf(Applied.Done.class);
    }
    return true;
  }

  @Test
  void a_worker_of_another_server_starts_although_it_hears_no_notification() {
    TestDatabase database = TestDatabase.create(server);
    try (PgBouncer proxy = new PgBouncer(server);
        PostgresBackend one = open(proxy.url(database.name()) + "?prepared=off");
        PostgresBackend two = open(proxy.url(database.name()) + "?prepared=off")) {
      Background<List<Job>> waiting =
          Background.of(() -> lease(one, Duration.ofMinutes(1))).onceItWaits();
      two.jobs().append(List.of(draft()));
      assertThat(waiting.answer()).hasSize(1);
    }
  }
}
