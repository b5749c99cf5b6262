package dev.waybill.backend.support;

import dev.waybill.Job;
import dev.waybill.backend.support.Requests.Entry;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Appends jobs: first all request IDs, then all records.
final class RecordAppending {

  private final JobRecords records;
  private final Requests requests;
  private final JobView view;
  private final Supplier<Instant> now;
  private final JobCapacity room;

  RecordAppending(
      JobRecords records,
      Requests requests,
      JobView view,
      Supplier<Instant> now,
      JobCapacity room) {
    this.records = records;
    this.requests = requests;
    this.view = view;
    this.now = now;
    this.room = room;
  }

  List<Appended> append(List<Draft> drafts) {
    Appended refused = room.reserve(drafts);
    if (refused == null) {
      try {
        return new Batch(drafts).run();
      } finally {
        room.release(drafts);
      }
    }
    return drafts.size() == 1
        ? List.of(whenFull(drafts.getFirst(), refused))
        : drafts.stream().map(draft -> append(List.of(draft)).getFirst()).toList();
  }

  /// A duplicate is not a new job, so it is answered even if the store is full.
  private Appended whenFull(Draft draft, Appended refused) {
    if (draft.job().requestId() == null) {
      return refused;
    }
    return requests
        .find(List.of(draft))
        .getFirst()
        .flatMap(entry -> known(draft, entry))
        .orElse(refused);
  }

  /// The answer to a draft with a known request ID; empty if the job was never created, or was
  /// pruned so long ago that the request ID is free.
  private Optional<Appended> known(Draft draft, Entry entry) {
    if (!entry.isRetired() && !entry.asksTheSameAs(draft)) {
      return Optional.of(new Appended.Conflict(entry.job()));
    }
    Optional<Appended> there =
        records
            .read(new JobKey(draft.key().tenant(), entry.job()))
            .map(job -> duplicate(job.record(), now.get()));
    Optional<Appended> answer = there.or(() -> entry.remembered(now.get()));
    return answer.map(
        known -> entry.asksTheSameAs(draft) ? known : new Appended.Conflict(entry.job()));
  }

  private static Appended duplicate(JobRecord known, Instant now) {
    Job job = known.job().asOf(now);
    return new Appended.Duplicate(job.id(), job.state(), job.createdAt());
  }

  /// Drafts that are answered together.
  private final class Batch {
    private final List<Draft> drafts;
    private final Map<Integer, Appended> answers = new HashMap<>();

    /// The jobs to create, by their index in the batch.
    private final Map<Integer, Draft> toMake = new HashMap<>();

    Batch(List<Draft> drafts) {
      this.drafts = drafts;
    }

    List<Appended> run() {
      while (answers.size() < drafts.size()) {
        choose();
        make();
        toMake.clear();
      }
      List<Appended> inOrder = new ArrayList<>(drafts.size());
      for (int i = 0; i < drafts.size(); i++) {
        inOrder.add(Objects.requireNonNull(answers.get(i)));
      }
      return inOrder;
    }

    /// A request ID that occurs twice is claimed once; the duplicate is handled in the next round.
    private void choose() {
      Set<RequestKey> asked = new HashSet<>();
      List<Integer> named = new ArrayList<>();
      for (int i = 0; i < drafts.size(); i++) {
        String request = drafts.get(i).job().requestId();
        if (answers.containsKey(i)) {
          continue;
        }
        if (request == null) {
          toMake.put(i, drafts.get(i));
        } else if (asked.add(new RequestKey(drafts.get(i).key().tenant(), request))) {
          named.add(i);
        }
      }
      claim(named);
    }

    private void claim(List<Integer> named) {
      List<Boolean> first = requests.claim(named.stream().map(drafts::get).toList());
      List<Integer> taken = new ArrayList<>();
      for (int i = 0; i < named.size(); i++) {
        if (first.get(i)) {
          toMake.put(named.get(i), drafts.get(named.get(i)));
        } else {
          taken.add(named.get(i));
        }
      }
      List<Optional<Entry>> entries = requests.find(taken.stream().map(drafts::get).toList());
      for (int i = 0; i < taken.size(); i++) {
        int index = taken.get(i);
        entries.get(i).ifPresent(entry -> follow(index, entry));
      }
    }

    private void follow(int index, Entry entry) {
      Draft draft = drafts.get(index);
      Optional<Appended> answer = known(draft, entry);
      if (answer.isPresent()) {
        answers.put(index, answer.get());
      } else if (entry.isRetired()) {
        requests.drop(draft, entry);
      } else {
        toMake.put(index, underId(draft, entry));
      }
    }

    private static Draft underId(Draft draft, Entry entry) {
      JobKey key = new JobKey(draft.key().tenant(), entry.job());
      return new Draft(key, draft.job(), draft.fingerprint());
    }

    private void make() {
      Instant time = now.get();
      List<Integer> order = toMake.keySet().stream().sorted().toList();
      List<JobRecords.Change> changes = new ArrayList<>(order.size());
      for (int index : order) {
        long arrival = view.nextArrival(time.toEpochMilli());
        Draft draft = Objects.requireNonNull(toMake.get(index));
        changes.add(new JobRecords.Change(JobRecord.create(draft, time, arrival).stamped(), 0));
      }
      List<Optional<Versioned>> made = records.write(changes);
      for (int i = 0; i < order.size(); i++) {
        answer(order.get(i), made.get(i), time);
      }
    }

    /// Another server may have created the job of the same request.
    private void answer(int index, Optional<Versioned> made, Instant time) {
      JobKey key = Objects.requireNonNull(toMake.get(index)).key();
      made.map(job -> job.record().job().asOf(time))
          .<Appended>map(job -> new Appended.New(job.id(), job.state(), job.createdAt()))
          .or(() -> records.read(key).map(job -> duplicate(job.record(), time)))
          .ifPresent(answer -> answers.put(index, answer));
    }
  }
}
