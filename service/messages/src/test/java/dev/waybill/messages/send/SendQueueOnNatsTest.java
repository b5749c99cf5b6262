package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.NatsProcess;
import dev.waybill.conformance.Seed;
import dev.waybill.message.NewMessage;
import dev.waybill.result.Refused;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The queue of the sender on NATS: leases and retries take the place of `AckWait` and
/// `MaxDeliver`.
@Timeout(180)
final class SendQueueOnNatsTest {

  private static final LeaseRequest LEASE =
      LeaseRequest.of(SendJob.QUEUE, "sender").withPatience(Duration.ZERO);
  private static final NewMessage HELLO =
      NewMessage.builder("email", "ada@example.org").text("Hello").build();

  private @TempDir Path folder;
  private final ManualClock clock = new ManualClock();
  private NatsProcess nats;
  private Waybill waybill;

  /// A tenant without a sender of its own.
  private Waybill tenant;

  @BeforeEach
  void open() {
    nats = new NatsProcess("-js");
    waybill =
        Waybill.open(
            URI.create(nats.url() + "?path=" + folder),
            Settings.DEFAULT.withClock(clock).withMaintenanceEvery(Duration.ofMillis(20)));
    tenant = waybill.tenant("acme");
    NewJob job = new SendJob("m-1", 1).job(HELLO, SendJob.retry(Settings.DEFAULT));
    tenant.enqueue(job.toBuilder().requestId(null).build());
  }

  @AfterEach
  void close() {
    waybill.close();
    nats.close();
  }

  @Test
  @Seed("S2.32")
  void the_job_of_a_sender_that_vanished_is_leased_again_after_30_seconds() {
    Lease vanished = leased();

    clock.advance(Duration.ofSeconds(29));
    assertThat(tenant.lease(LEASE)).isEmpty();
    clock.advance(Duration.ofSeconds(2));

    Lease next = leased();
    assertThat(next.job().id()).isEqualTo(vanished.job().id());
    assertThat(next.job().attempt()).isEqualTo(2);
    assertThat(tenant.settle(List.of(new Settlement(vanished.token(), Outcome.done()))))
        .singleElement()
        .isInstanceOfSatisfying(
            Refused.class, late -> assertThat(late.code()).isEqualTo(Code.LEASE_LOST));
  }

  @Test
  @Seed("S2.32")
  void the_lease_of_a_sender_is_as_long_as_its_queue_says() {
    tenant.changeQueueSettings(
        SendJob.QUEUE, now -> now.withDefaultLeaseDuration(Duration.ofMinutes(1)));
    assertThat(leased().leaseDuration()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  @Seed("S2.32")
  void a_message_whose_senders_vanish_three_times_ends_as_a_dead_letter() {
    Job job = leased().job();
    for (int crash = 1; crash < 3; crash++) {
      clock.advance(Duration.ofSeconds(31));
      assertThat(leased().job().id()).isEqualTo(job.id());
    }
    clock.advance(Duration.ofSeconds(31));
    eventually(() -> assertThat(tenant.find(job.id()).orElseThrow().state()).isEqualTo(State.DEAD));
  }

  @Test
  @Seed("S2.32")
  void a_message_that_fails_is_retried_with_growing_pauses_and_ends_as_a_dead_letter() {
    List<Duration> pauses = new ArrayList<>();
    Job job = failed(leased());
    while (job.state() != State.DEAD) {
      Duration pause = Duration.between(clock.instant(), job.progress().runAt());
      pauses.add(pause);
      clock.advance(pause);
      job = failed(leased());
    }

    assertThat(pauses).hasSize(9).allMatch(Duration::isPositive);
    assertThat(pauses.getLast()).isGreaterThan(pauses.getFirst().multipliedBy(4));
  }

  private Lease leased() {
    List<Lease> found = new ArrayList<>();
    eventually(
        () -> {
          found.addAll(tenant.lease(LEASE));
          assertThat(found).hasSize(1);
        });
    return found.getFirst();
  }

  private Job failed(Lease lease) {
    tenant.settle(
        List.of(
            new Settlement(
                lease.token(), new Outcome.Retry(Failure.of("busy", "try later"), null))));
    return tenant.find(lease.job().id()).orElseThrow();
  }
}
