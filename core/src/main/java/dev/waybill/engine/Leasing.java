package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.TaskToken;
import dev.waybill.engine.token.TaskTokens;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.Extended;
import dev.waybill.result.PublishResult;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import dev.waybill.settings.Settings;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Leases jobs to workers, extends leases and stores events of running attempts.
final class Leasing {

  static final Refused NOT_OURS =
      new Refused(Code.INVALID_TOKEN, "the task token was not issued here, or not to this tenant");
  static final Refused LOST =
      new Refused(
          Code.LEASE_LOST, "the lease has expired or another worker holds it; nothing was changed");

  private final JobStore jobs;
  private final ClaimCheck claims;
  private final Admission admission;
  private final TaskTokens tokens;
  private final Settings settings;
  private final LeaseDurations holds;

  Leasing(
      JobStore jobs,
      ClaimCheck claims,
      Admission admission,
      TaskTokens tokens,
      Settings settings,
      LeaseDurations holds) {
    this.jobs = jobs;
    this.claims = claims;
    this.admission = admission;
    this.tokens = tokens;
    this.settings = settings;
    this.holds = holds;
  }

  List<Lease> lease(String tenant, LeaseRequest request) {
    admission.lease(request);
    QueueKey queue = new QueueKey(tenant, request.queue());
    Duration leaseDuration = holds.of(queue, request.leaseDuration());
    List<Job> given =
        jobs.lease(
            new LeaseQuery(
                queue, request.worker(), request.max(), leaseDuration, request.patience()));
    List<Lease> leases = new ArrayList<>(given.size());
    for (Job job : given) {
      leases.add(lease(job, leaseDuration));
    }
    return leases;
  }

  List<ExtendResult> extend(
      String tenant, List<TaskToken> shown, @Nullable Duration leaseDuration) {
    admission.leases(shown.size());
    if (leaseDuration != null) {
      admission.leaseDuration(leaseDuration);
    }
    Answers<LeaseKey, ExtendResult> answers = new Answers<>(shown.size());
    List<Duration> wanted = new ArrayList<>(shown.size());
    for (TaskToken token : shown) {
      Optional<LeaseKey> ours = tokens.verify(tenant, token);
      if (ours.isEmpty()) {
        answers.now(NOT_OURS);
      } else {
        answers.later(ours.get());
        wanted.add(leaseDuration != null ? leaseDuration : defaultLeaseDuration(tenant, token));
      }
    }
    return answers.complete(extend(answers.open(), wanted).stream().map(Leasing::answer).toList());
  }

  private Duration defaultLeaseDuration(String tenant, TaskToken token) {
    return holds.of(new QueueKey(tenant, TaskTokens.queueIn(token)), null);
  }

  /// One call of the store for each distinct lease duration, usually one.
  private List<LeaseExtension> extend(List<LeaseKey> leases, List<Duration> wanted) {
    LeaseExtension[] kept = new LeaseExtension[leases.size()];
    for (Duration leaseDuration : new LinkedHashSet<>(wanted)) {
      int[] indexes =
          IntStream.range(0, kept.length)
              .filter(i -> wanted.get(i).equals(leaseDuration))
              .toArray();
      List<LeaseKey> alike = Arrays.stream(indexes).mapToObj(leases::get).toList();
      List<LeaseExtension> some = jobs.extend(alike, leaseDuration);
      for (int i = 0; i < indexes.length; i++) {
        kept[indexes[i]] = some.get(i);
      }
    }
    return List.of(kept);
  }

  PublishResult publish(String tenant, TaskToken token, List<NewEvent> events) {
    admission.events(events);
    Optional<LeaseKey> lease = tokens.verify(tenant, token);
    if (lease.isEmpty()) {
      return NOT_OURS;
    }
    List<NewEvent> inOrder = NewEvent.inOrder(events.stream().map(Leasing::owned).toList());
    return switch (jobs.publish(lease.get(), inOrder)) {
      case EventsStored.Events(int added, int repeated) -> new Published(added, repeated);
      case EventsStored.Lost _ -> LOST;
    };
  }

  private Lease lease(Job job, Duration leaseDuration) {
    Instant end = job.progress().leaseUntil();
    Instant until = end == null ? settings.clock().instant().plus(leaseDuration) : end;
    Duration timeout = job.request().timeout();
    Duration held =
        timeout != null && timeout.compareTo(leaseDuration) < 0 ? timeout : leaseDuration;
    return new Lease(claims.readable(job), tokens.issue(job, until), held);
  }

  private static ExtendResult answer(LeaseExtension kept) {
    return switch (kept) {
      case LeaseExtension.Held(Duration remaining, boolean cancelRequested) ->
          new Extended(remaining, cancelRequested);
      case LeaseExtension.Lost _ -> LOST;
    };
  }

  private static NewEvent owned(NewEvent event) {
    return event.data().isInline()
        ? event
        : new NewEvent(event.sequence(), event.type(), event.at(), ClaimCheck.inline(event.data()));
  }
}
