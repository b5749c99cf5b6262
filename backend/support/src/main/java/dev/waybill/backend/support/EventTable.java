package dev.waybill.backend.support;

import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.spi.JobKey;
import java.util.List;
import java.util.Optional;

/// Batches of events, in order for each job. The revisions of one job's batches increase.
public interface EventTable {

  /// Appends a batch if the last one of the job has the expected revision; 0 if there must be none.
  Written append(JobKey job, long expected, byte[] batch);

  /// The maximum size of a batch of the job.
  default long batchBytes(JobKey job) {
    return EventCodec.CHUNK_BYTES;
  }

  Optional<Held> last(JobKey job);

  /// The first batch of the job with a revision of at least `from`.
  Optional<Held> next(JobKey job, long from);

  void removeAll(List<JobKey> jobs);
}
