package dev.waybill.backend.aws.job;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.backend.aws.job.IndexQuery.Entry;
import dev.waybill.backend.aws.job.IndexQuery.Index;
import dev.waybill.backend.support.JobRecord;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.Pruned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Deletes jobs, their events and their request IDs. A mark stays in the place of a job, for
/// readers of the feed, and for what a server leaves that ends in between.
final class Erasing {

  private static final int SOME = 100;

  private final JobTable table;
  private final Numbers numbers;
  private final Requests requests;
  private final JobEvents events;
  private final Feed feed;
  private final IdleQueues idle;

  Erasing(JobTable table, Numbers numbers, JobEvents events, Feed feed, IdleQueues idle) {
    this.table = table;
    this.numbers = numbers;
    this.requests = new Requests(table);
    this.events = events;
    this.feed = feed;
    this.idle = idle;
  }

  Deleted delete(JobKey key, Instant now) {
    while (true) {
      Optional<JobItem> item = table.find(key);
      if (item.isEmpty()) {
        return new Deleted.Missing();
      }
      if (!item.get().record().state().isTerminal()) {
        return new Deleted.NotEnded();
      }
      if (isBuried(item.get(), now)) {
        clear(item.get());
        return new Deleted.Done(item.get().record().job().asOf(now));
      }
    }
  }

  private boolean isBuried(JobItem item, Instant now) {
    long number = numbers.begin();
    try {
      return table.bury(item, Feed.mark(item, number, now));
    } finally {
      numbers.end(number, item.record().key().id().toString());
      idle.changed(item.record().job().queue());
    }
  }

  private void clear(JobItem item) {
    if (item.record().job().draft().job().requestId() != null) {
      requests.remove(item.record().job().draft());
    }
    if (!item.marks().isEmpty()) {
      events.remove(item.record().key());
    }
  }

  List<Pruned> prune(Retention retention, int max, Instant now) {
    dropMarks(now.minus(JobChanges.DELETIONS_KEPT));
    forgetEvents(now.minus(retention.events()), max);
    List<JobItem> old = new ArrayList<>();
    for (State state : Places.ENDS) {
      Instant before = now.minus(retention.of(state));
      old.addAll(ended(state, List.of(false, true), before, max - old.size()));
    }
    List<Optional<Pruned>> pruned =
        SideBySide.ask(
            old, JobTable.WRITES_AT_ONCE, item -> prune(item, retention.requestIds(), now));
    return pruned.stream().flatMap(Optional::stream).toList();
  }

  /// Jobs that ended in a state before a time.
  ///
  /// @param spoken with or without events
  private List<JobItem> ended(State state, List<Boolean> spoken, Instant before, int max) {
    List<String> groups =
        spoken.stream().flatMap(one -> Places.allEnded(state, one).stream()).toList();
    return items(groups, before, max).stream()
        .filter(item -> item.record().state() == state && item.record().job().endedBefore(before))
        .toList();
  }

  private List<JobItem> items(List<String> groups, Instant before, int max) {
    if (max <= 0) {
      return List.of();
    }
    List<String> ids = entries(groups, before, max).stream().map(Entry::id).limit(max).toList();
    return List.copyOf(table.findAll(ids).values());
  }

  private List<Entry> entries(List<String> groups, Instant before, int max) {
    long last = before.toEpochMilli() - 1;
    return SideBySide.ask(
            groups,
            group -> table.entries(IndexQuery.all(Index.CHECK, group).until(last).limit(max)))
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  /// The request ID is kept first: if this server ends in between, the job is still there.
  private Optional<Pruned> prune(JobItem item, Duration requestIds, Instant now) {
    JobRecord record = item.record();
    Instant until = record.job().createdAt().plus(requestIds);
    boolean keeps = until.isAfter(now) && record.job().draft().job().requestId() != null;
    if (keeps) {
      requests.retire(record, until);
    }
    if (!isBuried(item, now)) {
      return Optional.empty();
    }
    if (keeps) {
      events.remove(record.key());
    } else {
      clear(item);
    }
    return Optional.of(Pruned.of(record.job().asOf(now)));
  }

  private void forgetEvents(Instant before, int max) {
    for (State state : Places.ENDS) {
      for (JobItem item : ended(state, List.of(true), before, max)) {
        events.remove(item.record().key());
        table.silence(item);
      }
    }
  }

  /// Drops marks of deleted jobs, with the events that a server may have left.
  private void dropMarks(Instant before) {
    List<String> ids = entries(Places.gone(), before, SOME).stream().map(Entry::id).toList();
    List<Map<String, AttributeValue>> marks =
        table.read(ids).stream().filter(item -> !JobItem.isJob(item)).toList();
    if (marks.isEmpty()) {
      return;
    }
    for (Map<String, AttributeValue> mark : marks) {
      if (Values.longOf(mark, JobPlan.MARKS) > 0) {
        String tenant = Values.textOf(mark, JobPlan.TENANT);
        events.remove(new JobKey(tenant, JobId.parse(Values.textOf(mark, JobPlan.ID))));
      }
    }
    feed.drop(
        marks.stream().mapToLong(mark -> Values.longOf(mark, JobPlan.CHANGED)).max().orElse(0));
    table.remove(marks.stream().map(mark -> Values.textOf(mark, JobPlan.ID)).toList());
  }
}
