package dev.waybill.backend.aws.job;

import dev.waybill.Job;
import dev.waybill.backend.aws.job.IndexQuery.Entry;
import dev.waybill.backend.aws.job.IndexQuery.Index;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.record.StoredJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Finds live jobs whose time of a check has come: expired leases and passed deadlines for
/// maintenance, and waiting jobs whose message has to be sent or sent again.
final class Sweeper {

  /// Entries of one group that are looked at together.
  private static final int PAGE = 1_000;

  private static final Duration LONGEST = Duration.ofDays(1);

  private final JobTable table;
  private final Outbox outbox;
  private final int page;

  Sweeper(JobTable table, Outbox outbox) {
    this(table, outbox, PAGE);
  }

  Sweeper(JobTable table, Outbox outbox, int page) {
    this.table = table;
    this.outbox = outbox;
    this.page = page;
  }

  /// Expired leases first.
  List<Job> overdue(int max, Instant now) {
    List<Job> overdue = new ArrayList<>();
    for (JobItem item : due(Places.live(), now)) {
      StoredJob job = item.record().job();
      if (overdue.size() < max && job.isOverdue(now)) {
        overdue.add(job.asOf(now));
      }
    }
    return overdue;
  }

  /// Sends messages; the next time of a check is later the longer a job has waited. Returns the
  /// number of messages.
  int send(Instant now) {
    List<StoredJob> sent =
        SideBySide.ask(
                due(Places.waiting(), now), JobTable.WRITES_AT_ONCE, item -> postponed(item, now))
            .stream()
            .flatMap(Optional::stream)
            .toList();
    outbox.ring(sent, now);
    return sent.size();
  }

  /// The job, if it waits and this server is the one that sends its message.
  private Optional<StoredJob> postponed(JobItem item, Instant now) {
    StoredJob job = item.record().job();
    if (!job.state().isWaiting() || job.isOverdue(now)) {
      return Optional.empty();
    }
    Duration waited = Duration.between(Instant.ofEpochMilli(job.position().ready()), now).abs();
    Duration pause = min(waited.plus(JobItem.RESENT_AFTER), LONGEST);
    long next = JobItem.withDeadline(job, now.plus(pause).toEpochMilli());
    return table.postpone(item, now.toEpochMilli(), next) ? Optional.of(job) : Optional.empty();
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private List<JobItem> due(List<String> groups, Instant now) {
    List<Entry> entries =
        SideBySide.ask(
                groups,
                group ->
                    table.entries(
                        IndexQuery.all(Index.CHECK, group).until(now.toEpochMilli()).limit(page)))
            .stream()
            .flatMap(List::stream)
            .toList();
    Map<String, JobItem> items = table.findAll(entries.stream().map(Entry::id).toList());
    return entries.stream().map(entry -> items.get(entry.id())).filter(Objects::nonNull).toList();
  }
}
