package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.Eventually;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/// The conformance kit detects a missing guard between this store and the broker.
final class SeededFaultsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final QueueKey QUEUE = new QueueKey("tenant", "work");

  private static NatsServer server;

  @BeforeAll
  static void startServer() {
    server = NatsServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void records_without_compare_and_set_are_detected() throws Exception {
    try (NatsLink first = server.link();
        NatsLink second = server.link();
        NatsJobStore one = withoutCompareAndSet(first);
        NatsJobStore other = withoutCompareAndSet(second);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      one.append(drafts(500));
      eventually(() -> assertThat(other.stats(QUEUE).waiting()).isEqualTo(500));
      Future<List<JobId>> here = threads.submit(() -> drain(one));
      List<JobId> all = new ArrayList<>(drain(other));
      all.addAll(here.get());
      assertThat(all).as("leased").hasSizeGreaterThan(500);
    }
  }

  private static NatsJobStore withoutCompareAndSet(NatsLink link) {
    return NatsJobStore.open(
        link,
        FaultyConnection.withoutCompareAndSet(link.connection(), "wb_jobs"),
        Settings.DEFAULT);
  }

  private static List<Draft> drafts(int count) {
    NewJob job = NewJob.builder("demo").queue(QUEUE.queue()).build();
    return Stream.generate(() -> Drafts.draft(QUEUE.tenant(), job)).limit(count).toList();
  }

  private static List<JobId> drain(JobStore store) {
    List<JobId> leased = new ArrayList<>();
    LeaseQuery take = new LeaseQuery(QUEUE, "w", 10, Duration.ofMinutes(1), Duration.ZERO);
    List<Job> some = store.lease(take);
    while (!some.isEmpty()) {
      some.forEach(job -> leased.add(job.id()));
      some = store.lease(take);
    }
    return leased;
  }

  @Test
  void an_answer_before_the_record_is_stored_is_detected() {
    assertThat(failed(Hasty.class, "Durability"))
        .contains(
            "a_lease_survives_a_crash_of_the_store()",
            "a_cancelled_job_stays_cancelled_after_a_crash()");
  }

  @Test
  void request_ids_without_deduplication_are_detected() {
    assertThat(failed(WithoutDeduplication.class, "RequestIds"))
        .contains(
            "a_repeated_request_id_returns_the_same_job()",
            "one_of_64_concurrent_callers_creates_the_job()");
  }

  private static List<String> failed(Class<?> conformance, String... groups) {
    List<DiscoverySelector> selectors =
        Stream.of(groups)
            .<DiscoverySelector>map(
                group ->
                    selectNestedClass(
                        List.of(conformance.getName()),
                        JobStoreConformance.class.getName() + "$" + group))
            .toList();
    EngineTestKit.Builder kit =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectors.toArray(DiscoverySelector[]::new));
    Events tests = Eventually.withPatience(PATIENCE, kit::execute).testEvents();
    assertThat(tests.started().count()).isPositive();
    return tests.failed().stream()
        .map(event -> event.getTestDescriptor().getDisplayName())
        .toList();
  }

  static final class WithoutDeduplication extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new NatsJobsFixture(
          server, settings, real -> FaultyConnection.withoutCompareAndSet(real, "wb_requests"));
    }
  }

  static final class Hasty extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new NatsJobsFixture(
          server,
          settings,
          real -> FaultyConnection.answeringBeforeStoring(real, lastSequence(real)));
    }

    private static long lastSequence(Connection real) {
      try {
        return real.jetStreamManagement()
            .getStreamInfo("KV_wb_jobs")
            .getStreamState()
            .getLastSequence();
      } catch (IOException | JetStreamApiException notYet) {
        return 0;
      }
    }
  }
}
