package dev.waybill.backend.postgres.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Collects the requests of concurrent callers into one transaction. While one is under way,
/// further requests wait for the next; its first caller carries it out for all of them.
///
/// @param <Q> a request
/// @param <A> its answer
public final class SharedCommit<Q, A> {

  private static final int MOST_WEIGHT = 5_000;

  private final Function<List<Q>, List<A>> transaction;
  private final ToIntFunction<Q> weight;
  private final ReentrantLock turn = new ReentrantLock();
  private final ConcurrentLinkedQueue<Call<Q, A>> waiting = new ConcurrentLinkedQueue<>();

  private static final class Call<Q, A> {
    private final Q request;
    private @Nullable A answer;
    private @Nullable RuntimeException failure;
    private volatile boolean done;

    private Call(Q request) {
      this.request = request;
    }
  }

  /// @param transaction answers requests, one answer each
  /// @param weight the number of rows of a request
  public SharedCommit(Function<List<Q>, List<A>> transaction, ToIntFunction<Q> weight) {
    this.transaction = transaction;
    this.weight = weight;
  }

  public A call(Q request) {
    Call<Q, A> mine = new Call<>(request);
    waiting.add(mine);
    turn.lock();
    try {
      while (!mine.done) {
        commit(next());
      }
    } finally {
      turn.unlock();
    }
    if (mine.failure != null) {
      throw mine.failure;
    }
    return java.util.Objects.requireNonNull(mine.answer);
  }

  private List<Call<Q, A>> next() {
    List<Call<Q, A>> group = new ArrayList<>();
    int rows = 0;
    while (rows < MOST_WEIGHT) {
      Call<Q, A> call = waiting.poll();
      if (call == null) {
        break;
      }
      group.add(call);
      rows += weight.applyAsInt(call.request);
    }
    return group;
  }

  private void commit(List<Call<Q, A>> group) {
    try {
      List<A> answers = transaction.apply(group.stream().map(call -> call.request).toList());
      for (int i = 0; i < group.size(); i++) {
        group.get(i).answer = answers.get(i);
        group.get(i).done = true;
      }
    } catch (RuntimeException failure) {
      apart(group, failure);
    }
  }

  /// A request that cannot be carried out must not fail the others.
  private void apart(List<Call<Q, A>> group, RuntimeException failure) {
    boolean alone = group.size() == 1 || isOutage(failure);
    for (Call<Q, A> call : group) {
      try {
        if (alone) {
          throw failure;
        }
        call.answer = transaction.apply(List.of(call.request)).getFirst();
      } catch (RuntimeException own) {
        call.failure = own;
      }
      call.done = true;
    }
  }

  private static boolean isOutage(RuntimeException failure) {
    return failure instanceof dev.waybill.WaybillException known
        && known.code() != dev.waybill.Code.STORE_FAILED;
  }
}
