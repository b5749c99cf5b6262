package dev.waybill.backend.redis;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.LoopbackServer;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.StoreAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A primary with a replica and a sentinel. The declared class is that of one server, and says that
/// a failover may lose the last acknowledged writes, unless calls wait for replicas.
class FailoverTest {

  private static final byte[] CONTENT = new byte[300_000];

  private RedisServer primary;
  private RedisServer replica;
  private SentinelProcess sentinel;

  @BeforeEach
  void start() {
    primary = RedisServer.start("--repl-diskless-sync-delay", "0");
    replica = RedisServer.start("--replicaof", "127.0.0.1 " + primary.port());
    eventually(() -> assertThat(info(replica, "replication")).contains("master_link_status:up"));
    sentinel = new SentinelProcess(primary);
    eventually(() -> assertThat(info(sentinel, "sentinel")).contains("status=ok", "slaves=1"));
  }

  @AfterEach
  void stop() {
    sentinel.close();
    replica.close();
    primary.close();
  }

  @Test
  void jobs_that_a_replica_acknowledged_survive_the_loss_of_the_primary() {
    ConcurrentLinkedQueue<Draft> acknowledged = new ConcurrentLinkedQueue<>();
    AtomicBoolean ended = new AtomicBoolean();
    try (RedisBackend backend = RedisBackend.open(config(1), Settings.DEFAULT)) {
      List<Background<Boolean>> callers =
          IntStream.range(0, 4)
              .mapToObj(_ -> Background.of(() -> appendUntil(ended, backend.jobs(), acknowledged)))
              .toList();
      eventually(() -> assertThat(acknowledged).hasSizeGreaterThan(200));
      primary.kill();
      int before = acknowledged.size();
      // The new primary has no replica, so nothing is acknowledged until the old one is back.
      eventually(() -> assertThat(info(replica, "replication")).contains("role:master"));
      primary.restart();
      eventually(() -> assertThat(acknowledged).hasSizeGreaterThan(before + 200));
      ended.set(true);
      callers.forEach(Background::answer);
      assertThat(missing(backend.jobs(), acknowledged)).isEmpty();
    }
  }

  @Test
  void without_waiting_only_what_the_replica_had_not_received_is_lost() {
    ConcurrentLinkedQueue<Draft> replicated = new ConcurrentLinkedQueue<>();
    try (RedisBackend backend = RedisBackend.open(config(0), Settings.DEFAULT)) {
      IntStream.range(0, 200).forEach(_ -> append(backend.jobs(), replicated));
      on(
          primary.port(),
          redis -> redis.hset("last", "write", "1") && redis.waitForReplication(1, 0) > 0);
      ConcurrentLinkedQueue<Draft> unknown = new ConcurrentLinkedQueue<>();
      replica.pause();
      IntStream.range(0, 50).forEach(_ -> append(backend.jobs(), unknown));
      String ahead = feedOf(backend.jobs());
      primary.kill();
      replica.resume();
      ConcurrentLinkedQueue<Draft> after = new ConcurrentLinkedQueue<>();
      append(backend.jobs(), after);

      assertThat(missing(backend.jobs(), replicated)).isEmpty();
      assertThat(missing(backend.jobs(), after)).isEmpty();
      if (!missing(backend.jobs(), unknown).isEmpty()) {
        assertThat(backend.jobs().changes(ahead, 10)).isInstanceOf(JobChanges.TooOld.class);
      }
    }
  }

  @Test
  void a_write_waits_for_a_replica_that_does_not_answer() {
    try (RedisBackend backend = RedisBackend.open(config(1), Settings.DEFAULT)) {
      replica.pause();
      Background<Boolean> waiting =
          Background.of(() -> append(backend.jobs(), new ConcurrentLinkedQueue<>())).onceItWaits();
      assertThat(waiting.isDone()).isFalse();
      replica.resume();
      assertThat(waiting.answer()).isTrue();
    }
  }

  @Test
  void a_blob_waits_for_a_replica_that_does_not_answer() {
    try (RedisBackend backend = RedisBackend.open(config(1), Settings.DEFAULT)) {
      replica.pause();
      Background<Boolean> waiting =
          Background.of(() -> backend.blobs().put("t", "b", new byte[300_000])).onceItWaits();
      eventually(
          () ->
              assertThat(
                      FailoverTest.<List<String>>on(
                          primary.port(), redis -> redis.keys("waybill:{blob/*entry")))
                  .hasSize(1));
      assertThat(waiting.isDone()).isFalse();
      replica.resume();
      assertThat(waiting.answer()).isTrue();
    }
  }

  @Test
  void blobs_that_a_replica_acknowledged_survive_the_loss_of_the_primary() {
    ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
    AtomicBoolean ended = new AtomicBoolean();
    try (RedisBackend backend = RedisBackend.open(config(1), Settings.DEFAULT)) {
      Background<Boolean> caller =
          Background.of(() -> putUntil(ended, backend.blobs(), acknowledged));
      eventually(() -> assertThat(acknowledged).hasSizeGreaterThan(20));
      primary.kill();
      eventually(() -> assertThat(info(replica, "replication")).contains("role:master"));
      primary.restart();
      int before = acknowledged.size();
      eventually(() -> assertThat(acknowledged).hasSizeGreaterThan(before + 20));
      ended.set(true);
      caller.answer();
      assertThat(acknowledged)
          .allSatisfy(name -> assertThat(backend.blobs().get("t", name)).hasValue(CONTENT));
    }
  }

  private static boolean putUntil(
      AtomicBoolean ended, BlobStore blobs, ConcurrentLinkedQueue<String> acknowledged) {
    for (int i = 0; !ended.get(); i++) {
      try {
        if (blobs.put("t", "b" + i, CONTENT)) {
          acknowledged.add("b" + i);
        }
      } catch (WaybillException unknown) {
        assertThat(unknown.code()).isEqualTo(Code.UNAVAILABLE);
      }
    }
    return true;
  }

  @Test
  void waiting_for_synced_replicas_is_refused_on_a_server_that_cannot() {
    RedisConfig synced = config(1).withReplicas(config(1).replicas().withSynced());
    assertThatThrownBy(() -> RedisBackend.open(synced, Settings.DEFAULT))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("7.2");
  }

  /// As an operator configures it.
  private RedisConfig config(int acknowledging) {
    String url =
        "redis+sentinel://%s?wait.replicas=%d&path=%s"
            .formatted(
                sentinel.address(), acknowledging, RedisServer.temporaryFolder("waybill-failover"));
    return RedisConfig.of(StoreAddress.of(URI.create(url)).requireKnown(RedisKeys.ALL));
  }

  private static boolean appendUntil(
      AtomicBoolean ended, JobStore jobs, ConcurrentLinkedQueue<Draft> acknowledged) {
    while (!ended.get()) {
      append(jobs, acknowledged);
    }
    return true;
  }

  private static boolean append(JobStore jobs, ConcurrentLinkedQueue<Draft> acknowledged) {
    Draft draft = Drafts.draft("t", NewJob.builder("demo").queue("q").build());
    assertThat(jobs.append(List.of(draft))).allMatch(Appended.New.class::isInstance);
    return acknowledged.add(draft);
  }

  private static List<Draft> missing(JobStore jobs, Iterable<Draft> drafts) {
    List<Draft> missing = new ArrayList<>();
    for (Draft draft : drafts) {
      if (jobs.find(draft.key()).isEmpty()) {
        missing.add(draft);
      }
    }
    return missing;
  }

  /// The position after all changes.
  private static String feedOf(JobStore jobs) {
    return ((JobChanges.Read) jobs.changes(JobChanges.BEGINNING, 1_000)).position();
  }

  /// A server that takes over closes its connections.
  private static String info(LoopbackServer server, String section) {
    try {
      return on(server.port(), redis -> redis.info(section));
    } catch (RedisException closed) {
      return "unknown: " + closed.getMessage();
    }
  }

  private static <T> T on(int port, Function<RedisCommands<String, String>, T> action) {
    RedisClient client = RedisClient.create("redis://127.0.0.1:" + port);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      return action.apply(connection.sync());
    } finally {
      client.shutdown();
    }
  }
}
