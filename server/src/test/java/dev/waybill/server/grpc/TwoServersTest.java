package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.FREE_PORT;
import static dev.waybill.server.grpc.Served.assertRefused;
import static dev.waybill.server.grpc.Served.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.admin.WaybillAdmin;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.Engine;
import dev.waybill.proto.v1.DequeuedJob;
import dev.waybill.proto.v1.JobState;
import dev.waybill.settings.Settings;
import io.grpc.Status;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two servers on one store, each with its own engine.
class TwoServersTest {

  private static final Duration LONG_AFTER_A_ROTATION = Duration.ofSeconds(10);

  private final ManualClock clock = new ManualClock();
  private final Settings settings = Settings.DEFAULT.withClock(clock).withMaintenanceEvery(null);
  private final ModelBackend backend = new ModelBackend(settings);
  private final Engine engineHere = engine();
  private final Served here = new Served(engineHere, FREE_PORT);
  private final Served there = new Served(engine(), FREE_PORT);

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  @Test
  @Seed("S4.7")
  void each_server_completes_jobs_leased_by_the_other() {
    assertCompletes(leasedAt(here), there);
    assertCompletes(leasedAt(there), here);
  }

  @Test
  void each_server_completes_jobs_leased_by_the_other_during_and_after_a_rotation() {
    engineHere.service(WaybillAdmin.class).rotateTokenKey();
    for (int round = 0; round < 10; round++) {
      assertCompletes(leasedAt(here), there);
      assertCompletes(leasedAt(there), here);
      clock.advance(Duration.ofMillis(700));
    }
  }

  @Test
  void jobs_leased_before_a_rotation_are_completed_after_it() {
    DequeuedJob before = leasedAt(there);
    engineHere.service(WaybillAdmin.class).rotateTokenKey();
    clock.advance(LONG_AFTER_A_ROTATION);
    assertCompletes(before, here);
  }

  @Test
  void two_rotations_invalidate_earlier_tokens_on_both_servers() {
    DequeuedJob before = leasedAt(there);
    engineHere.service(WaybillAdmin.class).rotateTokenKey();
    clock.advance(LONG_AFTER_A_ROTATION);
    engineHere.service(WaybillAdmin.class).rotateTokenKey();
    clock.advance(Duration.ofSeconds(2));
    for (Served server : new Served[] {here, there}) {
      assertRefused(
          () -> server.calls.completeJob(done(before)),
          Status.Code.INVALID_ARGUMENT,
          Code.INVALID_TOKEN);
    }
  }

  private Engine engine() {
    return new Engine(backend, settings, RandomGenerator.getDefault());
  }

  private static DequeuedJob leasedAt(Served server) {
    server.enqueue("resize");
    return server.dequeue();
  }

  private static void assertCompletes(DequeuedJob job, Served server) {
    assertThat(server.calls.completeJob(done(job)).getState())
        .isEqualTo(JobState.JOB_STATE_COMPLETED);
  }
}
