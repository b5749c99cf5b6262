package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Fact;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The store on a Redis Cluster of three nodes, whose slots are spread over all of them.
class ClusterTest {

  private static RedisCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = new RedisCluster();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @Test
  void jobs_of_many_tenants_are_on_several_nodes_and_all_of_them_are_found_and_leased() {
    List<String> tenants = IntStream.range(0, 24).mapToObj(_ -> Drafts.freshTenant()).toList();
    try (RedisBackend backend =
        RedisBackend.open(cluster.servers().get(1).config(), Settings.DEFAULT)) {
      JobStore jobs = backend.jobs();
      List<Draft> drafts =
          tenants.stream()
              .map(tenant -> Drafts.draft(tenant, NewJob.builder("demo").queue("q").build()))
              .toList();
      assertThat(jobs.append(drafts)).hasSize(24);
      cluster
          .servers()
          .forEach(
              server ->
                  RedisCluster.on(
                      server, redis -> assertThat(redis.keys("waybill:*j:*")).isNotEmpty()));
      for (String tenant : tenants) {
        assertThat(jobs.browse(new JobQuery(tenant, JobFilter.ALL, 10, null)).items()).hasSize(1);
        LeaseQuery take =
            new LeaseQuery(new QueueKey(tenant, "q"), "w", 5, Duration.ofMinutes(1), Duration.ZERO);
        assertThat(jobs.lease(take)).extracting(Job::tenant).containsExactly(tenant);
      }
      assertThat(changed(jobs)).isGreaterThanOrEqualTo(24);
    }
  }

  private static int changed(JobStore jobs) {
    int count = 0;
    String position = JobChanges.BEGINNING;
    for (int pages = 0; pages < 20; pages++) {
      JobChanges.Read read = (JobChanges.Read) jobs.changes(position, 7);
      count += read.changes().size();
      position = read.position();
    }
    return count;
  }

  @Test
  void facts_and_blobs_are_stored() {
    try (RedisBackend backend =
        RedisBackend.open(cluster.servers().get(2).config(), Settings.DEFAULT)) {
      Fact fact =
          Fact.of(new LedgerKey("t", "kind", "1"), 1, "made", Instant.EPOCH, Payload.of("x"));
      assertThat(backend.ledger().record(List.of(fact))).containsExactly(Ledger.Answer.APPLIED);
      for (String name : List.of("a", "b", "c", "d")) {
        assertThat(backend.blobs().put("t", name, new byte[400_000])).isTrue();
        assertThat(backend.blobs().get("t", name).orElseThrow()).hasSize(400_000);
        assertThat(backend.blobs().delete("t", name)).isTrue();
      }
    }
  }

  @Test
  void calls_wait_for_a_node_that_was_killed() {
    try (RedisBackend backend = RedisBackend.open(cluster.config(), Settings.DEFAULT)) {
      List<Draft> drafts =
          IntStream.range(0, 24)
              .mapToObj(_ -> Drafts.draft(Drafts.freshTenant(), NewJob.of("demo", "1")))
              .toList();
      cluster.servers().get(1).kill();
      Background<List<Appended>> appending =
          Background.of(() -> backend.jobs().append(drafts)).onceItWaits();
      cluster.servers().get(1).restart();
      assertThat(appending.answer()).hasSize(24).allMatch(Appended.New.class::isInstance);
      for (Draft draft : drafts) {
        assertThat(backend.jobs().find(draft.key())).isPresent();
      }
    }
  }

  @Test
  void a_waiting_lease_is_woken_on_every_node() throws Exception {
    try (RedisBackend backend =
        RedisBackend.open(cluster.servers().get(0).config(), Settings.DEFAULT)) {
      for (int i = 0; i < 6; i++) {
        String tenant = Drafts.freshTenant();
        LeaseQuery take =
            new LeaseQuery(
                new QueueKey(tenant, "q"), "w", 1, Duration.ofMinutes(1), Duration.ofSeconds(30));
        var waiting = Background.of(() -> backend.jobs().lease(take));
        backend
            .jobs()
            .append(List.of(Drafts.draft(tenant, NewJob.builder("demo").queue("q").build())));
        assertThat(waiting.answer()).hasSize(1);
      }
    }
  }
}
