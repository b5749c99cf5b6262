package dev.waybill.spi;

import java.time.Duration;
import java.util.List;

/// An answer of the feed of jobs. A reader keeps the position and asks for what comes after it.
public sealed interface JobChanges {

  /// The position before the first change. A reader that starts here learns of every job there is.
  String BEGINNING = "";

  /// How long the feed keeps deletions, at least.
  Duration DELETIONS_KEPT = Duration.ofHours(1);

  /// @param changes in the order of the feed; empty if there are no more for now
  /// @param position where to read on; the store's own text
  record Read(List<JobChange> changes, String position) implements JobChanges {}

  /// The feed no longer has all deletions since the position, or does not know the position. The
  /// reader discards what it knows of jobs and starts at [#BEGINNING].
  record TooOld() implements JobChanges {}
}
