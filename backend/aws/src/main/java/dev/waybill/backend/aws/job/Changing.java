package dev.waybill.backend.aws.job;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.JobRecord;
import dev.waybill.backend.support.Retries;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.spi.JobKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Changes records: reads, decides, and writes if the job has not changed; else again. A write
/// whose answer was lost is recognized by its stamp.
final class Changing {

  /// An answer, and the record to write for it; null to write nothing.
  ///
  /// @param shown whether the change appears in the feed
  record Decision<A>(A answer, @Nullable JobRecord next, boolean shown) {

    static <A> Decision<A> of(A answer) {
      return new Decision<>(answer, null, false);
    }
  }

  /// Decides on a record, or on null if the job does not exist.
  interface Wish<A> {
    JobKey job();

    Decision<A> decide(@Nullable JobRecord current);
  }

  /// A write whose result is not known.
  private record Tried<A>(JobRecord before, JobRecord next, A answer) {}

  private record Numbered<A>(int index, Wish<A> wish) {}

  private final JobTable table;
  private final Numbers numbers;
  private final Retries retries;
  private final BiConsumer<JobRecord, JobRecord> onChange;

  /// @param onChange is called with the records before and after a change
  Changing(
      JobTable table, Numbers numbers, Retries retries, BiConsumer<JobRecord, JobRecord> onChange) {
    this.table = table;
    this.numbers = numbers;
    this.retries = retries;
    this.onChange = onChange;
  }

  /// One answer per wish, in order. Wishes for the same job are applied one after the other.
  <A> List<A> all(List<? extends Wish<A>> wishes) {
    retries.requireOpen();
    if (wishes.isEmpty()) {
      return List.of();
    }
    Map<String, JobItem> known =
        table.findAll(wishes.stream().map(wish -> wish.job().id().toString()).toList());
    Map<JobKey, List<Numbered<A>>> byJob = new LinkedHashMap<>();
    for (int i = 0; i < wishes.size(); i++) {
      byJob
          .computeIfAbsent(wishes.get(i).job(), _ -> new ArrayList<>())
          .add(new Numbered<>(i, wishes.get(i)));
    }
    List<Answered<A>> answers =
        SideBySide.ask(
                List.copyOf(byJob.values()), JobTable.WRITES_AT_ONCE, group -> group(group, known))
            .stream()
            .flatMap(List::stream)
            .sorted(java.util.Comparator.comparingInt(Answered::index))
            .toList();
    return answers.stream().map(Answered::answer).toList();
  }

  private record Answered<A>(int index, A answer) {}

  /// The first wish of a job is decided on the item that was read for all.
  private <A> List<Answered<A>> group(List<Numbered<A>> group, Map<String, JobItem> known) {
    List<Answered<A>> answers = new ArrayList<>();
    for (Numbered<A> one : group) {
      JobKey job = one.wish().job();
      Optional<JobItem> first =
          Optional.ofNullable(known.get(job.id().toString()))
              .filter(item -> item.record().key().equals(job));
      A answer =
          answers.isEmpty() ? change(one.wish(), first) : change(one.wish(), read(one.wish()));
      answers.add(new Answered<>(one.index(), answer));
    }
    return answers;
  }

  private Optional<JobItem> read(Wish<?> wish) {
    long start = System.nanoTime();
    while (true) {
      try {
        return table.find(wish.job());
      } catch (WaybillException failed) {
        pauseIfPassing(failed, start);
      }
    }
  }

  private <A> A change(Wish<A> wish, Optional<JobItem> first) {
    long start = System.nanoTime();
    List<Tried<A>> tried = new ArrayList<>();
    Optional<JobItem> current = first;
    while (true) {
      @Nullable JobItem item = current.orElse(null);
      Optional<Tried<A>> done = item == null ? Optional.empty() : ownWrite(tried, item.record());
      if (done.isPresent()) {
        onChange.accept(done.get().before(), done.get().next());
        return done.get().answer();
      }
      Decision<A> decision = wish.decide(item == null ? null : item.record());
      JobRecord decided = decision.next();
      if (item == null || decided == null) {
        return decision.answer();
      }
      JobRecord next = decided.stamped();
      if (isWritten(item, next, decision.shown(), start)) {
        onChange.accept(item.record(), next);
        return decision.answer();
      }
      tried.add(new Tried<>(item.record(), next, decision.answer()));
      current = read(wish);
    }
  }

  private static <A> Optional<Tried<A>> ownWrite(List<Tried<A>> tried, JobRecord record) {
    return tried.stream().filter(one -> record.stamps().contains(one.next().stamp())).findFirst();
  }

  private boolean isWritten(JobItem before, JobRecord next, boolean shown, long start) {
    long number = shown ? numbers.begin() : 0;
    try {
      return table.replace(before, next, shown ? number : null);
    } catch (WaybillException failed) {
      pauseIfPassing(failed, start);
      return false;
    } finally {
      if (shown) {
        numbers.end(number, next.key().id().toString());
      }
    }
  }

  private void pauseIfPassing(WaybillException failed, long start) {
    if (failed.code() != Code.UNAVAILABLE && failed.code() != Code.THROTTLED) {
      throw failed;
    }
    retries.pauseSince(start);
  }
}
