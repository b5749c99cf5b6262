package dev.waybill.engine.index;

import dev.waybill.Job;
import dev.waybill.insight.FailureQuery;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Adds jobs from their feed to the search index, from the position stored in the index on. Several
/// indexers may work on one index: the first to reach a position moves it.
final class JobIndexer {

  /// The feed of jobs, and the kind of their entries.
  static final String FEED = "$jobs";

  /// The field with the group of the last failure.
  static final String FAILURE = "failure";

  static final String CODE = "code";
  static final String MESSAGE = "message";
  static final String ENDED_AT = "ended_at";

  private static final int JOBS_PER_STEP = 200;

  private final JobStore jobs;
  private final Catalog catalog;

  JobIndexer(JobStore jobs, Catalog catalog) {
    this.jobs = jobs;
    this.catalog = catalog;
  }

  /// Runs one step; returns whether there may be more to do.
  boolean step() {
    String from = catalog.position(FEED);
    return switch (jobs.changes(from, JOBS_PER_STEP)) {
      case JobChanges.TooOld() -> {
        catalog.forget(FEED);
        yield true;
      }
      case JobChanges.Read(List<JobChange> changes, String to) -> {
        boolean moved = !to.equals(from);
        if (moved) {
          catalog.advance(advance(changes, from, to));
        }
        yield moved;
      }
    };
  }

  private static Catalog.Advance advance(List<JobChange> changes, String from, String to) {
    Map<JobKey, JobChange> last = new LinkedHashMap<>();
    changes.forEach(change -> last.put(key(change), change));
    List<Catalog.Entry> saved = new ArrayList<>();
    List<Catalog.EntryKey> removed = new ArrayList<>();
    last.forEach(
        (key, change) -> {
          switch (change) {
            case JobChange.Current(Job job) -> saved.add(entry(entryKey(key), job));
            case JobChange.Gone _ -> removed.add(entryKey(key));
          }
        });
    return new Catalog.Advance(FEED, from, to, saved, removed);
  }

  private static JobKey key(JobChange change) {
    return switch (change) {
      case JobChange.Current(Job job) -> new JobKey(job.tenant(), job.id());
      case JobChange.Gone(JobKey key) -> key;
    };
  }

  private static Catalog.EntryKey entryKey(JobKey key) {
    return new Catalog.EntryKey(key.tenant(), FEED, key.id().toString());
  }

  private static Catalog.Entry entry(Catalog.EntryKey key, Job job) {
    Map<String, String> fields =
        Map.of("queue", job.queue(), "type", job.type(), "state", job.state().name());
    if (!hasFailed(job)) {
      return new Catalog.Entry(key, job.createdAt(), fields, JobWords.of(job));
    }
    FailureKind kind = FailureKind.of(job);
    Map<String, String> failed = new HashMap<>(fields);
    failed.put(FAILURE, kind.id());
    Map<String, String> details =
        Map.of(
            CODE,
            kind.code(),
            MESSAGE,
            kind.message(),
            ENDED_AT,
            job.progress().updatedAt().toString());
    return new Catalog.Entry(key, job.createdAt(), failed, details, JobWords.of(job));
  }

  /// Whether the job is in a group of failures.
  static boolean hasFailed(Job job) {
    return FailureQuery.FAILED.contains(job.state());
  }
}
