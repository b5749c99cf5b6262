package dev.waybill.backend.postgres.job;

import dev.waybill.State;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.backend.support.SharedCommit;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Applied;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.Step;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/// Applies steps. The steps of concurrent callers are applied by one transaction: completions by
/// one statement, and others by reading, deciding and writing.
final class StepApplying {

  private final Database database;
  private final Waking waking;
  private final SharedCommit<List<Step>, List<Applied>> group =
      new SharedCommit<>(this::applyAll, List::size);

  StepApplying(Database database, Waking waking) {
    this.database = database;
    this.waking = waking;
  }

  List<Applied> apply(List<Step> steps) {
    return steps.isEmpty() ? List.of() : group.call(steps);
  }

  /// What a transaction changed.
  private record Outcome(List<Applied> answers, Set<Integer> queues, Set<UUID> jobs) {}

  private List<List<Applied>> applyAll(List<List<Step>> calls) {
    List<Step> steps = calls.stream().flatMap(List::stream).toList();
    Outcome done = database.writeJobs("change jobs", write -> apply(write, steps));
    done.queues.forEach(waking::queueChanged);
    done.jobs.forEach(waking::jobEnded);
    List<List<Applied>> parts = new ArrayList<>();
    int from = 0;
    for (List<Step> call : calls) {
      parts.add(done.answers.subList(from, from + call.size()));
      from += call.size();
    }
    return parts;
  }

  private Outcome apply(Write write, List<Step> steps) throws SQLException {
    Outcome outcome =
        new Outcome(
            new ArrayList<>(Collections.nCopies(steps.size(), new Applied.Stale())),
            new HashSet<>(),
            new HashSet<>());
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      left.add(i);
    }
    while (!left.isEmpty()) {
      Map<JobKey, Integer> wave = new LinkedHashMap<>();
      left.removeIf(i -> wave.putIfAbsent(steps.get(i).guard().job(), i) == null);
      applyWave(write, steps, new ArrayList<>(wave.values()), outcome);
    }
    return outcome;
  }

  /// Steps of different jobs.
  private void applyWave(Write write, List<Step> steps, List<Integer> wave, Outcome outcome)
      throws SQLException {
    List<Integer> simple = wave.stream().filter(i -> Completion.isOne(steps.get(i))).toList();
    Set<UUID> completed = Completion.complete(write, simple.stream().map(steps::get).toList());
    outcome.jobs.addAll(completed);
    List<Integer> others = new ArrayList<>();
    for (int i : wave) {
      if (Completion.isOne(steps.get(i)) && completed.contains(uuid(steps.get(i)))) {
        outcome.answers.set(i, new Applied.Done(State.COMPLETED));
      } else {
        others.add(i);
      }
    }
    if (!others.isEmpty()) {
      decide(write, steps, others, outcome);
    }
  }

  private void decide(Write write, List<Step> steps, List<Integer> wave, Outcome outcome)
      throws SQLException {
    LockedJobs jobs = LockedJobs.read(write, wave.stream().map(i -> uuid(steps.get(i))).toList());
    JobMoves moves = new JobMoves(write);
    Map<Integer, Long> numbers = numbers(write, wave);
    for (int i : wave) {
      Step step = steps.get(i);
      JobRow row = jobs.find(step.guard().job());
      if (row == null) {
        outcome.answers.set(i, new Applied.Missing());
      } else if (!row.record().fits(step, write.time())) {
        outcome.answers.set(i, new Applied.Stale());
      } else {
        long number = Objects.requireNonNull(numbers.get(i));
        StoredJob after = row.record().applied(step, write.time(), number);
        moves.move(row, row.with(number, after), step);
        outcome.answers.set(i, new Applied.Done(after.asOf(write.time()).state()));
        if (after.state().isWaiting()) {
          outcome.queues.add(row.queue());
        } else if (after.state().isTerminal()) {
          outcome.jobs.add(row.uuid());
        }
      }
    }
    moves.store();
  }

  private static Map<Integer, Long> numbers(Write write, List<Integer> wave) throws SQLException {
    List<Long> drawn = ChangeNumbers.draw(write, wave.size());
    Map<Integer, Long> numbers = new HashMap<>();
    for (int k = 0; k < wave.size(); k++) {
      numbers.put(wave.get(k), drawn.get(k));
    }
    return numbers;
  }

  private static UUID uuid(Step step) {
    return JobRow.uuid(step.guard().job().id());
  }
}
