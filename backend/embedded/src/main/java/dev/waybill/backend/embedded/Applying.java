package dev.waybill.backend.embedded;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.backend.embedded.history.Archive;
import dev.waybill.backend.embedded.history.History;
import dev.waybill.backend.embedded.history.HistoryPruning;
import dev.waybill.backend.embedded.history.HistoryReader;
import dev.waybill.backend.embedded.live.DirectCommand;
import dev.waybill.backend.embedded.live.Machine;
import dev.waybill.backend.embedded.live.Weights;
import dev.waybill.backend.embedded.live.Writer;
import dev.waybill.bytes.Chunks;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.Pruned;
import dev.waybill.spi.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Applies steps. A finished job is revived from the history. One lock prevents that the history
/// prunes the job at the same time.
final class Applying {

  private static final int LOOKS = 100;

  private final Writer writer;
  private final HistoryReader past;
  private final ReentrantLock archive = new ReentrantLock();
  private long pruneFrom;

  Applying(Writer writer, HistoryReader past) {
    this.writer = writer;
    this.past = past;
  }

  List<Applied> apply(List<Step> steps) {
    List<Applied> answers = new ArrayList<>(steps.size());
    for (List<Step> chunk : Chunks.of(steps, Weights::step, writer.commandBytes())) {
      answers.addAll(applySome(chunk));
    }
    return answers;
  }

  private List<Applied> applySome(List<Step> steps) {
    int weight = steps.stream().mapToInt(Weights::step).sum();
    List<@Nullable Applied> live =
        writer.call(new DirectCommand<>(weight, machine -> apply(machine, steps)));
    List<Applied> answers = new ArrayList<>(steps.size());
    for (int i = 0; i < steps.size(); i++) {
      Applied answer = live.get(i);
      answers.add(answer == null ? applyToEnded(steps.get(i)) : answer);
    }
    return answers;
  }

  private static List<@Nullable Applied> apply(Machine machine, List<Step> steps) {
    List<@Nullable Applied> answers = new ArrayList<>(steps.size());
    for (Step step : steps) {
      answers.add(machine.apply(step));
    }
    return answers;
  }

  private Applied applyToEnded(Step step) {
    archive.lock();
    try {
      for (int look = 0; look < LOOKS; look++) {
        Archive.Archived archived = past.load(step.guard().job()).orElse(null);
        if (archived == null || !History.tenant(archived.body()).equals(tenant(step))) {
          return new Applied.Missing();
        }
        Applied answer =
            writer.call(
                new DirectCommand<>(
                    archived.body().length + 512, machine -> machine.revive(step, archived)));
        if (!(answer instanceof Applied.Missing)) {
          return answer;
        }
      }
      return new Applied.Stale();
    } finally {
      archive.unlock();
    }
  }

  private static String tenant(Step step) {
    return step.guard().job().tenant();
  }

  /// A finished job is stored only in the history, and the lock keeps it there.
  Deleted delete(JobKey key) {
    archive.lock();
    try {
      State live = liveState(key);
      if (live != null && !live.isTerminal()) {
        return new Deleted.NotEnded();
      }
      Job job = past.findNow(key).orElse(null);
      if (job == null) {
        return new Deleted.Missing();
      }
      past.delete(job);
      dropEnded();
      return new Deleted.Done(job);
    } finally {
      archive.unlock();
    }
  }

  /// With each command the writer drops the finished jobs that the history has, so the request ID
  /// is free after this.
  private void dropEnded() {
    writer.call(DirectCommand.reading(Machine::now));
  }

  private @Nullable State liveState(JobKey key) {
    return writer
        .call(
            DirectCommand.reading(
                machine ->
                    Optional.ofNullable(machine.find(key)).map(seen -> seen.progress().state())))
        .orElse(null);
  }

  List<Pruned> prune(Retention retention, int max) {
    archive.lock();
    try {
      List<Pruned> forgotten;
      do {
        HistoryPruning.Step step = past.prune(retention, pruneFrom, max, this::liveAmong);
        pruneFrom = step.next();
        forgotten = step.forgotten();
      } while (forgotten.isEmpty() && pruneFrom != 0);
      return forgotten;
    } finally {
      archive.unlock();
    }
  }

  private Set<JobKey> liveAmong(List<JobKey> keys) {
    return writer.call(
        DirectCommand.reading(
            machine -> {
              Set<JobKey> live = new HashSet<>();
              for (JobKey key : keys) {
                if (machine.find(key) != null) {
                  live.add(key);
                }
              }
              return live;
            }));
  }
}
