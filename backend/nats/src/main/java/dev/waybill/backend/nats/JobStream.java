package dev.waybill.backend.nats;

import dev.waybill.Payload;
import dev.waybill.backend.support.ChangeLog;
import dev.waybill.backend.support.GuardedTable.Held;
import io.nats.client.Message;
import io.nats.client.api.StreamInfo;
import java.util.List;

/// The stream of the bucket of jobs: the last message of each job, in the order of writing.
final class JobStream implements ChangeLog {

  private static final String STREAM = JobSubjects.streamOf(JobSubjects.JOBS);

  private final SubjectWrites wire;
  private final StreamScan scan;

  JobStream(NatsLink link, SubjectWrites wire) {
    this.wire = wire;
    this.scan = new StreamScan(link, STREAM);
  }

  /// The creation time of the stream.
  @Override
  public long identity() {
    return info().getCreateTime().toInstant().toEpochMilli();
  }

  @Override
  public List<Held> after(long revision, int max) {
    return info().getStreamState().getLastSequence() <= revision
        ? List.of()
        : scan.read(JobSubjects.everyKeyOf(JobSubjects.JOBS), revision, max).stream()
            .map(JobStream::held)
            .toList();
  }

  static Held held(Message message) {
    return new Held(message.metaData().streamSequence(), Payload.wrap(message.getData()));
  }

  private StreamInfo info() {
    return wire.info(STREAM);
  }
}
