package dev.waybill.backend.support;

import dev.waybill.spi.JobKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Changes many jobs at once. Each change is decided on the current record and written only if the
/// record is unchanged. A refusal is always based on the table, never on memory.
final class RecordChanging<A> {

  /// The result of a decision: an answer, and the next record or null.
  record Decision<A>(A answer, @Nullable JobRecord next) {}

  /// Decides on a record, or on null if the job does not exist.
  interface Wish<A> {
    JobKey job();

    Decision<A> decide(@Nullable JobRecord current);
  }

  /// @param fresh read from the table or written to it during this call
  private record Base(Optional<Versioned> value, boolean fresh) {

    @Nullable JobRecord record() {
      return value.map(Versioned::record).orElse(null);
    }

    long revision() {
      return value.map(Versioned::revision).orElse(0L);
    }
  }

  private record Chosen<A>(int index, A answer, JobRecords.Change change) {}

  /// A write that seemed to be refused, and the answer if it was applied.
  private record Tried<A>(long stamp, A answer) {}

  private final JobRecords records;
  private final List<? extends Wish<A>> wishes;
  private final Map<Integer, A> answers = new HashMap<>();
  private final Map<Integer, List<Tried<A>>> tried = new HashMap<>();
  private final Map<JobKey, Base> bases = new HashMap<>();
  private final Set<JobKey> doubted = new HashSet<>();

  private RecordChanging(JobRecords records, List<? extends Wish<A>> wishes) {
    this.records = records;
    this.wishes = wishes;
  }

  /// One answer per wish, in order. Wishes for the same job are applied one after the other.
  static <A> List<A> all(JobRecords records, List<? extends Wish<A>> wishes) {
    return new RecordChanging<A>(records, wishes).run();
  }

  private List<A> run() {
    while (answers.size() < wishes.size()) {
      List<Integer> round = round();
      learnBases(round);
      write(decide(round));
    }
    List<A> inOrder = new ArrayList<>(wishes.size());
    for (int i = 0; i < wishes.size(); i++) {
      inOrder.add(Objects.requireNonNull(answers.get(i)));
    }
    return inOrder;
  }

  /// The first unanswered wish of each job.
  private List<Integer> round() {
    List<Integer> round = new ArrayList<>();
    Set<JobKey> jobs = new HashSet<>();
    for (int i = 0; i < wishes.size(); i++) {
      if (!answers.containsKey(i) && jobs.add(wishes.get(i).job())) {
        round.add(i);
      }
    }
    return round;
  }

  private void learnBases(List<Integer> round) {
    List<JobKey> unknown = new ArrayList<>();
    for (int index : round) {
      JobKey job = wishes.get(index).job();
      if (!bases.containsKey(job)) {
        Versioned cached = doubted.contains(job) ? null : records.cached(job);
        if (cached == null) {
          unknown.add(job);
        } else {
          bases.put(job, new Base(Optional.of(cached), false));
        }
      }
    }
    List<Optional<Versioned>> found = records.readAll(unknown);
    for (int i = 0; i < unknown.size(); i++) {
      bases.put(unknown.get(i), new Base(found.get(i), true));
    }
  }

  private List<Chosen<A>> decide(List<Integer> round) {
    List<Chosen<A>> chosen = new ArrayList<>();
    for (int index : round) {
      Base base = Objects.requireNonNull(bases.get(wishes.get(index).job()));
      Optional<A> done = ownWrite(index, base);
      if (done.isPresent()) {
        answers.put(index, done.get());
      } else {
        decide(index, base).ifPresent(chosen::add);
      }
    }
    return chosen;
  }

  /// A write that seemed to be refused may have been applied. Then the record is the result of this
  /// call, and not a reason to refuse it.
  private Optional<A> ownWrite(int index, Base base) {
    JobRecord record = base.record();
    return record == null
        ? Optional.empty()
        : tried.getOrDefault(index, List.of()).stream()
            .filter(one -> record.stamps().contains(one.stamp()))
            .map(Tried::answer)
            .findFirst();
  }

  private Optional<Chosen<A>> decide(int index, Base base) {
    Wish<A> wish = wishes.get(index);
    Decision<A> decision = wish.decide(base.record());
    JobRecord next = decision.next();
    if (next != null) {
      JobRecords.Change change = new JobRecords.Change(next.stamped(), base.revision());
      return Optional.of(new Chosen<>(index, decision.answer(), change));
    }
    if (base.fresh()) {
      answers.put(index, decision.answer());
    } else {
      doubt(wish.job());
    }
    return Optional.empty();
  }

  private void write(List<Chosen<A>> chosen) {
    List<Optional<Versioned>> done = records.write(chosen.stream().map(Chosen::change).toList());
    for (int i = 0; i < chosen.size(); i++) {
      Chosen<A> one = chosen.get(i);
      JobKey job = wishes.get(one.index()).job();
      if (done.get(i).isPresent()) {
        answers.put(one.index(), one.answer());
        bases.put(job, new Base(done.get(i), true));
      } else {
        tried
            .computeIfAbsent(one.index(), _ -> new ArrayList<>())
            .add(new Tried<>(one.change().next().stamp(), one.answer()));
        doubt(job);
      }
    }
  }

  private void doubt(JobKey job) {
    bases.remove(job);
    doubted.add(job);
  }
}
