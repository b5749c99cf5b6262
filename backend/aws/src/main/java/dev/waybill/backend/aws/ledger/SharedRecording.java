package dev.waybill.backend.aws.ledger;

import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Collects the facts of concurrent callers into one transaction at a time.
final class SharedRecording {

  private final Function<List<Fact>, List<Answer>> recording;
  private final int most;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

  /// @param most facts that are recorded together
  SharedRecording(Function<List<Fact>, List<Answer>> recording, int most) {
    this.recording = recording;
    this.most = most;
  }

  /// The facts of one caller, at most as many as are recorded together.
  private static final class Waiting {

    private final List<Fact> facts;
    private @Nullable List<Answer> answers;
    private @Nullable RuntimeException failure;

    Waiting(List<Fact> facts) {
      this.facts = facts;
    }

    boolean isDone() {
      return answers != null || failure != null;
    }
  }

  List<Answer> record(List<Fact> facts) {
    Waiting mine = new Waiting(facts);
    waiting.add(mine);
    lock.lock();
    try {
      while (!mine.isDone()) {
        recordNext();
      }
    } finally {
      lock.unlock();
    }
    if (mine.failure != null) {
      throw mine.failure;
    }
    return mine.answers == null ? List.of() : mine.answers;
  }

  private void recordNext() {
    List<Waiting> group = new ArrayList<>();
    List<Fact> facts = new ArrayList<>();
    for (Waiting next = waiting.peek();
        next != null && (group.isEmpty() || facts.size() + next.facts.size() <= most);
        next = waiting.peek()) {
      group.add(next);
      facts.addAll(next.facts);
      waiting.poll();
    }
    try {
      List<Answer> answers = recording.apply(facts);
      int from = 0;
      for (Waiting one : group) {
        one.answers = List.copyOf(answers.subList(from, from + one.facts.size()));
        from += one.facts.size();
      }
    } catch (RuntimeException failure) {
      group.forEach(one -> one.failure = failure);
    }
  }
}
