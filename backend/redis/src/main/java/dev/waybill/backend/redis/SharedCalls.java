package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// Sends what concurrent callers ask together, because a call costs the server and the driver more
/// than an item in it. A caller that is alone does not wait. While two groups are under way,
/// further callers wait for the next one.
///
/// @param <Q> an item
/// @param <A> its answer
final class SharedCalls<Q, A> {

  private static final int GROUPS = 2;
  private static final int MOST_ITEMS = 1_000;

  private final Function<List<Q>, List<A>> send;
  private final Semaphore groups = new Semaphore(GROUPS);
  private final ConcurrentLinkedQueue<Request<Q, A>> waiting = new ConcurrentLinkedQueue<>();

  private record Request<Q, A>(List<Q> items, CompletableFuture<List<A>> answers) {}

  /// @param send answers items, one answer each, in order; may be repeated for some of the items
  SharedCalls(Function<List<Q>, List<A>> send) {
    this.send = send;
  }

  /// One answer per item, in order.
  List<A> call(List<Q> items) {
    Request<Q, A> mine = new Request<>(items, new CompletableFuture<>());
    waiting.add(mine);
    if (groups.tryAcquire()) {
      sendGroup();
    }
    try {
      return mine.answers().join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException own ? own : failed;
    }
  }

  /// The number of callers that are not in a group yet.
  int waiting() {
    return waiting.size();
  }

  private void sendGroup() {
    try {
      List<Request<Q, A>> group = nextGroup();
      if (!group.isEmpty()) {
        send(group);
      }
    } finally {
      groups.release();
    }
    if (!waiting.isEmpty() && groups.tryAcquire()) {
      Thread.startVirtualThread(this::sendGroup);
    }
  }

  private List<Request<Q, A>> nextGroup() {
    List<Request<Q, A>> group = new ArrayList<>();
    int items = 0;
    while (items < MOST_ITEMS) {
      Request<Q, A> next = waiting.poll();
      if (next == null) {
        break;
      }
      group.add(next);
      items += next.items().size();
    }
    return group;
  }

  private void send(List<Request<Q, A>> group) {
    List<Q> items = group.stream().flatMap(request -> request.items().stream()).toList();
    try {
      Iterator<A> answers = send.apply(items).iterator();
      group.forEach(
          request ->
              request
                  .answers()
                  .complete(request.items().stream().map(_ -> answers.next()).toList()));
    } catch (RuntimeException failure) {
      answerApart(group, failure);
    }
  }

  /// An item that the server cannot process must not fail those of other callers.
  private void answerApart(List<Request<Q, A>> group, RuntimeException failure) {
    boolean isOutage =
        failure instanceof WaybillException known && known.code() != Code.STORE_FAILED;
    for (Request<Q, A> request : group) {
      try {
        if (isOutage || group.size() == 1) {
          throw failure;
        }
        request.answers().complete(send.apply(request.items()));
      } catch (RuntimeException own) {
        request.answers().completeExceptionally(own);
      }
    }
  }
}
