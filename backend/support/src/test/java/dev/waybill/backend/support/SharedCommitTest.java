package dev.waybill.backend.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
final class SharedCommitTest {

  private static final int CALLERS = 8;
  private static final int CALLS = 200;

  private final AtomicInteger transactions = new AtomicInteger();

  @Test
  void every_request_gets_its_own_answer() {
    SharedCommit<Integer, Integer> commit = new SharedCommit<>(this::squares, _ -> 1);

    List<CompletableFuture<Void>> callers =
        callers(caller -> assertThat(commit.call(caller)).isEqualTo(caller * caller));

    assertThat(callers).allSatisfy(CompletableFuture::join);
    assertThat(transactions.get()).isLessThanOrEqualTo(CALLERS * CALLS);
  }

  /// Each transaction lasts until all callers wait again: those of the previous one have returned
  /// and come back.
  @Test
  void callers_that_come_back_at_once_share_a_transaction_with_the_others() {
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    SharedCommit<Integer, Integer> commit =
        new SharedCommit<>(
            requests -> {
              while (asked.get() - answered.get() < CALLERS) {
                Thread.onSpinWait();
              }
              answered.addAndGet(requests.size());
              return squares(requests);
            },
            _ -> 1);
    List<CompletableFuture<Void>> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      callers.add(
          inBackground(
              () -> {
                for (int call = 0; call < CALLS; call++) {
                  asked.incrementAndGet();
                  commit.call(call);
                }
                asked.incrementAndGet();
              }));
    }

    assertThat(callers).allSatisfy(CompletableFuture::join);
    assertThat(transactions.get()).isLessThan(CALLERS * CALLS / 2);
  }

  @Test
  void a_request_that_fails_does_not_fail_the_others() {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    SharedCommit<Integer, Integer> commit =
        new SharedCommit<>(
            requests -> {
              entered.countDown();
              awaitQuietly(go);
              if (requests.contains(13)) {
                throw new WaybillException(Code.STORE_FAILED, "13");
              }
              return squares(requests);
            },
            _ -> 1);
    CompletableFuture<Void> first = inBackground(() -> commit.call(1));
    awaitQuietly(entered);
    CompletableFuture<Void> bad = inBackground(() -> commit.call(13));
    CompletableFuture<Void> good = inBackground(() -> commit.call(2));
    go.countDown();

    first.join();
    good.join();
    assertThatThrownBy(bad::join).hasRootCauseInstanceOf(WaybillException.class);
    assertThat(commit.call(3)).isEqualTo(9);
  }

  @Test
  void an_error_reaches_the_caller_and_the_next_call_works() {
    AtomicInteger calls = new AtomicInteger();
    SharedCommit<Integer, Integer> commit =
        new SharedCommit<>(
            requests -> {
              if (calls.getAndIncrement() == 0) {
                throw new StackOverflowError();
              }
              return squares(requests);
            },
            _ -> 1);

    assertThatThrownBy(() -> commit.call(1)).isInstanceOf(StackOverflowError.class);
    assertThat(commit.call(2)).isEqualTo(4);
  }

  @Test
  void a_caller_that_is_interrupted_gets_its_answer_and_stays_interrupted() {
    SharedCommit<Integer, Integer> commit = new SharedCommit<>(this::squares, _ -> 1);
    Thread.currentThread().interrupt();

    assertThat(commit.call(3)).isEqualTo(9);
    assertThat(Thread.interrupted()).isTrue();
  }

  private List<Integer> squares(List<Integer> requests) {
    transactions.incrementAndGet();
    return requests.stream().map(request -> request * request).toList();
  }

  private interface Caller {
    void call(int number);
  }

  private static List<CompletableFuture<Void>> callers(Caller caller) {
    return IntStream.range(0, CALLERS)
        .mapToObj(
            number ->
                inBackground(() -> IntStream.range(0, CALLS).forEach(_ -> caller.call(number))))
        .toList();
  }

  private static CompletableFuture<Void> inBackground(Runnable work) {
    return CompletableFuture.runAsync(work, task -> Thread.ofPlatform().start(task));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
