package dev.waybill.backend.embedded.live;

import dev.waybill.Job;
import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.bytes.ByteReader;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Reads the immutable part of live jobs from the log.
public final class JobBodies {

  private final SegmentedLog log;

  public JobBodies(SegmentedLog log) {
    this.log = log;
  }

  /// Null if the job has finished since and its part of the log was dropped.
  public @Nullable Job job(Machine.Glimpse glimpse) {
    byte[] record = read(glimpse.job());
    if (record == null) {
      return null;
    }
    ByteReader in = new ByteReader(record);
    Facts.skipWhole(in);
    JobCodec.Birth birth = JobCodec.read(in);
    return new Job(
        birth.draft().key().id(),
        birth.draft().key().tenant(),
        Instant.ofEpochMilli(birth.createdAt()),
        birth.draft().job(),
        glimpse.progress());
  }

  /// The job may be copied forward during the read; then it is read at its new position.
  private byte @Nullable [] read(LiveJob job) {
    while (true) {
      long position = job.position;
      byte[] record = log.read(position);
      if (record != null || job.position == position) {
        return record;
      }
    }
  }
}
