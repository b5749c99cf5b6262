package dev.waybill.documents;

import dev.waybill.documents.record.ArrivingFiles;
import dev.waybill.documents.record.KnownTenants;
import dev.waybill.spi.BlobStore;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/// Deletes files whose upload was cut off before its documents were recorded, once in a while.
/// Several servers may do so at the same time.
final class FileSweep {

  /// No upload takes longer.
  static final Duration LONGEST_UPLOAD = Duration.ofDays(1);

  private static final Duration EVERY = Duration.ofMinutes(10);
  private static final System.Logger LOG = System.getLogger(FileSweep.class.getName());

  private final KnownTenants tenants;
  private final BlobStore blobs;
  private final Function<String, ArrivingFiles> files;
  private final InstantSource clock;
  private Instant next = Instant.MIN;

  /// @param files of a tenant
  FileSweep(
      KnownTenants tenants,
      BlobStore blobs,
      Function<String, ArrivingFiles> files,
      InstantSource clock) {
    this.tenants = tenants;
    this.blobs = blobs;
    this.files = files;
    this.clock = clock;
  }

  /// Sweeps if it is time.
  void step() {
    Instant now = clock.instant();
    if (now.isBefore(next)) {
      return;
    }
    next = now.plus(EVERY);
    for (String tenant : tenants.all()) {
      int swept = files.apply(tenant).sweep(blobs, now.minus(LONGEST_UPLOAD));
      if (swept > 0) {
        LOG.log(Level.INFO, "deleted {0} files of uploads that were cut off", swept);
      }
    }
  }
}
