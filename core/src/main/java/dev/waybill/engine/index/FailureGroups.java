package dev.waybill.engine.index;

import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.insight.FailureGroup;
import dev.waybill.insight.FailureQuery;
import dev.waybill.insight.Failures;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Groups failed and dead jobs by their errors, from the search index: it reads no payloads, and at
/// most some thousand entries.
public final class FailureGroups {

  private static final int LOOKED_AT = 10_000;
  private static final long LOOKING = TimeUnit.SECONDS.toNanos(2);
  private static final int SAMPLES = 5;

  private final Catalog catalog;
  private final IndexCatchUp catchUp;

  public FailureGroups(JobStore jobs, Catalog catalog) {
    this.catalog = catalog;
    this.catchUp = new IndexCatchUp(jobs, catalog);
  }

  public Failures find(String tenant, FailureQuery query) {
    boolean isIncomplete = !catchUp.run(tenant);
    Map<String, Group> groups = new HashMap<>();
    Budget budget = new Budget();
    for (State state : query.states()) {
      isIncomplete |= !addAll(groups, new Walk(tenant, state, query), budget);
    }
    List<FailureGroup> found =
        groups.values().stream()
            .map(Group::shown)
            .sorted(Comparator.comparing((FailureGroup group) -> group.times().last()).reversed())
            .toList();
    boolean isTruncated = isIncomplete || found.size() > query.limit();
    return new Failures(found.subList(0, Math.min(found.size(), query.limit())), isTruncated);
  }

  private record Walk(String tenant, State state, FailureQuery query) {

    Catalog.Search search(@Nullable String cursor) {
      Map<String, String> fields = new HashMap<>(Map.of("state", state.name()));
      if (query.queue() != null) {
        fields.put("queue", query.queue());
      }
      if (query.type() != null) {
        fields.put("type", query.type());
      }
      return new Catalog.Search(tenant, JobIndexer.FEED, fields, null, Limits.PAGE_SIZE, cursor);
    }

    boolean includes(Catalog.Entry entry) {
      Instant since = query.since();
      return since == null || !endedAt(entry).isBefore(since);
    }
  }

  private static final class Budget {

    private final long began = System.nanoTime();
    private int looked;

    boolean isSpent() {
      return looked >= LOOKED_AT || System.nanoTime() - began > LOOKING;
    }
  }

  /// False if there are more entries than one call reads.
  private boolean addAll(Map<String, Group> groups, Walk walk, Budget budget) {
    String cursor = null;
    do {
      if (budget.isSpent()) {
        return false;
      }
      Page<Catalog.Entry> page = catalog.search(walk.search(cursor));
      for (Catalog.Entry entry : page.items()) {
        String group = entry.fields().get(JobIndexer.FAILURE);
        if (group != null && walk.includes(entry)) {
          groups.computeIfAbsent(group, id -> new Group(id, entry)).add(entry);
        }
      }
      budget.looked += page.items().size();
      cursor = page.nextCursor();
    } while (cursor != null);
    return true;
  }

  private static Instant endedAt(Catalog.Entry entry) {
    return Instant.parse(entry.details().getOrDefault(JobIndexer.ENDED_AT, "1970-01-01T00:00:00Z"));
  }

  /// A group while it is counted.
  private static final class Group {

    private final String id;
    private final Catalog.Entry example;
    private final List<JobId> samples = new ArrayList<>();
    private long count;
    private Instant first = Instant.MAX;
    private Instant last = Instant.MIN;

    Group(String id, Catalog.Entry example) {
      this.id = id;
      this.example = example;
    }

    /// Entries come newest first.
    void add(Catalog.Entry entry) {
      Instant at = endedAt(entry);
      count++;
      first = at.isBefore(first) ? at : first;
      last = at.isAfter(last) ? at : last;
      if (samples.size() < SAMPLES) {
        samples.add(JobId.parse(entry.key().id()));
      }
    }

    FailureGroup shown() {
      return new FailureGroup(
          id,
          new FailureGroup.Cause(
              example.details().getOrDefault(JobIndexer.CODE, ""),
              example.details().getOrDefault(JobIndexer.MESSAGE, "")),
          new FailureGroup.Place(
              example.fields().getOrDefault("queue", ""),
              example.fields().getOrDefault("type", "")),
          count,
          new FailureGroup.Times(first, last),
          samples);
    }
  }
}
