package dev.waybill.backend.embedded.live;

import dev.waybill.bytes.ByteReader;
import dev.waybill.spi.QueueKey;
import org.jspecify.annotations.Nullable;

/// Creates live jobs from requests or from log records.
final class NewLiveJobs {

  private NewLiveJobs() {}

  static LiveJob job(LiveState state, JobCodec.Outline outline) {
    QueueKey key = new QueueKey(outline.key().tenant(), outline.draft().queue());
    LiveJob job = new LiveJob(outline.key(), state.queue(key), outline.draft());
    job.runAt = outline.runAt();
    job.updatedAt = outline.createdAt();
    return job;
  }

  /// Adds a job from a complete record: it was revived, or copied forward.
  static void enterWhole(
      LiveState state, Facts.Whole whole, byte[] body, long position, int length, long now) {
    JobCodec.Outline outline = JobCodec.readOutline(new ByteReader(body));
    LiveJob job = job(state, outline);
    job.position = position;
    job.length = length;
    restore(job, whole);
    state.enter(job, outline, now);
    state.revivedAt(position);
  }

  static void restore(LiveJob job, Facts.@Nullable Whole whole) {
    if (whole == null) {
      return;
    }
    job.moved(whole.moved());
    job.running = whole.running();
  }
}
