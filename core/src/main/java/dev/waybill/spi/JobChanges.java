package dev.waybill.spi;

import java.time.Duration;
import java.util.List;

/// A page of the feed of jobs. A reader keeps the position and asks for the changes after it.
public sealed interface JobChanges {

  /// The position before the first change. A reader that starts here receives every existing job.
  String BEGINNING = "";

  /// The minimum time for which the feed keeps deletions.
  Duration DELETIONS_KEPT = Duration.ofHours(1);

  /// @param changes in the order of the feed; empty if there are none at the moment
  /// @param position where to continue; its format is defined by the store
  record Read(List<JobChange> changes, String position) implements JobChanges {}

  /// The feed no longer has all deletions since the position, or does not know the position. The
  /// reader discards its data about jobs and starts at [#BEGINNING].
  record TooOld() implements JobChanges {}
}
