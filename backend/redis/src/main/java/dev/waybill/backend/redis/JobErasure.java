package dev.waybill.backend.redis;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.Pruned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Deletes finished jobs. They are read first, so that a repeated deletion whose answer was lost
/// still knows what it deleted.
final class JobErasure {

  /// In the order of the codes of their states.
  private static final List<State> TERMINAL =
      List.of(State.COMPLETED, State.FAILED, State.CANCELLED, State.DEAD);

  private static final int AT_ONCE = 200;

  private final RedisLink link;
  private final ServerTime time;

  JobErasure(RedisLink link, ServerTime time) {
    this.link = link;
    this.time = time;
  }

  Deleted delete(JobKey key, Function<JobKey, Optional<Job>> finder) {
    while (true) {
      Job job = finder.apply(key).orElse(null);
      if (job == null) {
        return new Deleted.Missing();
      }
      if (!job.state().isTerminal()) {
        return new Deleted.NotEnded();
      }
      char answer = erase(link.shardOf(key.tenant()), List.of(job), Duration.ZERO).charAt(0);
      if (answer == 'D' || answer == 'M') {
        return new Deleted.Done(job);
      }
    }
  }

  List<Pruned> prune(Retention retention, int max) {
    List<Pruned> pruned = new ArrayList<>();
    for (Call.Prefix shard : link.shards()) {
      if (pruned.size() < max) {
        prune(shard, retention, max - pruned.size(), pruned);
      }
    }
    return pruned;
  }

  private void prune(Call.Prefix shard, Retention retention, int max, List<Pruned> into) {
    List<Job> old = old(shard, retention, max);
    for (int from = 0; from < old.size(); from += AT_ONCE) {
      List<Job> some = old.subList(from, Math.min(old.size(), from + AT_ONCE));
      String answers = erase(shard, some, retention.requestIds());
      for (int i = 0; i < some.size(); i++) {
        if (answers.charAt(i) == 'D' || answers.charAt(i) == 'M') {
          into.add(Pruned.of(some.get(i)));
        }
      }
    }
  }

  private List<Job> old(Call.Prefix shard, Retention retention, int max) {
    Call.Builder call =
        Call.list("old", shard)
            .with(time.argument())
            .with(max)
            .with(retention.events().toMillis())
            .with(JobChanges.DELETIONS_KEPT.toMillis());
    TERMINAL.forEach(state -> call.with(retention.of(state).toMillis()));
    return RedisRows.jobs(link.list(call.build()));
  }

  /// One letter per job.
  private String erase(Call.Prefix shard, List<Job> jobs, Duration requestIds) {
    Call.Builder call = Call.text("erase", shard).with(time.argument()).with(requestIds.toMillis());
    for (Job job : jobs) {
      call.with(RedisRows.ref(new JobKey(job.tenant(), job.id())))
          .with(job.progress().updatedAt().toEpochMilli());
    }
    return ServerState.text(link.text(call.build()));
  }
}
