package dev.waybill.conformance.job;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobStore;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Follows the feed of jobs and keeps the last known state of each job of one tenant, as a search
/// index does.
final class FeedReader {

  final Map<JobId, State> known = new HashMap<>();
  String position = JobChanges.BEGINNING;
  private final Supplier<JobStore> store;
  private final String tenant;

  FeedReader(Supplier<JobStore> store, String tenant) {
    this.store = store;
    this.tenant = tenant;
  }

  /// Reads to the end; false if the position is too old.
  boolean read(int max) {
    while (true) {
      switch (store.get().changes(position, max)) {
        case JobChanges.TooOld _ -> {
          return false;
        }
        case JobChanges.Read read -> {
          position = read.position();
          read.changes().forEach(this::take);
          if (read.changes().isEmpty()) {
            return true;
          }
        }
      }
    }
  }

  void startOver() {
    known.clear();
    position = JobChanges.BEGINNING;
  }

  private void take(JobChange change) {
    switch (change) {
      case JobChange.Current(Job job) when job.tenant().equals(tenant) ->
          known.put(job.id(), job.state());
      case JobChange.Gone gone when gone.job().tenant().equals(tenant) ->
          known.remove(gone.job().id());
      case JobChange.Current _, JobChange.Gone _ -> {}
    }
  }
}
