package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Attempt;
import dev.waybill.Capabilities.Durability;
import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.FreePort;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.Draft;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import dev.waybill.spi.StoreAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// What the store accepts and refuses when it is opened.
class OpeningTest {

  @Test
  void a_server_that_syncs_before_it_answers_survives_a_power_cut() {
    assertThat(durability("--appendonly", "yes", "--appendfsync", "always"))
        .isEqualTo(Durability.POWER_CUT);
  }

  @Test
  void a_server_that_leaves_syncing_to_the_system_survives_a_crash_of_its_process() {
    assertThat(durability("--appendonly", "yes", "--appendfsync", "no"))
        .isEqualTo(Durability.PROCESS);
  }

  @Test
  void a_server_that_syncs_every_second_may_lose_writes_when_it_crashes() {
    assertThat(durability("--appendonly", "yes", "--appendfsync", "everysec"))
        .isEqualTo(Durability.MEMORY);
  }

  @Test
  void a_server_with_snapshots_only_keeps_writes_in_memory() {
    assertThat(durability("--appendonly", "no")).isEqualTo(Durability.MEMORY);
  }

  private static Durability durability(String... options) {
    try (RedisServer server = RedisServer.startBare(options);
        RedisBackend backend = RedisBackend.open(server.config(), Settings.DEFAULT)) {
      return backend.capabilities().durability();
    }
  }

  @Test
  void a_server_that_evicts_keys_is_refused() {
    for (String policy : List.of("allkeys-lru", "volatile-ttl")) {
      try (RedisServer server = RedisServer.start("--maxmemory-policy", policy)) {
        refused(
            Code.UNSUPPORTED, policy, () -> RedisBackend.open(server.config(), Settings.DEFAULT));
      }
    }
  }

  @Test
  void a_replica_is_refused() {
    try (RedisServer primary = RedisServer.start();
        RedisServer replica = RedisServer.start("--replicaof", "127.0.0.1 " + primary.port())) {
      refused(
          Code.UNSUPPORTED, "replica", () -> RedisBackend.open(replica.config(), Settings.DEFAULT));
    }
  }

  @Test
  void a_server_that_is_not_there_is_unavailable() {
    RedisConfig nobody =
        RedisConfig.of("127.0.0.1:" + FreePort.next(), RedisServer.temporaryFolder("nobody"));
    refused(Code.UNAVAILABLE, "127.0.0.1", () -> RedisBackend.open(nobody, Settings.DEFAULT));
  }

  @Test
  void the_next_server_of_several_is_used_if_the_first_is_not_there() {
    try (RedisServer server = RedisServer.start()) {
      RedisConfig config =
          server.config().withServers(List.of("127.0.0.1:" + FreePort.next(), server.address()));
      RedisBackend.open(config, Settings.DEFAULT).close();
    }
  }

  @Test
  void the_next_server_of_several_is_used_if_the_first_is_a_replica() {
    try (RedisServer primary = RedisServer.start();
        RedisServer replica = RedisServer.start("--replicaof", "127.0.0.1 " + primary.port())) {
      RedisConfig config =
          primary.config().withServers(List.of(replica.address(), primary.address()));
      RedisBackend.open(config, Settings.DEFAULT).close();
    }
  }

  @Test
  void keys_of_another_version_are_refused() {
    try (RedisServer server = RedisServer.start()) {
      RedisBackend.open(server.config(), Settings.DEFAULT).close();
      on(server, redis -> redis.hset("waybill:{0}:n", "layout", "9999"));
      refused(
          Code.NEWER_FORMAT, "9999", () -> RedisBackend.open(server.config(), Settings.DEFAULT));
      on(server, redis -> redis.hset("waybill:{0}:n", "layout", "1"));
      refused(
          Code.OLDER_FORMAT,
          "store.prefix",
          () -> RedisBackend.open(server.config(), Settings.DEFAULT));
    }
  }

  @Test
  void lost_functions_are_loaded_again() {
    try (RedisServer server = RedisServer.start();
        RedisBackend backend = RedisBackend.open(server.config(), Settings.DEFAULT)) {
      on(server, redis -> redis.functionFlush(io.lettuce.core.FlushMode.SYNC));
      assertThat(backend.jobs().append(List.of(Drafts.draft("t", NewJob.of("demo", "1")))))
          .hasSize(1);
    }
  }

  @Test
  void a_full_server_refuses_new_jobs_as_full_and_still_finishes_and_deletes_others() {
    try (RedisServer server = RedisServer.start()) {
      assertFinishesJobsWhenFull(server, server.config());
    }
  }

  @Test
  void a_full_server_whose_replicas_are_asked_still_finishes_and_deletes_jobs() {
    try (RedisServer primary = RedisServer.start("--repl-diskless-sync-delay", "0");
        RedisServer _ = RedisServer.start("--replicaof", "127.0.0.1 " + primary.port())) {
      assertFinishesJobsWhenFull(
          primary, primary.config().withReplicas(RedisReplicas.NONE.withAcknowledging(1)));
    }
  }

  private static void assertFinishesJobsWhenFull(RedisServer server, RedisConfig config) {
    try (RedisBackend backend = RedisBackend.open(config, Settings.DEFAULT)) {
      Draft draft = Drafts.draft("t", NewJob.builder("demo").queue("q").build());
      backend.jobs().append(List.of(draft));
      on(server, redis -> redis.configSet("maxmemory", "1"));
      refused(
          Code.DISK_FULL,
          "maxmemory",
          () -> backend.jobs().append(List.of(Drafts.draft("t", NewJob.of("demo", "1")))));
      LeaseQuery take =
          new LeaseQuery(new QueueKey("t", "q"), "w", 1, Duration.ofMinutes(1), Duration.ZERO);
      assertThat(backend.jobs().lease(take)).hasSize(1);
      Step step =
          Step.builder(new LeaseKey(draft.key(), 1), State.RUNNING, State.COMPLETED)
              .ending(Attempt.Ending.COMPLETED)
              .build();
      assertThat(backend.jobs().apply(List.of(step)))
          .containsExactly(new Applied.Done(State.COMPLETED));
      assertThat(backend.jobs().delete(draft.key())).isInstanceOf(Deleted.Done.class);
    }
  }

  @Test
  void provisioning_reports_and_creates_the_functions_and_keys() {
    try (RedisServer server = RedisServer.start()) {
      StoreAddress address = StoreAddress.of(URI.create(server.url()));
      RedisProvider provider = new RedisProvider();
      assertThat(provider.provision(address, false))
          .extracting(Provisioned::outcome)
          .containsOnly(Provisioned.Outcome.MISSING);
      assertThat(provider.provision(address, true))
          .extracting(Provisioned::outcome)
          .containsOnly(Provisioned.Outcome.CREATED);
      assertThat(provider.provision(address, false))
          .extracting(Provisioned::outcome)
          .containsOnly(Provisioned.Outcome.PRESENT);
    }
  }

  @Test
  void a_database_in_the_address_is_refused() {
    for (String address : List.of("redis://localhost/2", "redis://localhost:6379/0")) {
      refused(
          Code.INVALID_ARGUMENT,
          "database",
          () -> new RedisProvider().check(StoreAddress.of(URI.create(address))));
    }
    new RedisProvider().check(StoreAddress.of(URI.create("redis://localhost:6379/")));
  }

  private static void on(RedisServer server, Consumer<RedisCommands<String, String>> action) {
    RedisClient client = RedisClient.create(server.url());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      action.accept(connection.sync());
    } finally {
      client.shutdown();
    }
  }

  private static void refused(
      @org.jspecify.annotations.Nullable Code code, String containing, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            WaybillException.class,
            failed -> {
              if (code != null) {
                assertThat(failed.code()).isEqualTo(code);
                assertThat(failed).hasMessageContaining(containing);
              }
            });
  }
}
