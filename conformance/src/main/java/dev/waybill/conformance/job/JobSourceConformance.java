package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Background;
import dev.waybill.result.Enqueued;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/// The promises of a `JobSource` to workers, in process and over the network. A test extends this
/// class and supplies the source; the groups contain the tests.
///
/// Every test has its own queue, so they can share one source.
@Timeout(180)
public abstract class JobSourceConformance {

  static final Duration LEASE_DURATION = Duration.ofSeconds(30);

  /// Longer than any answer takes: a call that waits this long was not woken.
  static final Duration PATIENT = Duration.ofMinutes(1);

  final String queue = "source-" + UUID.randomUUID();

  /// The source under test, which also enqueues and reads jobs.
  protected abstract Waybill waybill();

  @Nested
  class Leasing extends SourceLeasingGroup {
    Leasing() {
      super(JobSourceConformance.this);
    }
  }

  @Nested
  class Holding extends SourceHoldingGroup {
    Holding() {
      super(JobSourceConformance.this);
    }
  }

  @Nested
  class Settling extends SourceSettlingGroup {
    Settling() {
      super(JobSourceConformance.this);
    }
  }

  @Nested
  class Publishing extends SourcePublishingGroup {
    Publishing() {
      super(JobSourceConformance.this);
    }
  }

  JobId submit() {
    return submit(NewJob.builder("type"));
  }

  JobId submit(NewJob.Builder job) {
    return waybill().enqueue(job.queue(queue).build()).id();
  }

  List<JobId> submitMany(int count) {
    List<NewJob> jobs =
        IntStream.range(0, count)
            .mapToObj(i -> NewJob.builder("type").queue(queue).payload("job " + i).build())
            .toList();
    return waybill().enqueueAll(jobs).stream().map(answer -> ((Enqueued) answer).id()).toList();
  }

  LeaseRequest request() {
    return LeaseRequest.of(queue, "tester").withLeaseDuration(LEASE_DURATION);
  }

  /// The next job, which must be ready.
  Lease lease() {
    List<Lease> leases = waybill().lease(request().withPatience(PATIENT));
    assertThat(leases).hasSize(1);
    return leases.getFirst();
  }

  Lease submitted() {
    submit();
    return lease();
  }

  Background<List<Lease>> waiting() {
    return Background.of(() -> waybill().lease(request().withPatience(PATIENT))).onceItWaits();
  }

  SettleResult settle(Lease lease, Outcome outcome) {
    return waybill().settle(lease.token(), outcome);
  }

  Job find(JobId id) {
    return waybill().find(id).orElseThrow();
  }

  void assertBecomes(JobId id, State state) {
    eventually(() -> assertThat(find(id).state()).isEqualTo(state));
  }

  static void assertSettled(SettleResult answer, State state) {
    assertThat(answer).isEqualTo(new Settled(state));
  }

  /// A token like a real one, with another signature.
  static TaskToken forged(TaskToken real) {
    String text = real.value();
    char last = text.charAt(text.length() - 2) == 'A' ? 'B' : 'A';
    return new TaskToken(
        text.substring(0, text.length() - 2) + last + text.substring(text.length() - 1));
  }

  static void assertThrows(Code code, Executable call) {
    WaybillException thrown =
        catchThrowableOfType(
            WaybillException.class,
            () -> {
              call.execute();
            });
    assertThat(thrown).as("it is refused").isNotNull();
    assertThat(thrown.code()).isEqualTo(code);
  }
}
