package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.Eventually;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/// The conformance kit detects functions without a guard, and answers before the write.
class SeededFaultsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static RedisServer server;
  private static RedisServer forgetful;

  @BeforeAll
  static void startServers() {
    server = RedisServer.start();
    forgetful = RedisServer.startBare("--appendonly", "no", "--save", "");
  }

  @AfterAll
  static void stopServers() {
    server.close();
    forgetful.close();
  }

  @Test
  void steps_without_a_guard_are_detected() {
    assertDetected(
        Unguarded.class, "Settling", "a_step_for_the_right_attempt_but_another_state_is_stale");
  }

  @Test
  void leases_that_leave_the_job_in_its_lane_are_detected() {
    assertDetected(Generous.class, "Leasing", "a_leased_job_is_not_leased_again");
  }

  @Test
  void request_ids_without_deduplication_are_detected() {
    assertDetected(
        WithoutDeduplication.class, "RequestIds", "a_repeated_request_id_returns_the_same_job");
  }

  @Test
  void answers_before_the_write_is_in_a_file_are_detected() {
    assertDetected(Hasty.class, "Durability", "a_lease_survives_a_crash_of_the_store");
  }

  private static void assertDetected(Class<?> conformance, String group, String test) {
    EngineTestKit.Builder kit =
        EngineTestKit.engine("junit-jupiter")
            .selectors(
                selectNestedMethod(
                    List.of(conformance.getName()),
                    JobStoreConformance.class.getName() + "$" + group,
                    test));
    Events tests = Eventually.withPatience(PATIENCE, kit::execute).testEvents();
    assertThat(tests.failed().stream())
        .extracting(event -> event.getTestDescriptor().getDisplayName())
        .containsExactly(test + "()");
  }

  private static Library with(String correct, String wrong) {
    String source = Library.source();
    assertThat(source).contains(correct);
    return new Library(source.replace(correct, wrong));
  }

  static final class Unguarded extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new RedisFixture(
          server, with("if not fits(h, step, now) then", "if false then"), settings);
    }
  }

  static final class Generous extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new RedisFixture(
          server, with("redis.call('ZREM', key, unpack(taken))", "local _ = key"), settings);
    }
  }

  static final class WithoutDeduplication extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new RedisFixture(
          server, with("local known = request ~= '' and", "local known = false and"), settings);
    }
  }

  /// The server has no append-only file.
  static final class Hasty extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new RedisFixture(forgetful, settings);
    }
  }
}
