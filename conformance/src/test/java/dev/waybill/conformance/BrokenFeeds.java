package dev.waybill.conformance;

import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobStore;
import java.util.List;
import java.util.function.UnaryOperator;

/// Stores whose feed of jobs is broken.
final class BrokenFeeds {

  private BrokenFeeds() {}

  private static JobChanges changed(JobChanges answer, UnaryOperator<List<JobChange>> fault) {
    return switch (answer) {
      case JobChanges.Read(List<JobChange> changes, String position) ->
          new JobChanges.Read(fault.apply(changes), position);
      case JobChanges.TooOld tooOld -> tooOld;
    };
  }

  /// Numbers changes before they are visible, so that a reader skips one.
  static final class Skipping extends ForwardingJobStore {

    Skipping(JobStore good) {
      super(good);
    }

    @Override
    public JobChanges changes(String after, int max) {
      return changed(
          super.changes(after, max),
          changes -> changes.size() < 2 ? changes : changes.subList(1, changes.size()));
    }
  }

  /// Deletes jobs without an entry in the feed.
  static final class Silent extends ForwardingJobStore {

    Silent(JobStore good) {
      super(good);
    }

    @Override
    public JobChanges changes(String after, int max) {
      return changed(
          super.changes(after, max),
          changes ->
              changes.stream().filter(change -> !(change instanceof JobChange.Gone)).toList());
    }
  }
}
