package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.service.IdentifiedJobs;
import dev.waybill.settings.QueueSettings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.QueueKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Enqueues jobs: validates them, assigns IDs and fingerprints, moves large payloads to blobs,
/// stores records.
final class Enqueueing {

  private final JobStore jobs;
  private final ClaimCheck claims;
  private final Admission admission;
  private final JobIds ids;
  private final Policies policies;

  Enqueueing(JobStore jobs, ClaimCheck claims, Admission admission, JobIds ids, Policies policies) {
    this.jobs = jobs;
    this.claims = claims;
    this.admission = admission;
    this.ids = ids;
    this.policies = policies;
  }

  /// @param trusted whether the jobs are Waybill's own, which may use reserved names
  List<EnqueueResult> enqueue(String tenant, List<NewJob> newJobs, boolean trusted) {
    admission.jobs(newJobs.size());
    Answers<Draft, EnqueueResult> answers = new Answers<>(newJobs.size());
    QueueRoom room = new QueueRoom(jobs);
    for (NewJob job : newJobs) {
      try {
        if (!trusted) {
          ReservedNames.check(job);
        }
        answers.later(draft(new JobKey(tenant, ids.next()), job, room));
      } catch (WaybillException refused) {
        answers.now(refused.asRefusal());
      } catch (RuntimeException failed) {
        discardAfter(failed, answers.open());
        throw failed;
      }
    }
    return answers.complete(append(answers.open()));
  }

  /// Enqueues jobs of services under IDs that their payloads contain.
  IdentifiedJobs identified(String tenant) {
    return new IdentifiedJobs() {
      @Override
      public JobId newId() {
        return ids.next();
      }

      @Override
      public Enqueued enqueue(JobId id, NewJob job) {
        Draft draft = draft(new JobKey(tenant, id), job, new QueueRoom(jobs));
        return switch (append(List.of(draft)).getFirst()) {
          case Enqueued enqueued -> enqueued;
          case Refused refused -> throw refused.asException();
        };
      }
    };
  }

  private Draft draft(JobKey key, NewJob job, QueueRoom room) {
    admission.job(job);
    QueueKey queue = new QueueKey(key.tenant(), job.queue());
    QueueSettings set = policies.queues().of(queue);
    room.take(queue, set);
    ClaimCheck.StoredPayload stowed = claims.storePayload(key, job.payload());
    Draft.Fingerprint fingerprint = Fingerprints.of(job, stowed.identity());
    NewJob whole = with(job, stowed.payload()).withTimeout(policies.timeout(job, set));
    return new Draft(key, whole, fingerprint);
  }

  private static NewJob with(NewJob job, Payload payload) {
    return payload.equals(job.payload()) ? job : job.withPayload(payload);
  }

  private List<EnqueueResult> append(List<Draft> drafts) {
    if (drafts.isEmpty()) {
      return List.of();
    }
    List<Appended> appended = appendOrDiscard(drafts);
    List<EnqueueResult> answers = new ArrayList<>(drafts.size());
    for (int i = 0; i < drafts.size(); i++) {
      answers.add(answer(drafts.get(i), appended.get(i)));
    }
    return answers;
  }

  private List<Appended> appendOrDiscard(List<Draft> drafts) {
    try {
      return jobs.append(drafts);
    } catch (WaybillException failed) {
      if (!failed.code().leavesOutcomeOpen()) {
        drafts.stream().filter(this::isUnknown).forEach(this::discard);
      }
      throw failed;
    }
  }

  /// Whether no job uses the blob of this draft. If the outcome of a write is open, the job may
  /// appear later and then needs its payload: an orphaned blob costs space, a missing one costs a
  /// job.
  private boolean isUnknown(Draft draft) {
    return draft.job().payload().blob() != null && jobs.find(draft.key()).isEmpty();
  }

  private EnqueueResult answer(Draft draft, Appended appended) {
    return switch (appended) {
      case Appended.New(JobId id, State state, Instant createdAt) ->
          new Enqueued(id, state, createdAt, false);
      case Appended.Duplicate(JobId id, State state, Instant createdAt) -> {
        discard(draft);
        yield new Enqueued(id, state, createdAt, true);
      }
      case Appended.Conflict conflict -> {
        discard(draft);
        yield new Refused(
            Code.REQUEST_ID_CONFLICT,
            "this request ID was used for job "
                + conflict.existing()
                + " with a different request");
      }
      case Appended.Full full -> {
        discard(draft);
        yield new Refused(
            Code.STORE_FULL,
            "the store is full: at most "
                + full.limit()
                + " jobs may wait or run; try again later");
      }
      case Appended.OverQuota over -> {
        discard(draft);
        yield new Refused(Code.QUOTA_EXCEEDED, words(over));
      }
    };
  }

  private static String words(Appended.OverQuota over) {
    String what =
        switch (over.quota()) {
          case LIVE_JOBS -> " waiting and running jobs";
          case LIVE_BYTES -> " bytes in the payloads of waiting and running jobs";
        };
    return "the quota of this tenant is at most " + over.limit() + what + "; try again later";
  }

  private void discardAfter(RuntimeException failed, List<Draft> drafts) {
    try {
      drafts.forEach(this::discard);
    } catch (WaybillException orphaned) {
      failed.addSuppressed(orphaned);
    }
  }

  private void discard(Draft draft) {
    claims.discard(draft.key().tenant(), draft.job().payload());
  }
}
