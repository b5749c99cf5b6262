package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Lease;
import dev.waybill.Outcome;
import dev.waybill.TaskToken;
import dev.waybill.conformance.Promise;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.Extended;
import dev.waybill.result.Refused;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Workers extend leases, and learn of cancellations and lost leases.
abstract class SourceHoldingGroup {

  private static final Duration LONGER = Duration.ofMinutes(5);

  private final JobSourceConformance source;

  SourceHoldingGroup(JobSourceConformance source) {
    this.source = source;
  }

  private ExtendResult extend(TaskToken token) {
    return source.waybill().extend(List.of(token), LONGER).getFirst();
  }

  private static void assertRefused(Code code, ExtendResult answer) {
    assertThat(answer)
        .isInstanceOfSatisfying(Refused.class, r -> assertThat(r.code()).isEqualTo(code));
  }

  @Test
  @Promise("L1")
  void an_extended_lease_lasts_longer() {
    Lease lease = source.submitted();
    assertThat(extend(lease.token()))
        .isInstanceOfSatisfying(
            Extended.class,
            extended -> {
              assertThat(extended.remaining()).isGreaterThan(JobSourceConformance.LEASE_DURATION);
              assertThat(extended.remaining()).isLessThanOrEqualTo(LONGER);
              assertThat(extended.cancelRequested()).isFalse();
            });
  }

  @Test
  @Promise("S3")
  void extending_reports_that_the_job_should_stop() {
    Lease lease = source.submitted();
    source.waybill().cancel(lease.job().id());
    assertThat(extend(lease.token()))
        .isInstanceOfSatisfying(
            Extended.class, extended -> assertThat(extended.cancelRequested()).isTrue());
  }

  @Test
  @Promise("L2")
  void many_leases_are_extended_in_order() {
    source.submitMany(3);
    List<Lease> leases = source.waybill().lease(source.request().withMax(3));
    source.settle(leases.get(1), Outcome.done());
    List<ExtendResult> answers =
        source
            .waybill()
            .extend(
                List.of(
                    leases.get(0).token(),
                    leases.get(1).token(),
                    JobSourceConformance.forged(leases.get(0).token()),
                    leases.get(2).token()),
                LONGER);
    assertThat(answers).hasSize(4);
    assertThat(answers.get(0)).isInstanceOf(Extended.class);
    assertRefused(Code.LEASE_LOST, answers.get(1));
    assertRefused(Code.INVALID_TOKEN, answers.get(2));
    assertThat(answers.get(3)).isInstanceOf(Extended.class);
  }

  @Test
  @Promise("L2")
  void the_token_of_an_earlier_attempt_is_refused() {
    Lease first = source.submitted();
    source.settle(first, new Outcome.Release());
    Lease second = source.lease();
    assertThat(second.job().id()).isEqualTo(first.job().id());
    assertRefused(Code.LEASE_LOST, extend(first.token()));
    assertThat(extend(second.token())).isInstanceOf(Extended.class);
  }

  @Test
  @Promise("L2")
  void an_invalid_token_is_refused() {
    assertRefused(Code.INVALID_TOKEN, extend(new TaskToken("")));
    assertRefused(Code.INVALID_TOKEN, extend(new TaskToken("no token")));
    assertRefused(Code.INVALID_TOKEN, extend(new TaskToken("ü\"\\\n")));
  }

  @Test
  @Promise("X1")
  void extending_no_leases_returns_an_empty_list_and_too_many_are_refused() {
    TaskToken token = source.submitted().token();
    assertThat(source.waybill().extend(List.of(), LONGER)).isEmpty();
    JobSourceConformance.assertThrows(
        Code.TOO_MANY_ITEMS,
        () -> source.waybill().extend(Collections.nCopies(1_001, token), LONGER));
    JobSourceConformance.assertThrows(
        Code.INVALID_ARGUMENT, () -> source.waybill().extend(List.of(token), Duration.ofDays(1)));
  }
}
