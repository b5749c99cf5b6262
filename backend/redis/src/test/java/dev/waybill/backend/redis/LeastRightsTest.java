package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Capabilities.Durability;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.StoreAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The users of the documentation: no settings, no administration, only keys of Waybill.
class LeastRightsTest {

  private static final String RIGHTS =
      "ACL SETUSER waybill on >PASSWORD resetkeys ~waybill:* resetchannels -@all +@read +@write"
          + " +@connection -@dangerous +fcall +function|load +function|list +info +time";

  private static final String MORE_ON_A_CLUSTER = "+cluster|nodes +cluster|myid";

  private static final List<String> DANGEROUS = List.of("FLUSHALL", "FLUSHDB", "KEYS", "SWAPDB");

  @Test
  void the_documentation_has_the_tested_rights() throws IOException {
    assertThat(Files.readString(Path.of("../../docs/backends.md")))
        .contains(RIGHTS, MORE_ON_A_CLUSTER);
  }

  @Test
  void a_user_with_the_documented_rights_can_do_everything() {
    try (RedisServer server = RedisServer.start()) {
      allow(server, RIGHTS);
      assertUsable(limited(server.config()));
      RedisConfig wrong = server.config().withLogin(new RedisConfig.Login("waybill", "guess"));
      assertThatThrownBy(() -> RedisBackend.open(wrong, Settings.DEFAULT))
          .isInstanceOf(WaybillException.class);
    }
  }

  @Test
  void a_user_with_the_documented_rights_can_wait_for_replicas() {
    try (RedisServer primary = RedisServer.start("--repl-diskless-sync-delay", "0");
        RedisServer _ = RedisServer.start("--replicaof", "127.0.0.1 " + primary.port())) {
      allow(primary, RIGHTS);
      assertUsable(limited(primary.config()).withReplicas(RedisReplicas.NONE.withAcknowledging(1)));
    }
  }

  @Test
  void a_user_with_the_documented_rights_can_use_a_cluster() {
    try (RedisCluster cluster = new RedisCluster()) {
      cluster.servers().forEach(server -> allow(server, RIGHTS + " " + MORE_ON_A_CLUSTER));
      assertUsable(limited(cluster.config()));
    }
  }

  @Test
  void a_user_with_the_documented_rights_cannot_delete_what_belongs_to_others() {
    try (RedisServer server = RedisServer.start()) {
      allow(server, RIGHTS);
      as(
          server,
          "waybill:PASSWORD@",
          redis -> {
            for (String command : DANGEROUS) {
              CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8);
              List<String> words =
                  switch (command) {
                    case "KEYS" -> List.of("*");
                    case "SWAPDB" -> List.of("0", "1");
                    default -> List.of();
                  };
              words.forEach(arguments::add);
              assertThatThrownBy(
                      () ->
                          redis.dispatch(
                              CommandType.valueOf(command),
                              new StatusOutput<>(StringCodec.UTF8),
                              arguments))
                  .as(command)
                  .isInstanceOf(RedisCommandExecutionException.class)
                  .hasMessageContaining("NOPERM");
            }
            assertThatThrownBy(() -> redis.del("of others")).hasMessageContaining("NOPERM");
          });
    }
  }

  /// Redis syncs every second unless it is told otherwise.
  @Test
  void a_server_that_does_not_tell_when_it_syncs_may_lose_writes_when_it_crashes() {
    for (String policy : List.of("everysec", "always")) {
      try (RedisServer server =
          RedisServer.startBare("--appendonly", "yes", "--appendfsync", policy)) {
        allow(server, RIGHTS);
        assertThat(durability(server, "")).as(policy).isEqualTo(Durability.MEMORY);
        assertThat(durability(server, "&durability=power_cut"))
            .as(policy)
            .isEqualTo(Durability.POWER_CUT);
      }
    }
  }

  private static Durability durability(RedisServer server, String options) {
    URI url =
        URI.create(
            "redis://waybill:PASSWORD@%s?path=%s%s"
                .formatted(
                    server.address(), RedisServer.temporaryFolder("waybill-rights"), options));
    try (RedisBackend backend =
        RedisBackend.open(RedisConfig.of(StoreAddress.of(url)), Settings.DEFAULT)) {
      return backend.capabilities().durability();
    }
  }

  private static RedisConfig limited(RedisConfig config) {
    return config.withLogin(new RedisConfig.Login("waybill", "PASSWORD"));
  }

  private static void assertUsable(RedisConfig config) {
    try (RedisBackend backend = RedisBackend.open(config, Settings.DEFAULT)) {
      assertThat(backend.jobs().append(List.of(Drafts.draft("t", NewJob.of("demo", "1")))))
          .hasSize(1);
      assertThat(backend.blobs().put("t", "b", new byte[3])).isTrue();
      assertThat(backend.blobs().delete("t", "b")).isTrue();
      assertThat(backend.jobs().prune(Settings.DEFAULT.retention(), 10)).isEmpty();
      backend.proveWrite();
      assertThat(backend.ledger().tail(0, 1)).isEmpty();
    }
  }

  private static void allow(RedisServer server, String rights) {
    CommandArgs<String, String> words = new CommandArgs<>(StringCodec.UTF8);
    List.of(rights.substring("ACL ".length()).split(" ")).forEach(words::add);
    as(
        server,
        "",
        redis -> redis.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), words));
  }

  private static void as(
      RedisServer server, String login, Consumer<RedisCommands<String, String>> action) {
    RedisClient client = RedisClient.create("redis://" + login + server.address());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      action.accept(connection.sync());
    } finally {
      client.shutdown();
    }
  }
}
