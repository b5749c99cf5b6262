package dev.waybill.backend.aws.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.FaultyService;
import dev.waybill.backend.aws.FaultyService.Fault;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.CallCounts.Call;
import dev.waybill.backend.aws.link.Tables;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.Ledger.Answer;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The ledger on a DynamoDB that cuts connections, loses answers, fails and throttles.
class LedgerFaultsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final FaultyService dynamodb = new FaultyService(Emulators.dynamodb().url());
  private final AwsConfig config = Emulators.config();
  private final AwsLink sound = AwsLink.open(config);
  private final AwsLink faulty =
      AwsLink.open(
          config.withEndpoints(
              new AwsConfig.Endpoints(
                  dynamodb.url(), config.endpoints().sqs(), config.endpoints().s3())));
  private Ledger ledger;
  private Ledger observer;

  @BeforeEach
  void open() {
    AwsLedger.plans(sound.layout()).forEach(new Tables(sound)::create);
    ledger = AwsLedger.open(faulty, Expiry.of(Settings.DEFAULT));
    observer = AwsLedger.open(sound, Expiry.of(Settings.DEFAULT));
  }

  @AfterEach
  void close() {
    sound.close();
    faulty.close();
    dynamodb.close();
  }

  @Test
  void a_fact_is_applied_once_if_every_answer_of_a_call_is_lost() {
    dynamodb.next("TransactWriteItems", Collections.nCopies(4, Fault.LOST).toArray(Fault[]::new));

    assertThat(ledger.record(List.of(fact("a", 1), fact("a", 2))))
        .containsExactly(Answer.APPLIED, Answer.APPLIED);

    assertThat(observer.tail(0, 10)).hasSize(2);
    assertThat(observer.latest(List.of(key("a"))).getFirst().rank()).isEqualTo(2);
  }

  @Test
  void a_stale_fact_whose_answer_was_lost_is_reported_as_stale() {
    ledger.record(List.of(fact("a", 5)));
    dynamodb.next("TransactWriteItems", Collections.nCopies(4, Fault.LOST).toArray(Fault[]::new));

    assertThat(ledger.record(List.of(fact("a", 1)))).containsExactly(Answer.STALE);
  }

  @Test
  void throttled_calls_are_counted_and_a_ledger_that_stays_throttled_says_so() {
    dynamodb.all(() -> Fault.THROTTLED);

    WaybillException refused =
        catchThrowableOfType(WaybillException.class, () -> ledger.record(List.of(fact("a", 1))));

    assertThat(refused.code()).isEqualTo(Code.THROTTLED);
    assertThat(refused).hasMessageStartingWith("DynamoDB");
    assertThat(faulty.counts().throttles()).containsKey(new Call("DynamoDB", "Query"));
    dynamodb.all(() -> Fault.NONE);
    assertThat(ledger.record(List.of(fact("a", 1)))).containsExactly(Answer.APPLIED);
  }

  @Test
  void under_faults_of_every_kind_each_fact_is_recorded_once_and_in_one_order() throws Exception {
    Random random = new Random(21);
    Fault[] kinds = EnumSet.range(Fault.NONE, Fault.UNPROCESSED).toArray(Fault[]::new);
    dynamodb.all(
        () -> {
          synchronized (random) {
            int drawn = random.nextInt(5 * kinds.length);
            return drawn < kinds.length ? kinds[drawn] : Fault.NONE;
          }
        });
    int writers = 4;
    int each = 15;

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> done = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int own = writer;
        done.add(threads.submit(() -> recordAll(own % 2 == 0 ? ledger : observer, own, each)));
      }
      for (Future<?> one : done) {
        one.get();
      }
    }

    List<Fact.Recorded> tail = observer.tail(0, 1_000);
    assertThat(tail).hasSize(writers * each);
    assertThat(tail).extracting(Fact.Recorded::position).isSorted().doesNotHaveDuplicates();
    for (int writer = 0; writer < writers; writer++) {
      assertThat(observer.history(key("w" + writer), 0, 1_000)).hasSize(each);
      assertThat(observer.latest(List.of(key("w" + writer))).getFirst().rank()).isEqualTo(each);
    }
  }

  /// Repeats what may be repeated, as the callers of a ledger do.
  private static void recordAll(Ledger ledger, int writer, int count) {
    for (int rank = 1; rank <= count; rank++) {
      boolean recorded = false;
      while (!recorded) {
        try {
          ledger.record(List.of(fact("w" + writer, rank)));
          recorded = true;
        } catch (WaybillException failed) {
          assertThat(failed.code().isRetryable()).as(failed.getMessage()).isTrue();
        }
      }
    }
  }

  private static LedgerKey key(String id) {
    return new LedgerKey("tenant", "thing", id);
  }

  private static Fact fact(String id, int rank) {
    return Fact.of(key(id), 1, "reached" + rank, NOW, Payload.empty()).withRank(rank, 0);
  }
}
