package dev.waybill.backend.embedded.history;

import dev.waybill.Failure;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.backend.embedded.live.JobCodec;
import dev.waybill.bytes.ByteWriter;
import org.jspecify.annotations.Nullable;

/// The result of a run of facts for one job, so that it becomes one row regardless of the number of
/// changes.
public final class PendingJob {

  /// The immutable part, if the job was created or revived in this run.
  public byte @Nullable [] body;

  JobCodec.@Nullable Birth birth;
  boolean revived;
  boolean leased;
  public boolean stepped;
  public State state = State.QUEUED;
  long updated;
  long runAt;
  public int attempt = 1;
  int generation;
  int errors;
  int crashes;
  boolean cancel;
  @Nullable String worker;
  long leaseUntil;
  @Nullable Payload result;
  @Nullable Failure failure;
  final ByteWriter attempts = new ByteWriter(0);

  void born(byte[] unchanging, JobCodec.Birth parts) {
    body = unchanging;
    birth = parts;
    updated = parts.createdAt();
    runAt = parts.runAt();
  }

  void revived(byte[] unchanging, Facts.Whole whole) {
    body = unchanging;
    revived = true;
    stepped = true;
    moved(whole.moved());
    worker = null;
    result = null;
  }

  void leased(Facts.Leased fact) {
    leased = true;
    state = State.RUNNING;
    updated = fact.at();
    worker = fact.worker();
    leaseUntil = fact.until();
  }

  void extended(long until) {
    leaseUntil = until;
  }

  public void stepped(Facts.Stepped fact) {
    stepped = true;
    moved(fact.moved());
    if (state != State.RUNNING) {
      worker = null;
    }
    if (fact.result() != null) {
      result = fact.result();
    }
    if (fact.failure() != null) {
      failure = fact.failure();
    }
    if (fact.ended() != null) {
      Attempts.write(attempts, fact);
    }
  }

  private void moved(Facts.Moved moved) {
    state = moved.state();
    updated = moved.updatedAt();
    runAt = moved.runAt();
    attempt = moved.attempt();
    generation = moved.counts().generation();
    errors = moved.counts().errors();
    crashes = moved.counts().crashes();
    cancel = moved.cancelRequested();
  }
}
