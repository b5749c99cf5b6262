package dev.waybill.backend.nats;

import dev.waybill.WaybillException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Deletes parts that belong to no blob, because their writer died before it stored the entry, or
/// during a deletion. No writer takes longer than the interval between two sweeps, so parts that
/// are orphaned in two sweeps are deleted.
final class BlobSweep {

  static final Duration EVERY = Duration.ofHours(1);

  private static final Logger LOG = System.getLogger(BlobSweep.class.getName());

  private final NatsBlobStore blobs;
  private Set<String> suspects = Set.of();
  private @Nullable Instant next;

  BlobSweep(NatsBlobStore blobs) {
    this.blobs = blobs;
  }

  /// Sweeps if it is time to. A failure is logged, and the next call tries again.
  synchronized void sweepFromTimeToTime(Instant now) {
    if (next == null || !now.isBefore(next)) {
      next = now.plus(EVERY);
      try {
        sweep();
      } catch (WaybillException failed) {
        LOG.log(Level.WARNING, "cannot delete orphaned parts of blobs; will retry", failed);
      }
    }
  }

  private void sweep() {
    Set<String> found = blobs.strayParts();
    Set<String> stray = new HashSet<>(found);
    stray.retainAll(suspects);
    stray.forEach(blobs::deleteParts);
    found.removeAll(stray);
    suspects = found;
  }
}
