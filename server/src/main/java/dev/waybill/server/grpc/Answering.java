package dev.waybill.server.grpc;

import dev.waybill.WaybillException;
import dev.waybill.result.Refused;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Sends answers and errors.
final class Answering {

  private Answering() {}

  static <R> void answer(StreamObserver<R> to, Supplier<R> call) {
    whenCancelled(to, () -> {});
    answerUnlessCancelled(to, call);
  }

  /// For a call that handles cancellation itself.
  static <R> void answerUnlessCancelled(StreamObserver<R> to, Supplier<R> call) {
    R answer;
    try {
      answer = call.get();
    } catch (RuntimeException thrown) {
      to.onError(GrpcErrors.of(thrown));
      return;
    }
    to.onNext(answer);
    to.onCompleted();
  }

  /// Without a cancel handler, answering a cancelled call throws.
  static <R> ServerCallStreamObserver<R> whenCancelled(StreamObserver<R> to, Runnable then) {
    ServerCallStreamObserver<R> call = (ServerCallStreamObserver<R>) to;
    call.setOnCancelHandler(then);
    return call;
  }

  /// One answer per item, in order. Items that cannot be read are refused individually; the others
  /// make one call.
  static <Q, T, R> List<R> itemByItem(
      List<Q> items,
      Function<Q, T> read,
      Function<List<T>, List<R>> call,
      Function<Refused, R> refuse) {
    List<T> readable = new ArrayList<>(items.size());
    List<@Nullable R> answers = new ArrayList<>(items.size());
    for (Q item : items) {
      try {
        readable.add(read.apply(item));
        answers.add(null);
      } catch (WaybillException unreadable) {
        answers.add(refuse.apply(unreadable.asRefusal()));
      }
    }
    Iterator<R> late = call.apply(readable).iterator();
    return answers.stream().map(known -> known == null ? late.next() : known).toList();
  }
}
