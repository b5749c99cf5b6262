package dev.waybill.backend.support;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Collects the requests of concurrent callers into one transaction. While one is under way,
/// further requests wait for the next; the first of them carries it out for all of them.
///
/// A caller whose request was carried out returns at once. It does not wait for a lock, which a
/// caller that comes back sooner than the others wake up could take from them again and again.
///
/// @param <Q> a request
/// @param <A> its answer
public final class SharedCommit<Q, A> {

  private static final int MOST_WEIGHT = 5_000;

  private final Function<List<Q>, List<A>> transaction;
  private final ToIntFunction<Q> weight;
  private final int most;
  private final ConcurrentLinkedQueue<Call<Q, A>> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean busy = new AtomicBoolean();

  private static final class Call<Q, A> {
    private final Q request;
    private final Thread caller = Thread.currentThread();
    private @Nullable A answer;
    private @Nullable Throwable failure;

    /// Whether this caller carries out the next transaction.
    private volatile boolean leads;

    private volatile boolean done;

    private Call(Q request) {
      this.request = request;
    }

    private void end() {
      done = true;
      LockSupport.unpark(caller);
    }

    private void lead() {
      leads = true;
      LockSupport.unpark(caller);
    }

    private A result() {
      switch (failure) {
        case null -> {}
        case RuntimeException own -> throw own;
        case Error own -> throw own;
        default -> throw new IllegalStateException(failure);
      }
      return Objects.requireNonNull(answer);
    }
  }

  /// @param transaction answers requests, one answer each
  /// @param weight the number of rows of a request
  public SharedCommit(Function<List<Q>, List<A>> transaction, ToIntFunction<Q> weight) {
    this(transaction, weight, MOST_WEIGHT);
  }

  /// @param most the weight of a transaction with several requests
  public SharedCommit(Function<List<Q>, List<A>> transaction, ToIntFunction<Q> weight, int most) {
    this.transaction = transaction;
    this.weight = weight;
    this.most = most;
  }

  public A call(Q request) {
    Call<Q, A> mine = new Call<>(request);
    waiting.add(mine);
    if (busy.compareAndSet(false, true)) {
      mine.leads = true;
    }
    boolean interrupted = false;
    while (!mine.done) {
      if (mine.leads) {
        mine.leads = false;
        carryOutNext();
      } else {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
    }
    if (mine.leads) {
      passOn();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return mine.result();
  }

  private void carryOutNext() {
    try {
      commit(next());
    } finally {
      passOn();
    }
  }

  /// To the first who waits, if anybody does.
  private void passOn() {
    do {
      Call<Q, A> next = waiting.peek();
      if (next != null) {
        next.lead();
        return;
      }
      busy.set(false);
    } while (!waiting.isEmpty() && busy.compareAndSet(false, true));
  }

  private List<Call<Q, A>> next() {
    List<Call<Q, A>> group = new ArrayList<>();
    int sum = 0;
    for (Call<Q, A> call = waiting.peek(); call != null; call = waiting.peek()) {
      sum += weight.applyAsInt(call.request);
      if (sum > most && !group.isEmpty()) {
        break;
      }
      group.add(call);
      waiting.poll();
    }
    return group;
  }

  private void commit(List<Call<Q, A>> group) {
    try {
      List<A> answers = transaction.apply(group.stream().map(call -> call.request).toList());
      for (int i = 0; i < group.size(); i++) {
        group.get(i).answer = answers.get(i);
      }
    } catch (RuntimeException failure) {
      apart(group, failure);
    } catch (Error failure) {
      group.forEach(call -> call.failure = failure);
    }
    group.forEach(Call::end);
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
    }
  }

  private static boolean isOutage(RuntimeException failure) {
    return failure instanceof WaybillException known && known.code() != Code.STORE_FAILED;
  }
}
