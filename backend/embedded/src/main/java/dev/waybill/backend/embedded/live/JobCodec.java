package dev.waybill.backend.embedded.live;

import dev.waybill.JobId;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.record.DraftBytes;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;

/// Encodes the immutable part of a job: its ID, the times it was created and ready, its tenant, and
/// the request. Log and history contain the same bytes.
public final class JobCodec {

  /// The immutable part of a job.
  public record Birth(Draft draft, long createdAt, long runAt) {}

  /// The values of the immutable part that the live state needs.
  record Outline(JobKey key, long createdAt, long runAt, DraftBytes.Outline draft) {}

  private JobCodec() {}

  static void write(ByteWriter out, Birth birth) {
    JobBytes.writeId(out, birth.draft().key().id());
    out.put8(birth.createdAt()).put8(birth.runAt()).putText(birth.draft().key().tenant());
    DraftBytes.write(out, birth.draft());
  }

  public static Birth read(ByteReader in) {
    JobId id = JobBytes.readId(in);
    long createdAt = in.get8();
    long runAt = in.get8();
    JobKey key = new JobKey(in.getText(), id);
    return new Birth(DraftBytes.read(in, key), createdAt, runAt);
  }

  static Outline outline(Birth birth) {
    return new Outline(
        birth.draft().key(), birth.createdAt(), birth.runAt(), DraftBytes.outline(birth.draft()));
  }

  /// Reads only the values that the live state needs.
  static Outline readOutline(ByteReader in) {
    JobId id = JobBytes.readId(in);
    long createdAt = in.get8();
    long runAt = in.get8();
    JobKey key = new JobKey(in.getText(), id);
    return new Outline(key, createdAt, runAt, DraftBytes.readOutline(in));
  }
}
