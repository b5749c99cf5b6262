package dev.waybill.wire.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.JobText;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import dev.waybill.wire.json.InvalidDocument;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The binary format round-trips, refuses other bytes, and has a stable layout.
final class WorkBytesTest {

  private static final Instant TIME = Instant.parse("2026-11-15T12:00:00.123Z");
  private static final JobId ID = JobId.parse("0190b5a2-7c1e-7000-8000-000000000001");
  private static final Failure FAILURE = new Failure("java.io.IOException", "no \"way\"\n", "at x");
  private static final Payload BINARY = Payload.of(new byte[] {0, -1, 127, -128});
  private static final NewJob PLAIN = NewJob.of("mail.send", BINARY);

  @Test
  void leases_round_trip_with_all_fields_of_a_request() {
    List<NewJob> requests = new ArrayList<>(List.of(PLAIN, PLAIN, NewJob.of("other", "")));
    NewJob.Builder with = PLAIN.toBuilder();
    requests.add(with.queue("mails").build());
    for (JobText text : JobText.values()) {
      NewJob.Builder one = PLAIN.toBuilder();
      text.set(one, "Zoë 😀");
      requests.add(one.build());
    }
    requests.add(with.priority(Priority.HIGH).build());
    requests.add(with.priority(Priority.LOW).build());
    requests.add(with.tags("a", "b").build());
    requests.add(with.delay(Duration.ofMillis(1)).build());
    requests.add(with.delay(Duration.ZERO).runAt(TIME).build());
    requests.add(with.deadline(TIME.plusNanos(1)).build());
    requests.add(with.timeout(Duration.ofNanos(7)).build());
    requests.add(with.retry(RetryPolicy.never()).build());
    requests.add(PLAIN);

    List<Lease> leases = requests.stream().map(request -> lease(request, null, null)).toList();

    assertThat(WorkBytes.readLeases(WorkBytes.leases(leases))).isEqualTo(leases);
  }

  @Test
  void leases_round_trip_with_all_fields_of_the_progress() {
    Lease plain = lease(PLAIN, null, null);
    List<Lease> leases =
        List.of(
            lease(PLAIN, BINARY, null),
            lease(PLAIN, null, FAILURE),
            plain,
            new Lease(plain.job(), plain.token(), Duration.ofNanos(1_000_001)),
            new Lease(plain.job(), new TaskToken(""), Duration.ofDays(1)));

    assertThat(WorkBytes.readLeases(WorkBytes.leases(leases))).isEqualTo(leases);
  }

  @Test
  void outcomes_round_trip() {
    List<Settlement> settlements = new ArrayList<>();
    for (Outcome outcome :
        List.of(
            Outcome.done(),
            new Outcome.Done(BINARY),
            new Outcome.Retry(FAILURE, null),
            new Outcome.Retry(FAILURE, Duration.ofSeconds(2)),
            new Outcome.Fail(FAILURE),
            new Outcome.Reject(FAILURE),
            new Outcome.Snooze(Duration.ofHours(2)),
            new Outcome.Release())) {
      settlements.add(new Settlement(new TaskToken("t" + settlements.size()), outcome));
    }

    assertThat(WorkBytes.readSettlements(WorkBytes.settlements(settlements)))
        .isEqualTo(settlements);
  }

  @Test
  void answers_round_trip() {
    List<SettleResult> results = new ArrayList<>();
    for (State state : State.values()) {
      results.add(new Settled(state));
    }
    results.add(new Refused(Code.LEASE_LOST, "gone"));

    assertThat(WorkBytes.readResults(WorkBytes.results(results))).isEqualTo(results);
  }

  @Test
  void an_empty_list_round_trips() {
    assertThat(WorkBytes.readLeases(WorkBytes.leases(List.of()))).isEmpty();
    assertThat(WorkBytes.areHere(WorkBytes.leases(List.of()))).isTrue();
    assertThat(WorkBytes.areHere("{\"leases\":[]}".getBytes(StandardCharsets.UTF_8))).isFalse();
    assertThat(WorkBytes.areHere(new byte[0])).isFalse();
  }

  /// Servers and workers of different versions exchange these bytes: the layout must not change.
  @Test
  void the_layout_is_the_one_of_version_1() {
    NewJob request = PLAIN.toBuilder().queue("q").requestId("r").build();
    Lease lease = lease(request, null, null);
    assertThat(HexFormat.of().formatHex(WorkBytes.leases(List.of(lease, lease))))
        .isEqualTo(
            "0102"
                + lease("010461636d65" + "010171" + "01096d61696c2e73656e64" + "010177")
                + lease("00" + "00" + "00" + "00"));
    assertThat(
            HexFormat.of()
                .formatHex(
                    WorkBytes.settlements(
                        List.of(
                            new Settlement(new TaskToken("tok"), new Outcome.Done(BINARY)),
                            new Settlement(new TaskToken("tok"), new Outcome.Release())))))
        .isEqualTo(
            "0102"
                + ("03746f6b" + "01" + "0400ff7f80")
                + ("03746f6b" + "00" + "0e" + hex("{\"release\":{}}")));
    assertThat(HexFormat.of().formatHex(WorkBytes.results(List.of(new Settled(State.COMPLETED)))))
        .isEqualTo("010104");
  }

  private static String lease(String names) {
    return "01"
        + "03746f6b"
        + "0000000000007530"
        + "0190b5a27c1e70008000000000000001"
        + "000001a1df141e7b".repeat(3)
        + "000001a1df1493ab"
        + "02000100"
        + "01"
        + names
        + "010172"
        + "00"
        + "00"
        + "0400ff7f80";
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void truncated_or_extended_bytes_are_refused() {
    byte[] whole =
        WorkBytes.settlements(
            List.of(new Settlement(new TaskToken("tok"), new Outcome.Done(BINARY))));
    for (int length = 0; length < whole.length; length++) {
      assertRefused(Arrays.copyOf(whole, length));
    }
    assertRefused(Arrays.copyOf(whole, whole.length + 1));
  }

  @Test
  void other_versions_and_kinds_are_refused() {
    assertRefused(new byte[] {2, 0});
    assertRefused(new byte[] {1, 1, 0, 9});
    assertRefused(HexFormat.of().parseHex("0101ffffffffff7f"));
    assertRefused(HexFormat.of().parseHex("01ffffffffffffffffffffffff01"));
  }

  @Test
  void more_items_than_the_limit_are_refused() {
    Settlement one = new Settlement(new TaskToken(""), Outcome.done());
    byte[] many = WorkBytes.settlements(Collections.nCopies(1_001, one));
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> WorkBytes.readSettlements(many))
        .satisfies(refused -> assertThat(refused.code()).isEqualTo(Code.TOO_MANY_ITEMS));
  }

  @Test
  void random_bytes_are_read_or_refused_without_other_failures() {
    byte[] good =
        WorkBytes.settlements(
            List.of(
                new Settlement(new TaskToken("tok"), new Outcome.Done(BINARY)),
                new Settlement(new TaskToken("tok"), new Outcome.Retry(FAILURE, null))));
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      byte[] bad = good.clone();
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(WorkBytes.readSettlements(bad)).hasSizeLessThan(1_001);
      } catch (InvalidDocument refused) {
        assertThat(refused.errors()).isNotEmpty();
      }
    }
  }

  private static void assertRefused(byte[] bytes) {
    assertThatExceptionOfType(InvalidDocument.class)
        .isThrownBy(() -> WorkBytes.readSettlements(bytes));
  }

  private static Lease lease(NewJob request, @Nullable Payload result, @Nullable Failure failure) {
    Instant until = TIME.plusSeconds(30);
    Job.Progress progress =
        new Job.Progress(State.RUNNING, 2, 0, 1, 0, TIME, TIME, false, "w", until, result, failure);
    Job job = new Job(ID, "acme", TIME, request, progress);
    return new Lease(job, new TaskToken("tok"), Duration.ofSeconds(30));
  }
}
