package dev.waybill.backend.postgres;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.PostgresServer;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Nothing acknowledged is lost and nothing is applied twice, whatever happens to the server and
/// its connections.
@Timeout(180)
class PostgresFaultsTest {

  private static final QueueKey QUEUE = new QueueKey("t", "work");

  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = new PostgresServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Draft draft() {
    return Drafts.draft("t", NewJob.builder("demo").queue("work").payload("x").build());
  }

  private static List<Job> lease(Backend backend, int max, Duration patience) {
    return backend.jobs().lease(new LeaseQuery(QUEUE, "w", max, Duration.ofMinutes(10), patience));
  }

  private static Applied complete(Backend backend, Job job) {
    return backend
        .jobs()
        .apply(
            List.of(
                Transitions.completed(
                    new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt()),
                    Payload.empty())))
        .getFirst();
  }

  @Test
  void a_commit_whose_answer_was_lost_is_applied_once() {
    TestDatabase database = TestDatabase.create(server);
    database.open().close();
    try (CommitCutter proxy = new CommitCutter(server.port());
        PostgresBackend backend =
            TestDatabase.open(
                server.url(database.name()).replace(":" + server.port(), ":" + proxy.port()))) {
      proxy.arm();
      Draft draft = draft();
      assertThat(backend.jobs().append(List.of(draft)))
          .singleElement()
          .isInstanceOf(Appended.New.class);
      assertThat(proxy.cuts()).isEqualTo(1);
      proxy.arm();
      Job leased = lease(backend, 10, Duration.ZERO).getFirst();
      assertThat(leased.id()).isEqualTo(draft.key().id());
      proxy.arm();
      assertThat(complete(backend, leased)).isInstanceOf(Applied.Done.class);
      assertThat(complete(backend, leased)).isEqualTo(new Applied.Stale());
      assertThat(proxy.cuts()).isGreaterThan(1);
      assertThat(backend.jobs().attempts(draft.key())).hasSize(1);
    }
  }

  @Test
  void jobs_are_stored_once_although_the_answer_to_the_statement_was_lost() {
    TestDatabase database = TestDatabase.create(server);
    database.open().close();
    try (CommitCutter proxy = new CommitCutter(server.port());
        PostgresBackend backend =
            TestDatabase.open(
                server.url(database.name()).replace(":" + server.port(), ":" + proxy.port()))) {
      backend.jobs().append(List.of(draft()));
      for (int count : List.of(1, 100)) {
        proxy.arm("as materialized (select nextval");
        List<Draft> drafts = IntStream.range(0, count).mapToObj(_ -> draft()).toList();
        assertThat(backend.jobs().append(drafts))
            .hasSize(count)
            .allSatisfy(answer -> assertThat(answer).isInstanceOf(Appended.New.class));
      }
      assertThat(proxy.cuts()).isEqualTo(2);
      assertThat(database.value("select count(*) from waybill.live")).isEqualTo("102");
      assertThat(database.value("select count(*) from waybill.ready")).isEqualTo("102");
    }
  }

  @Test
  void no_acknowledged_job_is_lost_when_the_server_is_stopped_under_load() {
    for (Runnable stop : List.<Runnable>of(server::kill, server::stopAtOnce, server::stop)) {
      TestDatabase database = TestDatabase.create(server);
      Queue<JobId> acknowledged = new ConcurrentLinkedQueue<>();
      CountDownLatch busy = new CountDownLatch(100);
      try (PostgresBackend backend = database.open()) {
        List<Background<Boolean>> callers =
            IntStream.range(0, 4)
                .mapToObj(_ -> Background.of(() -> append(backend, acknowledged, busy)))
                .toList();
        await(busy);
        stop.run();
        server.restart();
        callers.forEach(Background::answer);
        List<JobId> leased = new ArrayList<>();
        for (List<Job> some = lease(backend, 1_000, Duration.ZERO);
            !some.isEmpty();
            some = lease(backend, 1_000, Duration.ZERO)) {
          some.forEach(job -> leased.add(job.id()));
        }
        assertThat(leased).doesNotHaveDuplicates().containsAll(acknowledged);
        assertThat(acknowledged).hasSize(4 * 200);
      }
    }
  }

  private static boolean append(Backend backend, Queue<JobId> acknowledged, CountDownLatch busy) {
    for (int i = 0; i < 200; i++) {
      Draft draft = draft();
      assertThat(backend.jobs().append(List.of(draft)).getFirst()).isInstanceOf(Appended.New.class);
      acknowledged.add(draft.key().id());
      busy.countDown();
    }
    return true;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void two_servers_complete_every_job_once_while_sessions_are_ended() {
    TestDatabase database = TestDatabase.create(server);
    try (PostgresBackend one = database.open();
        PostgresBackend two = database.open()) {
      List<Draft> drafts = IntStream.range(0, 2_000).mapToObj(_ -> draft()).toList();
      one.jobs().append(drafts);
      Set<JobId> done = ConcurrentHashMap.newKeySet();
      List<Background<Boolean>> workers =
          IntStream.range(0, 6)
              .mapToObj(i -> Background.of(() -> work(i % 2 == 0 ? one : two, done)))
              .toList();
      eventually(() -> assertThat(done).hasSizeGreaterThan(200));
      database.endSessions();
      eventually(() -> assertThat(done).hasSizeGreaterThan(800));
      database.endSessions();
      workers.forEach(Background::answer);
      assertThat(done).hasSize(2_000);
      assertThat(database.value("select count(*) from waybill.finished")).isEqualTo("2000");
      assertThat(database.value("select count(*) from waybill.live")).isEqualTo("0");
    }
  }

  private static boolean work(Backend backend, Set<JobId> done) {
    for (List<Job> some = lease(backend, 10, Duration.ZERO);
        !some.isEmpty();
        some = lease(backend, 10, Duration.ZERO)) {
      for (Job job : some) {
        assertThat(complete(backend, job)).isInstanceOf(Applied.Done.class);
        assertThat(done.add(job.id())).as("completed once").isTrue();
      }
    }
    return true;
  }

  @Test
  void a_waiting_worker_starts_soon_although_the_listening_connection_was_lost() {
    TestDatabase database = TestDatabase.create(server);
    try (PostgresBackend one = database.open();
        PostgresBackend two = database.open()) {
      Background<List<Job>> waiting =
          Background.of(() -> lease(one, 1, Duration.ofMinutes(1))).onceItWaits();
      database.endSessions();
      two.jobs().append(List.of(draft()));
      assertThat(waiting.answer()).hasSize(1);
    }
  }

  @Test
  void a_read_only_database_is_named_and_writes_continue_afterwards() {
    TestDatabase database = TestDatabase.create(server);
    try (PostgresBackend backend = database.open()) {
      backend.jobs().append(List.of(draft()));
      String set = "alter database " + database.name() + " set default_transaction_read_only = ";
      TestDatabase admin = new TestDatabase(server, "postgres");
      admin.execute(set + "on");
      database.endSessions();
      assertThatThrownBy(() -> backend.jobs().append(List.of(draft())))
          .isInstanceOfSatisfying(
              WaybillException.class,
              failed -> assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE))
          .hasMessageContaining("read-only");
      assertThat(backend.jobs().stats(QUEUE).waiting()).isEqualTo(1);
      admin.execute(set + "off");
      database.endSessions();
      assertThat(backend.jobs().append(List.of(draft())))
          .singleElement()
          .isInstanceOf(Appended.New.class);
    }
  }
}
