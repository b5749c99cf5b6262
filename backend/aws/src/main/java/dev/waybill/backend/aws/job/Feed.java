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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The feed of jobs: an index by the number of the last change. It ends a margin before now,
/// since a server may take a moment to write a change that it has numbered. Readers of a server see
/// what this server has written at once.
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
    return at.<JobChanges>map(position -> new Page(position, after, now).read(settled, max))
        .orElseGet(JobChanges.TooOld::new);
  }

  private List<Entry> entries(FeedPosition at, long settled, int max) {
    return SideBySide.ask(
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
  }

  /// What one call returns.
  private final class Page {
    private final Instant now;
    private final List<JobChange> changes = new ArrayList<>();
    private final String mark;
    private FeedPosition last;
    private long own;
    private boolean hasOwn;
    private long bytes;

    private Page(FeedPosition at, String after, Instant now) {
      this.last = at;
      this.now = now;
      this.own = numbers.own().orderOf(after);
      this.mark = OwnChanges.markOf(after);
    }

    private JobChanges read(long settled, int max) {
      List<Entry> entries = entries(last, settled, max);
      addSettled(entries);
      if (entries.size() < max && bytes < Limits.PAGE_BYTES) {
        addOwn(numbers.own().after(own, last.last(), max - entries.size()));
      }
      return new JobChanges.Read(changes, last + (hasOwn ? numbers.own().mark(own) : mark));
    }

    private void addSettled(List<Entry> entries) {
      List<Entry> unread =
          entries.stream()
              .filter(entry -> !numbers.own().hasRead(entry.id(), entry.millis(), own))
              .toList();
      Map<String, Map<String, AttributeValue>> items = items(unread.stream().map(Entry::id));
      for (Entry entry : entries) {
        if (bytes >= Limits.PAGE_BYTES) {
          return;
        }
        last = last.at(entry.millis());
        add(items.get(entry.id()));
      }
    }

    private void addOwn(List<OwnChanges.Change> recent) {
      Map<String, Map<String, AttributeValue>> items =
          items(recent.stream().map(OwnChanges.Change::job));
      for (OwnChanges.Change change : recent) {
        if (bytes >= Limits.PAGE_BYTES) {
          return;
        }
        own = change.order();
        hasOwn = true;
        add(items.get(change.job()));
      }
    }

    private void add(@Nullable Map<String, AttributeValue> item) {
      if (item != null) {
        JobChange change = change(item, now);
        bytes += change instanceof JobChange.Current(Job job) ? job.payload().size() : 0;
        changes.add(change);
      }
    }
  }

  private Map<String, Map<String, AttributeValue>> items(Stream<String> ids) {
    Map<String, Map<String, AttributeValue>> items = new HashMap<>();
    table.read(ids.toList()).forEach(item -> items.put(Values.textOf(item, JobPlan.ID), item));
    return items;
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
