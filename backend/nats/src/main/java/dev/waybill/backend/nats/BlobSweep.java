package dev.waybill.backend.nats;

import dev.waybill.WaybillException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Forgets parts of blobs that belong to none, because their writer died before the entry was
/// stored, or while the blob was deleted. Nobody is as slow as the time between two sweeps, so what
/// belongs to nothing in both of them never will.
final class BlobSweep {

  static final Duration EVERY = Duration.ofHours(1);

  private static final Logger LOG = System.getLogger(BlobSweep.class.getName());

  private final NatsBlobStore blobs;
  private Set<String> suspects = Set.of();
  private @Nullable Instant next;

  BlobSweep(NatsBlobStore blobs) {
    this.blobs = blobs;
  }

  /// Sweeps if it is time to. Where that fails it is told, and tried again the next time.
  synchronized void sweepFromTimeToTime(Instant now) {
    if (next == null || !now.isBefore(next)) {
      next = now.plus(EVERY);
      try {
        sweep();
      } catch (WaybillException failed) {
        LOG.log(Level.WARNING, "parts of lost blobs could not be deleted", failed);
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
