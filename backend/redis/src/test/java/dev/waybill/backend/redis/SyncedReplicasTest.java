package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.RedisProcess;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Writes that wait until a replica has synced them, on a server that can tell.
class SyncedReplicasTest {

  @Test
  void a_write_waits_until_a_replica_has_synced_it() {
    try (RedisServer primary = RedisServer.start(RedisProcess.newest("redis-server"));
        RedisServer replica =
            RedisServer.start(
                RedisProcess.newest("redis-server"), "--replicaof", "127.0.0.1 " + primary.port());
        RedisBackend backend = RedisBackend.open(waiting(primary), Settings.DEFAULT)) {
      assertThat(append(backend)).hasSize(1);
      replica.pause();
      Background<List<Appended>> waiting = Background.of(() -> append(backend)).onceItWaits();
      assertThat(waiting.isDone()).isFalse();
      replica.resume();
      assertThat(waiting.answer()).hasSize(1);
    }
  }

  private static RedisConfig waiting(RedisServer primary) {
    return primary.config().withReplicas(RedisReplicas.NONE.withAcknowledging(1).withSynced());
  }

  private static List<Appended> append(RedisBackend backend) {
    return backend
        .jobs()
        .append(List.of(Drafts.draft("t", NewJob.builder("demo").queue("q").build())));
  }
}
