package dev.waybill.backend.embedded.live;

import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.State;
import dev.waybill.backend.embedded.history.Archive;
import dev.waybill.backend.embedded.live.LiveJob.RequestKey;
import dev.waybill.backend.embedded.log.Frame;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.settings.Quotas;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.LeaseState;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decides on commands: a function of (state, command, time) that returns an answer, changes the
/// live state and writes the facts. Single-threaded, without clock, disk or randomness.
public final class Machine {

  /// The maximum number of finished jobs that are not in the history yet; beyond it, new jobs are
  /// refused.
  static final int MAX_UNPROJECTED = 2_000_000;

  /// A live job at the time when a command was answered.
  public record Glimpse(LiveJob job, Job.Progress progress) {}

  private final LiveState state;
  private final int maxLiveJobs;
  private final Quotas quotas;
  private Frame frame = new Frame();
  private long now;

  public Machine(LiveState state, int maxLiveJobs, Quotas quotas) {
    this.state = state;
    this.maxLiveJobs = maxLiveJobs;
    this.quotas = quotas;
  }

  LiveState state() {
    return state;
  }

  public long now() {
    return now;
  }

  public Frame frame() {
    return frame;
  }

  /// Starts a batch: all its commands happen at this time and write to this frame.
  public void begin(Frame into, long time) {
    frame = into;
    now = time;
    state.advance(time);
  }

  /// Returns null if the data of the history is too old to decide by: read it again.
  public @Nullable Appended append(Draft draft, Archive.Requests archived) {
    String requestId = draft.job().requestId();
    if (requestId != null) {
      RequestKey key = new RequestKey(draft.key().tenant(), requestId);
      Archive.Known live = known(key);
      if (live == null && archived.asOf() < state.forgottenUpTo()) {
        return null;
      }
      Archive.Known known = live == null ? archived.known().get(key) : live;
      if (known != null) {
        return known.answer(draft);
      }
    }
    boolean full =
        state.liveJobs() >= maxLiveJobs || state.size() - state.liveJobs() >= MAX_UNPROJECTED;
    if (full) {
      return new Appended.Full(maxLiveJobs);
    }
    Appended over = overQuota(draft);
    return over == null ? born(draft) : over;
  }

  private @Nullable Appended overQuota(Draft draft) {
    LiveState.TenantUse use = state.use(draft.key().tenant());
    if (!quotas.allowsJobs(use.jobs() + 1)) {
      return new Appended.OverQuota(Appended.Quota.LIVE_JOBS, quotas.liveJobs());
    }
    return quotas.allowsBytes(use.bytes() + draft.job().payload().size())
        ? null
        : new Appended.OverQuota(Appended.Quota.LIVE_BYTES, quotas.liveBytes());
  }

  private Archive.@Nullable Known known(RequestKey key) {
    LiveState.KnownRequest live = state.request(key);
    return live == null
        ? null
        : new Archive.Known(
            live.job().id(),
            live.fingerprint(),
            live.job().progress(now).state(),
            Instant.ofEpochMilli(live.createdAt()));
  }

  private Appended born(Draft draft) {
    Instant time = Instant.ofEpochMilli(now);
    long runAt = draft.readyAt(time).toEpochMilli();
    ByteWriter out = frame.begin(FactKind.BORN);
    out.putSmall(0);
    JobCodec.Birth birth = new JobCodec.Birth(draft, now, runAt);
    JobCodec.write(out, birth);
    long position = frame.end();
    JobCodec.Outline outline = JobCodec.outline(birth);
    LiveJob job = NewLiveJobs.job(state, outline);
    job.position = position;
    job.length = frame.lastBodyLength();
    state.enter(job, outline, now);
    return new Appended.New(draft.key().id(), runAt > now ? State.SCHEDULED : State.QUEUED, time);
  }

  /// Leases jobs to a worker, up to the requested number and size.
  public List<Glimpse> lease(LeaseQuery take) {
    LiveQueue queue = state.knownQueue(take.queue());
    if (queue == null) {
      return List.of();
    }
    long bytes = 0;
    List<Glimpse> given = new ArrayList<>();
    Map<Long, List<Facts.Leased.LeasedJob>> leased = new LinkedHashMap<>();
    for (LiveJob job = queue.pick(now); job != null; job = queue.pick(now)) {
      long until = Math.min(later(take.leaseDuration()), job.timesOutAt(now));
      state.lease(job, new LiveJob.Running(take.worker(), now, until));
      leased
          .computeIfAbsent(until, _ -> new ArrayList<>())
          .add(new Facts.Leased.LeasedJob(job.id(), job.attempt));
      given.add(glimpse(job));
      bytes += job.payloadBytes;
      if (given.size() == take.max() || bytes >= take.maxBytes()) {
        break;
      }
    }
    leased.forEach((until, jobs) -> write(new Facts.Leased(now, until, take.worker(), jobs)));
    return given;
  }

  private void write(Facts.Leased fact) {
    fact.write(frame.begin(FactKind.LEASED));
    frame.end();
  }

  public LeaseExtension extend(LeaseKey lease, Duration leaseDuration) {
    LiveJob job = holder(lease);
    LiveJob.Running running = job == null ? null : job.running;
    if (job == null || running == null) {
      return new LeaseExtension.Lost();
    }
    long until = Math.min(later(leaseDuration), job.timesOutAt(running.startedAt));
    new Facts.Extended(job.id(), job.attempt, until).write(frame.begin(FactKind.EXTENDED));
    frame.end();
    state.extend(job, until);
    return new LeaseExtension.Held(Duration.ofMillis(until - now), job.cancelRequested);
  }

  /// Returns null if the job is not in memory; the history may contain it.
  public @Nullable Applied apply(Step step) {
    LiveJob job = owned(step.guard());
    if (job == null) {
      return null;
    }
    if (!step.fits(job.state, job.attempt, job.cancelRequested, job.leaseAt(now))) {
      return new Applied.Stale();
    }
    if (job.isTerminal()) {
      return null;
    }
    Facts.Stepped fact = LiveSteps.fact(step, job, now);
    fact.write(frame.begin(FactKind.STEPPED));
    LiveSteps.apply(state, job, fact, frame.end());
    return new Applied.Done(job.progress(now).state());
  }

  /// Revives a finished job with the data of the history.
  public Applied revive(Step step, Archive.Archived archived) {
    LiveJob known = state.find(step.guard().job().id());
    if (known == null && archived.asOf() < state.forgottenUpTo()) {
      return new Applied.Missing();
    }
    State current = known == null ? archived.state() : known.state;
    int attempt = known == null ? archived.attempt() : known.attempt;
    boolean fits = step.fits(current, attempt, false, LeaseState.LAPSED);
    if (!fits || !current.isTerminal() || step.to() != State.QUEUED) {
      return new Applied.Stale();
    }
    Facts.Whole whole = LiveSteps.revived(step, now);
    ByteWriter out = frame.begin(FactKind.REVIVED);
    whole.write(out);
    out.putRaw(archived.body());
    NewLiveJobs.enterWhole(state, whole, archived.body(), frame.end(), frame.lastBodyLength(), now);
    return new Applied.Done(whole.moved().runAt() > now ? State.SCHEDULED : State.QUEUED);
  }

  public EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    LiveJob job = holder(lease);
    if (job == null || job.running == null) {
      return new EventsStored.Lost();
    }
    List<NewEvent> fresh = fresh(events, job.running.lastEvent);
    if (!fresh.isEmpty()) {
      new Facts.Events(job.id(), job.attempt, now, fresh).write(frame.begin(FactKind.EVENTS));
      frame.end();
      job.running.lastEvent = fresh.getLast().sequence();
    }
    return new EventsStored.Events(fresh.size(), events.size() - fresh.size());
  }

  public void pause(QueueKey key, boolean paused) {
    LiveQueue queue = state.queue(key);
    queue.paused = paused;
    new Facts.Paused(key.tenant(), key.queue(), paused).write(frame.begin(FactKind.PAUSED));
    frame.end();
    state.wake(queue);
  }

  public @Nullable Glimpse find(dev.waybill.spi.JobKey key) {
    LiveJob job = state.find(key.id());
    return job == null || !job.queue.key.tenant().equals(key.tenant()) ? null : glimpse(job);
  }

  public List<Glimpse> overdue(int max) {
    return state.overdue(max).stream().map(this::glimpse).toList();
  }

  public List<Glimpse> waiting(QueueKey key, long before, int max) {
    LiveQueue queue = state.knownQueue(key);
    return queue == null
        ? List.of()
        : queue.readySince(before, max).stream().map(this::glimpse).toList();
  }

  Glimpse glimpse(LiveJob job) {
    return new Glimpse(job, job.progress(now));
  }

  private @Nullable LiveJob owned(LeaseKey lease) {
    LiveJob job = state.find(lease.job().id());
    boolean mine = job != null && job.queue.key.tenant().equals(lease.job().tenant());
    return mine ? job : null;
  }

  private @Nullable LiveJob holder(LeaseKey lease) {
    LiveJob job = owned(lease);
    boolean held =
        job != null && job.attempt == lease.attempt() && !job.leaseAt(now).isPastTimeout();
    return held ? job : null;
  }

  private long later(Duration duration) {
    return now + duration.toMillis();
  }

  /// The events after the last known one, in order and without duplicates.
  private static List<NewEvent> fresh(List<NewEvent> events, long last) {
    List<NewEvent> result = new ArrayList<>(events.size());
    long latest = last;
    for (NewEvent event : events) {
      if (event.sequence() > latest) {
        result.add(event);
        latest = event.sequence();
      }
    }
    return result;
  }
}
