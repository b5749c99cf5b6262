package dev.waybill.rig.sim.bug;

import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.spi.Appended;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Stores with bugs in how they accept, lease or return jobs.
final class BrokenJobs {

  private static final int NOW_AND_THEN = 40;

  private BrokenJobs() {}

  static final class CheckThenInsert extends ForwardingJobStore {

    private final Map<String, JobId> known = new HashMap<>();

    CheckThenInsert(JobStore good) {
      super(good);
    }

    @Override
    public List<Appended> append(List<Draft> drafts) {
      return drafts.stream().map(this::append).toList();
    }

    private Appended append(Draft draft) {
      String request = draft.key().tenant() + "/" + draft.job().requestId();
      JobId before = known.get(request);
      Optional<Job> same =
          before == null ? Optional.empty() : store.find(new JobKey(draft.key().tenant(), before));
      if (same.isPresent()) {
        return repeated(draft, same.get());
      }
      Draft bare = new Draft(draft.key(), draft.job().toBuilder().requestId(null).build(), null);
      Appended stored = store.append(List.of(bare)).getFirst();
      if (draft.job().requestId() != null) {
        known.put(request, draft.key().id());
      }
      return stored;
    }

    private static Appended repeated(Draft draft, Job same) {
      boolean sameBody =
          Objects.equals(draft.job().correlationId(), same.request().correlationId());
      return sameBody
          ? new Appended.Duplicate(same.id(), same.state(), same.createdAt())
          : new Appended.Conflict(same.id());
    }
  }

  static final class AnswerBeforeCommit extends ForwardingJobStore {

    private int calls;

    AnswerBeforeCommit(JobStore good) {
      super(good);
    }

    @Override
    public List<Appended> append(List<Draft> drafts) {
      List<Appended> answers = store.append(drafts);
      if (++calls % NOW_AND_THEN != 0 || !(answers.getFirst() instanceof Appended.New made)) {
        return answers;
      }
      JobId lost = new JobId(made.id().high(), made.id().low() ^ 1);
      List<Appended> all = new ArrayList<>(answers);
      all.set(0, new Appended.New(lost, made.state(), made.createdAt()));
      return all;
    }
  }

  static final class PayloadDiscarded extends ForwardingJobStore {

    private final BlobStore blobs;

    PayloadDiscarded(JobStore good, BlobStore blobs) {
      super(good);
      this.blobs = blobs;
    }

    @Override
    public List<Appended> append(List<Draft> drafts) {
      try {
        return store.append(drafts);
      } catch (WaybillException unknown) {
        for (Draft draft : drafts) {
          discard(draft.key().tenant(), draft.job().payload().blob());
        }
        throw unknown;
      }
    }

    private void discard(String tenant, @Nullable String blob) {
      if (blob != null) {
        blobs.delete(tenant, blob);
      }
    }
  }

  static final class LeasedTwice extends ForwardingJobStore {

    private @Nullable Job last;
    private int leases;

    LeasedTwice(JobStore good) {
      super(good);
    }

    @Override
    public List<Job> lease(LeaseQuery take) {
      List<Job> given = store.lease(take);
      if (!given.isEmpty()) {
        last = given.getLast();
      }
      return last != null && given.isEmpty() && isOf(take, last) && ++leases % NOW_AND_THEN == 0
          ? List.of(last)
          : given;
    }
  }

  private static boolean isOf(LeaseQuery take, Job job) {
    return job.tenant().equals(take.queue().tenant()) && job.queue().equals(take.queue().queue());
  }

  static final class NothingLapses extends ForwardingJobStore {

    NothingLapses(JobStore good) {
      super(good);
    }

    @Override
    public List<Job> overdue(int max) {
      return store.overdue(max).stream().filter(job -> job.state() != State.RUNNING).toList();
    }
  }

  static final class EventReadTwice extends ForwardingJobStore {

    private final Set<JobKey> repeated = new HashSet<>();

    EventReadTwice(JobStore good) {
      super(good);
    }

    @Override
    public EventsStored publish(LeaseKey lease, List<NewEvent> events) {
      EventsStored answer = store.publish(lease, events);
      if (answer instanceof EventsStored.Events stored && stored.repeated() > 0) {
        repeated.add(lease.job());
      }
      return answer;
    }

    @Override
    public EventsRead read(EventQuery query) {
      EventsRead read = store.read(query);
      List<JobEvent> events = read.events();
      if (events.isEmpty() || !repeated.contains(query.job())) {
        return read;
      }
      List<JobEvent> twice = new ArrayList<>(events);
      twice.addFirst(events.getFirst());
      return new EventsRead(twice, false);
    }
  }

  static final class TenantsMixed extends ForwardingJobStore {

    private final Map<JobId, JobKey> keys = new HashMap<>();

    TenantsMixed(JobStore good) {
      super(good);
    }

    @Override
    public List<Appended> append(List<Draft> drafts) {
      drafts.forEach(draft -> keys.put(draft.key().id(), draft.key()));
      return store.append(drafts);
    }

    @Override
    public Optional<Job> find(JobKey key) {
      return store.find(keys.getOrDefault(key.id(), key));
    }
  }
}
