package dev.waybill.record;

import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Draft.Fingerprint;
import dev.waybill.spi.JobKey;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The part of a job that never changes, as bytes, without its key. The outline comes first, so
/// that [#readOutline] need not read the rest.
public final class DraftBytes {

  /// Raised with every change of the layout. The format of a store is its own version plus this
  /// one, so that all stores refuse data with another layout.
  public static final int VERSION = 3;

  /// The parts that are needed to queue a job.
  ///
  /// @param lane the code of its priority
  /// @param deadline in milliseconds, or [JobBytes#ABSENT]
  /// @param timeout in milliseconds, or [JobBytes#ABSENT]
  public record Outline(
      String queue,
      int lane,
      long deadline,
      long timeout,
      @Nullable Request request,
      long payloadSize) {}

  /// A request ID and the fingerprint of its request.
  public record Request(String id, Fingerprint fingerprint) {}

  /// The request ID is in the outline.
  private static final List<JobText> TEXTS =
      List.copyOf(EnumSet.complementOf(EnumSet.of(JobText.REQUEST_ID)));

  private static final Fingerprint NO_FINGERPRINT = new Fingerprint(0, 0);

  private DraftBytes() {}

  public static Outline outline(Draft draft) {
    NewJob job = draft.job();
    return new Outline(
        job.queue(),
        JobCodes.of(job.priority()),
        JobBytes.millis(job.deadline()),
        JobBytes.millis(job.timeout()),
        request(draft),
        job.payload().size());
  }

  private static @Nullable Request request(Draft draft) {
    String id = draft.job().requestId();
    Fingerprint fingerprint = draft.fingerprint();
    return id == null ? null : new Request(id, fingerprint == null ? NO_FINGERPRINT : fingerprint);
  }

  public static void write(ByteWriter out, Draft draft) {
    writeOutline(out, outline(draft));
    NewJob job = draft.job();
    out.putText(job.type());
    TEXTS.forEach(text -> out.putOptionalText(text.of(job)));
    JobBytes.writeTags(out, job.tags());
    JobBytes.writeDuration(out, job.delay().isZero() ? null : job.delay());
    JobBytes.writeTime(out, job.runAt());
    JobBytes.writeRetry(out, job.retry());
    String blob = job.payload().blob();
    out.putOptionalText(blob);
    if (blob == null) {
      out.putRaw(job.payload().bytesWithoutCopy());
    }
  }

  public static Draft read(ByteReader in, JobKey key) {
    Outline outline = readOutline(in);
    NewJob.Builder job = NewJob.builder(in.getText()).queue(outline.queue());
    job.priority(JobCodes.priority(outline.lane()));
    job.deadline(JobBytes.instant(outline.deadline()));
    job.timeout(JobBytes.duration(outline.timeout()));
    TEXTS.forEach(text -> text.set(job, in.getOptionalText()));
    job.tags(JobBytes.readTags(in));
    Duration delay = JobBytes.readDuration(in);
    job.delay(delay == null ? Duration.ZERO : delay).runAt(JobBytes.readTime(in));
    job.retry(JobBytes.readRetry(in)).payload(readPayload(in, outline.payloadSize()));
    Request request = outline.request();
    if (request == null) {
      return new Draft(key, job.build(), null);
    }
    return new Draft(key, job.requestId(request.id()).build(), request.fingerprint());
  }

  private static Payload readPayload(ByteReader in, long size) {
    String blob = in.getOptionalText();
    return blob == null ? Payload.wrap(in.getRaw((int) size)) : Payload.claim(blob, size);
  }

  private static void writeOutline(ByteWriter out, Outline outline) {
    out.putText(outline.queue()).put1(outline.lane());
    JobBytes.writeMillis(out, outline.deadline());
    JobBytes.writeMillis(out, outline.timeout());
    Request request = outline.request();
    out.putOptionalText(request == null ? null : request.id());
    if (request != null) {
      out.put8(request.fingerprint().high()).put8(request.fingerprint().low());
    }
    out.putSmall(outline.payloadSize());
  }

  public static Outline readOutline(ByteReader in) {
    String queue = in.getText();
    int lane = in.get1();
    long deadline = JobBytes.readMillis(in);
    long timeout = JobBytes.readMillis(in);
    String requestId = in.getOptionalText();
    Request request =
        requestId == null ? null : new Request(requestId, new Fingerprint(in.get8(), in.get8()));
    return new Outline(queue, lane, deadline, timeout, request, in.getSmall());
  }
}
