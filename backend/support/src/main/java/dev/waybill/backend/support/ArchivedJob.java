package dev.waybill.backend.support;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import org.jspecify.annotations.Nullable;

/// A finished job as it is in the [HistoryLog]. A log shows the parts that people and other
/// programs read, and stores the rest as bytes.
public final class ArchivedJob {

  private final JobRecord record;

  ArchivedJob(JobRecord record) {
    this.record = record;
  }

  JobRecord record() {
    return record;
  }

  public Job job() {
    return record.job().asOf(record.job().progress().updatedAt());
  }

  public JobKey key() {
    return record.key();
  }

  /// The number of writes: of two entries of a job the one with the higher version is the later
  /// one.
  public long version() {
    return record.version();
  }

  /// Its position in the order of all jobs.
  public long born() {
    return record.born();
  }

  public boolean hasEvents() {
    return record.hasEvents();
  }

  /// Everything, for a log that cannot show it.
  public byte[] whole() {
    return RecordCodec.write(record);
  }

  public static ArchivedJob ofWhole(byte[] whole) {
    return new ArchivedJob(RecordCodec.read(whole));
  }

  /// Everything except payload and result.
  public byte[] rest() {
    return RecordCodec.write(with(Payload.empty(), null));
  }

  public static ArchivedJob of(byte[] rest, Payload payload, @Nullable Payload result) {
    return new ArchivedJob(ofWhole(rest).with(payload, result));
  }

  /// Without payload and result, unless they are blobs: what an index needs.
  public ArchivedJob withoutData() {
    Payload payload = record.job().draft().job().payload();
    Payload result = record.job().progress().result();
    return new ArchivedJob(
        with(
            payload.blob() == null ? Payload.empty() : payload,
            result == null || result.blob() == null ? null : result));
  }

  private JobRecord with(Payload payload, @Nullable Payload result) {
    StoredJob job = record.job();
    Draft draft = job.draft();
    return record.withJob(
        new StoredJob(
            new Draft(draft.key(), draft.job().withPayload(payload), draft.fingerprint()),
            job.createdAt(),
            job.progress().withResult(result),
            job.position(),
            job.attempts()));
  }
}
