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

/// Finds live jobs whose time of a check has come: expired leases and passed deadlines for
/// maintenance, and waiting jobs whose message has to be sent or sent again.
final class Sweeper {

  private static final int PAGE = 1_000;
  private static final Duration LONGEST = Duration.ofDays(1);

  private final JobTable table;
  private final Outbox outbox;

  Sweeper(JobTable table, Outbox outbox) {
    this.table = table;
    this.outbox = outbox;
  }

  List<Job> overdue(int max, Instant now) {
    List<Job> overdue = new ArrayList<>();
    for (StoredJob job : due(now).stream().map(item -> item.record().job()).toList()) {
      if (overdue.size() < max && job.isOverdue(now)) {
        overdue.add(job.asOf(now));
      }
    }
    return overdue;
  }

  /// Sends messages; the next time of a check is later the longer a job has waited. Returns the
  /// number of messages.
  int send(Instant now) {
    List<StoredJob> sent = new ArrayList<>();
    for (JobItem item : due(now)) {
      StoredJob job = item.record().job();
      if (job.state().isWaiting() && !job.isOverdue(now)) {
        Duration waited = Duration.between(Instant.ofEpochMilli(job.position().ready()), now).abs();
        Duration pause = min(waited.plus(JobItem.RESENT_AFTER), LONGEST);
        if (table.postpone(item, JobItem.withDeadline(job, now.plus(pause).toEpochMilli()))) {
          sent.add(job);
        }
      }
    }
    outbox.ring(sent, now);
    return sent.size();
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private List<JobItem> due(Instant now) {
    List<Entry> entries =
        SideBySide.ask(
                Places.live(),
                group ->
                    table.entries(
                        IndexQuery.all(Index.CHECK, group).until(now.toEpochMilli()).limit(PAGE)))
            .stream()
            .flatMap(List::stream)
            .toList();
    Map<String, JobItem> items = table.findAll(entries.stream().map(Entry::id).toList());
    return entries.stream().map(entry -> items.get(entry.id())).filter(Objects::nonNull).toList();
  }
}
