package dev.waybill.backend.embedded;

import dev.waybill.NewJob;
import dev.waybill.spi.Draft;
import dev.waybill.spi.QueueKey;
import org.jspecify.annotations.Nullable;

/// Makes live jobs out of what is asked for, or out of what the log says.
final class Births {

  private Births() {}

  static LiveJob job(LiveState state, Draft draft, long runAt, long now) {
    NewJob request = draft.job();
    QueueKey key = new QueueKey(draft.key().tenant(), request.queue());
    long deadline = JobCodec.millis(request.deadline());
    String requestId = request.requestId();
    LiveJob.Traits traits =
        new LiveJob.Traits(
            (byte) Codes.of(request.priority()),
            deadline == Long.MIN_VALUE ? LiveJob.NEVER : deadline + 1,
            request.timeout() == null ? -1 : request.timeout().toMillis(),
            requestId == null ? null : new LiveJob.RequestKey(key.tenant(), requestId));
    LiveJob job = new LiveJob(draft.key().id(), state.queue(key), traits);
    job.runAt = runAt;
    job.updatedAt = now;
    return job;
  }

  /// Takes in a job that was written whole.
  static void enterWhole(
      LiveState state, Facts.Whole whole, byte[] body, long position, int length, long now) {
    Draft draft = JobCodec.read(new ByteReader(body)).draft();
    LiveJob job = job(state, draft, whole.runAt(), whole.updatedAt());
    job.position = position;
    job.length = length;
    restore(job, whole);
    state.enter(job, draft.fingerprint(), now);
  }

  static void restore(LiveJob job, Facts.@Nullable Whole whole) {
    if (whole == null) {
      return;
    }
    job.state = whole.state();
    job.attempt = whole.attempt();
    job.generation = whole.generation();
    job.errors = whole.errors();
    job.crashes = whole.crashes();
    job.runAt = whole.runAt();
    job.updatedAt = whole.updatedAt();
    job.cancelRequested = whole.cancelRequested();
    job.running = whole.running();
  }
}
