package dev.waybill.backend.aws.job;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.backend.aws.job.IndexQuery.Entry;
import dev.waybill.backend.aws.job.IndexQuery.Index;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.record.FeedPosition;
import dev.waybill.settings.Limits;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The feed of jobs: an index by the number of the last change. It ends a margin before now,
/// since a server may take a moment to write a change that it has numbered.
final class Feed {

  private static final String ITEM = "feed";
  private static final String IDENTITY = "identity";
  private static final String DROPPED = "dropped";

  private final JobTable table;
  private final Numbers numbers;
  private final Duration margin;

  Feed(JobTable table, Numbers numbers, Duration margin) {
    this.table = table;
    this.numbers = numbers;
    this.margin = margin;
  }

  /// The highest number in the table.
  static long latest(JobTable table) {
    return Places.feed().stream()
        .flatMap(
            group ->
                table.entries(IndexQuery.all(Index.CHANGE, group).newestFirst().limit(1)).stream())
        .mapToLong(Entry::millis)
        .max()
        .orElse(0);
  }

  JobChanges read(String after, int max, Instant now) {
    long settled = numbers.settled(margin);
    Map<String, AttributeValue> state = state();
    long dropped = Values.longOf(state, DROPPED);
    Optional<FeedPosition> at =
        FeedPosition.of(after, Values.longOf(state, IDENTITY), dropped)
            .filter(position -> !position.misses(dropped));
    return at.<JobChanges>map(position -> read(position, settled, max, now))
        .orElseGet(JobChanges.TooOld::new);
  }

  private JobChanges read(FeedPosition at, long settled, int max, Instant now) {
    List<Entry> entries =
        SideBySide.ask(
                Places.feed(),
                group ->
                    table.entries(
                        IndexQuery.all(Index.CHANGE, group)
                            .after(BigDecimal.valueOf(at.last()))
                            .upTo(BigDecimal.valueOf(settled))
                            .limit(max)))
            .stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparing(Entry::at))
            .limit(max)
            .toList();
    return page(at, entries, now);
  }

  private JobChanges page(FeedPosition at, List<Entry> entries, Instant now) {
    Map<String, Map<String, AttributeValue>> items = new HashMap<>();
    table
        .read(entries.stream().map(Entry::id).toList())
        .forEach(item -> items.put(Values.textOf(item, JobPlan.ID), item));
    List<JobChange> changes = new ArrayList<>();
    FeedPosition last = at;
    long bytes = 0;
    for (Entry entry : entries) {
      if (bytes >= Limits.PAGE_BYTES) {
        break;
      }
      last = last.at(entry.millis());
      Map<String, AttributeValue> item = items.get(entry.id());
      if (item != null) {
        JobChange change = change(item, now);
        bytes += change instanceof JobChange.Current(Job job) ? job.payload().size() : 0;
        changes.add(change);
      }
    }
    return new JobChanges.Read(changes, last.toString());
  }

  private static JobChange change(Map<String, AttributeValue> item, Instant now) {
    return JobItem.isJob(item)
        ? new JobChange.Current(JobItem.of(item).record().job().asOf(now))
        : new JobChange.Gone(
            new JobKey(
                Values.textOf(item, JobPlan.TENANT), JobId.parse(Values.textOf(item, JobPlan.ID))));
  }

  /// The mark of a deleted job, in the place of its item.
  static Map<String, AttributeValue> mark(JobItem item, long number, Instant now) {
    JobKey key = item.record().key();
    String id = key.id().toString();
    return Map.of(
        JobPlan.ID, Values.text(id),
        JobPlan.TENANT, Values.text(key.tenant()),
        JobPlan.FEED, Values.text(Places.feed(key.id())),
        JobPlan.CHANGED, Values.number(number),
        JobPlan.CHECK, Values.text(Places.gone(id)),
        JobPlan.CHECK_AT, Values.number(now.toEpochMilli()),
        JobPlan.MARKS, Values.number(item.marks().size()));
  }

  /// Notes that deletions up to this number are about to be dropped.
  void drop(long number) {
    state();
    Update update = new Update(table.name(), ITEM).set(DROPPED, Values.number(number));
    table.apply(update.onlyIf(update.path(DROPPED) + " < :number").with(":number", number));
  }

  private Map<String, AttributeValue> state() {
    Optional<Map<String, AttributeValue>> found = table.get(ITEM);
    if (found.isEmpty()) {
      long identity = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
      table.putNew(
          Map.of(
              JobPlan.ID,
              Values.text(ITEM),
              IDENTITY,
              Values.number(identity),
              DROPPED,
              Values.number(0)));
    }
    return found.or(() -> table.get(ITEM)).orElseThrow();
  }
}
