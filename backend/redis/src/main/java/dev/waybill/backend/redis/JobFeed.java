package dev.waybill.backend.redis;

import dev.waybill.record.FeedPosition;
import dev.waybill.settings.Limits;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The feed of jobs. Each shard has a feed; a position has one part for each.
final class JobFeed {

  private static final String SEPARATOR = ",";

  private final RedisLink link;
  private final RedisLayout layout;
  private final ServerTime time;

  JobFeed(RedisLink link, RedisLayout layout, ServerTime time) {
    this.link = link;
    this.layout = layout;
    this.time = time;
  }

  JobChanges read(String after, int max) {
    List<Call.Prefix> shards = link.shards();
    List<String> parts = parts(after, shards.size());
    if (parts.size() != shards.size()) {
      return new JobChanges.TooOld();
    }
    List<JobChange> changes = new ArrayList<>();
    List<String> positions = new ArrayList<>();
    for (int i = 0; i < shards.size(); i++) {
      switch (read(shards.get(i), parts.get(i), Math.max(1, max - changes.size()))) {
        case JobChanges.TooOld tooOld -> {
          return tooOld;
        }
        case JobChanges.Read(List<JobChange> some, String position) -> {
          boolean fits = changes.size() + some.size() <= max;
          changes.addAll(fits ? some : List.of());
          positions.add(fits ? position : parts.get(i));
        }
      }
    }
    return new JobChanges.Read(changes, String.join(SEPARATOR, positions));
  }

  private static List<String> parts(String after, int shards) {
    return after.equals(JobChanges.BEGINNING)
        ? java.util.Collections.nCopies(shards, JobChanges.BEGINNING)
        : List.of(after.split(SEPARATOR, -1));
  }

  /// A position that is ahead of the feed comes from writes that a failover has lost.
  private JobChanges read(Call.Prefix shard, String after, int max) {
    long feed = layout.feed(shard);
    FeedPosition asked = FeedPosition.of(after, feed, 0).orElse(null);
    if (asked == null) {
      return new JobChanges.TooOld();
    }
    List<Object> answer =
        link.list(
            Call.list("changes", shard)
                .with(time.argument())
                .with(asked.last())
                .with(max)
                .with(Limits.PAGE_BYTES)
                .build());
    long dropped = RedisRows.number(answer.get(1));
    FeedPosition from = FeedPosition.of(after, feed, dropped).orElseThrow();
    boolean isAhead = from.last() > RedisRows.number(answer.get(3));
    return from.misses(dropped) || isAhead
        ? new JobChanges.TooOld()
        : page(from, RedisRows.list(answer.get(2)), RedisRows.time(answer.get(0)));
  }

  private static JobChanges page(FeedPosition from, List<Object> rows, Instant now) {
    List<JobChange> changes = new ArrayList<>();
    long last = from.last();
    for (Object row : rows) {
      List<Object> parts = RedisRows.list(row);
      List<Object> job = RedisRows.list(parts.get(1));
      changes.add(
          job.size() == 1
              ? new JobChange.Gone(RedisRows.key((byte[]) job.getFirst()))
              : new JobChange.Current(RedisRows.job(job, now)));
      last = RedisRows.number(parts.get(0));
    }
    return new JobChanges.Read(changes, from.at(last).toString());
  }
}
