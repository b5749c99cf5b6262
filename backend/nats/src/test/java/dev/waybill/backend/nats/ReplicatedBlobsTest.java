package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.WaybillException;
import io.nats.client.api.ClusterInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Blobs with three replicas.
@Timeout(120)
final class ReplicatedBlobsTest {

  @Test
  void blobs_are_stored_once_and_survive_the_leader() throws Exception {
    byte[] large = new byte[700_000];
    new Random(3).nextBytes(large);
    try (Cluster cluster = Cluster.start();
        NatsLink here = cluster.link();
        NatsLink there = cluster.link()) {
      NatsBlobStore one = new NatsBlobStore(here);
      NatsBlobStore other = new NatsBlobStore(there);
      assertThat(one.put("acme", "large", large)).isTrue();
      assertThat(other.put("acme", "large", new byte[1])).isFalse();
      assertOneOfManyWins(List.of(one, other));

      leader(cluster, here).kill();

      assertThat(untilAnswered(() -> other.get("acme", "large"))).contains(large);
      assertThat(untilAnswered(() -> one.put("acme", "later", large))).isTrue();
      assertThat(untilAnswered(() -> other.get("acme", "later"))).contains(large);
      assertThat(untilAnswered(() -> other.delete("acme", "large"))).isTrue();
      assertThat(untilAnswered(() -> one.get("acme", "large"))).isEmpty();
    }
  }

  private static void assertOneOfManyWins(List<NatsBlobStore> stores) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 20; round++) {
        String name = "race-" + round;
        List<Future<Boolean>> puts = new ArrayList<>();
        for (byte n = 0; n < 4; n++) {
          byte[] content = new byte[1_000];
          Arrays.fill(content, n);
          NatsBlobStore store = stores.get(n % 2);
          puts.add(threads.submit(() -> store.put("acme", name, content)));
        }
        int winner = -1;
        for (int n = 0; n < puts.size(); n++) {
          if (puts.get(n).get()) {
            assertThat(winner).as(name).isEqualTo(-1);
            winner = n;
          }
        }
        Optional<byte[]> stored = stores.getFirst().get("acme", name);
        assertThat(stored.orElseThrow()[0]).isEqualTo((byte) winner);
      }
    }
  }

  private static NatsServer leader(Cluster cluster, NatsLink link) throws Exception {
    ClusterInfo info =
        link.management().getStreamInfo("OBJ_" + NatsBlobStore.BUCKET).getClusterInfo();
    return cluster.node(Objects.requireNonNull(Objects.requireNonNull(info).getLeader()));
  }

  private interface Question<T> {
    T ask();
  }

  /// Repeats until another node leads.
  private static <T> T untilAnswered(Question<T> question) {
    while (true) {
      try {
        return question.ask();
      } catch (WaybillException notYet) {
        assertThat(notYet.code().isRetryable()).as(notYet.toString()).isTrue();
      }
    }
  }
}
